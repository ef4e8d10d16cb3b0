/** Devices that are activated, with and without a licence for it (sections 3 and 8). */
import { itemAt } from '../../../kit/items.ts';
import type { AnyId } from '../../../profile/facts.ts';
import type { Cases } from '../../case.ts';
import { type Finding, fail, inconclusive, pass } from '../../finding.ts';
import type { Kit } from '../../kit.ts';
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
    judge: withControls(async (kit) => {
      const devices = await takeExpired(kit, 2);
      const before = await leaveAvailable(kit, 1, devices);
      const asked = Array.from({ length: TRIES }, () => devices).flat();
      const attempts = await Promise.all(asked.map((device) => attemptActivation(kit, device)));
      const after = await countsOnce(kit, before.used + 1);
      for (const [index, { activated }] of attempts.entries())
        if (activated) note(kit, itemAt(asked, index), 'used');
      const active = await countActive(kit, devices, after.used - before.used);
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
    judge: withControls(async (kit) => {
      // One that no earlier case has brought to its limit.
      const fresh = await takeUsed(kit, 1, { fresh: true }).catch(unlessUnreached);
      const device = itemAt(fresh ?? (await takeUsed(kit, 1)), 0);
      if (!(await surelyCounts(kit, device)))
        return inconclusive('No device was seen to count as a used licence.', 'records.device');
      const counted = await countedOf(kit, device);
      const first = await activate(kit, device);
      const second = await activate(kit, device, false, first.after);
      for (const activation of [first, second]) {
        if (taken(activation) === 0) continue;
        const expected = 'the activation of a device that counts as a used licence to change no count';
        return fail(expected, inWords(activation), ...activation.evidence);
      }
      if (!second.active) return inconclusive('The device that was activated is expired.');
      const read = counted > 0 ? await readLimits(kit, device) : undefined;
      if (read?.usageEmail !== undefined && read.usageEmail < counted) {
        const expected = `the counter of e-mails of a device in use at ${counted} or more when it is activated`;
        return fail(expected, `${read.usageEmail}`, ...second.evidence, read);
      }
      const released = await expire(kit, device, second.after);
      if (taken(released) === -1)
        return pass(
          'Activations of a device in use changed no count, and its expiry released one licence.',
          ...first.evidence,
          ...second.evidence,
          ...released.evidence,
        );
      const twin = await expire(kit, itemAt(await takeUsed(kit, 1, { sparing: [device] }), 0));
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
    judge: withControls(async (kit) => {
      const fresh = await takeUsed(kit, 1, { fresh: true }).catch(unlessUnreached);
      const device = itemAt(fresh ?? (await takeUsed(kit, 1)), 0);
      const finding = await expiresAgain(kit, device);
      if (finding.verdict === 'pass') await observeLeaving(kit, device);
      return finding;
    }),
  },
} satisfies Cases;

/**
 * How many e-mails of a device that the run made are counted, well before the day ends; one is sent where there were none. 0
 * where that cannot be read.
 */
async function countedOf(kit: Kit, device: AnyId): Promise<number> {
  const { controls } = kit;
  if (!controls.isMade(device) || !controls.has('send') || !canRead(kit, 'usageEmail')) return 0;
  if (!isLookedAt(kit, 'the counter of a device that is activated')) return 0;
  if (!isSaidWhatElse(kit) || presentDayEnd(kit) === undefined) return 0;
  const { usageEmail = 0 } = await readLimits(kit, device);
  return usageEmail > 0 ? usageEmail : (await controls.send(device, 'email', 1)).sent;
}

/** One device expires and is activated in turn. */
async function expiresAgain(kit: Kit, device: AnyId): Promise<Finding> {
  const once = await expire(kit, device);
  const back = await activate(kit, device, true, once.after);
  if (taken(once) !== -1 || taken(back) !== 1 || !back.active)
    return inconclusive('A first expiry and activation did not change the counts by one each.');
  const steps: Step[] = [back];
  const mistaken = easilyMistaken(kit.clock.now());
  const expireAgain = (...[, , after]: Parameters<typeof insisting>): Promise<DatedExpiry> => {
    const date = mistaken.shift();
    return date === undefined ? expire(kit, device, after) : expireOn(kit, device, after, date);
  };
  for (const again of [expireAgain, insisting, expireAgain, dated, expireAgain]) {
    const { after } = itemAt(steps, steps.length - 1);
    const step: DatedExpiry = await again(kit, device, after).catch((error: unknown) => stayed(error, kit));
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
  const idle = await datedAgain(kit, device, itemAt(steps, steps.length - 1));
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
async function datedAgain(kit: Kit, device: AnyId, { active, after }: Step): Promise<Step | undefined> {
  if (active) return undefined;
  const outcome = await setExpiry(kit, device, { expires: true, expirationDate: pastDate(kit) });
  return outcome === 'done' ? seen(kit, device, after) : undefined;
}

/** By its state, or by the counts alone: then a device that was there before is only known to count once it was activated. */
async function surelyCounts(kit: Kit, device: AnyId): Promise<boolean> {
  if (showsState(kit)) return (await stateOf(kit, device)).state === 'used';
  if (kit.controls.isMade(device)) return true;
  const expired = await expire(kit, device);
  return taken(await activate(kit, device, true, expired.after)) === 1;
}

/** Activated again, with Expires off where that alone does not end the expired state. */
async function insisting(kit: Kit, device: AnyId, counted: Counts): Promise<Step> {
  if (kit.profile.openings['expired.leaves-by'] === 'activation')
    await setExpiry(kit, device, { expires: false });
  return activate(kit, device, true, counted);
}

/** The same, with a new date where the control has a place for one. */
async function dated(kit: Kit, device: AnyId, counted: Counts): Promise<Step> {
  if (!takesDate(kit)) return insisting(kit, device, counted);
  const date = farAhead(kit);
  const activation = await activate(kit, device, true, counted, date);
  if (activation.granted && !activation.insisted) await observeDate(kit, device, date);
  return activation;
}

/** A device that does not expire again, though it did before: nothing has changed. */
async function stayed(error: unknown, kit: Kit): Promise<Step> {
  unlessUnreached(error);
  const counts = await countLicences(kit);
  return { active: true, before: counts, after: counts, evidence: [counts] };
}

/** What else than an activation ends the expired state is open: Expires switched off, or the date moved. */
async function observeLeaving(kit: Kit, device: AnyId): Promise<void> {
  if (!showsState(kit)) return;
  await setExpiry(kit, device, { expires: true, expirationDate: dateIn(kit.clock.now(), FAR_AHEAD).date });
  const moved = await stateOf(kit, device);
  if (moved.state === 'used') await expire(kit, device);
  await setExpiry(kit, device, { expires: false });
  const off = await stateOf(kit, device);
  if (off.state) note(kit, device, off.state);
  const seen =
    moved.state === 'used'
      ? off.state === 'used'
        ? 'either'
        : 'date-ahead'
      : off.state === 'used'
        ? 'switching-off'
        : 'activation';
  kit.observe('expired.leaves-by', seen, moved, off);
}

/** How many are active, by their own states, or by the counts where those cannot be read. */
async function countActive(kit: Kit, devices: readonly AnyId[], taken: number): Promise<number> {
  if (!showsState(kit)) return taken;
  const states = await Promise.all(devices.map((device) => stateOf(kit, device)));
  for (const [index, { state }] of states.entries()) if (state) note(kit, itemAt(devices, index), state);
  return states.filter(({ state }) => state === 'used').length;
}
