"""Armies over HTTP: lists to choose from, what is wrong with an army, and battles that begin with one's own."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from sandtable.games import built_in

LIST = "later-achaemenid-persian"
PERSIANS: dict[str, Any] = {
    "list": LIST,
    "name": "Ten Thousand",
    "picks": [["3Cv"], ["3Cv", "3Cv"], ["2LH", "2LH"], ["SCh"], ["2Ps", "2Ps"], ["4Sp", "4Sp", "3Ax", "3Ax"]],
    "strays": [],
    "values": {"camp": "followers", "length": "3", "width": "2"},
}
"""4 of (4Sp or 3Ax): two of each."""


def persians(**changes: Any) -> dict[str, Any]:
    """The same army with other fields; ``line5`` are the picks of the sixth line."""
    army = copy.deepcopy(PERSIANS)
    for key, value in changes.items():
        if key.startswith("line"):
            army["picks"][int(key[4:])] = value
        elif key in army:
            army[key] = value
        else:
            army["values"][key] = value
    return army


def checked(server, army: Any = None, **more: Any) -> dict[str, Any]:
    answer = server.http.post("/api/games/dba/armies/check", json={"army": army, **more})
    assert answer.status_code == 200, answer.text
    return answer.json()


def faults(server, army: Any = None, **more: Any) -> list[tuple[str, str]]:
    return [(fault["text"], fault["clause"]) for fault in checked(server, army, **more)["faults"]]


# ---------------------------------------------------------------- what can be chosen


def test_the_first_page_says_where_armies_may_be_brought(server):
    games = server.http.get("/api/games").json()
    assert next(game["key"] for game in games if game["key"] in built_in()) == "dbaix"
    dba = next(game for game in games if game["key"] == "dba")
    free = {one["key"]: one["armies"] for one in dba["scenarios"] if one["armies"]}
    assert set(free) == {"by-hand", "ready-field"}
    assert {side: army["list"] for side, army in free["by-hand"].items()} == {
        "red": "medieval-german",
        "blue": "medieval-french",
    }
    chases = next(game for game in games if game["key"] == "pursuit")
    assert all(set(one["armies"]) == {"quarry", "hunters"} for one in chases["scenarios"])
    floods = next(game for game in games if game["key"] == "flash-flood")
    assert {one["key"] for one in floods["scenarios"] if one["armies"]} == {"guard-in-the-drain", "old-cisterns"}
    assert not any(one["armies"] for game in games if game["key"] == "dbaix" for one in game["scenarios"])


@pytest.mark.clause("DBA-ARMY-1", "DBA-ARMY-2", "DBA-ARMY-3")
def test_every_list_comes_with_its_lines_and_pictures_of_its_elements(server):
    facts = server.http.get("/api/games/dba/armies").json()
    assert len(facts["lists"]) == 10
    pictures = {element["word"]: element["figure"] for element in facts["elements"]}
    for one in facts["lists"]:
        assert sum(line["count"] for line in one["lines"]) == 12
        assert {word for line in one["lines"] for word in line["of"]} <= set(pictures)
        assert faults(server, one["ready"]) == []
    # 15 mm scale: a base of 40 mm is 160 paces wide, blades 15 mm or 60 paces deep
    assert (pictures["4Bd"]["width"], pictures["4Bd"]["depth"]) == (160, 60)
    persian = next(one for one in facts["lists"] if one["key"] == LIST)
    assert persian["lines"][5] == {
        "words": "4 of 4Sp or 3Ax", "count": 4, "of": ["4Sp", "3Ax"], "alike": False, "general": False,
    }  # fmt: skip


def test_a_game_without_army_lists_says_so(server):
    for answer in (
        server.http.get("/api/games/duel/armies"),
        server.http.post("/api/games/duel/armies/check", json={"army": PERSIANS}),
    ):
        assert answer.status_code == 422 and "no army lists" in answer.json()["text"]
    assert server.http.get("/api/games/chess/armies").status_code == 404


# ---------------------------------------------------------------- checks


@pytest.mark.clause("DBA-ARMY-1", "DBA-ARMY-3", "DBA-ARMY-6")
def test_a_good_army_is_said_in_words_and_as_a_file(server):
    said = checked(server, PERSIANS)
    assert (said["faults"], said["count"], said["size"]) == ([], 12, 12)
    assert said["words"] == [
        "Ten Thousand: an army of the list II/7 Later Achaemenid Persian, 420-329 BC.",
        "3Cv (Gen), 2x3Cv, 2x2LH, SCh, 2x2Ps, 2x4Sp, 2x3Ax",
        "Home arable, aggression 1, camp of 3 by 2 base widths, with camp followers.",
    ]
    assert 'troops = "3Cv (Gen), 2x3Cv, 2x2LH, SCh, 2x2Ps, 2x4Sp, 2x3Ax"' in said["text"].splitlines()


@pytest.mark.parametrize(
    ("changes", "sentence", "clause"),
    [
        ({"line5": ["4Sp", "4Sp", "3Ax"]}, "Expected 12 elements, found 11.", "DBA-ARMY-1"),
        ({"line0": ["4Sp"]}, "The general's element is LCh or 3Cv, found 4Sp.", "DBA-ARMY-3"),
        ({"line5": ["4Sp", "4Sp", "4Sp", "2LH"]},
         "The list of the Persians has at most 2 2LH, found 3.", "DBA-ARMY-3"),
        ({"line5": ["4Sp", "4Sp", "4Sp", "4Pk"]},
         "The list of the Persians has no 4Pk; it has LCh, 3Cv, 2LH, SCh, 2Ps, 4Sp, 3Ax.", "DBA-ARMY-3"),
        ({"line5": ["4Sp", "4Sp", "4Sp", "4Spp"]}, "There are no troops '4Spp'; did you mean '4Sp'?", "DBA-ARMY-3"),
        ({"camp": "none"},
         "Expected a camp, which only an army of two or more War Wagons can do without.", "DBA-ARMY-4"),
        ({"length": "4.5"},
         "Expected a camp of at most 6 base widths, length and width together, found 6.5.", "DBA-ARMY-5"),
        ({"width": "0.25"},
         "Expected a camp that holds an element, at least 1 by 0.5 base widths, found 3 by 0.25.", "DBA-ARMY-5"),
        ({"aggression": "3"}, "Expected 1, found 3.", "DBA-ARMY-2"),
    ],
)  # fmt: skip
@pytest.mark.clause("DBA-ARMY-1", "DBA-ARMY-2", "DBA-ARMY-3", "DBA-ARMY-4", "DBA-ARMY-5")
def test_what_is_wrong_with_an_army_is_said_with_its_clause(server, changes, sentence, clause):
    assert faults(server, persians(**changes)) == [(sentence, clause)]


@pytest.mark.clause("DBA-ARMY-1", "DBA-ARMY-4")
def test_everything_that_is_wrong_is_said_at_once(server):
    found = faults(server, persians(line5=[], camp="none"))
    assert [clause for _, clause in found] == ["DBA-ARMY-1", "DBA-ARMY-4"]
    general = faults(server, persians(line0=[]))
    assert general == [
        ("Expected 12 elements, found 11.", "DBA-ARMY-1"),
        ("Expected one element with the general, as '3Cv (Gen)', found none.", "DBA-ARMY-1"),
    ]


@pytest.mark.clause("WAD-CAMP-5")
def test_the_size_of_a_camp_goes_by_the_house_rules(server):
    assert faults(server, PERSIANS, options={"camp_size": "four"}) == [
        ("Expected a camp of at most 4 base widths, length and width together, found 5.", "DBA-ARMY-5")
    ]
    assert faults(server, persians(length="5"), options={"camp_size_test": "longest_side"}) == []
    answer = server.http.post("/api/games/dba/armies/check", json={"army": PERSIANS, "options": {"camp": "huge"}})
    assert answer.status_code == 422 and "camp" in answer.json()["text"]


# ---------------------------------------------------------------- files


def test_a_file_of_an_army_is_read_and_written_again(server):
    facts = server.http.get("/api/games/dba/armies").json()
    for army in (PERSIANS, *(one["ready"] for one in facts["lists"])):
        text = checked(server, army)["text"]
        again = checked(server, text=text)
        assert again["faults"] == [] and again["text"] == text
        values = {key: value for key, value in army["values"].items() if army["values"]["camp"] != "none"}
        assert {**again["army"], "values": {**again["army"]["values"], **values}} == {
            **army, "values": {**again["army"]["values"], **values},
        }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("list = ", "TOML"),
        ("", "empty"),
        ('list = "gallic"\nhorses = 3', "there is no such field"),
        ('list = "galic"', "did you mean 'gallic'?"),
        ('list = "/etc/passwd.toml"', "there is no army list '/etc/passwd.toml'"),
        ('list = "gallic"\ntroops = "3Wb (Gen), 2x3Cv, 9x3Wb"', "at most 9 3Wb, found 10"),
        ('list = "gallic"\naggression = 9', "aggression"),
        ("list = gallic", "TOML"),
    ],
)
def test_a_file_that_is_no_army_is_refused_in_one_sentence(server, text, said):
    found = checked(server, text=text)
    assert len(found["faults"]) == 1
    assert said in found["faults"][0]["text"] and "\n" not in found["faults"][0]["text"]


@pytest.mark.clause("DBA-ARMY-3")
def test_elements_that_a_file_has_beside_the_list_are_kept_apart(server):
    found = checked(server, text='list = "gallic"\ntroops = "3Wb (Gen), 2x3Cv, 7x3Wb, 2Ps, El"')
    assert found["army"]["strays"] == ["El"] and found["count"] == 12
    assert found["faults"][0]["text"].startswith("Army, line 2, field troops: the list of the Gauls has no El")


def test_a_crowd_is_no_army(server):
    crowd = faults(server, text='list = "gallic"\ntroops = "99x4Bd"')
    assert "expected 12 elements, found more than 60" in crowd[0][0]


def test_an_army_or_its_text_is_asked_about(server):
    for body in (
        {},
        {"army": PERSIANS, "text": "list = 'gallic'"},
        {"text": "x" * 10_001},
        {"army": {"list": "gallic"}},
    ):
        answer = server.http.post("/api/games/dba/armies/check", json=body)
        assert answer.status_code == 422 and "\n" not in answer.json()["text"]


# ---------------------------------------------------------------- lists of one's own

STEPPE = """\
title = "Riders of the steppe"
army = "Riders"
topography = "steppe"
aggression = 4
lines = [
  { count = 1, of = ["3Cv"], general = true },
  { count = 11, of = ["2LH", "3Cm"] },
]
pick = "3Cv (Gen), 8x2LH, 3x3Cm"
"""


@pytest.mark.clause("DBA-ARMY-2", "DBA-ARMY-3")
def test_a_list_of_ones_own_is_opened_with_its_ready_army(server):
    found = checked(server, text=STEPPE)
    assert found["faults"] == [] and found["words"][0] == "Riders: an army of the list Riders of the steppe."
    assert found["list"]["title"] == "Riders of the steppe"
    assert [line["words"] for line in found["list"]["lines"]] == ["1 of 3Cv (Gen)", "11 of 2LH or 3Cm"]
    assert found["army"]["list"] == found["list"]["key"] == STEPPE.strip()
    assert found["army"]["picks"] == [["3Cv"], ["2LH"] * 8 + ["3Cm"] * 3]
    assert [element["word"] for element in found["elements"]] == ["3Cv", "2LH", "3Cm"]
    changed = found["army"] | {"picks": [["3Cv"], ["2LH"] * 11], "name": "Bleda"}
    again = checked(server, changed)
    assert again["faults"] == [] and again["list"] == found["list"]
    read = checked(server, text=again["text"])
    assert read["faults"] == [] and read["army"] == changed, "the army's file holds its list"
    wrong = changed | {"picks": [["3Cv"], ["2LH"] * 10 + ["4Bd"]]}
    assert faults(server, wrong) == [
        ("The list of the Riders has no 4Bd; it has 3Cv, 2LH, 3Cm.", "DBA-ARMY-3")
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"3Cm"]', '"3Cmm"]', "List, line 7, field lines[2].of[2]: there are no troops '3Cmm'; did you mean '3Cm'?"),
        ("count = 11", "count = 10", "List, line 1: expected lines of 12 elements in all, found 11."),
        ('"3Cm"]', '"2LH"]', "List, line 7, field lines[2].of: 2LH stands twice; once is enough, for `count` says how"),
        ("= 4", "= 7", "List, line 4, field aggression"),
        ('steppe"\nagg', 'moon"\nagg', "List, line 3, field topography: expected"),
        ("8x2LH", "9x2LH", "Expected 12 elements, found 13."),
        ("lines = [", "lines = ", "Army, line 5: is not TOML"),
    ],
)
def test_what_is_wrong_with_a_list_is_told_with_its_line(server, old, new, said):
    assert old in STEPPE
    assert faults(server, text=STEPPE.replace(old, new))[0][0].startswith(said)


def test_a_list_has_its_bounds(server):
    alike = '{ count = 2, of = ["2LH", "3Cm", "3Cv", "4Bd"], alike = true }'
    lines = ", ".join(['{ count = 1, of = ["2LH"] }', *[alike] * 5])
    fault = faults(server, text=STEPPE.replace('{ count = 11, of = ["2LH", "3Cm"] }', lines))[0][0]
    assert "expected at most 200 ways to choose for the lines that are `alike`, found 1024" in fault
    crowd = faults(server, text='list = "gallic"\ntroops = "99x4Bd"')
    assert "expected 12 elements, found more than 60" in crowd[0][0]


@pytest.mark.clause("DBA-ARMY-2", "DBA-ARMY-3")
def test_a_battle_with_a_list_of_ones_own_is_kept_with_it(server):
    """The list goes with the battle: its save is played again where nobody has the list's file."""
    army = checked(server, text=STEPPE)["army"]
    made = server.new("dba", scenario="ready-field", armies={"red": army})
    with server.board(made["token"]) as board:
        assert board.welcome["battle"]["title"] == "Riders and Gauls"
        assert box(board, "red") == sorted(["CF", "Cv", *["LH"] * 8, *["Cm"] * 3])
        board.play(board.state["legal"][0]["action"])
        hash_ = board.state["hash"]
    save = server.http.get(f"/api/battles/{made['id']}/save?token={made['token']}").json()
    assert save["scenario"]["content"]["armies"]["red"]["list"] == STEPPE.strip()
    loaded = server.http.post("/api/battles/load", json={"save": save})
    assert loaded.status_code == 201, loaded.text
    with server.board(loaded.json()["token"]) as again:
        assert again.state["hash"] == hash_


# ---------------------------------------------------------------- battles


def box(board, side: str) -> list[str]:
    """The letters of those of a side that wait beside the table."""
    boxes = [one for one in board.state["scene"]["boxes"] if one["side"] == side]
    return sorted(figure["letter"] for one in boxes for figure in one["figures"])


@pytest.mark.clause("DBA-ARMY-1", "DBA-ARMY-6", "DBA-DEPLOY-7")
def test_a_battle_begins_with_armies_of_ones_own(server):
    text = 'list = "hussite"\ntroops = "3Kn (Gen), 2LH, 5xWWg, 4x4Bd, Art"\n'
    made = server.new("dba", scenario="by-hand", armies={"red": PERSIANS, "blue": text})
    with server.board(made["token"]) as board:
        assert board.welcome["battle"]["title"] == "Ten Thousand and Hussites"
        red = ["Ax", "Ax", "CF", "Cv", "Cv", "Cv", "LH", "LH", "Ps", "Ps", "SC", "Sp", "Sp"]
        assert box(board, "red") == red  # the camp followers wait with them
        assert box(board, "blue") == ["Ar", *["Bd"] * 4, "Kn", "LH", *["WW"] * 5]  # and no camp
        names = [score["name"] for score in board.state["scene"]["scores"]]
        assert names == ["Ten Thousand", "Hussites"]
        assert [side["name"] for side in board.welcome["battle"]["sides"]] == names
        board.play(board.state["legal"][0]["action"])
        hash_ = board.state["hash"]
    save = server.http.get(f"/api/battles/{made['id']}/save?token={made['token']}").json()
    loaded = server.http.post("/api/battles/load", json={"save": save})
    assert loaded.status_code == 201, loaded.text
    with server.board(loaded.json()["token"]) as again:
        assert again.state["hash"] == hash_ and box(again, "red") == red


def test_a_save_does_not_make_the_server_open_files(server, tmp_path):
    made = server.new("dba", scenario="by-hand")
    save = server.http.get(f"/api/battles/{made['id']}/save?token={made['token']}").json()
    secret = tmp_path / "secret.toml"
    secret.write_text('password = "xyzzy"\n', "utf-8")
    save["scenario"] = save["scenario"] | {"name": ""}
    save["scenario"]["content"]["armies"]["red"]["list"] = str(secret)
    answer = server.http.post("/api/battles/load", json={"save": save})
    assert answer.status_code == 422
    assert "is a file" in answer.json()["text"] and "password" not in answer.json()["text"]
    save["scenario"]["content"]["armies"] = "nobody"
    answer = server.http.post("/api/battles/load", json={"save": save})
    assert answer.status_code == 422 and "armies" in answer.json()["text"]


def test_only_the_side_that_is_named_gets_another_army(server):
    made = server.new("dba", scenario="ready-field", armies={"blue": 'list = "polybian-roman"'})
    with server.board(made["token"]) as board:
        names = [score["name"] for score in board.state["scene"]["scores"]]
        assert names == ["Later Carthaginians", "Polybian Romans"]


@pytest.mark.parametrize(
    ("request_", "said"),
    [
        ({"scenario": "by-hand", "armies": {"red": persians(line5=["4Sp"])}},
         "armies.red: Expected 12 elements, found 9. (DBA-ARMY-1)"),
        ({"scenario": "by-hand", "armies": {"blue": "list ="}}, "armies.blue: Army: is not TOML"),
        ({"scenario": "by-hand", "armies": {"green": PERSIANS}}, "armies: expected red or blue, found 'green'"),
        ({"scenario": "by-hand", "armies": {"red": PERSIANS}, "options": {"camp_size": "four"}}, "at most 4"),
        ({"scenario": "by-hand", "armies": {"red": 'list = "../x.toml"'}}, "there is no army list"),
        ({"scenario": "granicus", "armies": {"red": PERSIANS}}, "deployment by hand"),
        ({"armies": {"red": {"list": "gallic"}}}, "armies"),
        ({"game": "duel", "armies": {"red": PERSIANS}}, "has no army lists"),
    ],
)  # fmt: skip
@pytest.mark.clause("DBA-ARMY-1")
def test_a_battle_with_a_bad_army_is_refused_in_one_sentence(server, request_, said):
    answer = server.http.post("/api/battles", json={"game": "dba", "seed": 1, **request_})
    assert answer.status_code == 422
    assert said in answer.json()["text"] and "\n" not in answer.json()["text"]


@pytest.mark.clause("WAD-GEN-2", "WAD-AREA-3")
def test_a_rule_of_the_book_may_be_set_against_plain_conventions(server):
    """Plain conventions play on the regulation board of 2400 paces, unless the board is named."""
    for options, size in (({"conventions": "plain"}, 2400), ({"conventions": "plain", "board": "expanded"}, 3000)):
        made = server.new("dba", scenario="by-hand", options=options)
        with server.board(made["token"]) as board:
            assert board.state["scene"]["width"] == size
    dba = next(game for game in server.http.get("/api/games").json() if game["key"] == "dba")
    board_option = next(option for option in dba["options"] if option["key"] == "board")
    assert board_option["defaults"] == [["conventions", "plain", "regulation"]]
