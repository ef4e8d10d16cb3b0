/** Trips and stops of the chosen vehicle, as the server finds them in the locations that it keeps. */
import { signal } from '@preact/signals';
import type { Travels } from '../../control/schemas/index.ts';
import { control } from '../api/control.ts';
import { ApiError } from '../api/http.ts';
import { chosen, chosenDevice } from './choice.ts';
import { onPositions } from './positions.ts';
import { Renewal } from './renewal.ts';
import { ofThisWorld, onNewWorld } from './world.ts';

/** `null` while they are not known, and where this server does not know them. */
export const travels = signal<Travels | null>(null);

/** Real milliseconds between two looks. */
const PAUSE = 2_000;

const renewal = new Renewal(async () => {
  const id = chosen.peek();
  if (id === null) return;
  const found = await ofThisWorld(control.trips(id).catch(unlessUnknown));
  if (chosen.peek() === id && found !== undefined) travels.value = found;
}, PAUSE);

/** A server without stories has no trips either; what else fails is tried again. */
function unlessUnknown(error: unknown): null {
  if (error instanceof ApiError && error.problem.status === 404) return null;
  throw error;
}

function begin(): void {
  travels.value = null;
  renewal.begin();
}

chosen.subscribe(begin);
onNewWorld(begin);
onPositions((frame) => {
  const number = chosenDevice.peek()?.number;
  if (number !== undefined && frame?.numbers.includes(number)) renewal.ask();
});
