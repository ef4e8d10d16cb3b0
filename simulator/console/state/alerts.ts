/** How many alerts there were since the world began, as the service counts them. */
import { signal } from '@preact/signals';
import { control } from '../api/control.ts';
import { onEvents } from './events.ts';
import { Renewal } from './renewal.ts';
import { ofThisWorld, onNewWorld } from './world.ts';

/** `null` until it is known. */
export const alertCount = signal<number | null>(null);

const renewal = new Renewal(async () => {
  const found = await ofThisWorld(control.alerts.list({ limit: 0 }));
  if (found) alertCount.value = found.count;
});
onNewWorld((isSameStory) => {
  if (!isSameStory) alertCount.value = null;
  renewal.begin();
});
onEvents((added) => {
  if (added.some(({ kind }) => kind === 'alert-raised')) renewal.ask();
});
