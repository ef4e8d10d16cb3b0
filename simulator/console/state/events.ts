/**
 * Events as they come. At a high speed there are thousands a second: they are handed on in batches, so that
 * the page is drawn once for many.
 */
import { batch } from '@preact/signals';
import { eventKinds } from '../../../contracts/specification/events/index.ts';
import type { ShownEvent } from '../../control/schemas/index.ts';
import { listeners } from './listeners.ts';
import { onNewWorld } from './world.ts';

/** The kinds that the page asks for: all but recorded locations, which come as positions. */
export const KINDS = eventKinds.filter((kind) => kind !== 'location-recorded');

const heard = listeners<[events: readonly ShownEvent[]]>();
/** Calls back with each batch, oldest first. */
export const onEvents = heard.on;

let waiting: ShownEvent[] = [];
/** The sequence of the newest event that was received, handed on or not; 0 before the first. */
let last = 0;

onNewWorld(() => {
  waiting = [];
  last = 0;
});

/** Takes in events; one that was received before is left out. */
export function addEvents(events: readonly ShownEvent[]): void {
  for (const event of events) {
    if (event.sequence <= last) continue;
    last = event.sequence;
    waiting.push(event);
  }
}

/** Hands on what came since the last time. */
export function handOnEvents(): void {
  if (waiting.length === 0) return;
  const events = waiting;
  waiting = [];
  batch(() => heard.call(events));
}
