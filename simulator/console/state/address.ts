/**
 * The address of the page holds the link to what is shown, and what is typed into it is followed. A link that the page
 * wrote itself is not: the server is already there.
 */
import { effect, signal } from '@preact/signals';
import type { ShownPanel } from '../../control/schemas/index.ts';
import { chosen } from './chosen.ts';
import { clock, clockIsKnown, now } from './clock.ts';
import { world } from './world.ts';

/** The panels beside the map. */
export const PANELS = ['fleet', 'events', 'account', 'stories', 'developers'] as const;
export type PanelName = (typeof PANELS)[number];

/** The panel that is open. */
export const panel = signal<PanelName>('fleet');

/** Opens a panel by a name of a story or a link: the vehicle is a card of the fleet, deadlines are above the events. */
export function openPanel(name: ShownPanel): void {
  panel.value = name === 'vehicle' ? 'fleet' : name === 'deadlines' ? 'events' : name;
}

export interface Link {
  story: string | null;
  seed: number | null;
  /** ISO 8601 UTC. */
  at: string | null;
  device: string | null;
  /** `null`: the fleet. */
  panel: PanelName | null;
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?Z$/;

/** Reads the part after `#`. What is none of a link, or does not look like it, is left out. */
export function readLink(hash: string): Link {
  const parts = new URLSearchParams(hash.replace(/^#/, ''));
  const seed = parts.get('seed') ?? '';
  const at = parts.get('at') ?? '';
  return {
    story: parts.get('story') || null,
    seed: /^\d{1,15}$/.test(seed) ? Number(seed) : null,
    at: INSTANT.test(at) && !Number.isNaN(Date.parse(at)) ? at : null,
    device: parts.get('device') || null,
    panel: PANELS.find((name) => name === parts.get('panel')) ?? null,
  };
}

/** Writes it, with `#`; the empty text for nothing. */
export function writeLink(link: Link): string {
  const parts = new URLSearchParams();
  for (const [name, value] of Object.entries(link)) if (value !== null) parts.set(name, String(value));
  const text = parts.toString().replaceAll('%3A', ':');
  return text === '' ? '' : `#${text}`;
}

/** The link to what is shown. A moment that passes is not held: it would be gone before it is read. */
export function currentLink(withMoment: boolean): Link {
  return {
    story: world.value?.story ?? null,
    seed: world.value?.story ? world.value.seed : null,
    at: withMoment && clockIsKnown.peek() ? new Date(Math.floor(now.peek())).toISOString() : null,
    device: chosen.value,
    panel: panel.value === 'fleet' ? null : panel.value,
  };
}

/** Real milliseconds between two writings. */
const LINK_PAUSE = 1_000;

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
    for (const part of [chosen, panel, clock, clockIsKnown]) part.value;
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
