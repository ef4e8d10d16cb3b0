/** Devices that are activated, with and without a licence for it (sections 3 and 8). */
import { itemAt } from '../../../kit/items.ts';
import type { AnyId } from '../../../profile/facts.ts';
import type { Cases } from '../../case.ts';
import type { CaseContext } from '../../case-context.ts';
import { type Finding, fail, inconclusive, pass } from '../../finding.ts';
import { presentDayEnd } from '../../reading/day-end.ts';
import { canRead, readLimits } from '../../reading/device.ts';
import { unlessUnreached } from '../../transport/failures.ts';
import { isLookedAt } from '../asides.ts';
import { dateIn, easilyMistaken, FAR_AHEAD } from '../expiry/dates.ts';
import {
  activate,
  type DatedExpiry,
  expire,
  expireOn,
  inWords,
  leaveAvailable,
  type Step,
  seen,
  takeExpired,
  taken,
} from './acts.ts';
import { attemptActivation, farAhead, isSaidWhatElse, observeDate, takesDate } from './attempt.ts';
import { note, pastDate, setExpiry, takeUsed } from './cast.ts';
import { handoverCases } from './handover.ts';
import { withControls } from './needed.ts';
import { type Counts, countLicences, countsOnce, showsState, stateOf } from './state.ts';

/** Activations of each device that are sent at the same time. */
const TRIES = 5;

export const activatingCases = {
  ...handoverCases,
  'licences/never-over-allotted': {
    touches: 'account',
    cost: { requests: 24, creates: ['device', 'device'] },
    judge: withControls(async (context) => {
      const devices = await takeExpired(context, 2);
      const before = await leaveAvailable(context, 1, devices);
      const asked = Array.from({ length: TRIES }, () => devices).flat();
      const attempts = await Promise.all(asked.map((device) => attemptActivation(context, device)));
      const after = await countsOnce(context, before.used + 1);
      for (const [index, { activated }] of attempts.entries())
        if (activated) note(context, itemAt(asked, index), 'used');
      const active = await countActive(context, devices, after.used - before.used);
      const evidence = [before, ...attempts.filter(({ activated }) => activated), after];
      if (active > 1 || after.used - before.used > 1) {
        return fail(
          'activations of two devices at the same time to take the one licence that is available',
          `${active} devices active and ${after.used - before.used} more licences used`,
          ...evidence,
        );
      }
      if (active === 0) return inconclusive('Of two activations at the same time neither succeeded.');
      return pass(
        `Of ${asked.length} activations of two devices at the same time, with one licence available, one device got it.`,
        ...evidence,
      );
    }),
  },
  'licences/active-takes-no-second': {
    touches: 'account',
    cost: { requests: 18, messages: 1, creates: ['device'] },
    judge: withControls(async (context) => {
      // One that no earlier case has brought to its limit.
      const fresh = await takeUsed(context, 1, { fresh: true }).catch(unlessUnreached);
      const device = itemAt(fresh ?? (await takeUsed(context, 1)), 0);
      if (!(await surelyCounts(context, device)))
        return inconclusive('No device was seen to count as a used licence.', 'records.device');
      const counted = await countedOf(context, device);
      const first = await activate(context, device);
      const second = await activate(context, device, false, first.after);
      for (const activation of [first, second]) {
        if (taken(activation) === 0) continue;
        const expected = 'the activation of a device that counts as a used licence to change no count';
        return fail(expected, inWords(activation), ...activation.evidence);
      }
      if (!second.active) return inconclusive('The device that was activated is expired.');
      const read = counted > 0 ? await readLimits(context, device) : undefined;
      if (read?.usageEmail !== undefined && read.usageEmail < counted) {
        const expected = `the counter of e-mails of a device in use at ${counted} or more when it is activated`;
        return fail(expected, `${read.usageEmail}`, ...second.evidence, read);
      }
      const released = await expire(context, device, second.after);
      if (taken(released) === -1)
        return pass(
          'Activations of a device in use changed no count, and its expiry released one licence.',
          ...first.evidence,
          ...second.evidence,
          ...released.evidence,
        );
      const twin = await expire(context, itemAt(await takeUsed(context, 1, { sparing: [device] }), 0));
      if (taken(twin) !== -1)
        return inconclusive(
          'The expiry of a device does not release one licence, whether it was activated or not.',
        );
      const expected = 'a device that was activated while it counted to release one licence when it expires';
      return fail(expected, inWords(released), ...released.evidence);
    }),
  },
  'licences/expires-again': {
    touches: 'account',
    cost: { requests: 30, creates: ['device'] },
    judge: withControls(async (context) => {
      const fresh = await takeUsed(context, 1, { fresh: true }).catch(unlessUnreached);
      const device = itemAt(fresh ?? (await takeUsed(context, 1)), 0);
      const finding = await expiresAgain(context, device);
      if (finding.verdict === 'pass') await observeLeaving(context, device);
      return finding;
    }),
  },
} satisfies Cases;

/**
 * How many e-mails of a device that the run made are counted, well before the day ends; one is sent where there were none. 0
 * where that cannot be read.
 */
async function countedOf(context: CaseContext, device: AnyId): Promise<number> {
  const { controls } = context;
  if (!controls.isMade(device) || !controls.has('send') || !canRead(context, 'usageEmail')) return 0;
  if (!isLookedAt(context, 'the counter of a device that is activated')) return 0;
  if (!isSaidWhatElse(context) || presentDayEnd(context) === undefined) return 0;
  const { usageEmail = 0 } = await readLimits(context, device);
  return usageEmail > 0 ? usageEmail : (await controls.send(device, 'email', 1)).sent;
}

/** One device expires and is activated in turn. */
async function expiresAgain(context: CaseContext, device: AnyId): Promise<Finding> {
  const once = await expire(context, device);
  const back = await activate(context, device, true, once.after);
  if (taken(once) !== -1 || taken(back) !== 1 || !back.active)
    return inconclusive('A first expiry and activation did not change the counts by one each.');
  const steps: Step[] = [back];
  const mistaken = easilyMistaken(context.clock.now());
  const expireAgain = (...[, , after]: Parameters<typeof insisting>): Promise<DatedExpiry> => {
    const date = mistaken.shift();
    return date === undefined ? expire(context, device, after) : expireOn(context, device, after, date);
  };
  for (const again of [expireAgain, insisting, expireAgain, dated, expireAgain]) {
    const { after } = itemAt(steps, steps.length - 1);
    const step: DatedExpiry = await again(context, device, after).catch((error: unknown) =>
      stayed(error, context),
    );
    steps.push(step);
    if (step.ignored !== undefined) {
      const expected = `a device to be expired whose date, ${step.ignored}, has been reached`;
      return fail(
        expected,
        'it still counted, until it was given another date in the past',
        ...step.evidence,
      );
    }
    const due = again === expireAgain ? -1 : 1;
    if (taken(step) === due && step.active === due > 0) continue;
    const what = due < 0 ? 'expires' : 'is activated';
    const expected = `a device that ${what} again to ${due < 0 ? 'release one licence' : 'take one licence'} again`;
    return fail(expected, inWords(step), ...step.evidence);
  }
  const idle = await datedAgain(context, device, itemAt(steps, steps.length - 1));
  if (idle && !idle.active && taken(idle) !== 0)
    return fail(
      'an expired device that is given another date to release nothing',
      inWords(idle),
      ...idle.evidence,
    );
  return pass(
    'A device expired three times and was activated twice, one licence each.',
    ...steps.flatMap(({ evidence }) => evidence),
  );
}

/** An expired device is given another date that has been reached; `undefined` where that is refused. */
async function datedAgain(
  context: CaseContext,
  device: AnyId,
  { active, after }: Step,
): Promise<Step | undefined> {
  if (active) return undefined;
  const outcome = await setExpiry(context, device, { expires: true, expirationDate: pastDate(context) });
  return outcome === 'done' ? seen(context, device, after) : undefined;
}

/** By its state, or by the counts alone: then a device that was there before is only known to count once it was activated. */
async function surelyCounts(context: CaseContext, device: AnyId): Promise<boolean> {
  if (showsState(context)) return (await stateOf(context, device)).state === 'used';
  if (context.controls.isMade(device)) return true;
  const expired = await expire(context, device);
  return taken(await activate(context, device, true, expired.after)) === 1;
}

/** Activated again, with Expires off where that alone does not end the expired state. */
async function insisting(context: CaseContext, device: AnyId, counted: Counts): Promise<Step> {
  if (context.profile.openings['expired.leaves-by'] === 'activation')
    await setExpiry(context, device, { expires: false });
  return activate(context, device, true, counted);
}

/** The same, with a new date where the control has a place for one. */
async function dated(context: CaseContext, device: AnyId, counted: Counts): Promise<Step> {
  if (!takesDate(context)) return insisting(context, device, counted);
  const date = farAhead(context);
  const activation = await activate(context, device, true, counted, date);
  if (activation.granted && !activation.insisted) await observeDate(context, device, date);
  return activation;
}

/** A device that does not expire again, though it did before: nothing has changed. */
async function stayed(error: unknown, context: CaseContext): Promise<Step> {
  unlessUnreached(error);
  const counts = await countLicences(context);
  return { active: true, before: counts, after: counts, evidence: [counts] };
}

/** What else than an activation ends the expired state is open: Expires switched off, or the date moved. */
async function observeLeaving(context: CaseContext, device: AnyId): Promise<void> {
  if (!showsState(context)) return;
  await setExpiry(context, device, {
    expires: true,
    expirationDate: dateIn(context.clock.now(), FAR_AHEAD).date,
  });
  const moved = await stateOf(context, device);
  if (moved.state === 'used') await expire(context, device);
  await setExpiry(context, device, { expires: false });
  const off = await stateOf(context, device);
  if (off.state) note(context, device, off.state);
  const seen =
    moved.state === 'used'
      ? off.state === 'used'
        ? 'either'
        : 'date-ahead'
      : off.state === 'used'
        ? 'switching-off'
        : 'activation';
  context.observe('expired.leaves-by', seen, moved, off);
}

/** How many are active, by their own states, or by the counts where those cannot be read. */
async function countActive(context: CaseContext, devices: readonly AnyId[], taken: number): Promise<number> {
  if (!showsState(context)) return taken;
  const states = await Promise.all(devices.map((device) => stateOf(context, device)));
  for (const [index, { state }] of states.entries()) if (state) note(context, itemAt(devices, index), state);
  return states.filter(({ state }) => state === 'used').length;
}
