/** What Svelte would listen to passively on a table: its wheel, and touches, of which the browser makes no gestures. */

/**
 * A drag that ends in motion starts the browser's own momentum, touch-action or not, and the next tap, on whatever
 * button, only stops that. So the browser makes no gestures of its own out of touches on the table.
 */
const keepTouch = (event: Event) => event.preventDefault();

/** For an attachment: the wheel goes to `wheel`, touches to pointer events alone. */
export const glass = (wheel: (event: WheelEvent) => void) => (node: SVGSVGElement) => {
  node.addEventListener('wheel', wheel, { passive: false });
  node.addEventListener('touchstart', keepTouch, { passive: false });
  return () => {
    node.removeEventListener('wheel', wheel);
    node.removeEventListener('touchstart', keepTouch);
  };
};
