"""``sandtable export``: a battle as a page, a moving picture, a picture or text, to show to others."""

from __future__ import annotations

from typing import Annotated

import typer


def main(
    save: Annotated[str, typer.Argument(metavar="SAVE", help="A save file.")],
    html: Annotated[str, typer.Option(metavar="FILE", help="One page that opens offline: board, log, odds.")] = "",
    gif: Annotated[str, typer.Option(metavar="FILE", help="An animated GIF.")] = "",
    png: Annotated[str, typer.Option(metavar="FILE", help="The last table as PNG.")] = "",
    svg: Annotated[str, typer.Option(metavar="FILE", help="The last table as SVG.")] = "",
    text: Annotated[str, typer.Option(metavar="FILE", help="The log as text.")] = "",
    first: Annotated[int, typer.Option("--from", min=0, help="The first action that is shown.")] = 0,
    last: Annotated[int, typer.Option("--to", min=0, help="The last one; left out, the end.")] = 0,
    width: Annotated[int, typer.Option(min=100, max=4000, help="Pixels across, of GIF and PNG.")] = 720,
    odds: Annotated[bool, typer.Option(help="With the odds of each throw, in the page.")] = True,
) -> None:
    """Show a battle to others: as a page with board, log and odds, an animated GIF, a picture, or text.

    GIF and PNG need pip install 'sandtable[export]'.

    A GIF of a whole battle has a few MB; --from and --to or a smaller --width make it smaller.

    Examples:

      sandtable export battle.json --html battle.html

      sandtable export battle.json --gif turn.gif --from 10 --to 25
    """
    from itertools import islice

    from sandtable.draw import moving_picture
    from sandtable.draw.replay_page import moments, replay_page, told
    from sandtable.draw.svg import picture
    from sandtable.errors import InputError
    from sandtable.files import atomic_write, check_not_over
    from sandtable.table.save_files import read_save
    from sandtable.table.saves import replay_save
    from sandtable.translation import gettext, spoken

    if not (html or gif or png or svg or text):
        raise InputError(gettext("export: say what to write: --html, --gif, --png, --svg or --text FILE"))
    check_not_over(save, html, gif, png, svg, text)
    data = read_save(save)
    end = last or len(data.actions)
    if last and first > last:
        raise InputError(gettext("--from {first} is after --to {last}: the first comes first", first=first, last=last))
    if first > end or end > len(data.actions):
        said = gettext("there are actions 0 to {most}", most=len(data.actions))
        raise InputError(f"--from {first} --to {end}: {said}")
    shown = list(islice(moments(replay_save(data, save), odds=bool(html) and odds), first, end + 1))
    if html:
        title = shown[-1].scene.title or data.game
        atomic_write(html, replay_page(title, shown[-1].result, shown, spoken()))
    if gif:
        atomic_write(gif, moving_picture.gif([moment.scene for moment in shown], width))
    if png:
        atomic_write(png, moving_picture.png(shown[-1].scene, width))
    if svg:
        atomic_write(svg, picture(shown[-1].scene))
    if text:
        atomic_write(text, "".join(f"{line}\n" for moment in shown for line in told(moment)))
    for path in filter(None, (html, gif, png, svg, text)):
        print(path)
