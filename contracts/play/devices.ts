/** Steps on devices: limits, messages, expiry, licences. */

import { type LimitsChange, limitOf, takesDate, usageOf } from '../deployment/controls/api.ts';
import type { Deployment } from '../deployment/deployment.ts';
import { Unreached } from '../deployment/finding.ts';
import { dateIn, dayEndAfter, farAhead, lastLike } from '../deployment/reading/dates.ts';
import { canRead, readLimits, showsLicence } from '../deployment/reading/device.ts';
import { readPage } from '../deployment/reading/lists.ts';
import { perRun } from '../deployment/sharing/per-run.ts';
import { unlessUnbound } from '../deployment/sharing/unbound.ts';
import type { Event, Limits, Settings, SingleEvent } from '../judge/event.ts';
import { HOUR, MINUTE } from '../kit/durations.ts';
import { itemAt } from '../kit/items.ts';
import { plural } from '../kit/phrases.ts';
import type { AnyId, EpochMs } from '../profile/facts.ts';
import type { Channel } from '../specification/judged.ts';
import { expiryInstant } from './expiry-instant.ts';
import { notRead, stateOf } from './licence-state.ts';
import { refusalOf } from './limits.ts';
import { type Came, type Listed, lookUntil, type Scene, type SceneDevice, seenAs } from './scene.ts';
import type { Step } from './steps.ts';
import type { Supplied } from './supply.ts';
import { listedIn } from './visits.ts';

type Of<K extends Step['do']> = Extract<Step, { do: K }>;

/** So far from its moment a date is certainly not reached yet, and certainly already. */
const CLEARLY = 30 * MINUTE;

export const deviceActs = {
  async device(scene: Scene, { device: number, foreign = false }: Of<'device'>): Promise<Came> {
    const { deployment, devices, supply } = scene;
    if (seenAs(scene, number)) return undefined;
    if (foreign) return firstForeign(scene, number);
    const { id, fresh, earlier, dated, unsent, limits } = await deviceFor(scene, number);
    devices.set(number, { id, dated, fresh, road: supply.roadOf(id, number) });
    const counts = !dated && countsFree(deployment);
    const about = {
      at: deployment.clock.now(),
      kind: 'device' as const,
      device: String(id),
      fresh,
      counts,
      dated,
      unsent,
      ...(Object.keys(limits).length > 0 && { limits }),
    };
    return { ...about, ...(earlier && { earlier }), ...(deployment.made.isDevice(id) && { own: true }) };
  },

  /** A limit that is refused by the profile, or may be where it states no range, is none that a history can go on from. */
  async limit(scene: Scene, { device, channel, to }: Of<'limit'>): Promise<Came> {
    const limit = inRange(scene.deployment, to);
    const { max } = scene.deployment.profile.openings['limits.range'] ?? { max: SURELY_TAKEN };
    if (limit !== null && limit > (max ?? limit)) return undefined;
    return set(scene, device, { [limitOf[channel]]: limit });
  },

  limits: (scene: Scene, { device, to }: Of<'limits'>) =>
    set(scene, device, {
      dailyEmail: inRange(scene.deployment, to),
      dailySms: inRange(scene.deployment, to),
    }),

  counter: (scene: Scene, { device, channel, to }: Of<'counter'>) =>
    set(scene, device, { [usageOf[channel]]: to }),

  expiry(scene: Scene, { device, on, days, like, sent }: Of<'expiry'>): Promise<Came> {
    scene.expiring = true;
    const own = scene.devices.get(device);
    if (own) scene.supply.noteDated(own.id);
    const now = scene.deployment.clock.now();
    const named = like && lastLike(like, now);
    const date = days === null ? null : (named ?? dateIn(now, days).date);
    if (date !== null) scene.dates.set(device, date);
    return set(scene, device, expiryBy(scene.deployment, on, date)[sent ?? 'usual']);
  },

  async send(scene: Scene, { device, channel, count, atOnce = false }: Of<'send'>): Promise<Came> {
    const own = scene.devices.get(device);
    if (!own) return undefined;
    const { deployment } = scene;
    // A device that is not the run's own cannot take back what was sent.
    if (!deployment.made.isDevice(own.id) && !scene.limited.has(own.id)) return undefined;
    scene.supply.noteSent(own.id);
    if (!atOnce) {
      const { sent } = await deployment.controls.send(own.id, channel, count);
      if (sent > 0) sentIn(deployment).add(channel);
      return { ...about(scene, own), kind: 'sent', channel, asked: count, sent };
    }
    const each = Array.from({ length: count }, () => deployment.controls.send(own.id, channel, 1));
    const calls = (await allOf(each)).map(
      ({ sent }): SingleEvent => ({ ...about(scene, own), kind: 'sent', channel, asked: 1, sent, atOnce }),
    );
    return { at: deployment.clock.now(), kind: 'burst', calls };
  },

  async settings(scene: Scene, { device, licence = false }: Of<'settings'>): Promise<Came> {
    const own = scene.devices.get(device);
    if (!own) return undefined;
    const { deployment } = scene;
    // The counts tell it of a device that does not.
    if (licence && scene.countsLicences && !showsLicence(deployment))
      return lookUntil(scene, () => countsOf(deployment));
    const look = async (): Promise<Event> => ({
      ...about(scene, own),
      kind: 'settings',
      read: licence ? await licenceOf(scene, own) : await settingsOf(scene, own),
    });
    const seen = await lookUntil(scene, look);
    noteSeen(scene, own, seen);
    return seen;
  },

  async activate(scene: Scene, { device, undated = false }: Of<'activate'>, atOnce = false): Promise<Came> {
    const own = scene.devices.get(device);
    if (!own) return undefined;
    const { deployment } = scene;
    const dated = !undated && takesDate(deployment);
    scene.supply.noteDated(own.id);
    const { activated } = await deployment.controls.activate(
      own.id,
      dated ? farAhead(deployment.clock.now()) : undefined,
    );
    const needsDate = deployment.profile.openings['activation.also'] === 'needs-date';
    if (!activated && needsDate && !takesDate(deployment))
      throw new Unreached('an activation needs a date here, and no control gives one', 'controls.activate');
    return { ...about(scene, own), kind: 'activated', activated, dated, ...(atOnce && { atOnce }) };
  },

  async licences(scene: Scene): Promise<Came> {
    const { deployment } = scene;
    scene.licences.counted = true;
    return lookUntil(scene, () => countsOf(deployment));
  },

  async allot(scene: Scene, { available: wanted }: Of<'allot'>): Promise<Came> {
    const { deployment } = scene;
    const { used, available = 0 } = await deployment.controls.readLicences();
    if (used === undefined)
      throw new Unreached('the used licences are not reported', 'controls.readLicences');
    scene.licences.counted = true;
    const isSet = deployment.controls.has('setLicences');
    const filled = isSet ? 0 : await useUp(deployment, available, wanted);
    // The count of available licences is another than before.
    if (isSet) await deployment.controls.setLicences(used + wanted);
    const look = async (): Promise<Event> => ({
      ...(await countsOf(deployment)),
      kind: 'allotted',
      ...(filled > 0 && { filled }),
    });
    return isSet ? look() : lookUntil(scene, look);
  },

  async instant(scene: Scene, { device, side }: Of<'instant'>): Promise<Came> {
    const { deployment } = scene;
    const date = scene.dates.get(device);
    const stated = deployment.profile.openings['expiry.instant'];
    const reached = date !== undefined && stated && expiryInstant(date, stated);
    if (!reached) return undefined;
    const moment = side === 'before' ? reached.earliest - CLEARLY : reached.latest + CLEARLY;
    if (moment <= deployment.clock.now() || !deployment.clock.canReach(moment)) return undefined;
    await scene.reach(moment);
    return { at: deployment.clock.now(), kind: 'waited' };
  },

  async dayEnd(scene: Scene, { side }: Of<'dayEnd'>): Promise<Came> {
    const { deployment } = scene;
    const now = deployment.clock.now();
    const end = dayEndAfter(deployment, side === 'before' ? now : now - CLEARLY);
    if (end === undefined) return undefined;
    const moment = end + (side === 'before' ? -CLEARLY : CLEARLY);
    if (moment <= now || !deployment.clock.canReach(moment)) return undefined;
    await scene.reach(moment);
    return { at: deployment.clock.now(), kind: 'waited' };
  },

  async wait(scene: Scene, { hours }: Of<'wait'>): Promise<Came> {
    const { deployment } = scene;
    const moment = awayFromDayEnd(deployment, deployment.clock.now() + hours * HOUR);
    if (!deployment.clock.canReach(moment))
      throw deployment.clock.outOfReach('time cannot be brought forward', 'controls.advance');
    await scene.reach(moment);
    return { at: deployment.clock.now(), kind: 'waited' };
  },
};

/** The changes that set an expiry: in one change by itself, or sent otherwise. */
function expiryBy(deployment: Deployment, expires: boolean, expirationDate: string | null) {
  const usual = { expires, ...((expires || expirationDate !== null) && { expirationDate }) };
  return {
    usual,
    'the date alone': { expirationDate },
    'Expires alone': { expires },
    'an empty date': { expires, expirationDate: '' },
    'beside a limit': { ...usual, dailyEmail: inRange(deployment, BESIDE) },
  } satisfies { readonly [sent: string]: LimitsChange };
}

/** A limit that is set beside an expiry, and the largest one where the profile does not say which are taken. */
const BESIDE = 3;
const SURELY_TAKEN = 1_000;

/** Returns that moment, or a later one where a day ends near it by the profile: which day it is then is not known. */
function awayFromDayEnd(deployment: Deployment, moment: EpochMs): EpochMs {
  const end = dayEndAfter(deployment, moment - CLEARLY);
  return end !== undefined && end < moment + CLEARLY ? end + CLEARLY : moment;
}

/** Limits that a run has read as it had set them, by fact and value: the control works. */
export const limitsSeen = perRun(() => new Set<string>());

function noteSeen({ deployment, supply }: Scene, { id }: SceneDevice, event: Event): void {
  if (event.kind !== 'settings') return;
  const set = supply.limitsOf(id);
  for (const fact of ['dailyEmail', 'dailySms'] as const)
    if (event.read[fact] === set[fact]) limitsSeen(deployment).add(`${fact} ${set[fact]}`);
}

/** A limit that no history reaches. */
const HIGH = 100;

/** The channels by which a run has seen messages sent. */
const sentIn = perRun(() => new Set<Channel>());

/**
 * Returns true where messages are sent by a channel at all: an account may have none set up. Where the run has seen none,
 * one is asked for as it is, and with a high limit, from another device than that of the history, whose limits may be at fault.
 */
export async function canSend({ deployment, supply }: Scene, own: AnyId, channel: Channel): Promise<boolean> {
  if (sentIn(deployment).has(channel)) return true;
  const { id } = (await supply.take(true)) ?? { id: own };
  const sends = async () => (await deployment.controls.send(id, channel, 1)).sent > 0;
  const allow = () => {
    supply.noteLimits(id, undefined);
    const most = deployment.profile.openings['limits.range']?.max ?? HIGH;
    return deployment.controls.setLimits(id, { [limitOf[channel]]: Math.min(most, HIGH) });
  };
  try {
    const isSent = (id !== own && (await sends())) || (await allow().then(sends));
    if (isSent) sentIn(deployment).add(channel);
    return isSent;
  } finally {
    if (id !== own) supply.release([id]);
  }
}

/** The first of the list that may be read, and that no history has; further ones are drawn. */
async function firstForeign(scene: Scene, number: number): Promise<Came> {
  const { deployment, devices, foreign } = scene;
  // The list that the run asked for first shows which ones there are, and no more.
  const isNow = scene.listed.size > 0;
  const listed = isNow ? scene.listed : await listedFirst(deployment);
  const had = new Set([...devices.values(), ...foreign.values()].map(({ id }) => String(id)));
  const others = [...listed.values()].filter(
    ({ id }) => !deployment.made.isDevice(id) && !had.has(String(id)),
  );
  const lively = others.filter(({ licence }) => licence !== 'expired');
  const left = lively.length > 0 ? lively : others;
  const one = foreign.size === 0 ? left[0] : deployment.chance.shuffled('listed devices', left)[0];
  if (!one) throw new Unreached('there is no device but those of the run', 'controls.createDevice');
  const { id, licence } = one;
  foreign.set(number, { id, dated: true, fresh: false, road: 0 });
  const isRead = licence !== 'expired' || deployment.profile.openings['expired.may']?.read === true;
  return {
    at: deployment.clock.now(),
    ...{ kind: 'device', device: String(id), fresh: false, counts: false, earlier: true, foreign: true },
    ...(isNow && isRead && { listed: true }),
  };
}

async function listedFirst(deployment: Deployment): Promise<ReadonlyMap<string, Listed>> {
  const { json } = (await deployment.probes.served('listDevices')).answer;
  return listedIn(deployment, readPage(deployment.lens, 'devices', json).records);
}

/** Returns whether a device is made only while a licence is free for it: one that got none may be expired from the beginning. */
function countsFree({ controls }: Deployment): boolean {
  const tells = (fact: string) => controls.returns('readLicences', fact);
  return (
    controls.has('readLicences') && (controls.has('setLicences') || tells('available') || tells('total'))
  );
}

/**
 * Uses licences up by new devices until so many are available, which cannot be fewer than none: gives how many it took.
 *
 * @throws Unreached where it cannot be done
 */
async function useUp({ make, controls }: Deployment, available: number, wanted: number): Promise<number> {
  const left = Math.max(0, wanted);
  const filled = available - left;
  const most = controls.has('createDevice') ? make.devicesLeft() : 0;
  if (filled < 0 || filled > most)
    throw new Unreached(
      `the account could not be brought to ${left} available licences: it has ${available}, and ${plural(most, 'device')} may be made to use them up`,
      'controls.setLicences',
    );
  for (let made = 0; made < filled; made++) await make.device();
  return filled;
}

/** Waits until all have ended: gives their values, or throws what the first threw. */
async function allOf<T>(all: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(all);
  return Promise.all(all);
}

/** Probes that take a device of the few that there are: once a history holds these they would wait for it, and it for them. */
async function probe({ probes }: Deployment): Promise<void> {
  for (const operation of ['postLocations', 'postAlerts', 'lastLocation'] as const)
    await probes.served(operation).catch(unlessUnbound);
}

/** `earlier`: it was made before the history, or before the licences were counted. */
async function deviceFor(scene: Scene, number: number): Promise<Supplied & { earlier: boolean }> {
  const { deployment, supply, devices, held, together, licences, isAgain } = scene;
  if (!deployment.controls.has('createDevice')) {
    if (devices.size === 0) await probe(deployment);
    if (licences.counted)
      scene.refusal = new Unreached('a device would have to be made', 'controls.createDevice');
    const id = itemAt(await deployment.devices(number), number - 1);
    return { id, fresh: false, dated: !supply.isInUse(id), unsent: false, limits: {}, earlier: true };
  }
  const made = licences.counted ? await supply.make(isAgain) : undefined;
  if (licences.counted && made === undefined) scene.refusal = noMore();
  if (made !== undefined)
    return { id: made, fresh: true, dated: false, unsent: true, limits: {}, earlier: false };
  // A device that is made, or removed, would be among those that are counted.
  const makes = !licences.counted;
  if (devices.size === 0) held.push(...(await supply.takeTogether(together, isAgain, makes)));
  const supplied = held.shift() ?? (await supply.take(isAgain, makes));
  if (supplied) return { ...supplied, earlier: true };
  throw noMore();
}

function noMore(): Unreached {
  return new Unreached('no more devices may be made', 'controls.createDevice');
}

function about({ deployment }: Scene, { id }: SceneDevice): { at: number; device: string } {
  return { at: deployment.clock.now(), device: String(id) };
}

async function set(scene: Scene, device: number, change: LimitsChange): Promise<Came> {
  const own = scene.devices.get(device);
  if (!own) return undefined;
  let done = false;
  try {
    const attempt = await scene.deployment.controls.setLimits(own.id, change);
    done = attempt.outcome === 'done';
    if (done) scene.limited.add(own.id);
    else if (isUsual(change)) scene.refusal = refusalOf(scene.deployment, change, attempt);
  } finally {
    if (isOfLimits(change)) scene.supply.noteLimits(own.id, done ? limitsIn(change) : undefined);
  }
  const isEmpty = change.expirationDate === '';
  return {
    ...{ ...about(scene, own), kind: 'set', done },
    change: { ...change, ...(isEmpty && { expirationDate: null }) },
  };
}

function isOfLimits({ expires, expirationDate, ...limits }: LimitsChange): boolean {
  return Object.keys(limits).length > 0 || (expires === undefined && expirationDate === undefined);
}

/** Returns whether a change is one that deployments carry out: no counter, no limit below zero, no Expires without a date. */
function isUsual({ dailyEmail, dailySms, expires, expirationDate, ...others }: LimitsChange): boolean {
  const isDated = expires === true ? Boolean(expirationDate) : expires === false || expirationDate !== null;
  return Object.keys(others).length === 0 && (dailyEmail ?? 0) >= 0 && (dailySms ?? 0) >= 0 && isDated;
}

/** The limits that a change sets; `undefined` where what comes of one is open. */
function limitsIn({ dailyEmail, dailySms }: LimitsChange): Limits | undefined {
  if ((dailyEmail ?? 0) < 0 || (dailySms ?? 0) < 0) return undefined;
  return { ...(dailyEmail !== undefined && { dailyEmail }), ...(dailySms !== undefined && { dailySms }) };
}

/** Limits of a history begin at the least that the profile says is taken. */
function inRange({ profile }: Deployment, limit: number | null): number | null {
  return limit === null || limit < 0 ? limit : limit + (profile.openings['limits.range']?.min ?? 0);
}

/** The settings of a device as they are read, with whether it counts as a used licence where that is read elsewhere. */
async function settingsOf(scene: Scene, own: SceneDevice): Promise<Settings> {
  const { deployment, expiring } = scene;
  const { exchange: _, ...read } = await readLimits(deployment, own.id);
  if (read.licence !== undefined || !expiring || !showsLicence(deployment)) return read;
  return { ...read, ...(await licenceOf(scene, own)) };
}

/** Returns whether a device counts as a used licence, as it is read of it alone. */
async function licenceOf({ deployment }: Scene, { id }: SceneDevice): Promise<Settings> {
  if (!showsLicence(deployment)) return {};
  const { state, isHidden } = await stateOf(deployment, id);
  if (isHidden) throw notRead(deployment, id);
  return state === undefined ? {} : { licence: state };
}

/** Returns whether the settings of devices can be read at all. */
export function canReadSettings(deployment: Deployment): boolean {
  return canRead(deployment, 'dailyEmail') || showsLicence(deployment);
}

async function countsOf(deployment: Deployment): Promise<Event & { kind: 'licences' }> {
  const { used, available } = await deployment.controls.readLicences();
  return {
    at: deployment.clock.now(),
    kind: 'licences',
    ...(used !== undefined && { used }),
    ...(available !== undefined && { available }),
  };
}
