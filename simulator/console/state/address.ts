/**
 * The address of the page holds the link to what is shown, and what is typed into it is followed. A link that the page
 * wrote itself is not: the server is already there.
 */
import { effect } from '@preact/signals';
import { camera } from './camera.ts';
import { chosen, following } from './choice.ts';
import { clock, clockIsKnown, now } from './clock.ts';
import { type Link, readLink, writeLink } from './link.ts';
import { isOpenedFirst, opened } from './panels.ts';
import { world } from './world.ts';

/** Real milliseconds between two writings. */
const LINK_PAUSE = 1_000;

/** The link to what is shown. A moment that passes is not held: it would be gone before it is read. */
export function currentLink(withMoment: boolean): Link {
  const at = withMoment && clockIsKnown.peek() ? new Date(Math.floor(now.peek())).toISOString() : null;
  return {
    story: world.value?.story ?? null,
    seed: world.value?.story ? world.value.seed : null,
    at,
    device: chosen.value,
    follow: following.value,
    // A vehicle opens its panel, and a moment of a story the story's: what is open is said, too.
    panels: isOpenedFirst(opened.value) && chosen.value === null && at === null ? null : opened.value,
    camera: camera.value,
  };
}

/** Keeps the address; returns a function that ends this. `follow` gets each link that is typed or opened here. */
export function keepAddress(follow: (link: Link) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let written = location.hash;
  const write = () => {
    timer = undefined;
    const hash = writeLink(currentLink(clock.peek()?.frozen === true));
    if (hash === written) return;
    written = hash;
    history.replaceState(history.state, '', hash === '' ? location.pathname : hash);
  };
  const stopEffect = effect(() => {
    world.value;
    chosen.value;
    following.value;
    opened.value;
    camera.value;
    clock.value;
    clockIsKnown.value;
    if (world.value !== null) timer ??= setTimeout(write, LINK_PAUSE);
  });
  const onHash = ({ newURL }: HashChangeEvent) => {
    written = location.hash;
    // The page may have written the address since, and with the moment of the world before.
    follow(readLink(new URL(newURL).hash));
  };
  addEventListener('hashchange', onHash);
  return () => {
    stopEffect();
    clearTimeout(timer);
    removeEventListener('hashchange', onHash);
  };
}
