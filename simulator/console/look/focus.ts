/**
 * How the user came to what has the focus. Who clicked a button or a tab and then presses a key means the page's
 * keys, as in a video player; who came there by Tab means the button or the tab.
 */
let byPointer = false;

/** Returns whether the focus was last set by mouse, finger or pen. */
export function cameByPointer(): boolean {
  return byPointer;
}

/** Watches the whole page; returns a function that ends this. */
export function watchFocus(): () => void {
  const onPointerDown = () => {
    byPointer = true;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Tab') byPointer = false;
  };
  addEventListener('pointerdown', onPointerDown, { capture: true });
  addEventListener('keydown', onKeyDown, { capture: true });
  return () => {
    removeEventListener('pointerdown', onPointerDown, { capture: true });
    removeEventListener('keydown', onKeyDown, { capture: true });
  };
}
