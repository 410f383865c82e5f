/** The types of said.js, for those who check them. */
export function wordsOf(source: string): string[];
export function wordsInScript(source: string): string[];
export function wrapped(source: string, filename: string): string;
