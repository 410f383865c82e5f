"""The editor of scenarios on the web: drafts looked at, shared, played, taken from a battle; and what it refuses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from sandtable.games import built_in, get_game
from sandtable.server.http.limits import Limits
from sandtable.table.cases import laid_case
from sandtable.table.puzzles import puzzles_of, solve
from server.conftest import Address, running

GAMES = sorted(built_in())


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Address]:
    """A server that looks at as many drafts as it is asked about."""
    limits = Limits(drafts_a_minute=10_000, new_battles_a_minute=10_000, shared_scenarios=3)
    with running(tmp_path_factory.mktemp("editor"), limits=limits) as server:
        yield server


def looked(server: Address, game: str, text: str, **more: Any) -> dict[str, Any]:
    answer = server.http.post("/api/editor/look", json={"game": game, "text": text, **more})
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


def faults(server: Address, game: str, text: str) -> list[tuple[list[Any], str]]:
    return [(one["path"], one["text"]) for one in looked(server, game, text)["faults"]]


@pytest.mark.parametrize("game", GAMES)
def test_a_new_scenario_of_every_game_can_be_played_as_it_is(server, game):
    menu = server.http.get(f"/api/editor/games/{game}").json()
    told = looked(server, game, menu["blank"])
    assert told["faults"] == [] and told["text"] == menu["blank"] and told["scene"]["width"] > 0
    made = server.http.post("/api/editor/play", json={"game": game, "text": menu["blank"]})
    assert made.status_code == 201, made.text
    with server.board(made.json()["token"]) as board:
        assert board.state["decision"]["text"]


@pytest.mark.parametrize("game", GAMES)
def test_every_piece_joins_a_part_of_the_file_and_lies_as_its_kind_says(server, game):
    """A piece's way, and the fields by which it lies, are those of a kind of things, and its model has them."""
    menu = server.http.get(f"/api/editor/games/{game}").json()
    kinds = {one["path"]: one for one in menu["things"]}
    for piece in menu["pieces"]:
        way = ".".join(filter(None, [piece["to"], piece["field"] or "*"]))
        known = [path for path in kinds if fits(path, way)]
        if not known:
            assert piece["field"] and way not in kinds  # it is said in a form alone, and drawn nowhere
            continue
        fields = [shape["field"].split(".")[0] for shape in kinds[known[0]]["shapes"]]
        placed = not isinstance(piece["value"], dict) or any(not one or one in piece["value"] for one in fields)
        assert placed or "edge" in piece["value"], piece


@pytest.mark.parametrize("game", GAMES)
def test_each_reader_is_told_in_their_own_language(server, game):
    """The menu's pieces and what is wrong with a file: in Russian for who asks so, else as the server speaks."""
    for language, russian in (({"language": "ru"}, True), ({}, False)):
        menu = server.http.get(f"/api/editor/games/{game}", params=language).json()
        said = [one["name"] for one in (*menu["things"], *menu["pieces"])]
        assert all(bool(re.search("[А-Яа-я]", name)) is russian for name in said), said
        asked = {"game": game, "text": "titel: X\n"}
        (fault, *_) = server.http.post("/api/editor/look", json=asked, params=language).json()["faults"]
        assert bool(re.search("[А-Яа-я]", fault["text"])) is russian, fault


@pytest.mark.parametrize("game", GAMES)
def test_a_new_scenario_is_named_in_the_language_of_whoever_makes_it(server, game):
    """Its title and sides, and what is put down; played, it is what it is in English."""
    menu = server.http.get(f"/api/editor/games/{game}", params={"language": "ru"}).json()
    data = looked(server, game, menu["blank"])["data"]
    names = [data["title"], *re.findall(r"\bname: (\w+)", menu["blank"])]
    laid = [one["value"] for one in menu["pieces"] if isinstance(one["value"], dict)]
    names += [value["name"] for value in laid if "name" in value]
    assert all(re.fullmatch("[А-Яа-я ]+", name) for name in names), names
    made = server.http.post("/api/editor/play", json={"game": game, "text": menu["blank"]})
    assert made.status_code == 201, made.text


@pytest.mark.parametrize("game", GAMES)
def test_what_is_one_value_has_a_name_in_its_form(game):
    """A thing with fields is named field by field; a box or a list alone by what its model says it should be."""
    menu = get_game(game).editing
    schema = menu.scenario.model_json_schema(by_alias=True)
    for thing in menu.table.things:
        met = list(reached(schema, thing.path.split("."), schema))
        assert met and all("properties" in part or part.get("description") for part in met), thing.path


def reached(part: Any, steps: list[str], root: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The parts of a schema at the end of a way, of which a star is any field or entry."""
    part = plain(part, root)
    if not steps:
        yield part
        return
    fields = part.get("properties", {})
    entries = [part[key] for key in ("additionalProperties", "items") if part.get(key)]
    inside = [*fields.values(), *entries] if steps[0] == "*" else [fields[steps[0]]] if steps[0] in fields else []
    for one in inside:
        yield from reached(one, steps[1:], root)


def plain(part: Any, root: dict[str, Any]) -> dict[str, Any]:
    """A part of a schema as the model that it names, and of a union the part that is laid piece by piece."""
    for one in part.get("anyOf", ()):
        found = plain(one, root)
        if found.get("type") in ("object", "array"):
            return {**{key: part[key] for key in ("description",) if key in part}, **found}
    return {**(root["$defs"][part["$ref"].split("/")[-1]] if "$ref" in part else {}), **part}


RUSSIAN = {
    "origin: W": ("origin: Z", "Нет узла 'Z'; есть W, E"),
    "W: [4, 12]": ("W: [1, 12]", "Выходит за край стола"),
    "E: [32, 12]": ("E: [4, 12]", "Длина — 0″, ширина — 4″; нужна длина больше"),
    "E: [32": ("N: [9, 5]\n    E: [32", "От истока W сюда не ведёт ни один коридор"),
    "homes: {imperials: E": ("homes: {imperials: Y", "Нет узла 'Y'; есть W, E"),
    "  homes": (
        "  barriers: {G: {kind: grate, corridor: WE, at: 30}}\n  homes",
        "Коридор WE длиной 28″, а этот конец дальше",
    ),
    "  origin": ("  nest: {at: [9, 5]}\n  origin", "Гнездо должно лежать внутри камеры целиком"),
}


@pytest.mark.parametrize(("was", "change"), RUSSIAN.items())
def test_what_is_wrong_with_a_sewer_is_told_in_russian(server, was, change):
    blank = server.http.get("/api/editor/games/flash-flood").json()["blank"]
    assert was in blank
    asked = {"game": "flash-flood", "text": blank.replace(was, change[0])}
    told = server.http.post("/api/editor/look", json=asked, params={"language": "ru"}).json()
    assert [one["text"] for one in told["faults"]] == [change[1]]


@pytest.mark.parametrize(
    ("language", "text", "said"),
    [
        ("ru", "foo: [", "Это не YAML, знак 7"),
        ("ru", "", "Пусто"),
        ("en", "", "Is empty"),
    ],
)
def test_text_that_is_no_file_is_told_in_the_readers_language(server, language, text, said):
    asked = {"game": "flash-flood", "text": text}
    told = server.http.post("/api/editor/look", json=asked, params={"language": language}).json()
    assert [one["text"] for one in told["faults"]] == [said]


def test_what_a_field_should_be_is_told_in_the_readers_language(server):
    menus = [
        server.http.get("/api/editor/games/flash-flood", params={"language": word}).json() for word in ("en", "ru")
    ]
    boxes = [menu["scenario"]["$defs"]["SewerFile"]["properties"]["chambers"] for menu in menus]
    told = [box["additionalProperties"]["description"] for box in boxes]
    assert told == ["[west, south, east, north] in inches", "[запад, юг, восток, север] в дюймах"]
    maps = [next(one["choices"] for one in menu["choices"] if one["path"] == "map") for menu in menus]
    assert [listed[0]["text"] for listed in maps] == ["The hive's sewer", "Канализация улья"]


@pytest.mark.parametrize(
    ("was", "change", "path", "said"),
    [
        (
            "\n    WE: {nodes: [W, E], width: 4}",
            " {}",
            ["map", "corridors"],
            "Expected fields like 'a: ...', 1 or more of them, found no fields",
        ),
        ("width: 36", "width: 1", ["map", "width"], "Expected a number of at least 8.0, found 1"),
        ("W: [4, 12]", "W: [4]", ["map", "nodes", "W", 1], "Expected a value, found nothing"),
    ],
)
def test_a_map_laid_in_the_file_is_judged_as_a_map_and_not_as_a_word(server, was, change, path, said):
    blank = server.http.get("/api/editor/games/flash-flood").json()["blank"]
    assert was in blank
    assert faults(server, "flash-flood", blank.replace(was, change)) == [(path, said)]


@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_file_of_another_game_is_known_by_what_it_says(server, language):
    """One sentence, and the game to go to, though most files do not name theirs."""
    said = {"en": "This is a file of Flash Flood; the editor shows DBA 2.2"}
    said["ru"] = "Это файл игры «Flash Flood», а в редакторе открыта игра «DBA 2.2»"
    text = (get_game("flash-flood").folder / "scenarios" / "charges-in-the-nest.yaml").read_text("utf-8")
    asked = {"game": "dba", "text": text}
    told = server.http.post("/api/editor/look", json=asked, params={"language": language}).json()
    (fault,) = told["faults"]
    assert told["other"] == "flash-flood" and fault["path"] == [] and fault["text"] == said[language]
    assert looked(server, "dba", "titel: X\n")["other"] == ""


def test_a_city_about_a_street_and_one_by_dice_can_be_laid_in_pursuit(server):
    menu = server.http.get("/api/editor/games/pursuit").json()
    streets = [one["value"] for one in menu["pieces"] if one["group"] == "City and street" and one["field"] == "city"]
    assert streets == ["default", "random"]
    for value in streets:
        text = menu["blank"].replace("city: []", f"city: {value}")
        assert looked(server, "pursuit", text)["faults"] == []
        made = server.http.post("/api/editor/play", json={"game": "pursuit", "text": text})
        assert made.status_code == 201, made.text


def fits(pattern: str, way: str) -> bool:
    one, other = pattern.split("."), way.split(".")
    return len(one) == len(other) and all(a == b or "*" in (a, b) for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize("game", GAMES)
def test_opened_and_saved_a_file_is_the_same(server, game):
    for file in (get_game(game).folder / "scenarios").glob("*.yaml"):
        text = file.read_text("utf-8")
        told = looked(server, game, text)
        assert told["faults"] == [] and told["text"] == text and told["scene"] is not None
        again = looked(server, game, text, data=told["data"])
        assert again["text"] == text


def test_each_fault_is_told_where_it_is(server):
    text = "title: X\nturns: x\nfoo: 3\nground:\n  - {kind: hill, disc: [1, 2, 3]}\n  - {kind: hill}\n"
    told = {tuple(one["path"]): one for one in looked(server, "batalist", text)["faults"]}
    assert told["turns",]["line"] == 2 and "a whole number, found 'x'" in told["turns",]["text"]
    assert told["foo",]["line"] == 3 and told["ground", 1]["line"] == 6
    # What only the laying of the table finds, too.
    [(path, said)] = faults(server, "dba", "title: X\nrows: [{side: red, front: [0, 0], troops: '9Zz'}]\n")
    assert path == ["rows", 0] and said.startswith("There are no troops '9Zz'")
    [(path, said)] = faults(server, "dba", "game: dbaix\ntitle: X\n")
    assert path == ["game"] and said == "This is a file of DBAix; the editor shows DBA 2.2"
    [(path, said)] = faults(server, "dba", "game: chess\ntitle: X\n")
    assert path == ["game"] and said == "This file is of the game 'chess'"
    [(path, said)] = faults(server, "dba", "title: [")
    assert path == [] and "not YAML" in said


def test_a_case_is_known_by_its_fields_and_its_scenario_is_held_against_its_model(server):
    text = "game: dba\ntitle: X\nbattle: {title: Y, terrain: [{kind: wood}]}\nposition: []\nactions: []\n"
    told = looked(server, "dba", text)
    assert told["case"] and told["faults"][0]["path"] == ["battle", "terrain", 0]
    text = "game: dba\ntitle: X\nbattle: {title: Y, rows: [{side: red, front: [0, 0], troops: 9Zz}]}\nactions: []\n"
    assert faults(server, "dba", text)[0][0] == ["battle", "rows", 0]


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("flash-flood", "title: X\nmap: {file}\n"),
        ("inter-arma", "title: X\nextends: {file}\n"),
        ("dba", "game: dba\nscenario: {file}\nfigures: []\nactions: []\n"),
        ("dba", "game: dba\nbattle: {file}\nactions: []\n"),
        ("dba", "title: X\ndeployment: by hand\narmies: {{red: {{list: {file}}}}}\n"),
    ],
)
def test_no_file_of_the_machine_is_opened(server, tmp_path, game, text):
    file = tmp_path / "secret.yaml"
    file.write_text("title: Secret\nwonder: 1\n", "utf-8")
    [(_, said)] = faults(server, game, text.format(file=file))
    assert "wonder" not in said and "Secret" not in said
    assert (
        "no file of this machine is opened" in said or "no army list" in said.lower() or "there is no" in said.lower()
    )


def test_a_save_opens_no_file_of_the_machine_either(server, tmp_path):
    file = tmp_path / "secret.toml"
    file.write_text("wonder = 1\n", "utf-8")
    made = server.new("flash-flood", scenario="old-cisterns")
    save = server.http.get(f"/api/battles/{made['id']}/save", params={"token": made["token"]}).json()
    save["scenario"]["content"] = {"title": "X", "map": str(file)}
    save["scenario"].pop("name", None)
    refused = server.http.post("/api/battles/load", json={"save": save})
    assert refused.status_code == 422 and "wonder" not in refused.text


def test_a_position_of_a_battle_is_a_case_that_lays_the_same_table(server):
    made = server.new("dba", scenario="first-lesson")
    with server.board(made["token"]) as board:
        board.play(next(one["action"] for one in board.state["legal"] if one["verb"] != "end"))
        scene = board.state["scene"]
    taken = server.http.post("/api/editor/position", json={"token": made["token"]}).json()
    told = looked(server, taken["game"], taken["text"])
    assert told["case"] and told["faults"] == []
    assert isinstance(told["data"]["battle"], dict), "its ground can be changed"
    places = {one["id"]: (one["x"], one["y"]) for one in scene["figures"]}
    assert {one["id"]: (one["x"], one["y"]) for one in told["scene"]["figures"]} == places
    data = told["data"]
    data["position"] = [f"R1@{places['R1'][0]},{places['R1'][1] + 100}/0", *data["position"][1:]]
    data["position"] = [one for at, one in enumerate(data["position"]) if at == 0 or not one.startswith("R1@")]
    moved = looked(server, "dba", taken["text"], data=data)
    there = {one["id"]: one["y"] for one in moved["scene"]["figures"]}
    assert moved["faults"] == [] and there["R1"] == places["R1"][1] + 100
    played = server.http.post("/api/editor/play", json={"game": "dba", "text": moved["text"]})
    assert played.status_code == 201, played.text
    gone = server.http.post("/api/editor/position", json={"token": "no-such-link"})
    assert gone.status_code == 409 and "No battle has this link" in gone.text


@pytest.mark.parametrize("game", GAMES)
def test_a_scenario_of_every_game_sets_house_rules_that_are_offered_by_name(server, game):
    menu = server.http.get(f"/api/editor/games/{game}").json()
    offered = {one["path"]: [choice["value"] for choice in one["choices"]] for one in menu["choices"]}
    option = next(one for one in get_game(game).options if not one.defaults)
    assert option.key in offered["house_rules"] and offered[f"options.{option.key}"] == list(option.values)
    value = offered[f"house_rules.{option.key}"][-1]
    assert value != option.values[0]
    text = f"{menu['blank']}house_rules: {{{option.key}: {value}}}\n"
    assert faults(server, game, text) == []
    made = server.http.post("/api/editor/play", json={"game": game, "text": text}).json()
    with server.board(made["token"]) as board:
        said = dict(board.welcome["battle"]["house_rules"])
        assert said[option.key.replace("_", " ")] == value.replace("_", " ")
    taken = server.http.post("/api/editor/position", json={"token": made["token"]}).json()
    assert looked(server, game, taken["text"])["faults"] == []
    _, battle = laid_case(yaml.safe_load(taken["text"]), "a case of it")
    assert battle.options[option.key] == value, "a case of it is played by them, too"
    [(path, said)] = faults(server, game, f"{menu['blank']}house_rules: {{nonsense: yes}}\n")
    assert "nonsense" in said and path[:1] == ["house_rules"]


@pytest.mark.parametrize("game", GAMES)
def test_the_table_of_every_puzzle_is_a_case_that_lays_it_as_it_is_asked_about(server, game):
    for one in puzzles_of(game):
        taken = server.http.get(f"/api/editor/puzzles/{game}/{one.case}").json()
        told = looked(server, game, taken["text"])
        assert told["case"] and told["faults"] == [], (one.case, told["faults"])
        assert told["data"]["actions"] == [] and "expect" not in told["data"] and "final" not in told["data"]
        asked = solve(game, one).answer.rulings[-1].asked.scene()
        places = {(figure.id, figure.x, figure.y) for figure in asked.figures}
        assert {(figure["id"], figure["x"], figure["y"]) for figure in told["scene"]["figures"]} == places, one.case
    assert server.http.get(f"/api/editor/puzzles/{game}/none").status_code == 422


def test_a_link_finds_what_was_shared_and_there_is_an_end_to_it(server):
    first = server.http.post("/api/editor/share", json={"game": "dba", "text": "title: X\n"}).json()
    again = server.http.post("/api/editor/share", json={"game": "dba", "text": "title: X\n"}).json()
    assert first["url"] == again["url"]
    found = server.http.get(f"/api/editor/shared/{first['url'].removeprefix('/editor/')}").json()
    assert (found["game"], found["text"]) == ("dba", "title: X\n")
    assert server.http.get("/api/editor/shared/abcdefghijk").status_code == 404
    for number in range(2):
        assert server.http.post("/api/editor/share", json={"game": "dba", "text": f"n: {number}"}).status_code == 201
    full = server.http.post("/api/editor/share", json={"game": "dba", "text": "one more"})
    assert full.status_code == 429 and "3 shared scenarios" in full.json()["text"]


@pytest.mark.parametrize("door", ["look", "share", "play"])
def test_what_no_door_takes(server, door):
    def told(**body: Any) -> tuple[int, str]:
        answer = server.http.post(f"/api/editor/{door}", json=body)
        return answer.status_code, answer.json()["text"]

    assert told(game="chess", text="title: X")[0] == 404
    assert told(game="plain", text="title: X") == (422, "Plain duel has no editor of scenarios.")
    assert told(game="dba", text="x" * 60_001)[0] == 422
    assert told(game="dba", text="x" * 300_000)[0] == 413
    assert told(game="dba")[0] == 422


def test_what_cannot_be_played_says_why(server):
    for text, said in (
        ("title: X\nfoo: 1\n", "no such field"),
        ("a: [", "not YAML"),
        ("title: X\nboard: 3\n", "field board"),
    ):
        answer = server.http.post("/api/editor/play", json={"game": "dba", "text": text})
        assert answer.status_code == 422 and said in answer.json()["text"], answer.text
    seats = server.http.post("/api/editor/play", json={"game": "dba", "text": "title: X\n", "seats": {"red": "nobody"}})
    assert seats.status_code == 422


def test_so_many_a_minute_from_one_address(tmp_path: Path):
    with running(tmp_path, limits=Limits(drafts_a_minute=2, new_battles_a_minute=1)) as server:
        asked = {"game": "dba", "text": "title: X\n"}
        codes = [server.http.post("/api/editor/look", json=asked).status_code for _ in range(3)]
        assert codes == [200, 200, 429]
        codes = [server.http.post("/api/editor/share", json=asked).status_code for _ in range(2)]
        assert codes == [201, 429]


def test_the_case_that_the_page_is_given_is_one_that_can_be_read_back(server):
    made = server.new("dbaix", scenario="feast")
    taken = server.http.post("/api/editor/position", json={"token": made["token"], "step": 0}).json()
    assert yaml.safe_load(taken["text"])["game"] == taken["game"] == "dbaix"
