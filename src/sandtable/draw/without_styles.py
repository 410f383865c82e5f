"""A picture whose style sheet is written into its elements, for programs that draw pixels and know no CSS variables.

A browser resolves ``var(--side)`` at each element, also inside a symbol that a ``<use>`` shows; resvg does not. So each
element gets the declarations of its rules with the variables filled in, and a symbol is written once for every look in
which it is used: the men of red and the men of blue.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from xml.etree import ElementTree

import cssselect2
import tinycss2

SVG = "http://www.w3.org/2000/svg"

Look = dict[str, str]
"""The custom properties that hold at an element."""

VARIABLE = re.compile(r"var\(\s*(--[\w-]+)\s*(?:,([^()]*))?\)")
"""A variable with what stands for it where it is not given; of one within another the inner one."""

ASKED = re.compile(r"var\(\s*(--[\w-]+)")

POINTED = re.compile(r"url\(#([^)]+)\)")

DEFINITIONS = f"{{{SVG}}}defs"

PATTERN = f"{{{SVG}}}pattern"

LEFT_OUT = {DEFINITIONS, f"{{{SVG}}}style", f"{{{SVG}}}title"}
"""What is not drawn where it stands."""


def without_styles(svg: str) -> str:
    """The same picture by daylight without a ``<style>``."""
    root = ElementTree.fromstring(svg)
    rules = _rules(root.findtext(f"{{{SVG}}}style", ""))
    ElementTree.register_namespace("", SVG)
    return ElementTree.tostring(_Writer(rules, cssselect2.ElementWrapper.from_xml_root(root)).picture(), "unicode")


@lru_cache(maxsize=16)
def _rules(styles: str) -> cssselect2.Matcher:
    """The rules of a style sheet; those in ``@media`` are for the dark and for other readers, and left out."""
    matcher = cssselect2.Matcher()
    for rule in tinycss2.parse_stylesheet(styles, skip_comments=True, skip_whitespace=True):
        if rule.type != "qualified-rule":
            continue
        declared = [
            (one.name, tinycss2.serialize(one.value).strip())
            for one in tinycss2.parse_blocks_contents(rule.content, skip_comments=True, skip_whitespace=True)
            if one.type == "declaration"
        ]
        for selector in cssselect2.compile_selector_list(rule.prelude):
            matcher.add_selector(selector, declared)
    return matcher


def _filled(value: str, look: Mapping[str, str]) -> str | None:
    """A value with every variable in it filled in; None where one is given nowhere."""
    while found := VARIABLE.search(value):
        known = look.get(found[1], found[2])
        if known is None:
            return None
        value = value[: found.start()] + known.strip() + value[found.end() :]
    return value


def _spread(pattern: ElementTree.Element) -> None:
    """Lets what fills a whole tile reach beyond it: where tiles end between two pixels, no seam shows then."""
    for one in pattern.iterfind(f"{{{SVG}}}rect"):
        if all(one.get(length) == pattern.get(length) for length in ("width", "height")) and one.get("x") is None:
            one.attrib |= {"x": "-1", "y": "-1"}
            one.attrib |= {length: f"{float(one.attrib[length]) + 2:g}" for length in ("width", "height")}


class _Writer:
    """Makes a picture anew with its rules in its elements; what is defined once, for each look that it is used in."""

    def __init__(self, rules: cssselect2.Matcher, root: cssselect2.ElementWrapper) -> None:
        self.rules, self.root = rules, root
        [defs] = [one for one in root.iter_children() if one.etree_element.tag == DEFINITIONS]
        self.drawings = {one.etree_element.get("id", ""): one for one in defs.iter_children()}
        self.outside = self._look(self._declared(root), {})  # where the definitions stand
        self.asked: dict[str, list[str]] = {}
        self.names: dict[tuple[str, tuple[str | None, ...]], str] = {}
        self.defined = ElementTree.Element(DEFINITIONS)

    def picture(self) -> ElementTree.Element:
        """The whole, with the definitions that it uses."""
        made = self._made(self.root, {})
        made.append(self.defined)
        return made

    def _made(self, wrapper: cssselect2.ElementWrapper, inherited: Look) -> ElementTree.Element:
        element = wrapper.etree_element
        declared = self._declared(wrapper)
        look = self._look(declared, inherited)
        made = ElementTree.Element(element.tag)
        made.text, made.tail = element.text, element.tail
        for name, value in element.items():
            given = f"#{self._name(value[1:], look)}" if name == "href" else self._pointed(value)
            if (filled := _filled(given, look)) is not None:
                made.set(name, filled)
        known = ((name, _filled(value, look)) for name, value in declared.items() if not name.startswith("--"))
        if style := ";".join(f"{name}:{self._pointed(value)}" for name, value in known if value is not None):
            made.set("style", style)
        made.extend(self._made(one, look) for one in wrapper.iter_children() if one.etree_element.tag not in LEFT_OUT)
        return made

    def _declared(self, wrapper: cssselect2.ElementWrapper) -> dict[str, str]:
        """What the rules say of it, the strongest last."""
        return {name: value for *_, declared in self.rules.match(wrapper) for name, value in declared}

    def _look(self, declared: Mapping[str, str], inherited: Look) -> Look:
        """The custom properties at an element that stands where ``inherited`` hold."""
        own = {name: value for name, value in declared.items() if name.startswith("--")}
        look = inherited | own
        return {name: value for name in look if (value := _filled(look[name], look)) is not None} if own else inherited

    def _pointed(self, value: str) -> str:
        """A paint or an edge that is named is that of the definitions."""
        return POINTED.sub(lambda found: f"url(#{self._name(found[1], self.outside)})", value)

    def _name(self, drawing: str, look: Look) -> str:
        """Under which name a drawing stands among the definitions as it is in this look; it is put there if need be."""
        if drawing not in self.drawings:
            return drawing
        seen = drawing, tuple(look.get(variable) for variable in self._asked_by(drawing))
        if seen not in self.names:
            self.names[seen] = f"{drawing}-{len(self.names)}"
            made = self._made(self.drawings[drawing], look)
            made.set("id", self.names[seen])
            if made.tag == PATTERN:
                _spread(made)
            self.defined.append(made)
        return self.names[seen]

    def _asked_by(self, drawing: str) -> list[str]:
        """The variables on which a drawing hangs, with those of the drawings that it shows."""
        if drawing not in self.asked:
            asked: set[str] = set()
            for one in self.drawings[drawing].iter_subtree():
                asked |= set(ASKED.findall(" ".join(self._declared(one).values())))
                if (shown := one.etree_element.get("href", "")[1:]) in self.drawings:
                    asked.update(self._asked_by(shown))
            self.asked[drawing] = sorted(asked)
        return self.asked[drawing]
