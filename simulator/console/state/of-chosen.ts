/** Facts of the server about the chosen vehicle, asked for again whenever the vehicle has reported. */
import { type Signal, signal } from '@preact/signals';
import { chosen, chosenDevice } from './choice.ts';
import { onPositions } from './positions.ts';
import { Renewal } from './renewal.ts';
import { ofThisWorld, onNewWorld } from './world.ts';

/**
 * @param none while it is not known, and without a chosen vehicle
 * @param ask of a vehicle by its id
 * @param pause real milliseconds between two requests
 */
export function ofChosen<T>(none: T, ask: (id: string) => Promise<T>, pause: number): Signal<T> {
  const known = signal<T>(none);
  const renewal = new Renewal(async () => {
    const id = chosen.peek();
    if (id === null) return;
    const found = await ofThisWorld(ask(id));
    if (found !== undefined && chosen.peek() === id) known.value = found;
  }, pause);
  const begin = (): void => {
    known.value = none;
    renewal.begin();
  };
  chosen.subscribe(begin);
  onNewWorld(begin);
  onPositions((frame) => {
    const number = chosenDevice.peek()?.number;
    if (number !== undefined && frame?.numbers.includes(number)) renewal.ask();
  });
  return known;
}
