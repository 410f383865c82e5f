"""One battle read in two languages: each board in its own, and nothing else of it differs."""

from __future__ import annotations

from typing import Any

from server.conftest import Address, Board, until

DEPLOY = "deploy A10 to 7.5,9.45 facing 0"


def seats(server: Address) -> tuple[str, str, str]:
    """A battle of two guests: the tokens of both, and of a watcher."""
    made = server.new("batalist", scenario="C1", seats=dict.fromkeys(("south", "north"), "guest"))
    tokens = []
    for side in ("south", "north"):
        invitation = made["seats"][side]["invite_url"].removeprefix("/join/")
        tokens.append(server.http.post(f"/api/invitations/{invitation}").json()["token"])
    return (*tokens, made["watch_url"].rsplit("/", 1)[1])


def log(board: Board) -> list[tuple[str, list[str]]]:
    """What was done last, and what came of it."""
    return [(step["label"], [event["text"] for event in step["events"]]) for step in board.state["steps"][-1:]]


def wordless(state: dict[str, Any]) -> list[Any]:
    """What is the same in every language: versions, the table, what may be done, as notation writes it."""
    listed = [action["text"] for action in state["legal"]]
    poses = [(each["id"], each["x"], each["y"]) for each in state["scene"]["figures"]]
    return [state["version"], state["hash"], listed, poses, [step["action"] for step in state["steps"]]]


def test_each_seat_and_who_looks_on_read_the_battle_in_their_own_language(server: Address) -> None:
    one, other, watch = seats(server)
    with (
        server.board(one) as south,
        server.board(other, "ru") as north,
        server.board(watch, "ru") as watcher,
    ):
        asked = "League of the Free Marches: place a battalion in your zone."
        spoken = "Лига Вольных Марок: выставьте батальон в своей зоне."
        assert [each.state["decision"]["text"] for each in (south, north, watcher)] == [asked, spoken, spoken]
        far = "deploy A10 to 7.5,29.45 facing 0"
        refused = south.ask("refused", type="play", version=0, action=far)
        assert refused["reasons"][0]["text"] == "That is not wholly inside your deployment zone."
        with server.board(one, "ru") as again:  # the same seat, in another window
            assert wordless(again.state) == wordless(south.state)
            refused = again.ask("refused", type="play", version=0, action=far)
            assert refused["reasons"][0]["text"] == "Это не целиком в вашей зоне расстановки."
            again.play(DEPLOY)
        english = [("Bombards (A10): stand here", ["Bombards (A10) are deployed."])]
        russian = [("Бомбарды (A10): встать здесь", ["Бомбарды (A10): выставлены на поле."])]
        for board, told in ((south, english), (north, russian), (watcher, russian)):
            assert log(until(board, lambda state: state["version"] == 1) and board) == told
        south.send(type="ask_undo", version=1)
        proposal = until(north, lambda state: state["undo"]["proposal"])["undo"]["proposal"]
        assert proposal["text"] == "Лига Вольных Марок — просьба взять назад: Бомбарды (A10): встать здесь"
        north.send(type="answer_undo", number=proposal["number"], grant=False)
        cause = until(south, lambda state: state["cause"]["text"].endswith("taken back."))["cause"]["text"]
        assert cause == "Red Tusk Horde refuse: nothing is taken back."
        with server.board(other) as anew:  # the page again, in the other language: older lines, too
            assert log(anew) == english
            with server.board(other, "ru") as again:
                assert log(again) == russian and wordless(again.state) == wordless(anew.state)
