/** A device that an earlier history gave an expiry is brought back to use, so that its state is known from there on. */
import type { Event } from '../judge/event.ts';
import { takesDate } from '../suite/cases/licences/attempt.ts';
import type { Scene } from './scene.ts';
import type { Step } from './steps.ts';

/** By ordinary steps, each of which is judged; nothing is done to a device that never had an expiry. */
export async function bringBack(
  scene: Scene,
  device: number,
  take: (step: Step) => Promise<Event | undefined>,
): Promise<void> {
  const own = scene.devices.get(device);
  if (!own?.dated) return;
  scene.expiring = true;
  const off: Step = { do: 'expiry', device, on: false, days: null };
  const activate: Step = { do: 'activate', device };
  const isInUse = async () => showsUse(await take({ do: 'settings', device }));
  let isReady = await isInUse();
  if (!isReady) {
    // A device of others is not activated where its expiry must be left as it is.
    if (!(await take(off))) return;
    isReady = await isInUse();
  }
  if (!isReady) {
    // Histories beside each other do not count the licences that each of them needs.
    if (!isDone(await take(activate)) && scene.countsLicences) {
      await take({ do: 'allot', available: 1 });
      await take(activate);
    }
    // The date that was given with it.
    if (takesDate(scene.context)) await take(off);
    if (!(await isInUse())) return;
  }
  scene.devices.set(device, { ...own, dated: false });
  scene.supply.noteInUse(own.id);
}

function isDone(event: Event | undefined): boolean {
  return event?.kind === 'activated' && event.activated;
}

/** Whether settings show that a device counts as a used licence, and will go on to. */
function showsUse(event: Event | undefined): boolean {
  return event?.kind === 'settings' && event.read.licence === 'used' && event.read.expires === false;
}
