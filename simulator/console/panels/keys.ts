/** Keys as trainers know them from video players; the help lists this table. */

import { signal } from '@preact/signals';
import { MINUTE } from '../../../contracts/kit/durations.ts';
import { cameByPointer, watchFocus } from '../look/focus.ts';
import { changeSpeed, playOrPause, seekBy, seekShare, stepBack, stepForward } from '../state/actions.ts';
import { panel } from '../state/address.ts';
import { largeType } from '../state/preferences.ts';

export const helpOpen = signal(false);

interface Keys {
  /** As `KeyboardEvent.key` has them. */
  keys: readonly string[];
  /** As people read them. */
  shown: readonly string[];
  does: string;
  run: (key: string) => unknown;
}

const by = (ms: number) => () => seekBy(ms);

export const KEYS: readonly Keys[] = [
  { keys: [' ', 'k'], shown: ['Space', 'K'], does: 'play or pause', run: playOrPause },
  { keys: ['ArrowRight'], shown: ['→'], does: 'to the next event', run: stepForward },
  { keys: ['ArrowLeft'], shown: ['←'], does: 'to the previous event', run: stepBack },
  { keys: ['Shift+ArrowRight'], shown: ['Shift →'], does: 'one minute on', run: by(MINUTE) },
  { keys: ['Shift+ArrowLeft'], shown: ['Shift ←'], does: 'one minute back', run: by(-MINUTE) },
  { keys: ['l'], shown: ['L'], does: 'ten minutes on', run: by(10 * MINUTE) },
  { keys: ['j'], shown: ['J'], does: 'ten minutes back', run: by(-10 * MINUTE) },
  {
    keys: ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'],
    shown: ['0', '…', '9'],
    does: 'to a tenth of the story',
    run: (key) => seekShare(Number(key) / 10),
  },
  { keys: ['Home'], shown: ['Home'], does: 'to its start', run: () => seekShare(0) },
  { keys: ['End'], shown: ['End'], does: 'to its end', run: () => seekShare(1) },
  { keys: ['>', '+'], shown: ['>', '+'], does: 'twice as fast', run: () => changeSpeed(2) },
  { keys: ['<', '-'], shown: ['<', '−'], does: 'half as fast', run: () => changeSpeed(0.5) },
  { keys: ['f'], shown: ['F'], does: 'full screen', run: toggleFullScreen },
  {
    keys: ['t'],
    shown: ['T'],
    does: 'large type',
    run: () => {
      largeType.value = !largeType.value;
    },
  },
  { keys: ['/'], shown: ['/'], does: 'search a device', run: focusSearch },
  {
    keys: ['?'],
    shown: ['?'],
    does: 'this help',
    run: () => {
      helpOpen.value = !helpOpen.value;
    },
  },
];

const byKey = new Map(KEYS.flatMap((each) => each.keys.map((key) => [key, each] as const)));

/** Elements that use these keys themselves. */
const TYPING = 'input:not([type=range]):not([type=checkbox]), select, textarea, [contenteditable]';
const PRESSED_BY_SPACE = 'button, a, summary, input';

/** Listens to the whole page. */
export function listenToKeys(): void {
  watchFocus();
  // A menu is closed by a press beside it.
  const onPointerDown = ({ target }: PointerEvent) => {
    for (const menu of document.querySelectorAll('.menu[open]'))
      if (!menu.contains(target as Node)) menu.removeAttribute('open');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target as Element;
    if (target.closest(TYPING)) return;
    if (document.querySelector('dialog[open]') && event.key !== '?') return;
    if (event.key === ' ' && !cameByPointer() && target.closest(PRESSED_BY_SPACE)) return;
    if (target.closest('input[type=range]') && /^(Arrow|Home|End|Page)/.test(event.key)) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const entry = byKey.get(event.shiftKey && key.startsWith('Arrow') ? `Shift+${key}` : key);
    if (!entry) return;
    event.preventDefault();
    void entry.run(key);
  };
  // A button is pressed when the key goes up again.
  const onKeyUp = (event: KeyboardEvent) => {
    if (event.key === ' ' && cameByPointer() && !(event.target as Element).closest(TYPING))
      event.preventDefault();
  };
  addEventListener('pointerdown', onPointerDown);
  addEventListener('keydown', onKeyDown);
  addEventListener('keyup', onKeyUp);
}

export function toggleFullScreen(): Promise<void> {
  const change = document.fullscreenElement
    ? document.exitFullscreen()
    : document.documentElement.requestFullscreen();
  // A browser may not allow it; the page goes on as it is.
  return change.catch(() => undefined);
}

async function focusSearch(): Promise<void> {
  panel.value = 'fleet';
  // Once it is on the page.
  await new Promise(requestAnimationFrame);
  document.querySelector<HTMLInputElement>('.device-list input[type=search]')?.focus();
}
