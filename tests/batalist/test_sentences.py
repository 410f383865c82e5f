"""Every sentence of Batalist in both languages, of one, of a woman and of many, with none, one, two, five and more."""

from __future__ import annotations

import re
import tomllib

import pytest

from sandtable.games.batalist.clauses import FOLDER, Code
from sandtable.games.batalist.laying.standard_musters import agreement_of
from sandtable.games.common.amounts import Agreement, Count, Length, agreeing
from sandtable.translation import ENGLISH as IN_ENGLISH
from sandtable.translation import speak

ENGLISH = {
    key: text
    for file in sorted((FOLDER / "data" / "texts").glob("*.toml"))
    for part in (tomllib.loads(file.read_text("utf-8")),)
    for key, text in {**part, **part.get("ends", {})}.items()
    if isinstance(text, str)
}
RUSSIAN = tomllib.loads((FOLDER / "data" / "ru" / "texts.toml").read_text("utf-8"))
BOARDS = {
    language: tomllib.loads((FOLDER / "data" / language / "board.toml").read_text("utf-8")) for language in ("en", "ru")
}

NUMBERS = (0, 1, 2, 4, 5, 11, 21, 22, 25, 104, 111)
NAMES = {
    "en": (("Shieldguard (A3)", Agreement.ONE), ("Mother Rot (H4)", Agreement.SHE), ("Knights (A8)", Agreement.MANY)),
    "ru": (("Сэр Алдвин (H1)", Agreement.ONE), ("Матушка Гниль (H4)", Agreement.SHE), ("Рыцари (A8)", Agreement.MANY)),
}


class Name(str):
    """A name in a sentence."""

    agrees = 0

    def __format__(self, spec):
        return agreeing(spec, self.agrees) if "|" in spec else str(self)


def said(text, language):
    """The sentence of every name with every number."""
    for name, agrees in NAMES[language]:
        mention = Name(name)
        mention.agrees = agrees
        for number in NUMBERS:
            fields = dict.fromkeys(re.findall(r"\{(\w+)", text), mention)
            fields |= {key: "Word" for key in fields if key not in ("actor", "other")}
            fields |= {
                key: Count(number)
                for key in ("amount", "number", "most", "least", "files", "fighters", "degrees")
                if key in fields
            }
            fields |= {key: Length(number) for key in ("value", "hundredths", "radius", "length") if key in fields}
            yield agrees, number, text.format_map(fields)


def plural(number):
    """CLDR's rules for Russian: one, few or many of a whole number."""
    last, two = number % 10, number % 100
    if last == 1 and two != 11:
        return 0
    return 1 if 2 <= last <= 4 and not 12 <= two <= 14 else 2


COUNTED = (
    ("шаг", "шага", "шагов"),
    ("фигурка", "фигурки", "фигурок"),
    ("боец", "бойца", "бойцов"),
    ("маркер", "маркера", "маркеров"),
    ("градус", "градуса", "градусов"),
    ("герой", "героя", "героев"),
    ("воин", "воина", "воинов"),
    ("батальон", "батальона", "батальонов"),
)
AFTER_MORE_THAN = ("не больше", "не меньше", "от", "до")
"""Words after which what is counted stands in the genitive, whatever the number."""


def test_every_sentence_is_said_in_russian_of_the_same_things():
    assert set(RUSSIAN) == set(ENGLISH) and {code.name for code in Code} <= set(ENGLISH)
    for key, english in ENGLISH.items():
        named = set(re.findall(r"\{(\w+)", english)) - {"actor", "other"}
        assert named == set(re.findall(r"\{(\w+)", RUSSIAN[key])) - {"actor", "other"}, key


@pytest.mark.parametrize("texts", [RUSSIAN, BOARDS["ru"]], ids=["log", "board"])
def test_russian_numbers_take_the_form_that_they_ask_for(texts):
    checked = 0
    for key, text in texts.items():
        for _, _, sentence in said(text.replace("!r", ""), "ru"):
            for before, number, word in re.findall(r"(\S+ \S+ |^)(?<![\d.])(\d+) (\w+)", sentence):
                forms = next((forms for forms in COUNTED if word in forms), None)
                if forms and not any(before.rstrip().endswith(after) for after in AFTER_MORE_THAN):
                    assert word == forms[plural(int(number))], (key, sentence)
                    checked += 1
    assert checked > (500 if texts is RUSSIAN else 100)


def test_russian_numbers_after_a_bound_stand_in_the_genitive():
    """Не больше 1 шага, 2 шагов: in the genitive one is like two of another noun's."""
    genitive = {forms[0]: (forms[1], forms[2], forms[2]) for forms in COUNTED}
    checked = 0
    for texts in (RUSSIAN, BOARDS["ru"]):
        for key, text in texts.items():
            for _, _, sentence in said(text.replace("!r", ""), "ru"):
                for number, word in re.findall(r"не (?:больше|меньше) (\d+) (\w+)", sentence):
                    forms = next((genitive[one[0]] for one in COUNTED if word in one), None)
                    if forms:
                        assert word == forms[plural(int(number))], (key, sentence)
                        checked += 1
    assert checked > 20


def test_russian_words_agree_with_a_man_a_woman_and_many():
    """A past or short form ends in -а or -ась of a woman, in -и, -ы or -ись of many; a present one in -т."""
    checked = 0
    for key, text in RUSSIAN.items():
        assert "{actor}: батальон" not in text and "{actor} — батальон" not in text, f"{key}: a hero is none"
        for forms in re.findall(r"\{(?:actor|other):([^}|]+\|[^}|]+\|[^}]+)\}", text):
            one, she, many = (form.split()[0] for form in forms.split("|"))
            assert many != one and many.endswith(("и", "ы", "ись", "т", "тся")), (key, forms)
            assert she == one or she.endswith(("а", "ась", "я")), (key, forms)
            checked += 1
    assert checked > 25


def test_english_verbs_agree_with_one_and_with_many():
    """After a name stands no verb in -s of its own; of two forms the one of many is not the other."""
    bare = re.compile(r"\{(?:actor|other)\} (\w+)")
    for key, text in ENGLISH.items():
        own = [
            word
            for word in bare.findall(re.sub(r"(of|with) \{\w+\} ", "", text))
            if word.endswith("s") and word not in ("alone", "is", "allows")
        ]
        own += [word for word in bare.findall(text) if word == "is" and not re.search(r"(with|of|in) \{\w+\} is", text)]
        assert own == [], (key, text)
        for one, many in re.findall(r"\{(?:actor|other):([^}|]+)\|([^}|]+)\}", text):
            assert one != many and not many.split()[0].endswith("s"), (key, one, many)


def test_one_of_a_thing_is_not_several_in_english():
    for texts in (ENGLISH, BOARDS["en"]):
        for key, text in texts.items():
            if key == "SPREAD":  # is said where the most is more than the least
                continue
            for _, number, sentence in said(text.replace("!r", ""), "en"):
                if number == 1:
                    assert not re.search(r"\b1 (steps|figures|fighters|files|degrees|markers)\b", sentence), (
                        key,
                        sentence,
                    )


def test_names_agree_by_how_they_end():
    many = ("Knights", "Crossbowmen", "Bone colossi", "The drowned")
    assert {agreement_of(name) for name in many} == {Agreement.MANY}
    assert {agreement_of(name) for name in ("Shieldguard", "Warg pack")} == {Agreement.ONE}
    assert {agreement_of(name) for name in ("Sir Aldwin", "Ysolde the Grey")} == {Agreement.SHE}, "they are persons"
    speak("ru")
    try:
        told = {name: agreement_of(name) for name in ("Рыцари", "Волчьи всадники", "Бомбарды", "Тени", "Орки-воины")}
        assert set(told.values()) == {Agreement.MANY}
        assert [agreement_of(name) for name in ("Изольда Серая", "Матушка Гниль", "Речная стража", "Стая варгов")] == [
            Agreement.SHE
        ] * 4
        assert [agreement_of(name) for name in ("Сэр Алдвин", "Гашрак", "Бледный Лучник")] == [Agreement.ONE] * 3
    finally:
        speak(IN_ENGLISH)
