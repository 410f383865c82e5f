/** Opens a dialog over the page as soon as it stands there; once it is gone, the focus is where it was before. */
export function modal(node: HTMLDialogElement): () => void {
  const from = document.activeElement;
  node.showModal();
  return () => {
    const lost =
      !document.activeElement || document.activeElement === document.body || node.contains(document.activeElement);
    if (lost && from instanceof HTMLElement) from.focus();
  };
}
