"""Playing through real sockets: states, judgements, odds, undo, seats, and what is refused."""

from __future__ import annotations

import pytest

from sandtable.generals import own
from sandtable.generals.own import InPython
from sandtable.server.messages.protocol import CLIENT_MESSAGE
from sandtable.server.session.session import worth_answering


@pytest.fixture
def battle(server):
    """A fresh battle with both sides human: Reds first, 3 PIPs by seed 1."""
    return server.new()


def test_a_new_battle_has_a_link_for_each_seat_for_all_and_for_watchers(server):
    made = server.new(seats={"blue": "random"})
    assert made["seats"]["red"]["url"] == f"/play/{made['seats']['red']['token']}"
    assert made["seats"]["blue"]["token"] is None, "a computer needs no link"
    assert len({made["token"], made["seats"]["red"]["token"], made["watch_url"]}) == 3
    assert len(made["token"]) >= 32


def test_the_first_message_says_what_the_battle_is(server, battle):
    with server.board(battle["token"]) as board:
        facts = board.welcome["battle"]
        assert (facts["game"], facts["scenario"], facts["unit"]) == ("duel", "bridge", "inch")
        assert [side["key"] for side in facts["sides"]] == ["red", "blue"]
        assert board.welcome["yours"] == ["red", "blue"] and board.welcome["protocol"] == 2
        assert len(facts["commitment"]) == 64


def test_the_state_says_what_is_asked_and_lists_what_may_be_done(server, battle):
    with server.board(battle["token"]) as board:
        state = board.state
        assert state["version"] == 0 and not state["over"] and state["seed"] is None
        assert state["decision"]["side"] == "red" and state["decision"]["yours"]
        assert state["decision"]["text"] == "Move: 3 PIPs left."
        east = next(action for action in state["legal"] if action["text"] == "move A to 3,2 facing 90")
        assert east["cost"] == 1 and east["figures"] == ["A"] and east["verb"] == "move"
        assert east["ghost"] == [{"id": "A", "x": 3.0, "y": 2.0, "facing": 90.0}]
        assert "Anna" in east["label"]
        assert state["legal"][-1]["text"] == "end" and state["legal"][-1]["ghost"] == []
        anna = next(figure for figure in state["scene"]["figures"] if figure["id"] == "A")
        assert (anna["x"], anna["y"]) == (2.0, 2.0)
        assert [step["number"] for step in state["steps"]] == [0] and state["steps_from"] == 0


def test_the_log_of_the_laying_shows_the_die(server, battle):
    """Reds' PIP die showed 3: the log has the die and the event, with its clause."""
    with server.board(battle["token"]) as board:
        die, begins = board.state["steps"][0]["events"][:2]
        assert die["kind"] == "die" and die["die"]["value"] == 3 and die["die"]["side"] == "red"
        assert begins["clause"] == "DUEL-BND-1"


def test_an_action_is_answered_with_the_new_state_and_its_events_alone(server, battle):
    with server.board(battle["token"]) as board:
        before = board.state["hash"]
        state = board.play("move A to 3,2 facing 90")
        assert state["version"] == 1 and state["hash"] != before
        assert state["steps_from"] == 1 and len(state["steps"]) == 1
        step = state["steps"][0]
        assert (step["side"], step["by"], step["action"]) == ("red", "human", "move A to 3,2 facing 90")
        assert step["events"][0]["actor"] == "A" and step["events"][0]["geometry"][:2] == [3.0, 2.0]
        assert state["cause"]["kind"] == "play"


def test_every_board_of_a_battle_sees_every_action(server, battle):
    red, blue = battle["seats"]["red"]["token"], battle["seats"]["blue"]["token"]
    watch = battle["watch_url"].rsplit("/", 1)[1]
    with server.board(red) as mine, server.board(blue) as theirs, server.board(watch) as watcher:
        mine.play({"verb": "move", "figures": ["A"], "to": [3, 2], "facing": 90})
        for other in (theirs, watcher):
            while other.state["version"] == 0:
                other.receive()
            assert other.state["scene"] == mine.state["scene"]
            assert not other.state["decision"]["yours"] and other.state["legal"] == []
        assert watcher.welcome["watcher"] and watcher.welcome["yours"] == []


def test_a_judgement_prices_and_explains_without_changing_anything(server, battle):
    """A move is at most 3 inches: four are too far, by DUEL-MOV-1, measured from A to where it would stand."""
    with server.board(battle["token"]) as board:
        good = board.ask("judgement", type="judge", n=7, action={"verb": "move", "figures": ["A"], "to": [2, 3]})
        assert good["n"] == 7 and good["legal"] and good["cost"] == 1 and good["reasons"] == []
        assert good["prices"][0]["amount"] == 1 and good["prices"][0]["clause"] == "DUEL-MOV-1"
        bad = board.ask("judgement", type="judge", n=8, action={"verb": "move", "figures": ["A"], "to": [2, 6]})
        assert not bad["legal"]
        assert bad["reasons"][0]["clause"] == "DUEL-MOV-1"
        assert bad["reasons"][0]["geometry"] == [2.0, 2.0, 2.0, 6.0] and bad["reasons"][0]["value"] == 4.0
        assert bad["ghost"][0]["y"] == 6.0
        assert board.ask("legal", type="legal", n=1)["version"] == 0


def test_the_magnet_pulls_a_drag_level_with_a_friend(server, battle):
    """A is dragged to (2.1, 2.9); Ben stands at (2, 4) facing east, so A belongs on Ben's right, at (2, 3)."""
    with server.board(battle["token"]) as board:
        drag = {"verb": "move", "figures": ["A"], "to": [2.1, 2.9], "facing": 85}
        pulled = board.ask("judgement", type="judge", n=1, action=drag)
        assert pulled["snapped"] and pulled["snapped_to"] == "B" and pulled["legal"]
        assert pulled["ghost"] == [{"id": "A", "x": 2.0, "y": 3.0, "facing": 90.0}]
        assert pulled["action"]["to"] == [2.0, 3.0] and pulled["text"] == "move A to 2,3 facing 90"
        free = board.ask("judgement", type="judge", n=2, action=drag, magnet=False)
        assert not free["snapped"] and free["ghost"][0]["facing"] == 85.0
        board.play(pulled["action"])
        anna = next(figure for figure in board.state["scene"]["figures"] if figure["id"] == "A")
        assert (anna["x"], anna["y"], anna["facing"]) == (2.0, 3.0, 90.0)


def test_undo_takes_back_one_action_and_cuts_the_log(server, battle):
    with server.board(battle["token"]) as board:
        first = board.state["hash"]
        board.play("move A to 3,2 facing 90")
        assert board.state["undo"]["possible"] and not board.state["undo"]["past_dice"]
        state = board.undo()
        assert state["hash"] == first and state["version"] == 2
        assert state["steps_from"] == 1 and state["steps"] == []
        assert not state["undo"]["possible"]


def test_undo_stops_at_dice_unless_asked(server, battle):
    """Reds end their movement with nobody to fight: the Blues' PIP die is thrown."""
    with server.board(battle["token"]) as board:
        before = board.state["hash"]
        board.play("end")
        assert board.state["undo"]["past_dice"]
        refused = board.ask("refused", type="undo", version=1)
        assert refused["code"] == "not_now" and "Dice" in refused["text"]
        assert board.undo(past_dice=True)["hash"] == before


def test_nobody_takes_back_the_actions_of_another(server, battle):
    red, blue = battle["seats"]["red"]["token"], battle["seats"]["blue"]["token"]
    with server.board(red) as mine, server.board(blue) as theirs:
        mine.play("move A to 3,2 facing 90")
        while theirs.state["version"] == 0:
            theirs.receive()
        assert not theirs.state["undo"]["possible"]
        assert theirs.ask("refused", type="undo", version=1)["code"] == "not_now"


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ({"type": "play", "version": 5, "action": "end"}, "stale"),
        ({"type": "play", "version": 0, "action": "move A to 9,2 facing 90"}, "illegal"),
        ({"type": "play", "version": 0, "action": "fly A"}, "unreadable"),
        ({"type": "play", "version": 0, "action": {"verb": "move", "figures": ["Zoe"], "to": [1, 1]}}, "unreadable"),
        ({"type": "odds", "n": 1, "action": "move A to 9,2 facing 90"}, "illegal"),
        ({"type": "look", "n": 1, "step": 99}, "unknown"),
        ({"type": "reseat", "side": "green", "kind": "random"}, "not_your_bound"),
        ({"type": "reseat", "side": "red", "kind": "napoleon"}, "unreadable"),
        ({"type": "surrender"}, "unreadable"),
        ({"type": "judge", "n": 1}, "unreadable"),
        ({"type": "judge", "n": 1, "action": {"verb": "move", "figures": ["A"], "to": [1e9, 0]}}, "unreadable"),
        ({"type": "judge", "n": 1, "action": {"verb": "move", "cheat": True}}, "unreadable"),
        ({"type": "judge", "n": 1, "action": {"verb": "x", "figures": ["A"] * 65}}, "unreadable"),
        (["not", "an", "object"], "unreadable"),
    ],
)
def test_what_cannot_be_done_is_refused_with_a_code_and_a_sentence(server, battle, message, code):
    import json

    with server.board(battle["token"]) as board:
        board.socket.send(json.dumps(message))
        refused = board.expect("refused")
        assert refused["code"] == code, refused
        assert len(refused["text"]) > 10 and "Traceback" not in refused["text"]
        assert board.play("end")["version"] == 1, "and the battle goes on"


def test_a_refused_action_tells_its_reasons(server, battle):
    with server.board(battle["token"]) as board:
        refused = board.ask("refused", type="play", version=0, action="move A to 9,2 facing 90")
        assert refused["about"] == "play" and refused["reasons"][0]["clause"] == "DUEL-MOV-1"


def test_the_other_seat_must_wait(server, battle):
    with server.board(battle["seats"]["blue"]["token"]) as theirs:
        assert theirs.ask("refused", type="play", version=0, action="end")["code"] == "not_your_bound"


def test_odds_are_exact_fractions(server, battle):
    """Walk A and C together, then ask: two dice, 36 ways, and the percentages make a hundred."""
    with server.board(battle["token"]) as board:
        fight_on(board)
        fight = next(action for action in board.state["legal"] if action["verb"] == "fight")
        odds = board.ask("odds", type="odds", n=3, action=fight["action"])
        assert odds["exact"] and odds["n"] == 3 and odds["leaves"] == 36
        assert sum(outcome["numerator"] for outcome in odds["outcomes"]) == 36
        assert {outcome["denominator"] for outcome in odds["outcomes"]} == {36}
        assert sum(outcome["percent"] for outcome in odds["outcomes"]) == pytest.approx(100, abs=0.05)
        assert {tally["figure"] for tally in odds["tallies"]} == {"A", "C"}
        board.play(fight["action"])
        scores = [event for event in board.state["steps"][-1]["events"] if event["kind"] == "score"]
        assert len(scores) == 2
        for score in scores:
            assert sum(line["amount"] for line in score["lines"]) == score["amount"], "no total without its lines"


def fight_on(board):
    """Move A and C towards each other until they can fight."""
    for _ in range(40):
        if any(action["verb"] == "fight" for action in board.state["legal"]):
            return
        figures = {figure["id"]: figure for figure in board.state["scene"]["figures"]}
        mover, other = ("A", "C") if board.state["decision"]["side"] == "red" else ("C", "A")
        here, there = figures[mover], figures[other]
        step = 1 if there["x"] > here["x"] else -1
        wanted = f"move {mover} to {here['x'] + step:g},2 "
        ready = [action for action in board.state["legal"] if action["text"].startswith(wanted)]
        board.play(ready[0]["action"] if ready else "end")
    raise AssertionError("they never met")


def test_looking_back_shows_the_table_as_it_stood(server, battle):
    with server.board(battle["token"]) as board:
        board.play("move A to 3,2 facing 90")
        board.play("move B to 3,4 facing 90")
        places = []
        for step in range(3):
            looked = board.ask("looked", type="look", n=step, step=step)
            assert (looked["step"], looked["of"], looked["record"]["number"]) == (step, 2, step)
            figures = {figure["id"]: figure["x"] for figure in looked["scene"]["figures"]}
            places.append((figures["A"], figures["B"]))
        assert places == [(2.0, 2.0), (3.0, 2.0), (3.0, 3.0)]
        assert board.state["version"] == 2, "looking changes nothing"


def test_computers_play_one_action_at_a_time_and_each_is_shown(server):
    made = server.new("plain", seats={"blue": "random"})
    with server.board(made["token"]) as board:
        board.send(type="pace", seconds=0)
        board.expect("state")
        board.play("end")
        while board.state["decision"] is None or board.state["decision"]["side"] == "blue":
            version = board.state["version"]
            board.receive()
            if board.state["version"] != version:
                assert board.state["version"] == version + 1, "never two at once"
                assert [step["by"] for step in board.state["steps"]] == ["random"]
                assert [step["why"] for step in board.state["steps"]] == ["Taken at random."]
        assert board.state["undo"]["possible"], "the person's action before the computer's"


def test_a_paused_computer_makes_one_action_a_step(server):
    made = server.new(seats={"blue": "random"})
    with server.board(made["token"]) as board:
        board.send(type="pace", paused=True)
        board.expect("state")
        board.play("end")
        with pytest.raises(TimeoutError):
            board.receive(timeout=0.3)
        board.send(type="step")
        assert board.expect("state")["version"] == 2
        if board.state["decision"]["side"] == "blue":
            with pytest.raises(TimeoutError):
                board.receive(timeout=0.3)


def test_two_computers_fight_to_the_end_and_the_result_is_told(server):
    made = server.new(seats={"red": "random", "blue": "random"})
    with server.board(made["token"]) as board:
        board.send(type="pace", seconds=0)
        while not board.state["over"]:
            board.receive()
        assert board.state["decision"] is None and board.state["result"]
        assert sum(board.state["returns"].values()) >= 1
        assert board.state["seed"] == "1", "revealed once over"
        listed = next(each for each in server.http.get("/api/battles").json() if each["id"] == made["id"])
        assert listed["over"] and listed["result"] == board.state["result"]


def test_what_a_general_of_ones_own_did_wrong_is_told_at_the_table(server, monkeypatch):
    """Three times it names nothing that is listed; quick decides in its place, and is named with what it does."""
    monkeypatch.setenv(own.VARIABLE, "mine=unused")
    monkeypatch.setitem(own._MADE, "mine", InPython(lambda _: None))
    made = server.new(seats={"red": "mine", "blue": "mine"})
    told, players = [], set()
    with server.board(made["token"]) as board:
        board.send(type="pace", seconds=0)
        while not board.state["over"]:
            board.receive()
            players |= {step["by"] for step in board.state["steps"]}
            told += [board.state["cause"]["text"]] if board.state["cause"]["kind"] == "pace" else []
    fault = "mine gave no answer that counts (not listed): quick decide"
    assert [
        told.count(f"{fault}d in its place."),
        told.count(f"{fault}s in its place for the rest of this battle."),
    ] == [4, 2]
    assert players == {None, "quick"}  # None: the table is laid


def test_a_side_can_be_handed_to_a_computer_and_taken_back(server, battle):
    with server.board(battle["token"]) as board:
        board.send(type="pace", paused=True)
        board.expect("state")
        board.send(type="reseat", side="red", kind="random")
        board.expect("state")
        assert not board.state["decision"]["yours"] and board.state["decision"]["by"] == "random"
        board.send(type="reseat", side="red", kind="human")
        board.expect("state")
        assert board.state["decision"]["yours"] and board.play("end")["version"] == 1


def test_only_the_newest_of_many_judgements_need_be_answered(server, battle):
    """A drag sends more questions than there is time for: the last one is always answered."""
    with server.board(battle["token"]) as board:
        for n in range(200):
            board.send(type="judge", n=n, action={"verb": "move", "figures": ["A"], "to": [2.0, 2 + n / 200]})
        numbers = []
        while not numbers or numbers[-1] < 199:
            message = board.receive()
            if message["type"] == "judgement":
                numbers.append(message["n"])
            else:
                assert message["type"] == "refused" and message["code"] == "not_now", message
                break
        assert numbers == sorted(numbers)


def test_a_question_about_something_else_is_answered_in_the_midst_of_a_drag(server, battle):
    """The board asks whether ending is barred while a figure is dragged: neither answer swallows the other."""
    with server.board(battle["token"]) as board:
        for n in range(40):
            board.send(type="judge", n=n, action={"verb": "move", "figures": ["A"], "to": [2.0, 2 + n / 40]})
            if n == 20:
                board.send(type="judge", n=1000, action={"verb": "end"})
        numbers = set()
        while not {39, 1000} <= numbers:
            numbers.add(board.expect("judgement")["n"])


def test_of_what_waits_only_the_newest_question_of_each_drag_is_worked_out():
    def judge(n, verb="move", *figures):
        return CLIENT_MESSAGE.validate_python({"type": "judge", "n": n, "action": {"verb": verb, "figures": figures}})

    step = CLIENT_MESSAGE.validate_python({"type": "step"})
    waiting = [judge(1, "move", "A"), judge(2, "end"), None, step, judge(3, "move", "A"), judge(4, "move", "A", "B")]
    assert worth_answering(waiting) == [waiting[1], step, waiting[4], waiting[5]]


def test_what_a_seat_may_not_see_never_leaves_the_server(server, battle):
    """The duel keeps a secret plan for each side in its record: Reds' is 2, Blues' 5."""
    from sandtable.server.views.seat_state import BattleState
    from sandtable.table.new_battle import new

    fight = new("duel", seed=1)
    state = BattleState(fight, [None], 0)
    assert [int(plan) for plan in fight.record.plan] == [2, 5]
    seen = {sides: [int(plan) for plan in state.view(sides).seen.record.plan] for sides in SEATS}
    assert seen == {
        ("red",): [2, 0],
        ("blue",): [0, 5],
        (): [0, 0],  # a watcher sees neither
        ("red", "blue"): [2, 0],  # one window for both shows the side to decide
    }
    assert state.hides


SEATS = (("red",), ("blue",), (), ("red", "blue"))
