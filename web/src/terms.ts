/**
 * Words of a game in what a page says outside its book: seen, and pressed. They are found in the text as it stands and
 * drawn by the browser over it, so that no component need know of them; keys find them listed in the glossary.
 */

import './terms.css';
import { Links } from './book';

/** Parts of a page whose sentences say such words. */
const PANELS =
  '.ask, .lesson, .toast, .hint, .answers, .card, .advice, .turn, .watching, .since, .puzzle > section, .puzzle figcaption';
const FOLDED = 'details:not([open])';
/** What is pressed for something else, or is folded. */
const TAKEN = `button, a, summary, label, select, ${FOLDED}`;
/** So far beside a word a finger still means it. */
const FINGER = 8;

interface Saying {
  word: string;
  text: Text;
  from: number;
  to: number;
}

/** What the text of a panel says, in its order, but for what stands in `not`. */
function sayingsIn(panel: Element, links: Links, not = TAKEN): Saying[] {
  const walker = document.createTreeWalker(panel, NodeFilter.SHOW_TEXT);
  const found: Saying[] = [];
  while (walker.nextNode()) {
    const text = walker.currentNode as Text;
    const said = links.said(text.data);
    if (said.length > 0 && !text.parentElement?.closest(not)) found.push(...said.map((one) => ({ ...one, text })));
  }
  return found;
}

/** The words of a game that can be read on the page now, each once: those on buttons too, which no press can ask about. */
export function wordsSaid(links: Links): string[] {
  const panels = [...document.querySelectorAll(PANELS)].filter((panel) => panel.checkVisibility());
  return [...new Set(panels.flatMap((panel) => sayingsIn(panel, links, FOLDED).map((saying) => saying.word)))];
}

const place = ({ text, from, to }: Saying) =>
  new StaticRange({ startContainer: text, startOffset: from, endContainer: text, endOffset: to });

/**
 * Underlines the words of a game in the panels of a page, where each says one first, until it is told to stop; `open` is
 * told which is pressed.
 */
export function markTerms(
  page: HTMLElement,
  terms: Readonly<Record<string, string[]>> = {},
  open: (word: string) => void,
): (() => void) | undefined {
  const glossary = Object.entries(terms).map(([word, forms]) => ({ word, forms }));
  if (glossary.length === 0 || !('highlights' in CSS)) return;
  const links = new Links({ clauses: [], glossary });
  const found = new Map<Element, { sayings: Saying[]; marks: StaticRange[] }>();
  const marked = new Highlight();
  const pointedAt = new Highlight();
  CSS.highlights.set('term', marked).set('term-pointed-at', pointedAt);

  function forget(panel: Element) {
    found.get(panel)?.marks.forEach((mark) => marked.delete(mark));
    found.delete(panel);
  }

  function read(panel: Element) {
    forget(panel);
    const sayings = sayingsIn(panel, links);
    const firsts = sayings.filter((one, index) => sayings.findIndex((other) => other.word === one.word) === index);
    const marks = firsts.map(place);
    marks.forEach((mark) => marked.add(mark));
    found.set(panel, { sayings, marks });
  }

  /** Before anything is drawn anew: what panels say now. */
  function reread(changes: readonly MutationRecord[]) {
    const panels = new Set<Element>();
    for (const { target, addedNodes } of changes) {
      const around = (target instanceof Element ? target : target.parentElement)?.closest(PANELS);
      if (around) panels.add(around);
      else
        for (const node of addedNodes) if (node instanceof Element) panelsFrom(node).forEach((one) => panels.add(one));
    }
    for (const panel of found.keys()) if (!page.contains(panel)) forget(panel);
    for (const panel of panels) if (page.contains(panel)) read(panel);
    point();
  }

  /** The word under a pointer, or nearest to a finger. */
  function at(event: MouseEvent): Saying | undefined {
    const target = event.target as Element;
    const panel = target.closest(TAKEN) ? null : target.closest(PANELS);
    let near = matchMedia('(pointer: coarse)').matches ? FINGER : 1;
    let nearest: Saying | undefined;
    for (const saying of (panel && found.get(panel)?.sayings) ?? []) {
      const range = document.createRange();
      range.setStart(saying.text, saying.from);
      range.setEnd(saying.text, saying.to);
      for (const box of range.getClientRects()) {
        const beside = Math.max(box.left - event.clientX, event.clientX - box.right, 0);
        const above = Math.max(box.top - event.clientY, event.clientY - box.bottom, 0);
        const way = Math.hypot(beside, above);
        if (way < near) [near, nearest] = [way, saying];
      }
    }
    return nearest;
  }

  function point(saying?: Saying) {
    pointedAt.clear();
    if (saying) pointedAt.add(place(saying));
    document.body.style.cursor = saying ? 'pointer' : '';
  }

  function press(event: MouseEvent) {
    const saying = getSelection()?.isCollapsed === false ? undefined : at(event);
    if (!saying) return;
    point();
    open(saying.word);
  }

  const [leaving, observer] = [new AbortController(), new MutationObserver(reread)];
  const { signal } = leaving;
  page.addEventListener('click', press, { signal });
  page.addEventListener('pointerleave', () => point(), { signal });
  page.addEventListener('pointermove', (event) => event.pointerType === 'mouse' && point(at(event)), { signal });
  panelsFrom(page).forEach(read);
  observer.observe(page, { subtree: true, childList: true, characterData: true, attributeFilter: ['open'] });
  return () => {
    leaving.abort();
    observer.disconnect();
    marked.clear();
    point();
  };
}

const panelsFrom = (node: Element) => [...(node.matches(PANELS) ? [node] : []), ...node.querySelectorAll(PANELS)];
