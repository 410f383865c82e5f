/** Opens a dialog over the page as soon as it stands there. */
export function modal(node: HTMLDialogElement): void {
  node.showModal();
}
