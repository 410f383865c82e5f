/** Text, or a file that the server has made, that a player takes away. */
export function download(name: string, what: string | Blob, type = 'text/plain'): void {
  const address = URL.createObjectURL(typeof what === 'string' ? new Blob([what], { type }) : what);
  Object.assign(document.createElement('a'), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
