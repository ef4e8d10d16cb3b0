/** Openings that nothing shows but what a run does for it: steps on records of its own, where the profile pins what is to come of them. */
import type { Deployment } from '../deployment/deployment.ts';
import type { HasExchange } from '../deployment/finding.ts';
import { canRead, readLimits, showsLicence } from '../deployment/reading/device.ts';
import * as step from '../histories/steps.ts';
import type { Event } from '../judge/event.ts';
import { Judge } from '../judge/judge.ts';
import { DAY } from '../kit/durations.ts';
import { inTurn } from '../kit/in-turn.ts';
import { mustSet } from '../play/devices.ts';
import { play } from '../play/player.ts';
import type { Step } from '../play/steps.ts';
import { DeviceSupply } from '../play/supply.ts';
import type { Profile } from '../profile/profile.ts';
import type { JudgedId } from '../specification/judged.ts';
import type { OpeningId } from '../specification/openings/index.ts';
import { isSelected, type RunSession } from '../verify/run-options.ts';
import { compared, type OpeningObservation, type Parts } from './observation.ts';

type Pins = Profile['openings'];
type Of<K extends Event['kind']> = Extract<Event, { kind: K }>;
type Shown = { readonly [Id in OpeningId]?: Parts };

interface Trial {
  readonly shows: readonly OpeningId[];
  /** A run that judges none of these does not try what goes with them either. */
  readonly beside: readonly JudgedId[];
  carryOut(deployment: Deployment): Promise<readonly OpeningObservation[]>;
}

const trials: readonly Trial[] = [
  {
    shows: ['expiry.limits', 'expired.may', 'expired.leaves-by', 'activation.also'],
    beside: ['expiry/reached-expires', 'licences/activation-takes-one', 'licences/expires-again'],
    carryOut: (deployment) => bySteps(deployment, stepsOfExpiry(deployment), shownByExpiry),
  },
  {
    shows: ['groups.delete-devices'],
    beside: ['groups/deleted-is-gone'],
    carryOut: (deployment) => bySteps(deployment, stepsOfDeleting(deployment), shownByDeleting),
  },
  { shows: ['limits.range'], beside: ['limits/negative-refused/email'], carryOut: endsOfRange },
];

/** The openings that trials show. */
export const tried: ReadonlySet<OpeningId> = new Set(trials.flatMap(({ shows }) => shows));

/** All trials at once: those that the profile pins something of, and the run may carry out. */
export async function trialObservations(session: RunSession): Promise<OpeningObservation[]> {
  const { options, profile, signal } = session;
  const due = trials.filter(
    ({ shows, beside }) =>
      shows.some((id) => profile.openings[id] !== undefined) && beside.some((id) => isSelected(id, options)),
  );
  if (signal.aborted || options.readOnly) return [];
  const all = due.map(async ({ carryOut }) => {
    const deployment = session.as('calibration');
    try {
      return await carryOut(deployment);
    } catch {
      return [];
    } finally {
      await deployment.end();
    }
  });
  return (await Promise.all(all)).flat();
}

/** Takes steps on a device and records of the run's own. Another one beside them could take the licence that they reckon with. */
async function bySteps(
  deployment: Deployment,
  steps: readonly Step[],
  shown: (events: readonly Event[], pins: Pins) => Shown,
): Promise<OpeningObservation[]> {
  const { controls, made, profile, run } = deployment;
  if (!controls.has('createDevice')) return [];
  const have = async () => {
    const { id, fresh } = await deployment.device();
    return { id, fresh, dated: !made.isDevice(id) || controls.wasDated(id) };
  };
  const supply = new DeviceSupply(deployment, 1, { have });
  // By the judge, what was written is waited for until it can be read.
  const { done } = await inTurn(run, () =>
    play(deployment, supply, steps, Judge.create({}), { purpose: 'calibration' }),
  );
  const exchanges = done.flatMap((one) => (one.event ? one.exchanges : [])).map((exchange) => ({ exchange }));
  const events = done.flatMap(({ event }) => event ?? []);
  return Object.entries(shown(events, profile.openings)).flatMap(([id, parts]) =>
    Object.keys(parts).length > 0 ? [compared(id as OpeningId, parts, ...exchanges)] : [],
  );
}

/** A device expires, does what it did before, leaves the expired state, and is activated; each time by a date of its own, since the same again may change nothing. */
function stepsOfExpiry(deployment: Deployment): readonly Step[] {
  const { controls, profile } = deployment;
  const pins = profile.openings;
  if (!showsLicence(deployment)) return [];
  const { postLocations, postAlerts, ...reads } = pins['expired.may'] ?? {};
  const some = (isDue: boolean, ...steps: readonly Step[]) => (isDue ? steps : []);
  // Calls that the account may not make are refused whether the device is expired or not.
  const mayNot: readonly string[] = pins['auth.roles']?.mayNotCall ?? [];
  const { 'activation.also': also, 'expired.leaves-by': leaves } = pins;
  // A device that stays expired says something only where there is a licence for it.
  const allotted = some(controls.has('readLicences') && controls.has('setLicences'), step.allot(1));
  return [
    ...step.devices(1),
    ...[{ do: 'limits', device: 1, to: null } as const, step.expires(1, -10), step.licence(1)],
    ...some(Object.keys(reads).length > 0, step.visit(1), step.listDevices),
    ...some(postLocations !== undefined && !mayNot.includes('postLocations'), step.locate(1)),
    ...some(postAlerts !== undefined && !mayNot.includes('postAlerts'), step.alert(1)),
    ...some(pins['expiry.limits'] !== undefined && controls.has('send'), step.send(1, 'email')),
    ...some(
      leaves !== undefined,
      ...allotted,
      ...[step.expires(1, 30), step.licence(1), step.expires(1, -11), step.licence(1)],
      ...[step.neverExpires(1), step.licence(1)],
    ),
    ...some(
      also !== undefined && controls.has('activate') && canRead(deployment, 'expires', 'expirationDate'),
      ...allotted,
      ...[step.expires(1, -12), step.licence(1)],
      // By a date ahead it stays expired, and is not so again at once, where nothing but an activation ends that.
      ...some(also === 'nothing' && leaves === 'activation', step.expires(1, 30)),
      ...[step.settings(1), step.activateUndated(1), step.settings(1), step.activate(1)],
      // It may move the date of a device with Expires off as well.
      ...some(
        also?.startsWith('moves') === true,
        ...[step.expires(1, -13), step.licence(1), step.neverExpires(1), step.settings(1)],
        ...[step.activateUndated(1), step.settings(1)],
      ),
    ),
  ];
}

function shownByExpiry(events: readonly Event[], pins: Pins): Shown {
  const settings = (some: readonly Event[]) => some.filter((one) => one.kind === 'settings');
  const licenceAt = (index: number) =>
    settings(events.slice(0, index)).findLast(({ read }) => read.licence !== undefined)?.read.licence;
  const whileExpired = events.filter((_, index) => licenceAt(index) === 'expired');
  const own = events.find((one) => one.kind === 'device')?.device ?? '';
  const may = new Map(
    whileExpired.flatMap((event): [string, boolean][] => {
      if (event.kind === 'visited') return event.found === undefined ? [] : [['read', event.found]];
      const isListed = event.kind === 'devices' && event.listed.includes(own);
      if (event.kind === 'devices') return event.complete || isListed ? [['list', isListed]] : [];
      if (event.kind !== 'located' && event.kind !== 'alerted') return [];
      const isClear = event.taken === 'taken' || event.taken === 'refused';
      return isClear
        ? [[event.kind === 'located' ? 'postLocations' : 'postAlerts', event.taken === 'taken']]
        : [];
    }),
  );
  const sent = whileExpired.findLast((one) => one.kind === 'sent');
  /** Tells whether an expired device was in use after changes of its expiry of this kind. */
  const leftBy = (isOf: (event: Of<'set'>) => boolean): boolean | undefined => {
    const last = events.findLastIndex(
      (event, index) => event.kind === 'set' && event.done && isOf(event) && licenceAt(index) === 'expired',
    );
    const after = last < 0 ? undefined : settings(events.slice(last))[0]?.read.licence;
    return after && after === 'used';
  };
  const byOff = leftBy(({ change }) => change.expires === false);
  const isAhead = ({ at, change }: Of<'set'>) => Date.parse(change.expirationDate ?? '') > at + DAY;
  const byDate = leftBy((event) => event.change.expires === true && isAhead(event));
  const leaves = byDate && byOff ? 'either' : byDate ? 'date-ahead' : byOff ? 'switching-off' : 'activation';
  const isLeft = byDate !== undefined && byOff !== undefined;
  const hadLicence = events.some(({ kind }) => kind === 'allotted');
  const deeds = Object.entries(pins['expired.may'] ?? {}).filter(([deed]) => may.has(deed));
  const plain = (id: OpeningId, observed: string | undefined): Shown =>
    observed === undefined ? {} : { [id]: { '': [observed, pins[id]] } };
  return {
    'expired.may': Object.fromEntries(deeds.map(([deed, said]) => [deed, [may.get(deed), said]])),
    ...plain('expiry.limits', sent && (sent.sent > 0 ? 'limits-lift' : 'sends-nothing')),
    ...plain('expired.leaves-by', isLeft && (byDate || byOff || hadLicence) ? leaves : undefined),
    ...plain('activation.also', alsoBy(events, pins['activation.also'])),
  };
}

/** The effect of activations without a date on the expiry of their device, by the settings before and after; `needs-date` where one with a date alone was taken. */
function alsoBy(events: readonly Event[], pinned: string | undefined): string | undefined {
  let wasOff = false;
  const seen = events.flatMap((event, index): string[] => {
    if (event.kind !== 'activated') return [];
    const last = events.slice(0, index).findLast((one) => one.kind === 'activated');
    if (event.dated) return event.activated && last && !last.dated && !last.activated ? ['needs-date'] : [];
    const isRead = (one: Event) => one.kind === 'settings' && one.read.expires !== undefined;
    const [before, after] = [events.slice(0, index).findLast(isRead), events.slice(index).find(isRead)];
    const isWhole = event.activated && before?.kind === 'settings' && after?.kind === 'settings';
    if (isWhole && before.read.expires === false) wasOff = true;
    return isWhole ? besideActivating(before.read, after.read) : [];
  });
  // A device with Expires off alone shows that any date is moved, and there may have been no room for one.
  return pinned === 'moves-any-date' && !wasOff && seen.at(-1) === 'moves-date' ? undefined : seen.at(-1);
}

type Settings = Of<'settings'>['read'];

function besideActivating(before: Settings, after: Settings): string[] {
  if (before.expires === false) return after.expires === true ? ['moves-any-date'] : [];
  if (!before.expires || !before.expirationDate) return [];
  if (after.expires === false) return ['switches-expiry-off'];
  return [after.expirationDate && after.expirationDate > before.expirationDate ? 'moves-date' : 'nothing'];
}

/** A group is deleted while a device is in it; emptied it can be removed by the clean-up. A refusal for want of the right would say nothing of the devices. */
function stepsOfDeleting({ profile }: Deployment): readonly Step[] {
  if (profile.openings['auth.roles']?.mayNotCall.includes('deleteGroup')) return [];
  return [
    ...[...step.devices(1), step.visit(1), step.create('group', 1, { members: [1] }), step.read('group', 1)],
    ...[step.remove('group', 1), step.read('group', 1), step.visit(1)],
  ];
}

function shownByDeleting(events: readonly Event[], pins: Pins): Shown {
  const [held, after] = events.filter((event) => event.kind === 'read');
  const [before, member] = events.filter((event) => event.kind === 'visited');
  if (!before?.found || !held?.texts.members?.includes(before.device) || !after || !member) return {};
  const observed = after.found ? 'refused' : member.found ? 'stay' : 'the device is gone too';
  return { 'groups.delete-devices': { '': [observed, pins['groups.delete-devices']] } };
}

/** A limit that is refused where there is a greatest one that anybody would think of, and one that is usual. */
const LARGE = 2_000_000_000;
const USUAL = 5;

/** A limit at the end of the range that the profile states, and the nearest values beyond it: none of these is to be in force. */
async function endsOfRange(deployment: Deployment): Promise<OpeningObservation[]> {
  const range = deployment.profile.openings['limits.range'];
  if (range === undefined) return [];
  const { min, whole } = range;
  const max = range.max ?? LARGE;
  const good = Math.min(max, Math.max(min, USUAL));
  const device = (await deployment.device()).id;
  const shown: HasExchange[] = [];
  const beyond = [-1, ...(range.max === null ? [] : [max + 1]), ...(min > 0 ? [min - 1] : [])];
  const parts: [number, readonly [string, string]][] = [];
  for (const dailyEmail of [max, ...beyond, ...(whole ? [good - 0.5] : [])]) {
    await mustSet(deployment, device, { dailyEmail: good });
    const set = await deployment.controls.setLimits(device, { dailyEmail });
    // A limit that was refused is not to be in force either.
    const after = await readLimits(deployment, device);
    shown.push(set, after);
    const fate = after.dailyEmail === dailyEmail ? 'taken' : 'refused';
    parts.push([dailyEmail, [fate, dailyEmail === max ? 'taken' : 'refused']]);
  }
  return [compared('limits.range', Object.fromEntries(parts), ...shown)];
}
