/** The path before all of the server's own, where a proxy has it under one; the page that it gave us says which. */

export const root = typeof document === 'undefined' ? '' : (document.documentElement.dataset.root ?? '');

/** An address of the server's with the path before it; one that has it already stays as it is. */
export function inRoot(address: string, before = root): string {
  return address.startsWith(`${before}/`) && before ? address : before + address;
}

/** A path of the browser's as the server knows it. */
export function belowRoot(path: string, before = root): string {
  return path.startsWith(`${before}/`) ? path.slice(before.length) : path;
}
