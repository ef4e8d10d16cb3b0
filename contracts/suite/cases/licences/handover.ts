/**
 * A licence that goes from one device to another: the one licence that is available is taken, a second device gets none,
 * and then gets that of the first. Lived once in a run, and looked at by three rules (sections 3 and 8). What it does
 * not show of a rule is judged by itself.
 */
import { itemAt } from '../../../kit/items.ts';
import type { AnyId } from '../../../profile/facts.ts';
import type { Cases } from '../../case.ts';
import type { CaseContext } from '../../case-context.ts';
import type { LimitsRead } from '../../controls/api.ts';
import { type Finding, fail, type HasExchange, inconclusive, pass, suspect } from '../../finding.ts';
import { isReadAtOnce } from '../../reading/at-once.ts';
import { canRead, readLimits } from '../../reading/device.ts';
import { unlessUnbound } from '../../session/unbound.ts';
import { unlessUnreached } from '../../transport/failures.ts';
import { keepWatch, otherThanLeft } from '../../watching/lookouts.ts';
import type { Stray } from '../../watching/strays.ts';
import { isLookedAt } from '../asides.ts';
import { eventuallyAt, isAt, isRounded, STEP, tellPlace } from '../devices/places.ts';
import { postSample } from '../devices/posting.ts';
import { sampleOf } from '../devices/samples.ts';
import {
  type Activation,
  activate,
  expire,
  inWords,
  leaveAvailable,
  type Step,
  seen,
  takeExpired,
  taken,
} from './acts.ts';
import { attemptWithoutDate, observeActivation, readyToCompare, SENDS } from './attempt.ts';
import { castOf, takeUsed } from './cast.ts';
import { withControls } from './needed.ts';
import { availableOf, type Counts, countLicences } from './state.ts';

interface Handover {
  /** The first activation, with one licence available. */
  first: WatchedActivation;
  /** Where that took it: the activation of another device, with none available. */
  refused?: Activation & { changed: Change | undefined };
  /** Where that was refused: another one, once the first device has expired. */
  back?: Activation;
  holder: AnyId;
  device: AnyId;
}

/** A setting of a device that a refused activation changed, in words. */
interface Change {
  observed: string;
  shown: readonly HasExchange[];
}

type WatchedActivation = Pick<Activation, keyof Step | 'insisted' | 'bySettings'> & {
  /** What is wrong since then. */
  stray?: Pick<Stray, 'reason' | 'shown'> | undefined;
};

export const handoverCases = {
  'licences/activation-takes-one': {
    touches: 'account',
    cost: { requests: 31, messages: 3, creates: ['device', 'device'] },
    judge: withControls(
      async (context) => takesOne((await handoverOf(context))?.first) ?? (await judgeTakesOne(context)),
    ),
  },
  'licences/activation-refused-when-none': {
    touches: 'account',
    cost: { requests: 18, creates: ['device'] },
    judge: withControls(async (context) => {
      const { refused, back } = (await handoverOf(context)) ?? {};
      const { changed } = refused ?? {};
      if (changed)
        return fail(
          'a refused activation to leave the settings of its device',
          changed.observed,
          ...changed.shown,
        );
      return refusedAtFirst(refused, back) ?? unlessTaken(refused, await judgeRefused(context));
    }),
  },
  'licences/released-serves-another': {
    touches: 'account',
    cost: { requests: 16, creates: ['device'] },
    judge: withControls(async (context) => {
      const handover = await handoverOf(context);
      return (handover && servesAnother(handover)) ?? judgeReleased(context);
    }),
  },
} satisfies Cases;

/** Where no control sets the licences it takes too many devices: `undefined`, as where a step could not be taken. */
function handoverOf(context: CaseContext): Promise<Handover | undefined> {
  return context.shared('a licence changes hands', async () =>
    context.controls.has('setLicences') ? handOver(context).catch(unlessUnreached) : undefined,
  );
}

async function handOver(context: CaseContext): Promise<Handover> {
  const [holder, device] = (await takeExpired(context, 2)) as [AnyId, AnyId];
  const one = await leaveAvailable(context, 1, [holder, device]);
  const lookouts = [
    device,
    ...castOf(context)
      .of('used')
      .map(({ id }) => id),
  ];
  await keepWatch(context, [device]);
  const activation = await activateWatched(context, holder, one);
  const stray = (await otherThanLeft(context, lookouts)) ?? (await worksWrongly(context, holder));
  const first = { ...activation, stray };
  if (!first.active || first.after.available !== 0) return { first, holder, device };
  const settings = await readSettings(context, device);
  const attempt = await activate(context, device, false, first.after);
  const changed = settings && !attempt.active ? await changedOf(context, device, settings) : undefined;
  const refused = { ...attempt, changed };
  if (refused.active || taken(refused) !== 0) return { first, refused, holder, device };
  const released = await expire(context, holder, refused.after);
  return { first, refused, holder, device, back: await activate(context, device, true, released.after) };
}

function takesOne(activation: WatchedActivation | undefined): Finding | undefined {
  if (!activation?.active || activation.bySettings || taken(activation) !== 1) return undefined;
  const { stray } = activation;
  if (stray) return suspect(`After an activation: ${stray.reason}`, ...stray.shown);
  return pass('An expired device that was activated takes one licence again.', ...activation.evidence);
}

/** The same device was activated once there was a licence: then it was the want of one. */
function refusedAtFirst(refused: Activation | undefined, back: Step | undefined): Finding | undefined {
  if (!refused || !back?.active) return undefined;
  return pass(
    'With no licence available the device stayed expired; with one it was activated.',
    ...refused.evidence,
    ...back.evidence,
  );
}

/** An activation that was carried out without a licence, once, and then refused as it is to be. */
function unlessTaken(refused: Activation | undefined, later: Finding): Finding {
  if (!refused?.active || later.verdict !== 'pass') return later;
  return suspect(
    'A device was activated with no licence available, and another one then was not.',
    ...refused.evidence,
  );
}

function servesAnother({
  holder,
  device,
  back,
}: Pick<Handover, 'holder' | 'device' | 'back'>): Finding | undefined {
  if (!back?.active) return undefined;
  return pass(
    `The licence that the device ${holder} released was taken by the device ${device}.`,
    ...back.evidence,
  );
}

const watchedSettings = ['expires', 'expirationDate', 'dailyEmail', 'dailySms'] as const;

/** Only where a setting can be read at once: otherwise an earlier one may still be on its way. */
async function readSettings(context: CaseContext, device: AnyId): Promise<LimitsRead | undefined> {
  if (!isLookedAt(context, 'the settings of a device that is refused an activation')) return undefined;
  return isReadAtOnce(context) && canRead(context, 'expires', 'expirationDate')
    ? readLimits(context, device)
    : undefined;
}

async function changedOf(
  context: CaseContext,
  device: AnyId,
  before: LimitsRead,
): Promise<Change | undefined> {
  const after = await readLimits(context, device);
  const fact = watchedSettings.find((name) => before[name] !== after[name]);
  if (fact === undefined) return undefined;
  return {
    observed: `${fact} ${after[fact] ?? 'none'} instead of ${before[fact] ?? 'none'}`,
    shown: [before, after],
  };
}

/** What is wrong when a device that was activated does not do what any device does. */
async function worksWrongly(
  context: CaseContext,
  device: AnyId,
): Promise<Pick<Stray, 'reason' | 'shown'> | undefined> {
  return (
    (await sendsOverLimit(context, device)) ??
    (await sendsNoSms(context, device)) ??
    (await isNowhere(context, device).catch(unlessUnbound))
  );
}

/** Where the device has a limit of SMS messages, and sent none yet. */
async function sendsNoSms(
  context: CaseContext,
  device: AnyId,
): Promise<Pick<Stray, 'reason' | 'shown'> | undefined> {
  const { controls } = context;
  const limit = keptOf(context, device, 'dailySms');
  if (typeof limit !== 'number' || limit < 1 || !controls.has('send')) return undefined;
  if (controls.sentByRun(device, 'sms') !== 0) return undefined;
  const sent = await controls.send(device, 'sms', 1);
  const read = sent.sent === 0 ? await readLimits(context, device) : undefined;
  if (read?.dailySms !== limit) return undefined;
  return {
    reason: `The device ${device} sends no SMS message, with a limit of ${limit}.`,
    shown: [sent, read],
  };
}

/** Where a location that the device posts is not read again: a little north of the sample, where it has not been. */
async function isNowhere(
  context: CaseContext,
  device: AnyId,
): Promise<Pick<Stray, 'reason' | 'shown'> | undefined> {
  const { latitude, longitude } = sampleOf(context, 'location');
  if (!context.controls.isMade(device) || typeof latitude !== 'number' || typeof longitude !== 'number')
    return undefined;
  const place = { latitude: latitude + (latitude > 89 ? -STEP : STEP) / 2, longitude };
  const posted = await postSample(context, device, 'location', place);
  const seen = posted && (await eventuallyAt(context, device, place));
  if (!seen || isAt(seen.place, place) || isRounded(seen.place, place)) return undefined;
  const reason = `The device ${device} posted a location, and its last one is ${tellPlace(seen.place)}.`;
  return { reason, shown: [posted, seen.answer] };
}

function keptOf(context: CaseContext, device: AnyId, fact: 'dailyEmail' | 'dailySms') {
  const own = context.controls.own().find(({ id }) => String(id) === String(device));
  return own?.kept.find((setting) => setting.fact === fact)?.value;
}

/** What is wrong when a device that was activated sends more or less than the limit that it had before, and still has. */
async function sendsOverLimit(
  context: CaseContext,
  device: AnyId,
): Promise<Pick<Stray, 'reason' | 'shown'> | undefined> {
  const { controls } = context;
  if (
    keptOf(context, device, 'dailyEmail') !== SENDS ||
    !controls.has('send') ||
    controls.sentByRun(device, 'email') !== 0
  )
    return undefined;
  // Some send several messages only if all of them may be sent.
  let { sent, exchange } = await controls.send(device, 'email', SENDS + 1);
  if (sent < SENDS) ({ sent, exchange } = await controls.send(device, 'email', SENDS));
  const read = sent === SENDS ? undefined : await readLimits(context, device);
  if (read?.dailyEmail !== SENDS) return undefined;
  const reason = `The device ${device} sent ${sent || 'no'} e-mails, with a limit of ${SENDS}.`;
  return { reason, shown: [{ exchange }, read] };
}

/** Activates a device, and notes what that does to its settings. */
async function activateWatched(
  context: CaseContext,
  device: AnyId,
  before: Counts,
): Promise<WatchedActivation> {
  const expiry = await readyToCompare(context, device);
  const alone = await attemptWithoutDate(context, device);
  const activation = alone?.activated
    ? { ...(await seen(context, device, before, 'used')), insisted: false, bySettings: false }
    : await activate(context, device, true, alone ? undefined : before);
  if (activation.active && !activation.insisted) await observeActivation(context, device, expiry, alone);
  return activation;
}

async function judgeTakesOne(context: CaseContext): Promise<Finding> {
  const device = itemAt(await takeExpired(context, 1), 0);
  const one = context.controls.has('setLicences')
    ? await leaveAvailable(context, 1, [device]).catch(unlessUnreached)
    : undefined;
  const before = one ?? (await countLicences(context));
  if (availableOf(before) < 1) return inconclusive('The expiry of a device left no licence available.');
  const activation = await activateWatched(context, device, before);
  if (activation.bySettings)
    return inconclusive('The settings of the device ended its expired state before it was activated.');
  return (
    takesOne(activation) ??
    fail(
      'an activation with a licence available to make the device count again',
      inWords(activation),
      ...activation.evidence,
    )
  );
}

async function judgeRefused(context: CaseContext): Promise<Finding> {
  const device = itemAt(await takeExpired(context, 1), 0);
  const none = await leaveAvailable(context, 0, [device]);
  const refused = await activate(context, device, false, none);
  if (refused.active || taken(refused) !== 0) {
    return fail(
      'a device to stay expired while no licence is available',
      inWords(refused),
      ...refused.evidence,
    );
  }
  const freed = await freeOne(context, device, refused.after);
  const twin = await activate(context, device, true, freed);
  return (
    refusedAtFirst(refused, twin) ??
    inconclusive('With a licence available the device could not be activated either.')
  );
}

async function judgeReleased(context: CaseContext): Promise<Finding> {
  const [holder, device] = await twoDevices(context);
  const none = await leaveAvailable(context, 0, [device, holder]);
  const released = await expire(context, holder, none);
  const back = await activate(context, device, true, released.after);
  const found = servesAnother({ holder, device, back });
  if (found) return found;
  if (released.after.available === 0)
    return inconclusive('The expiry of a device left no licence available for another.');
  return fail(
    'a released licence to serve another device',
    `it is still expired, with ${back.after.used} licences used`,
    ...back.evidence,
  );
}

/** A used device and an expired one, the used one made first where both are new. */
async function twoDevices(context: CaseContext): Promise<[AnyId, AnyId]> {
  const device = itemAt(await takeExpired(context, 1), 0);
  const holder = itemAt(await takeUsed(context, 1, { sparing: [device] }), 0);
  return [holder, device];
}

/** One licence more is available, by the control or by the expiry of another device; gives the counts after it. */
async function freeOne(context: CaseContext, spared: AnyId, counted: Counts): Promise<Counts> {
  const holder = castOf(context)
    .of('used')
    .find(({ id }) => id !== spared);
  if (holder) return (await expire(context, holder.id, counted)).after;
  if (context.controls.has('setLicences')) return leaveAvailable(context, 1, [spared]);
  return (await expire(context, itemAt(await takeUsed(context, 1, { sparing: [spared] }), 0))).after;
}
