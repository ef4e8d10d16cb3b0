/** A device that an earlier history gave an expiry is brought back to use, so that its state is known from there on. */

import { takesDate } from '../deployment/controls/api.ts';
import type { Deployment } from '../deployment/deployment.ts';
import { showsLicence } from '../deployment/reading/device.ts';
import type { Event } from '../judge/event.ts';
import type { Scene } from './scene.ts';
import type { Step } from './steps.ts';

/** Returns whether steps count licences: also those that tell the state of a device, where nothing else does. */
export function countsLicences(
  steps: readonly Step[],
  deployment: Pick<Deployment, 'lens' | 'controls'>,
): boolean {
  const isToldByCounts = !showsLicence(deployment) && deployment.controls.has('readLicences');
  return steps.some(
    (step) =>
      step.do === 'licences' ||
      step.do === 'allot' ||
      (isToldByCounts && step.do === 'settings' && step.licence === true),
  );
}

/** By ordinary steps, each of which is judged; nothing is done to a device that never had an expiry. */
export async function bringBack(
  scene: Scene,
  device: number,
  take: (step: Step) => Promise<Event | undefined>,
): Promise<void> {
  const own = scene.devices.get(device);
  if (!own?.dated) return;
  const { expiring } = scene;
  scene.expiring = true;
  // The counts that are read here are not those that a device of the history is to be made beside.
  const { counted } = scene.licences;
  const isReady = await isBroughtBack(scene, device, take);
  scene.licences.counted = counted;
  if (!isReady) return;
  scene.devices.set(device, { ...own, dated: false });
  const wasInUse = !scene.limited.has(own.id);
  if (wasInUse) scene.expiring = expiring;
  // The expiry of a device of others that was switched off is put back at the end.
  if (wasInUse || scene.deployment.made.isDevice(own.id)) scene.supply.noteInUse(own.id);
}

async function isBroughtBack(
  scene: Scene,
  device: number,
  take: (step: Step) => Promise<Event | undefined>,
): Promise<boolean> {
  const off: Step = { do: 'expiry', device, on: false, days: null };
  const activate: Step = { do: 'activate', device };
  const isInUse = async () => showsUse(await take({ do: 'settings', device }));
  const count: Step = { do: 'licences' };
  const activated = async (isFree: boolean) => {
    if (isDone(await take(activate))) return true;
    // Histories beside each other do not count the licences that each of them needs. Where one is free another says no more.
    if (!scene.countsLicences || isFree) return false;
    await take({ do: 'allot', available: 1 });
    return isDone(await take(activate));
  };
  const shows = showsLicence(scene.deployment);
  let isReady = shows && (await isInUse());
  if (!isReady) {
    // A device of others is not activated where its expiry must be left as it is.
    if (!(await take(off))) return false;
    isReady = shows && (await isInUse());
  }
  if (isReady) return true;
  // The counts show whether it had expired, where it does not.
  const counted = !shows && scene.countsLicences ? await take(count) : undefined;
  const isActivated = await activated(counted?.kind === 'licences' && (counted.available ?? 0) > 0);
  // The date that was given with it.
  if (takesDate(scene.deployment)) await take(off);
  if (!shows && scene.countsLicences) await take(count);
  return shows ? isInUse() : isActivated;
}

/**
 * An activation that takes no date and was refused is asked for once more with Expires off, where then nothing but a
 * licence could be wanting, and there is one.
 */
export async function insist(
  scene: Scene,
  refused: Event,
  { device }: Extract<Step, { do: 'activate' }>,
  take: (step: Step) => Promise<Event | undefined>,
): Promise<void> {
  if (refused.kind !== 'activated' || refused.activated || refused.dated) return;
  if (scene.explains({ ...refused, insisted: true })) return;
  await take({ do: 'expiry', device, on: false, days: null });
  await take({ do: 'settings', device, licence: true });
  await take({ do: 'activate', device });
}

function isDone(event: Event | undefined): boolean {
  return event?.kind === 'activated' && event.activated;
}

/** Returns whether settings show that a device counts as a used licence, and will go on to. */
function showsUse(event: Event | undefined): boolean {
  return event?.kind === 'settings' && event.read.licence === 'used' && event.read.expires === false;
}
