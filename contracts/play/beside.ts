/**
 * Steps that are taken beside those of a history, each of which is judged: reads that show a record to be the run's before it
 * is written, and what was written before more is; a device brought back to use that an earlier history gave an expiry.
 */

import { takesDate } from '../deployment/controls/api.ts';
import type { Deployment } from '../deployment/deployment.ts';
import { showsLicence } from '../deployment/reading/device.ts';
import { whereBound } from '../deployment/sharing/unbound.ts';
import type { Event } from '../judge/event.ts';
import { keyOf, type Scene, type StepResult, type Target } from './scene.ts';
import { callsIn, readingsOf, type Step, type StepOf, targetOf } from './steps.ts';
import { entryTexts } from './texts.ts';

type Take = (step: Step) => Promise<Event | undefined>;

/** Reads of records that steps write to, or make others members of, and that no read has shown to be the run's yet. */
export function unprovenIn({ records, deployment }: Scene, steps: readonly Step[]): Step[] {
  const touched = steps.flatMap(callsIn).flatMap((step): Target[] => {
    if (!('record' in step) || step.do === 'read') return [];
    const members = 'members' in step && step.family === 'user' ? (step.members ?? []) : [];
    return [step, ...members.map((record) => ({ family: 'group' as const, record }))];
  });
  const unproven = touched.flatMap(({ family, record }): [string, Step][] => {
    const key = keyOf({ family, record });
    const own = records.get(key);
    const isProven = !own || deployment.made.whose(family, own.id) === 'own';
    return isProven ? [] : [[key, { do: 'read', family, record }]];
  });
  return [...new Map(unproven).values()];
}

/** Reads of the records of a history that a list does not show with all the texts that they have. */
export function unshownIn({ records, deleted, deployment }: Scene, step: Step, event: StepResult): Step[] {
  if (step.do !== 'list' || !step.whole) return [];
  const { family } = step;
  const places: readonly string[] = whereBound([], () => [...deployment.lens.reply(family).facts]);
  const entries = event?.kind === 'listed' ? event.entries : [];
  return [...records].flatMap(([key, record]): Step[] => {
    if (record.family !== family || deleted.has(record)) return [];
    const { texts = {} } = entries.find(({ id }) => id === String(record.id)) ?? {};
    const wanted = Object.keys(entryTexts(record.written.at(-1) ?? {}).texts);
    const isShown = wanted.every((fact) => fact in texts || !places.includes(fact));
    return isShown ? [] : [{ do: 'read', family, record: Number(key.split(' ')[1]) }];
  });
}

/** Reads of what a step wrote, where the history does not read it before more is written. */
export function unreadIn(step: Step, later: readonly Step[]): Step[] {
  return readingsOf(step).filter((reading) => !isReadFirst(reading, later));
}

/** Returns whether a record is read, or listed with all that it holds, before it is written again, if it is. */
function isReadFirst(reading: StepOf<'read'>, later: readonly Step[]): boolean {
  const target = targetOf(reading);
  const first = later.find(
    (step) =>
      callsIn(step).some((call) => targetOf(call) === target) ||
      (step.do === 'list' && step.whole && step.family === reading.family),
  );
  return first ? first.do === 'read' || first.do === 'list' : later.length > 0;
}

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
export async function bringBack(scene: Scene, device: number, take: Take): Promise<void> {
  const own = scene.devices.get(device);
  if (!own?.dated) return;
  // The counts that are read here are not those that a device of the history is to be made beside.
  const { expiring, licences } = scene;
  const { counted } = licences;
  scene.expiring = true;
  const isReady = await isBroughtBack(scene, device, take);
  licences.counted = counted;
  if (!isReady) return;
  scene.devices.set(device, { ...own, dated: false });
  const wasInUse = !scene.limited.has(own.id);
  if (wasInUse) scene.expiring = expiring;
  // The expiry of a device of others that was switched off is put back at the end. Its end may be that of its limits, too.
  if (wasInUse || scene.deployment.made.isDevice(own.id))
    Object.assign(scene.supply.of(own.id), { dated: false, limits: {} });
}

async function isBroughtBack(scene: Scene, device: number, take: Take): Promise<boolean> {
  const { deployment, countsLicences: counts } = scene;
  const off: Step = { do: 'expiry', device, on: false, days: null };
  const shows = showsLicence(deployment);
  const isInUse = async () => {
    const seen = shows ? await take({ do: 'settings', device }) : undefined;
    return seen?.kind === 'settings' && seen.read.licence === 'used' && seen.read.expires === false;
  };
  const isActivated = async () => {
    const event = await take({ do: 'activate', device });
    return event?.kind === 'activated' && event.activated;
  };
  if (await isInUse()) return true;
  // A device of others is not activated where its expiry must be left as it is.
  if (!(await take(off))) return false;
  if (await isInUse()) return true;
  // The counts show whether it had expired, where it does not.
  const counted = !shows && counts ? await take({ do: 'licences' }) : undefined;
  const isFree = counted?.kind === 'licences' && (counted.available ?? 0) > 0;
  let activated = await isActivated();
  // Histories beside each other do not count the licences that each of them needs. Where one is free another says no more.
  if (!activated && counts && !isFree) {
    await take({ do: 'allot', available: 1 });
    activated = await isActivated();
  }
  // The date that was given with it.
  if (takesDate(deployment)) await take(off);
  if (!shows && counts) await take({ do: 'licences' });
  return shows ? isInUse() : activated;
}

/**
 * An activation that takes no date and was refused is asked for once more with Expires off, where then nothing but a
 * licence could be wanting, and there is one.
 */
export async function insist(scene: Scene, refused: Event, device: number, take: Take): Promise<void> {
  if (refused.kind !== 'activated' || refused.activated || refused.dated) return;
  if (scene.explains({ ...refused, insisted: true })) return;
  await take({ do: 'expiry', device, on: false, days: null });
  await take({ do: 'settings', device, licence: true });
  await take({ do: 'activate', device });
}
