/** Marks the words of a game in a page; what finds them is fetched by itself, so that no page waits for it. */

/** An attachment: `terms` are the words and their forms, `open` is told which is pressed. */
export const marksOf =
  (terms: Readonly<Record<string, string[]>> | undefined, open: (word: string) => void) => (page: HTMLElement) => {
    let left = false;
    const marking = import('./terms').then(({ markTerms }) => (left ? undefined : markTerms(page, terms, open)));
    return () => {
      left = true;
      void marking.then((stop) => stop?.());
    };
  };
