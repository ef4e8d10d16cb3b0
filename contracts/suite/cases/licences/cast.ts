/**
 * The devices on which expiry and licences are judged, and what is known of each. They expire, are activated, and
 * go from case to case: a device cannot be removed again, so few are made. Where none can be made they are those
 * that the profile names: the control `activate` makes them used licences again, and each case gives them back so.
 *
 * All these cases touch the account: one has it to itself, and every change of the counts is its own.
 */
import { itemAt } from '../../../kit/items.ts';
import type { AnyId } from '../../../profile/facts.ts';
import type { CaseContext } from '../../case-context.ts';
import type { LimitsChange } from '../../controls/api.ts';
import { type Finding, Unreached } from '../../finding.ts';
import { unlessUnreached } from '../../transport/failures.ts';
import { spareDevices } from '../devices/own.ts';
import { dateIn, LONG_PAST } from '../expiry/dates.ts';
import { perRun } from '../per-run.ts';
import { attemptActivation, givesDate } from './attempt.ts';
import {
  countLicences,
  countsIfKnown,
  countsOnce,
  type LicenceState,
  showsState,
  stateOf,
  stateOnce,
} from './state.ts';

interface Member {
  id: AnyId;
  state: LicenceState;
  /** Whether it may have an expiry. */
  dated: boolean;
  /** Whether it has ever been given an expiry by the run: what comes after that may not be what a new device does. */
  touched?: boolean;
  /** It was seen to count, and nothing was done to it since. */
  isNew?: boolean;
  /** Whether it was there before the run, and is given back after the case. */
  known: boolean;
}

class Cast {
  members: Member[] = [];
  /** The licences of the account before a case set them: put back before its devices are, which need them. */
  total: number | undefined;
  /** Dates in the past that were set already: the same one again may change nothing. */
  pastDates = 0;

  of(state: LicenceState): Member[] {
    return this.members.filter((member) => member.state === state);
  }

  /** It is left out from now on. */
  drop(id: AnyId): void {
    this.members = this.members.filter((other) => other.id !== id);
  }

  /** Those that the run made; they hold no licence. */
  dropExpired(): void {
    this.members = this.members.filter(({ known, state }) => known || state !== 'expired');
  }

  find(id: AnyId): Member | undefined {
    return this.members.find((member) => member.id === id);
  }
}

export const castOf = perRun(() => new Cast());

/** Known devices that a case holds at most. */
const MOST_KNOWN = 4;

/** A case that is judged on the cast. Known devices that count as used licences in the end need not be put back. */
export function onCast(
  judge: (context: CaseContext) => Promise<Finding>,
): (context: CaseContext) => Promise<Finding> {
  return async (context) => {
    try {
      const finding = await judge(context);
      // Something may show once for each device: the rule is looked at again on others.
      if (finding.verdict === 'fail' && context.controls.has('createDevice')) castOf(context).dropExpired();
      return finding;
    } finally {
      const cast = castOf(context);
      if (cast.total !== undefined) await context.controls.setLicences(cast.total).catch(unlessUnreached);
      cast.total = undefined;
      for (const { id, known, state } of cast.members)
        if (known && state === 'used') await context.controls.licenceStays(id).catch(unlessUnreached);
      cast.members = cast.members.filter(({ known }) => !known);
    }
  };
}

/** Notes what became of a device. */
export function note(context: CaseContext, id: AnyId, state: LicenceState): void {
  const member = castOf(context).find(id);
  if (member) member.state = state;
  else castOf(context).members.push({ id, state, dated: true, known: false });
}

/** Gives a device of the cast an expiry, or switches it off. */
export async function setExpiry(
  context: CaseContext,
  id: AnyId,
  change: LimitsChange,
): Promise<'done' | 'refused'> {
  const { outcome } = await context.controls.setLimits(id, change);
  const member = castOf(context).find(id);
  if (member) Object.assign(member, { dated: true, touched: true });
  return outcome;
}

/** Whether one of these has been given an expiry before. */
export function wereTouched(context: CaseContext, ids: readonly AnyId[]): boolean {
  return ids.some((id) => castOf(context).find(id)?.touched);
}

/** A date that has been reached without doubt, and was not set before. */
export function pastDate(context: CaseContext): string {
  return dateIn(context.clock.now(), LONG_PAST - castOf(context).pastDates++).date;
}

/** Frees the licences that devices of the cast hold, for others of the run. */
export async function freeLicences(context: CaseContext): Promise<void> {
  for (const { id, known } of castOf(context).of('used')) {
    if (
      known ||
      (await setExpiry(context, id, { expires: true, expirationDate: pastDate(context) })) === 'refused'
    )
      continue;
    if (showsState(context) && (await stateOnce(context, id, 'expired')).state !== 'expired') continue;
    note(context, id, 'expired');
  }
}

/**
 * So many devices that count as used licences, in the order in which they were made. By the counts alone they have no expiry. Throws
 * `Unreached` where there are not so many. `fresh`: none that was used before; `sparing`: none of these.
 */
export async function takeUsed(
  context: CaseContext,
  count: number,
  { fresh = false, sparing = [] }: { fresh?: boolean; sparing?: readonly AnyId[] } = {},
): Promise<AnyId[]> {
  const cast = castOf(context);
  const taken: Member[] = [];
  if (fresh) {
    const isNew = ({ id, isNew: is }: Member) => is === true && !sparing.includes(id);
    taken.push(...cast.of('used').filter(isNew).slice(0, count));
  } else {
    if (!context.controls.has('createDevice')) await joinKnown(context, count);
    const idle = (state: LicenceState) => cast.of(state).filter(({ id }) => !sparing.includes(id));
    for (const member of idle('used'))
      if (taken.length < count && (showsState(context) || (await isPlain(context, member))))
        taken.push(member);
    for (const member of idle('expired'))
      if (taken.length < count && (await isRevived(context, member))) taken.push(member);
  }
  while (taken.length < count) {
    if (fresh && !context.controls.has('createDevice')) throw none(context);
    const member = (await makeUsed(context, fresh)) ?? (await makeRoom(context, taken, fresh));
    if (!member) throw none(context);
    taken.push(member);
  }
  for (const member of taken) member.isNew = false;
  const order = new Map(cast.members.map(({ id }, index) => [id, index]));
  return taken.map(({ id }) => id).sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
}

/** As many of these as can be had, at least `least`. */
export async function takeUsedUpTo(context: CaseContext, least: number, most: number): Promise<AnyId[]> {
  const first = await takeUsed(context, least);
  for (let count = most; count > least; count--) {
    const more = await takeUsed(context, count).catch(unlessUnreached);
    if (more) return more;
  }
  return first;
}

/** A new device, without a look at whether it counts. */
export async function makeMember(context: CaseContext): Promise<AnyId> {
  const id = await context.make.device();
  castOf(context).members.push({ id, state: 'used', dated: false, known: false });
  return id;
}

/** Those of the profile, in the state that is read; what is expired from the start is left alone. */
async function joinKnown(context: CaseContext, count: number): Promise<void> {
  const cast = castOf(context);
  if (cast.members.some(({ known }) => known)) return;
  const { device = [] } = context.profile.known ?? {};
  for (const id of await context.devices(Math.max(count, Math.min(device.length, MOST_KNOWN)))) {
    const state = showsState(context) ? (await stateOf(context, id)).state : 'used';
    if (state === 'used') cast.members.push({ id, state, dated: true, known: true });
  }
}

/** Switches Expires off on a device of the cast. */
export async function makePlain(context: CaseContext, id: AnyId): Promise<void> {
  const member = castOf(context).find(id);
  if (member && !(await isPlain(context, member)))
    throw new Unreached('the deployment refused to switch Expires off', 'controls.setLimits');
}

/** Expires is switched off on a device that may have it on. */
async function isPlain(context: CaseContext, member: Member): Promise<boolean> {
  if (!member.dated) return true;
  const { outcome } = await context.controls.setLimits(member.id, { expires: false });
  member.dated = outcome !== 'done';
  return outcome === 'done';
}

/** Whether a device that had expired counts again as one used licence. One of which that is doubtful is left out from now on. */
async function isRevived(context: CaseContext, member: Member): Promise<boolean> {
  if (!context.controls.has('activate')) return false;
  const before = await countsIfKnown(context);
  const { activated } = await attemptActivation(context, member.id);
  member.dated = true;
  if (!activated) {
    if (!(await isPlain(context, member))) return false;
    await attemptActivation(context, member.id);
    member.dated = givesDate(context);
  }
  const seen = showsState(context)
    ? (await stateOnce(context, member.id, 'used')).state === 'used'
    : undefined;
  if (seen === false) return false;
  const counted = before && (await countsOnce(context, before.used + 1)).used === before.used + 1;
  if (seen === undefined && counted !== true) return false;
  member.state = 'used';
  if (counted === false) castOf(context).drop(member.id);
  return counted !== false && (showsState(context) || isPlain(context, member));
}

/** A device that surely has a licence: one of the run's own that is idle, or a new one. */
async function makeUsed(context: CaseContext, fresh: boolean): Promise<Member | undefined> {
  if (!context.controls.has('createDevice')) return undefined;
  if (showsState(context)) {
    const id = fresh ? await context.make.device() : itemAt(await spareDevices(context, 1), 0);
    const state = (await stateOf(context, id)).state ?? 'used';
    return joined(context, { id, state, dated: false, known: false });
  }
  const before = await countLicences(context);
  const id = await context.make.device();
  const counts = (await countsOnce(context, before.used + 1)).used === before.used + 1;
  return joined(context, { id, state: counts ? 'used' : 'expired', dated: false, known: false });
}

function joined(context: CaseContext, member: Member): Member | undefined {
  castOf(context).members.push(member);
  return member.state === 'used' ? member : undefined;
}

/** Where no licence is left for a new device, one is freed that another of the cast holds. */
async function makeRoom(
  context: CaseContext,
  taken: readonly Member[],
  fresh: boolean,
): Promise<Member | undefined> {
  for (const member of castOf(context).of('used')) {
    if (taken.includes(member) || member.known) continue;
    await context.controls.setLimits(member.id, { expires: true, expirationDate: pastDate(context) });
    member.state = 'expired';
    member.dated = true;
    const made = await makeUsed(context, fresh);
    if (made) return made;
  }
  return undefined;
}

function none(context: CaseContext): Unreached {
  return context.controls.has('createDevice')
    ? new Unreached(
        'no device could be made that counts as a used licence: no licence seems to be available',
        'controls.setLicences',
      )
    : new Unreached(
        'more devices that count as used licences would be needed',
        'controls.createDevice',
        'known.device',
      );
}
