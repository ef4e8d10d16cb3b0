/** Steps on devices: limits, messages, expiry, licences. */

import type { Event, Limits, Settings, SingleEvent } from '../judge/event.ts';
import { HOUR, MINUTE } from '../kit/durations.ts';
import { itemAt } from '../kit/items.ts';
import type { AnyId, EpochMs } from '../profile/facts.ts';
import type { Channel } from '../specification/judged.ts';
import type { CaseContext } from '../suite/case-context.ts';
import type { LimitsChange } from '../suite/controls/api.ts';
import { limitOf, refusalOf, takesDate, usageOf } from '../suite/controls/limits.ts';
import { Unreached } from '../suite/finding.ts';
import { dateIn, farAhead, lastLike } from '../suite/reading/dates.ts';
import { dayEndAfter } from '../suite/reading/day-end.ts';
import { canRead, readLimits } from '../suite/reading/device.ts';
import { expiryInstant } from '../suite/reading/expiry-instant.ts';
import { notRead, showsState, stateOf } from '../suite/reading/licence-state.ts';
import { readPage } from '../suite/reading/list.ts';
import { perRun } from '../suite/session/per-run.ts';
import { unlessUnbound } from '../suite/session/unbound.ts';
import { unlessUnreached } from '../suite/transport/failures.ts';
import { type Came, type Listed, type Scene, type SceneDevice, seenAs } from './scene.ts';
import type { Step } from './steps.ts';
import type { Supplied } from './supply.ts';
import { listedIn } from './visits.ts';

type Of<K extends Step['do']> = Extract<Step, { do: K }>;

/** So far from its moment a date is certainly not reached yet, and certainly already. */
const CLEARLY = 30 * MINUTE;
/** So many devices are made at most to use licences up. */
const MOST_FILLERS = 20;

export const deviceActs = {
  async device(scene: Scene, { device: number, foreign = false }: Of<'device'>): Promise<Came> {
    const { context, devices, supply } = scene;
    if (seenAs(scene, number)) return undefined;
    if (foreign) return firstForeign(scene, number);
    const { id, fresh, earlier, dated, unsent, limits } = await deviceFor(scene, number);
    devices.set(number, { id, dated, fresh, road: supply.roadOf(id, number) });
    // A device that got no licence may be expired from the beginning.
    const { controls } = context;
    const isServed = controls.has('setLicences') || (!earlier && scene.available > 0);
    const counts = !dated && isServed && controls.has('readLicences');
    if (!earlier) scene.available = Math.max(0, scene.available - 1);
    const about = {
      at: context.clock.now(),
      kind: 'device' as const,
      device: String(id),
      fresh,
      counts,
      dated,
      unsent,
      ...(Object.keys(limits).length > 0 && { limits }),
    };
    return { ...about, ...(earlier && { earlier }), ...(context.controls.isMade(id) && { own: true }) };
  },

  limit: (scene: Scene, { device, channel, to }: Of<'limit'>) =>
    set(scene, device, { [limitOf[channel]]: inRange(scene.context, to) }),

  limits: (scene: Scene, { device, to }: Of<'limits'>) =>
    set(scene, device, { dailyEmail: inRange(scene.context, to), dailySms: inRange(scene.context, to) }),

  counter: (scene: Scene, { device, channel, to }: Of<'counter'>) =>
    set(scene, device, { [usageOf[channel]]: to }),

  expiry(scene: Scene, { device, on, days, like }: Of<'expiry'>): Promise<Came> {
    scene.expiring = true;
    const own = scene.devices.get(device);
    if (own) scene.supply.noteDated(own.id);
    const now = scene.context.clock.now();
    const named = like && lastLike(like, now);
    const date = days === null ? null : (named ?? dateIn(now, days).date);
    if (date !== null) scene.dates.set(device, date);
    return set(scene, device, { expires: on, ...((on || date !== null) && { expirationDate: date }) });
  },

  async send(scene: Scene, { device, channel, count, atOnce = false }: Of<'send'>): Promise<Came> {
    const own = scene.devices.get(device);
    if (!own) return undefined;
    const { context } = scene;
    // A device that is not the run's own cannot take back what was sent.
    if (!context.controls.isMade(own.id) && !scene.limited.has(own.id)) return undefined;
    scene.supply.noteSent(own.id);
    if (!atOnce) {
      const { sent } = await context.controls.send(own.id, channel, count);
      if (sent > 0) sentIn(context).add(channel);
      return { ...about(scene, own), kind: 'sent', channel, asked: count, sent };
    }
    const each = Array.from({ length: count }, () => context.controls.send(own.id, channel, 1));
    const calls = (await allOf(each)).map(
      ({ sent }): SingleEvent => ({ ...about(scene, own), kind: 'sent', channel, asked: 1, sent, atOnce }),
    );
    return { at: context.clock.now(), kind: 'burst', calls };
  },

  async settings(scene: Scene, { device, licence = false }: Of<'settings'>): Promise<Came> {
    const own = scene.devices.get(device);
    if (!own) return undefined;
    const { context } = scene;
    // The counts tell it of a device that does not.
    if (licence && scene.countsLicences && !showsState(context))
      return context.eventually(() => countsOf(context), scene.explains);
    const look = async (): Promise<Event> => ({
      ...about(scene, own),
      kind: 'settings',
      read: licence ? await licenceOf(scene, own) : await settingsOf(scene, own),
    });
    return context.eventually(look, scene.explains);
  },

  async activate(scene: Scene, { device }: Of<'activate'>, atOnce = false): Promise<Came> {
    const own = scene.devices.get(device);
    if (!own) return undefined;
    const { context } = scene;
    const dated = takesDate(context);
    scene.supply.noteDated(own.id);
    const { activated } = await context.controls.activate(
      own.id,
      dated ? farAhead(context.clock.now()) : undefined,
    );
    return { ...about(scene, own), kind: 'activated', activated, dated, ...(atOnce && { atOnce }) };
  },

  async licences(scene: Scene): Promise<Came> {
    const { context } = scene;
    scene.counted = true;
    const counts = await context.eventually(() => countsOf(context), scene.explains);
    scene.available = counts.available ?? 0;
    return counts;
  },

  async allot(scene: Scene, { available: wanted }: Of<'allot'>): Promise<Came> {
    const { context } = scene;
    const { used, available = 0 } = await context.controls.readLicences();
    if (used === undefined)
      throw new Unreached('the used licences are not reported', 'controls.readLicences');
    scene.counted = true;
    const isSet = context.controls.has('setLicences');
    const filled = isSet ? 0 : await useUp(context, available, wanted);
    // The count of available licences is another than before.
    if (isSet) await context.controls.setLicences(used + wanted);
    const look = async (): Promise<Event> => ({
      ...(await countsOf(context)),
      kind: 'allotted',
      ...(filled > 0 && { filled }),
    });
    return isSet ? look() : context.eventually(look, scene.explains);
  },

  async instant(scene: Scene, { device, side }: Of<'instant'>): Promise<Came> {
    const { context } = scene;
    const date = scene.dates.get(device);
    const stated = context.profile.openings['expiry.instant'];
    const reached = date !== undefined && stated && expiryInstant(date, stated);
    if (!reached) return undefined;
    const moment = side === 'before' ? reached.earliest - CLEARLY : reached.latest + CLEARLY;
    if (moment <= context.clock.now() || !context.clock.canReach(moment)) return undefined;
    await scene.reach(moment);
    return { at: context.clock.now(), kind: 'waited' };
  },

  async dayEnd(scene: Scene, { side }: Of<'dayEnd'>): Promise<Came> {
    const { context } = scene;
    const now = context.clock.now();
    const end = dayEndAfter(context, side === 'before' ? now : now - CLEARLY);
    if (end === undefined) return undefined;
    const moment = end + (side === 'before' ? -CLEARLY : CLEARLY);
    if (moment <= now || !context.clock.canReach(moment)) return undefined;
    await scene.reach(moment);
    return { at: context.clock.now(), kind: 'waited' };
  },

  async wait(scene: Scene, { hours }: Of<'wait'>): Promise<Came> {
    const { context } = scene;
    const moment = awayFromDayEnd(context, context.clock.now() + hours * HOUR);
    if (!context.clock.canReach(moment))
      throw context.clock.outOfReach('time cannot be brought forward', 'controls.advance');
    await scene.reach(moment);
    return { at: context.clock.now(), kind: 'waited' };
  },
};

/** That moment, or a later one where a day ends near it by the profile: which day it is then is not known. */
function awayFromDayEnd(context: CaseContext, moment: EpochMs): EpochMs {
  const end = dayEndAfter(context, moment - CLEARLY);
  return end !== undefined && end < moment + CLEARLY ? end + CLEARLY : moment;
}

/** The channels by which a run has seen messages sent. */
const sentIn = perRun(() => new Set<Channel>());

/**
 * Whether messages are sent by a channel at all: an account may have none set up. Where the run has seen none, one is asked for
 * from a device without a limit.
 */
export async function canSend(context: CaseContext, device: AnyId, channel: Channel): Promise<boolean> {
  if (sentIn(context).has(channel)) return true;
  await context.controls.setLimits(device, { [limitOf[channel]]: null });
  const { sent } = await context.controls.send(device, channel, 1);
  if (sent > 0) sentIn(context).add(channel);
  return sent > 0;
}

/** The first of the list that may be read, and that no history has; further ones are drawn. */
async function firstForeign(scene: Scene, number: number): Promise<Came> {
  const { context, devices, foreign } = scene;
  // The list that the run asked for first shows which ones there are, and no more.
  const isNow = scene.listed.size > 0;
  const listed = isNow ? scene.listed : await listedFirst(context);
  const had = new Set([...devices.values(), ...foreign.values()].map(({ id }) => String(id)));
  const others = [...listed.values()].filter(
    ({ id }) => !context.controls.isMade(id) && !had.has(String(id)),
  );
  const lively = others.filter(({ licence }) => licence !== 'expired');
  const left = lively.length > 0 ? lively : others;
  const one = foreign.size === 0 ? left[0] : context.chance.shuffled('listed devices', left)[0];
  if (!one) throw new Unreached('there is no device but those of the run', 'controls.createDevice');
  const { id, licence } = one;
  foreign.set(number, { id, dated: true, fresh: false, road: 0 });
  const isRead = licence !== 'expired' || context.profile.openings['expired.may']?.read === true;
  return {
    at: context.clock.now(),
    ...{ kind: 'device', device: String(id), fresh: false, counts: false, earlier: true, foreign: true },
    ...(isNow && isRead && { listed: true }),
  };
}

async function listedFirst(context: CaseContext): Promise<ReadonlyMap<string, Listed>> {
  const { json } = await context.fingerprints.withToken('listDevices');
  return listedIn(context, readPage(context.lens, 'devices', json).records);
}

/** Uses licences up by new devices until so many are available: gives how many it took. @throws Unreached */
async function useUp(context: CaseContext, available: number, wanted: number): Promise<number> {
  if (available < wanted)
    throw new Unreached(
      `the account could not be brought to ${wanted} available licences: it has ${available}`,
      'controls.setLicences',
    );
  const filled = available - wanted;
  if (filled > MOST_FILLERS)
    throw new Unreached(
      `${available} licences are available, too many to use them up by devices: that needs the control setLicences, or an account with at most ${MOST_FILLERS} that are free`,
      'controls.setLicences',
    );
  for (let made = 0; made < filled; made++)
    if ((await context.make.device().catch(unlessUnreached)) === undefined) return made;
  return filled;
}

/** Waits until all have ended: gives their values, or throws what the first threw. */
async function allOf<T>(all: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(all);
  return Promise.all(all);
}

/** Probes that take a device of the few that there are: once a history holds these they would wait for it, and it for them. */
async function probe({ probes }: CaseContext): Promise<void> {
  for (const operation of ['postLocations', 'postAlerts', 'lastLocation'] as const)
    await probes.served(operation).catch(unlessUnbound);
}

/** `earlier`: it was made before the history, or before the licences were counted. */
async function deviceFor(
  { context, supply, devices, held, together, counted, isAgain }: Scene,
  number: number,
): Promise<Supplied & { earlier: boolean }> {
  if (!context.controls.has('createDevice')) {
    if (devices.size === 0) await probe(context);
    const id = itemAt(await context.devices(number), number - 1);
    return { id, fresh: false, dated: true, unsent: false, limits: {}, earlier: true };
  }
  const made = counted ? await supply.make(isAgain) : undefined;
  if (made !== undefined)
    return { id: made, fresh: true, dated: false, unsent: true, limits: {}, earlier: false };
  if (devices.size === 0) held.push(...(await supply.takeTogether(together, isAgain)));
  const supplied = held.shift() ?? (await supply.take(isAgain));
  if (supplied) return { ...supplied, earlier: true };
  throw new Unreached('no more devices may be made', 'controls.createDevice');
}

function about({ context }: Scene, { id }: SceneDevice): { at: number; device: string } {
  return { at: context.clock.now(), device: String(id) };
}

async function set(scene: Scene, device: number, change: LimitsChange): Promise<Came> {
  const own = scene.devices.get(device);
  if (!own) return undefined;
  let done = false;
  try {
    const attempt = await scene.context.controls.setLimits(own.id, change);
    done = attempt.outcome === 'done';
    if (done) scene.limited.add(own.id);
    else if (isUsual(change)) scene.refusal = refusalOf(scene.context, change, attempt);
  } finally {
    if (change.expires === undefined) scene.supply.noteLimits(own.id, done ? limitsIn(change) : undefined);
  }
  return { ...about(scene, own), kind: 'set', change, done };
}

/** Whether a change is one that deployments carry out: no counter, no limit below zero, no Expires without a date. */
function isUsual({ dailyEmail, dailySms, expires, expirationDate, ...others }: LimitsChange): boolean {
  const isDated = expires !== true || typeof expirationDate === 'string';
  return Object.keys(others).length === 0 && (dailyEmail ?? 0) >= 0 && (dailySms ?? 0) >= 0 && isDated;
}

/** The limits that a change sets; `undefined` where what comes of one is open. */
function limitsIn({ dailyEmail, dailySms }: LimitsChange): Limits | undefined {
  if ((dailyEmail ?? 0) < 0 || (dailySms ?? 0) < 0) return undefined;
  return { ...(dailyEmail !== undefined && { dailyEmail }), ...(dailySms !== undefined && { dailySms }) };
}

/** Limits of a history begin at the least that the profile says is taken. */
function inRange({ profile }: CaseContext, limit: number | null): number | null {
  return limit === null || limit < 0 ? limit : limit + (profile.openings['limits.range']?.min ?? 0);
}

/** The settings of a device as they are read, with whether it counts as a used licence where that is read elsewhere. */
async function settingsOf(scene: Scene, own: SceneDevice): Promise<Settings> {
  const { context, expiring } = scene;
  const { exchange: _, ...read } = await readLimits(context, own.id);
  if (read.licence !== undefined || !expiring || !showsState(context)) return read;
  return { ...read, ...(await licenceOf(scene, own)) };
}

/** Whether a device counts as a used licence, as it is read of it alone. */
async function licenceOf({ context }: Scene, { id }: SceneDevice): Promise<Settings> {
  if (!showsState(context)) return {};
  const { state, isHidden } = await stateOf(context, id);
  if (isHidden) throw notRead(context, id);
  return state === undefined ? {} : { licence: state };
}

/** Whether the settings of devices can be read at all. */
export function canReadSettings(context: CaseContext): boolean {
  return canRead(context, 'dailyEmail') || showsState(context);
}

async function countsOf(context: CaseContext): Promise<Event & { kind: 'licences' }> {
  const { used, available } = await context.controls.readLicences();
  return {
    at: context.clock.now(),
    kind: 'licences',
    ...(used !== undefined && { used }),
    ...(available !== undefined && { available }),
  };
}
