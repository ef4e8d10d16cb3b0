/** Steps on devices: limits, messages, expiry and licences. */

import {
  type LimitsChange,
  limitOf,
  type SettingsTaken,
  takesDate,
  usageOf,
} from '../deployment/controls/api.ts';
import type { Deployment } from '../deployment/deployment.ts';
import { Contradiction, Unreached } from '../deployment/finding.ts';
import { probeServed } from '../deployment/probing/requests.ts';
import { contentOf, isForContent } from '../deployment/reading/answers.ts';
import { dateIn, farAhead, lastLike, mistakenDates } from '../deployment/reading/dates.ts';
import {
  canRead,
  isHidden,
  readLimits,
  recordIn,
  recordShows,
  showsLicence,
} from '../deployment/reading/device.ts';
import { readPage } from '../deployment/reading/lists.ts';
import { perRun } from '../deployment/sharing/per-run.ts';
import { unlessUnbound } from '../deployment/sharing/unbound.ts';
import type { Event, Limits, Settings, SingleEvent } from '../judge/event.ts';
import { itemAt } from '../kit/items.ts';
import { integer, oneOf, optional, orNull, yesNo } from '../kit/schema.ts';
import type { AnyId } from '../profile/facts.ts';
import type { Channel } from '../specification/judged.ts';
import { listedIn } from './looking.ts';
import { channel, device, flag, limit, looks, ofSettings, row } from './row.ts';
import { lookUntil, type Scene, type SceneDevice, type StepResult, seenAs } from './scene.ts';
import type { Supplied } from './supply.ts';

/** A limit that is set beside an expiry, and the largest one where the profile does not say which are taken. */
const BESIDE = 3;
const SURELY_TAKEN = 1_000;

/** A change that can be made at the same time as others. */
export const activation = {
  /** `undated`: without a date, also where one can be given. */
  activate: row({
    fields: { device, undated: flag },
    ...{ touches: ['licences'], needs: ['activate'], answers: 'controls.activate' },
    say: (step) => `activate device ${step.device}${step.undated ? ' without a date' : ''}`,
    async act(scene, { device, undated = false }, atOnce = false) {
      const own = scene.devices.get(device);
      if (!own) return undefined;
      const { deployment } = scene;
      const dated = !undated && takesDate(deployment);
      scene.supply.of(own.id).dated = true;
      const date = dated ? farAhead(deployment.clock.now()) : undefined;
      const { activated } = await deployment.controls.activate(own.id, date);
      const needsDate = deployment.profile.openings['activation.also'] === 'needs-date';
      if (!activated && needsDate && !takesDate(deployment))
        throw new Unreached('an activation needs a date here, and no control gives one', 'controls.activate');
      return { ...about(scene, own), kind: 'activated', activated, dated, ...(atOnce && { atOnce }) };
    },
  }),
};

export const deviceRows = {
  ...activation,
  /** The limit of a channel; `null` is none. */
  limit: row({
    fields: { device, channel, to: limit },
    ...{ ...ofSettings, needs: ['setLimits'] },
    say: (step) => `set the daily ${step.channel} limit of device ${step.device} to ${step.to ?? 'none'}`,
    /** A limit that is refused by the profile, or may be where it states no range, is none that a history can go on from. */
    async act(scene, { device, channel, to }) {
      const limit = inRange(scene.deployment, to);
      const { max } = scene.deployment.profile.openings['limits.range'] ?? { max: SURELY_TAKEN };
      if (limit !== null && limit > (max ?? limit)) return undefined;
      return set(scene, device, { [limitOf[channel]]: limit });
    },
  }),
  /**
   * `inUse`: brought back to use, with Expires off, where an earlier history gave it an expiry. `foreign`: the first of the
   * list that the run did not make; it is only read.
   */
  device: row({
    fields: { device, inUse: flag, foreign: flag },
    ...{ touches: ['devices', 'licences', 'records', 'looking'], needs: ['createDevice'], mayBeDone: false },
    reads: ({ foreign }) => foreign === true,
    cost: ({ foreign }) => ({ requests: 0, creates: foreign ? [] : ['device'] }),
    say: (step) =>
      step.foreign
        ? `take the first device that is not the run's as device ${step.device}`
        : `take device ${step.device}${step.inUse ? ', in use' : ''}`,
    async act(scene, { device: number, foreign = false }) {
      const { deployment, devices, supply } = scene;
      if (seenAs(scene, number)) return undefined;
      if (foreign) return firstForeign(scene, number);
      const { device, earlier, limits = device.limits } = await deviceFor(scene, number);
      const { id, dated, fresh, unsent } = device;
      devices.set(number, { id, dated, fresh, road: supply.roadOf(id, number) });
      return {
        ...{ at: deployment.clock.now(), kind: 'device', device: String(id) },
        ...{ fresh, counts: !dated && countsFree(deployment), dated, unsent },
        ...(!dated && Object.keys(limits).length > 0 && { limits: { ...limits } }),
        ...(earlier && { earlier }),
        ...(deployment.made.isDevice(id) && { own: true }),
      };
    },
  }),
  /** Both limits in one change. */
  limits: row({
    fields: { device, to: limit },
    ...{ ...ofSettings, needs: ['setLimits'] },
    say: (step) => `set both daily limits of device ${step.device} to ${step.to ?? 'none'}`,
    act(scene, { device, to }) {
      const limit = inRange(scene.deployment, to);
      return set(scene, device, { dailyEmail: limit, dailySms: limit });
    },
  }),
  /** An attempt to write the counter. */
  counter: row({
    fields: { device, channel, to: integer({ minimum: 0, maximum: 100 }) },
    ...{ ...ofSettings, needs: ['setLimits', 'readLimits'] },
    say: (step) => `try to write ${step.to} to the ${step.channel} counter of device ${step.device}`,
    act: (scene, { device, channel, to }) => set(scene, device, { [usageOf[channel]]: to }),
  }),
  /**
   * Expires on or off, with a date so many days ahead; without a date `days` is null. Below zero it lies in the past;
   * `like`: the last one before that which is easily taken for another. `sent`: not both in one change, but the date alone,
   * Expires alone, an empty text for the date, or both beside a limit of e-mails.
   */
  expiry: row({
    fields: {
      device,
      on: yesNo,
      days: orNull(integer({ minimum: -60, maximum: 60 })),
      like: optional(oneOf(...mistakenDates)),
      sent: optional(oneOf('the date alone', 'Expires alone', 'an empty date', 'beside a limit')),
    },
    ...{ ...ofSettings, needs: ['setLimits'] },
    say({ device, on, days, like, sent }) {
      const ahead = days === null ? '' : ` with a date ${Math.abs(days)} days ${days < 0 ? 'ago' : 'ahead'}`;
      const dated = like === undefined ? ahead : ` with a date in the past, ${like}`;
      const undated = on || sent !== undefined ? ' without a date' : '';
      return `switch Expires of device ${device} ${on ? 'on' : 'off'}${days === null ? undated : dated}${sent === undefined ? '' : `, ${sent}`}`;
    },
    act(scene, { device, on, days, like, sent }) {
      scene.expiring = true;
      const own = scene.devices.get(device);
      if (own) scene.supply.of(own.id).dated = true;
      const now = scene.deployment.clock.now();
      const date = days === null ? null : ((like && lastLike(like, now)) ?? dateIn(now, days).date);
      if (date !== null) scene.dates.set(device, date);
      const usual = { expires: on, ...((on || date !== null) && { expirationDate: date }) };
      const changes = {
        usual,
        'the date alone': { expirationDate: date },
        'Expires alone': { expires: on },
        'an empty date': { expires: on, expirationDate: '' },
        'beside a limit': { ...usual, dailyEmail: inRange(scene.deployment, BESIDE) },
      } satisfies { readonly [sent: string]: LimitsChange };
      return set(scene, device, changes[sent ?? 'usual']);
    },
  }),
  /** So many messages; `atOnce` in as many requests together. */
  send: row({
    fields: { device, channel, count: integer({ minimum: 1, maximum: 10 }), atOnce: flag },
    ...{ touches: ['devices', 'licences'], needs: ['send'], answers: 'controls.send', mayBeDone: true },
    cost: ({ count, atOnce }) => ({ requests: atOnce ? count : 1, messages: count }),
    say: (step) =>
      `send ${step.count} ${step.channel} from device ${step.device}${step.atOnce ? ' at once' : ''}`,
    async act(scene, { device, channel, count, atOnce = false }) {
      const own = scene.devices.get(device);
      const { deployment, supply } = scene;
      // A device that is not the run's own cannot take back what was sent.
      if (!own || (!deployment.made.isDevice(own.id) && !scene.limited.has(own.id))) return undefined;
      supply.of(own.id).unsent = false;
      const sending = async (asked: number): Promise<SingleEvent> => {
        const { sent } = await deployment.controls.send(own.id, channel, asked);
        if (sent > 0) sentIn(deployment).add(channel);
        return { ...about(scene, own), kind: 'sent', channel, asked, sent, ...(atOnce && { atOnce }) };
      };
      if (!atOnce) return sending(count);
      const each = Array.from({ length: count }, () => sending(1));
      await Promise.allSettled(each);
      return { at: deployment.clock.now(), kind: 'burst', calls: await Promise.all(each) };
    },
  }),
  /** `licence`: no more than whether the device counts as a used licence, where that is read by itself. */
  settings: row({
    fields: { device, licence: flag },
    ...{ ...ofSettings, ...looks, answers: 'controls.readLimits', isPossible: canReadSettings },
    say: (step) =>
      `read ${step.licence ? `whether device ${step.device} counts as a used licence` : `the settings of device ${step.device}`}`,
    async act(scene, { device, licence = false }) {
      const own = scene.devices.get(device);
      if (!own) return undefined;
      const { deployment, supply } = scene;
      // The counts tell it of a device that does not.
      if (licence && scene.countsLicences && !showsLicence(deployment))
        return lookUntil(scene, () => countsOf(deployment));
      const seen = await lookUntil(scene, async () => ({
        ...{ ...about(scene, own), kind: 'settings' as const },
        read: licence ? await licenceOf(scene, own) : await settingsOf(scene, own),
      }));
      const set = supply.of(own.id).limits;
      for (const fact of ['dailyEmail', 'dailySms'] as const)
        if (seen.read[fact] === set[fact]) limitsSeen(deployment).add(`${fact} ${set[fact]}`);
      return seen;
    },
  }),
  licences: row({
    fields: {},
    ...{ ...looks, touches: ['licences'], needs: ['readLicences'], answers: 'controls.readLicences' },
    say: () => 'read the licence counts',
    async act(scene) {
      scene.licences.counted = true;
      return lookUntil(scene, () => countsOf(scene.deployment));
    },
  }),
  /** Licences are allotted so that this many are available; below zero fewer than are used. */
  allot: row({
    fields: { available: integer({ minimum: -5, maximum: 5 }) },
    ...{ touches: ['licences'], cost: { requests: 3 }, mayBeDone: false },
    needs: ['readLicences', 'setLicences'],
    say: (step) => `allot licences so that ${step.available} are available`,
    async act(scene, { available: wanted }) {
      const { deployment } = scene;
      const { used } = await deployment.controls.readLicences();
      if (used === undefined)
        throw new Unreached('the used licences are not reported', 'controls.readLicences');
      await deployment.controls.setLicences(used + wanted);
      // The count of available licences is another than before.
      scene.licences.counted = true;
      return { ...(await countsOf(deployment)), kind: 'allotted' };
    },
  }),
};

/** Limits that a run has read as it had set them, by fact and value: the control works. */
export const limitsSeen = perRun(() => new Set<string>());

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
  const [{ id } = { id: own }] = await supply.take(1, true);
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
async function firstForeign(scene: Scene, number: number): Promise<StepResult> {
  const { deployment, devices, foreign } = scene;
  // The list that the run asked for first shows which ones there are, and no more.
  const isNow = scene.listed.size > 0;
  const first = async () =>
    readPage(deployment.lens, 'devices', (await probeServed(deployment, 'listDevices')).answer.json).records;
  const listed = isNow ? scene.listed : listedIn(await first());
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

/** Returns whether a device is made only while a licence is free for it: one that got none may be expired from the beginning. */
function countsFree({ controls }: Deployment): boolean {
  const tells = (fact: string) => controls.returns('readLicences', fact);
  return (
    controls.has('readLicences') && (controls.has('setLicences') || tells('available') || tells('total'))
  );
}

/** `earlier`: it was made before the history, or before the licences were counted. */
async function deviceFor(
  scene: Scene,
  number: number,
): Promise<{ device: Supplied; earlier: boolean; limits?: Limits }> {
  const { deployment, supply, devices, held, together, isAgain } = scene;
  const { counted } = scene.licences;
  if (!deployment.controls.has('createDevice')) {
    // Probes that take a device of the few that there are would wait for it, and the history for them.
    if (devices.size === 0)
      for (const operation of ['postLocations', 'postAlerts', 'lastLocation'] as const)
        await probeServed(deployment, operation).catch(unlessUnbound);
    if (counted) scene.refusal = new Unreached('a device would have to be made', 'controls.createDevice');
    const id = itemAt(await deployment.devices(number), number - 1);
    // Settings that a history changes on such a device are put back after it.
    return { device: supply.of(id), earlier: true, limits: {} };
  }
  const noMore = new Unreached('no more devices may be made', 'controls.createDevice');
  const made = counted ? await supply.make(isAgain) : undefined;
  if (made) return { device: made, earlier: false };
  if (counted) scene.refusal = noMore;
  // A device that is made, or removed, would be among those that are counted.
  if (devices.size === 0) held.push(...(await supply.take(together, isAgain, !counted)));
  const device = held.shift() ?? (await supply.take(1, isAgain, !counted))[0];
  if (!device) throw noMore;
  return { device, earlier: true };
}

function about({ deployment }: Scene, { id }: SceneDevice): { at: number; device: string } {
  return { at: deployment.clock.now(), device: String(id) };
}

async function set(scene: Scene, device: number, change: LimitsChange): Promise<StepResult> {
  const { deployment, supply } = scene;
  const own = scene.devices.get(device);
  if (!own) return undefined;
  let done = false;
  try {
    const attempt = await deployment.controls.setLimits(own.id, change);
    done = attempt.outcome === 'done';
    if (done) scene.limited.add(own.id);
    else if (isUsual(change)) scene.refusal = settingRefused(deployment, change, attempt);
  } finally {
    const { expires, expirationDate, ...others } = change;
    const isOfLimits = Object.keys(others).length > 0;
    if (isOfLimits) supply.noteLimits(own.id, done ? limitsIn(change) : undefined);
  }
  const isEmpty = change.expirationDate === '';
  return {
    ...{ ...about(scene, own), kind: 'set', done },
    change: { ...change, ...(isEmpty && { expirationDate: null }) },
  };
}

/** Sets what must be set before something else can be seen. @throws Unreached when the deployment refuses it */
export async function mustSet(deployment: Deployment, device: AnyId, change: LimitsChange): Promise<void> {
  const attempt = await deployment.controls.setLimits(device, change);
  if (attempt.outcome === 'refused') throw settingRefused(deployment, change, attempt);
}

/** Why a change of the settings could not be brought about: a contradiction where the profile says that it can be. */
function settingRefused(
  { profile }: Deployment,
  change: LimitsChange,
  { said, status }: SettingsTaken,
): Unreached {
  const wish = Object.entries(change).map(([name, value]) => `${name} ${value ?? 'none'}`);
  const reason = `the deployment refused to set ${wish.join(', ')}`;
  const { expires, expirationDate, ...limits } = change;
  const range = profile.openings['limits.range'];
  const isInRange = (limit: unknown) =>
    range !== undefined &&
    typeof limit === 'number' &&
    limit >= range.min &&
    limit <= (range.max ?? limit) &&
    (!range.whole || Number.isInteger(limit));
  const isSettable =
    (expires === undefined || (expires && typeof expirationDate === 'string')) &&
    Object.values(limits).every(isInRange);
  return isSettable && isForContent(status, profile)
    ? new Contradiction(
        `${reason}, as the profile says it can be${said && `; it ${said}`}`,
        'controls.setLimits',
      )
    : new Unreached(`${reason}${said && `: it ${said}`}`, 'controls.setLimits');
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
  const { exchange: _, ...read } = await readLimits(scene.deployment, own.id);
  return read.licence === undefined && scene.expiring ? { ...read, ...(await licenceOf(scene, own)) } : read;
}

/**
 * Reads whether one device counts as a used licence: from its own record, or by the control that reads its limits.
 * A device that cannot be read is expired where the profile says that such a device cannot be (`expired.may`).
 */
async function licenceOf({ deployment }: Scene, { id }: SceneDevice): Promise<Settings> {
  if (!showsLicence(deployment)) return {};
  if (!recordShows(deployment, 'licence')) {
    const { licence } = await deployment.controls.readLimits(id);
    return licence === undefined ? {} : { licence };
  }
  const answer = await deployment.call('readDevice', { id });
  const { licence } = recordIn(deployment.lens, answer, id);
  if (licence === 'used' || licence === 'expired') return { licence };
  const { 'expired.may': may, 'records.device': record } = deployment.profile.openings;
  if (licence === undefined && may?.read !== undefined && (await isHidden(deployment, answer))) {
    if (may.read) throw new Unreached(`the device ${id} is not read`, 'records.device');
    return { licence: 'expired' };
  }
  const place = record?.fields.licence;
  const { issues } = deployment.lens.reply('device').read(contentOf(answer));
  const found = licence ?? issues.find(({ pointer }) => place && pointer.endsWith(place))?.found;
  const seen = { observed: `licence is ${found}`, pinned: 'used or expired', holds: false };
  if (found !== undefined) deployment.observe('records.device', seen, answer);
  return {};
}

/** Returns whether the settings of devices can be read at all. */
function canReadSettings(deployment: Deployment): boolean {
  return canRead(deployment, 'dailyEmail') || showsLicence(deployment);
}

async function countsOf(deployment: Deployment): Promise<Event & { kind: 'licences' }> {
  const { used, available } = await deployment.controls.readLicences();
  return {
    ...{ at: deployment.clock.now(), kind: 'licences' },
    ...(used !== undefined && { used }),
    ...(available !== undefined && { available }),
  };
}
