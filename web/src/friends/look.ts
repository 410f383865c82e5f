/** Light or dark: as the machine has it, or as it is liked here. Rules for dark ones hold always, or never. */

const DARK = 'prefers-color-scheme: dark';
const AS_IT_IS = `(${DARK})`;

/** What such a rule asks for; empty: what the machine says. */
export const asked = (look: string): string => (look === 'dark' ? 'all' : look === 'light' ? 'not all' : AS_IT_IS);

const found = new Set<CSSMediaRule>();
let now = '';

function see() {
  for (const sheet of document.styleSheets)
    for (const rule of sheet.cssRules)
      if (rule instanceof CSSMediaRule && (rule.conditionText.includes(DARK) || found.has(rule))) found.add(rule);
  for (const rule of found) if (rule.media.mediaText !== asked(now)) rule.media.mediaText = asked(now);
}

/** Let the page look so from here on, with what is still to come of it. */
export function showLook(look: string) {
  if (now === '' && look !== '')
    new MutationObserver(see).observe(document.head, { childList: true, subtree: true, characterData: true });
  now = look;
  document.documentElement.style.colorScheme = look;
  see();
}
