/** The next deadlines of the clock, as the server knows them. */
import { signal } from '@preact/signals';
import { events } from '../../../contracts/specification/events/index.ts';
import type { Deadline } from '../../control/schemas/index.ts';
import { control } from '../api/control.ts';
import { now } from './clock.ts';
import { onEvents } from './events.ts';
import { Renewal } from './renewal.ts';
import { ofThisWorld, onNewWorld } from './world.ts';

/** Soonest first. */
export const deadlines = signal<readonly Deadline[]>([]);

const SHOWN = 60;

const renewal = new Renewal(async () => {
  const found = await ofThisWorld(control.clock.deadlines({ limit: SHOWN }));
  if (found) deadlines.value = found.deadlines;
});

onNewWorld(() => {
  deadlines.value = [];
  renewal.begin();
});

onEvents((added) => {
  if (added.some(({ kind }) => events[kind].affects.includes('deadlines'))) renewal.ask();
});

now.subscribe((at) => {
  const first = deadlines.peek()[0];
  if (first !== undefined && Date.parse(first.at) < at) renewal.ask();
});
