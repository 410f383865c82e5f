"""Talk at a battle: plain text of players to everybody, kept with it; and what they call themselves."""

from __future__ import annotations

import unicodedata

from sandtable.server.messages.company import CallMe, Say, Talk, TalkLine
from sandtable.server.session.connections import Connection, Refusal, is_watcher
from sandtable.server.session.live_battle import LiveBattle
from sandtable.server.storage.company import Spoken
from sandtable.server.workers.fair import for_all
from sandtable.translation import gettext, gettext_word, speaking

MOST_MARKS = 3
"""Marks over or under one letter: a tower of them would reach into other lines."""

ASKS = "(asks what the computer would do here)"
"""What is written into the talk where somebody asks for advice; each reads it in their own language."""

JOINER = "\u200d"
"""Joins signs to one picture; every other letter that is not seen goes."""


def plain(text: str) -> str:
    """The text on one line, without letters that steer, hide or turn round what is read."""
    kept, marks = [], 0
    for letter in text:
        kind = unicodedata.category(letter)
        marks = marks + 1 if kind.startswith("M") else 0
        if kind in ("Zs", "Zl", "Zp", "Cc"):
            kept.append(" ")
        elif (kind[0] != "C" or letter == JOINER) and marks <= MOST_MARKS:
            kept.append(letter)
    return " ".join("".join(kept).split())


async def say(live: LiveBattle, message: Say, connection: Connection) -> None:
    """Say a line to everybody, and keep it."""
    text = plain(message.text)
    async with live.lock:
        link = live.link_of(connection)
        if is_watcher(link):
            raise Refusal("not_your_bound", gettext("Whoever only looks on does not speak."))
        if not text:
            raise Refusal("not_now", gettext("There is nothing to say in that line."))
        check_pace(live, connection)
        side = link.sides[0] if len(link.sides) == 1 else None
        name = live.seats[link.sides[0]].player if link.sides else ""
        await _keep(live, side, name, text)


async def note(live: LiveBattle, side: str, text: str) -> None:
    """Write into the talk what a side does that the others are to know."""
    async with live.lock:
        await _keep(live, side, live.seats[side].player, text)


async def _keep(live: LiveBattle, side: str | None, name: str, text: str) -> None:
    """Keep a line, and say it to all who may hear it. The lock is held."""
    said = await live.stored_by(live.store.company.say, live.id, side, name, text)
    for each in live.boards:
        if live.may_hear(each.link):
            each.send(Talk(whole=False, lines=(line_of(said, each.link.language),)))


async def call_me(live: LiveBattle, message: CallMe, connection: Connection) -> None:
    """Write down what somebody calls themselves; the lines in the log that they made before keep their old name."""
    name = plain(message.name)
    async with live.lock:
        sides = live.link_of(connection).sides
        if not sides:
            raise Refusal("not_your_bound", gettext("Whoever plays no side has no name here."))
        if all(live.seats[side].player == name for side in sides):
            return
        check_pace(live, connection)
        await live.stored_by(live.store.company.name, live.id, sides, name)
        live.seats = live.seats.named(sides, name)
        live.boards.tell_presence()


def check_pace(live: LiveBattle, connection: Connection) -> None:
    """Refusal where one address says too much."""
    if not live.lines.allows(connection.address):
        raise Refusal("too_many", gettext("You say too much at once: wait a little."))


async def tell(live: LiveBattle, connection: Connection) -> None:
    """Tell a board that has come what was said before, where it may hear it."""
    with for_all():
        async with live.lock:  # what is said meanwhile comes after it
            said = await live.stored_by(live.store.company.talk, live.id) if live.may_hear(connection.link) else ()
            if said:
                lines = tuple(line_of(line, connection.link.language) for line in said)
                connection.send(Talk(whole=True, lines=lines))


def line_of(said: Spoken, language: str) -> TalkLine:
    """A line of talk as a board is told of it that is read in this language."""
    line = TalkLine.model_validate(said)
    with speaking(language):
        return line.model_copy(update={"text": gettext_word(ASKS)}) if line.text == ASKS else line
