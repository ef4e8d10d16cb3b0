/** The device that the page is about, and whether the map follows it. */
import { computed, signal } from '@preact/signals';
import type { Id } from '../../control/schemas/index.ts';
import { devices, devicesVersion } from './devices.ts';

/** As text, whatever the profile writes: `devices` is kept by it. */
export const chosen = signal<string | null>(null);
export const following = signal(false);
/** Grows with each choice, also of the device that is chosen already. */
export const choices = signal(0);

/** The record of the chosen device; `undefined` while it is not known. */
export const chosenDevice = computed(() => {
  devicesVersion.value;
  return chosen.value === null ? undefined : devices.get(chosen.value);
});

/** Chooses a device; `null` none. */
export function choose(id: Id | null): void {
  chosen.value = id === null ? null : String(id);
  choices.value++;
  if (id === null) following.value = false;
}
