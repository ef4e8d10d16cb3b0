/** What the clock will bring next, as the server knows it. */
import { signal } from '@preact/signals';
import { events } from '../../../contracts/specification/events/index.ts';
import type { Deadline } from '../../control/schemas/index.ts';
import { control } from '../api/control.ts';
import { now } from './clock.ts';
import { onEvents } from './events.ts';
import { onNewWorld } from './world.ts';

/** Soonest first. */
export const deadlines = signal<readonly Deadline[]>([]);

const SHOWN = 60;
/** Real milliseconds between two looks. */
const PAUSE = 700;

let stale = true;
let lookedAt = Number.NEGATIVE_INFINITY;
let looking = false;

onNewWorld(() => {
  deadlines.value = [];
  stale = true;
  lookedAt = Number.NEGATIVE_INFINITY;
});

onEvents((added) => {
  if (added.some(({ kind }) => events[kind].affects.includes('deadlines'))) stale = true;
});

/** Looks again where something may have changed. To be called some times a second. */
export async function renewDeadlines(real: number): Promise<void> {
  const first = deadlines.peek()[0];
  if (first !== undefined && Date.parse(first.at) < now.peek()) stale = true;
  if (!stale || looking || real - lookedAt < PAUSE) return;
  looking = true;
  lookedAt = real;
  stale = false;
  try {
    deadlines.value = (await control.deadlines(SHOWN)).deadlines;
  } catch {
    stale = true;
  } finally {
    looking = false;
  }
}
