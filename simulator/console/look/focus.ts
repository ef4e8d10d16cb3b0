/**
 * How the user came to what has the focus. Who clicked a button or a tab and then presses a key means the page's
 * keys, as in a video player; who came there by Tab means the button or the tab.
 */
let byPointer = false;

/** Returns whether the focus was last set by mouse, finger or pen. */
export function cameByPointer(): boolean {
  return byPointer;
}

/** Watches the whole page. */
export function watchFocus(): void {
  const capture = { capture: true };
  addEventListener(
    'pointerdown',
    () => {
      byPointer = true;
    },
    capture,
  );
  addEventListener(
    'keydown',
    ({ key }) => {
      if (key === 'Tab') byPointer = false;
    },
    capture,
  );
}
