/** Openings that nothing shows but what a run does for it: steps and looks on records of its own, where the profile pins what is to come of them. */
import type { Deployment } from '../deployment/deployment.ts';
import { type HasExchange, Unreached } from '../deployment/finding.ts';
import { canRead, readLimits, showsLicence } from '../deployment/reading/device.ts';
import * as step from '../histories/steps.ts';
import type { Event } from '../judge/event.ts';
import { DAY } from '../kit/durations.ts';
import { inTurn } from '../kit/in-turn.ts';
import { mustSet } from '../play/devices.ts';
import { type Done, type Follower, play } from '../play/player.ts';
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
/** A step, which is taken only after events of some kind. */
type Planned = Step | readonly [when: (event: Event) => boolean, step: Step];

interface Trial {
  readonly shows: readonly OpeningId[];
  /** A run that judges none of these does not try what goes with them either. */
  readonly beside: readonly JudgedId[];
  /** Throws `Unreached` where it cannot go on: what was seen until then counts. */
  carryOut(deployment: Deployment, see: (observation: OpeningObservation) => void): Promise<void>;
}

const trials: readonly Trial[] = [
  {
    shows: ['expiry.limits', 'expired.may', 'expired.leaves-by', 'activation.also'],
    beside: ['expiry/reached-expires', 'licences/activation-takes-one', 'licences/expires-again'],
    carryOut(deployment, see) {
      if (!showsLicence(deployment))
        throw new Unreached('the record of a device does not show whether it is expired');
      return bySteps(deployment, stepsOfExpiry(deployment), shownByExpiry, see);
    },
  },
  {
    shows: ['groups.delete-devices'],
    beside: ['groups/deleted-is-gone'],
    carryOut(deployment, see) {
      if (!deployment.lens.reply('group').facts.includes('deviceIds'))
        throw new Unreached('a group does not show its devices');
      // A refusal would be for want of the right, and say nothing of the devices.
      if (deployment.profile.openings['auth.roles']?.mayNotCall.includes('deleteGroup'))
        throw new Unreached('the account may not delete groups');
      return bySteps(deployment, deletingGroup, shownByDeleting, see);
    },
  },
  { shows: ['limits.range'], beside: ['limits/negative-refused/email'], carryOut: endsOfRange },
];

/** The openings that trials show. */
export const tried: ReadonlySet<OpeningId> = new Set(trials.flatMap(({ shows }) => shows));

/** All trials at once. Where one could not go on, what was seen until then is reported, and the reason for the rest. */
export async function trialObservations(session: RunSession): Promise<OpeningObservation[]> {
  const all = trials.map(async (trial): Promise<OpeningObservation[]> => {
    const pinned = trial.shows.filter((id) => session.profile.openings[id] !== undefined);
    if (pinned.length === 0) return [];
    const seen: OpeningObservation[] = [];
    const notCompared = await carriedOut(session, trial, seen).catch(() => undefined);
    const unseen = pinned.filter((id) => !seen.some(({ opening }) => opening === id));
    return [
      ...seen,
      ...unseen.map((opening) => ({ opening, observed: 'nothing', notCompared, exchanges: [] })),
    ];
  });
  return (await Promise.all(all)).flat();
}

/** Gives the reason why not all of it was seen. */
async function carriedOut(
  session: RunSession,
  { beside, carryOut }: Trial,
  seen: OpeningObservation[],
): Promise<string> {
  const { signal, options } = session;
  if (signal.aborted) return 'the run was ended';
  if (options.readOnly) return 'the run is read-only';
  if (!beside.some((id) => isSelected(id, options))) return `${beside[0]} is not judged in this run`;
  const deployment = session.as('calibration');
  try {
    await carryOut(deployment, (observation) => seen.push(observation));
    return 'it did not show in what the run tried';
  } catch (error) {
    if (error instanceof Unreached) return error.message;
    throw error;
  } finally {
    await deployment.end();
  }
}

/** Takes steps on a device and records of the run's own. Another one beside them could take the licence that they reckon with. */
async function bySteps(
  deployment: Deployment,
  steps: readonly Planned[],
  shown: (events: readonly Event[], pins: Pins) => Shown,
  see: (observation: OpeningObservation) => void,
): Promise<void> {
  const { controls, made, profile, run } = deployment;
  if (!controls.has('createDevice')) throw new Unreached('the run can make no device of its own');
  const have = async () => {
    const { id, fresh } = await deployment.device();
    return { id, fresh, dated: !made.isDevice(id) || controls.wasDated(id) };
  };
  const supply = new DeviceSupply(deployment, 1, { have });
  const later = [...steps];
  const next = (taken: readonly Done[]): Step | undefined => {
    for (let one = later.shift(); one; one = later.shift()) {
      if ('do' in one) return one;
      const [when, planned] = one;
      const last = taken.findLast(({ event }) => event?.kind === 'settings' || event?.kind === 'read')?.event;
      if (last && when(last)) return planned;
    }
    return undefined;
  };
  const following = settling();
  const { done } = await inTurn(run, () =>
    play(deployment, supply, next, following, { purpose: 'calibration' }),
  );
  const shownBy = done.flatMap((one) => (one.event ? one.exchanges : [])).map((exchange) => ({ exchange }));
  const events = done.flatMap(({ event }) => event ?? []);
  for (const [id, parts] of Object.entries(shown(events, profile.openings)))
    if (Object.keys(parts).length > 0) see(compared(id as OpeningId, parts, ...shownBy));
  const untaken = done.find((one) => one.untaken)?.untaken;
  if (untaken) throw new Unreached(untaken.reason);
}

interface Settling extends Follower<Settling> {}

/** Waits until what was written can be read; where that does not come, nothing more is tried. */
function settling(explains = true, last?: Event): Settling {
  return {
    ...{ wrongAbout: undefined, explains },
    after: (event) =>
      settling(isSettled(last, event), /^(set|created|deleted)$/.test(event.kind) ? event : undefined),
  };
}

function isSettled(last: Event | undefined, event: Event): boolean {
  if (event.kind === 'settings') {
    const isReached = last?.kind === 'set' && last.change.expires === true && !isAhead(last);
    return !isReached || event.read.licence === 'expired';
  }
  if (event.kind !== 'read') return true;
  if (last?.kind === 'deleted' && last.taken === 'taken') return event.found !== true;
  return last?.kind !== 'created' || event.texts.members === last.texts.members;
}

function isAhead({ at, change }: Of<'set'>): boolean {
  return Date.parse(change.expirationDate ?? '') > at + DAY;
}

/** A device expires, does what it did before, leaves the expired state, and is activated; each time by a date of its own, since the same again may change nothing. */
function stepsOfExpiry(deployment: Deployment): readonly Planned[] {
  const { controls, profile } = deployment;
  const pins = profile.openings;
  const { postLocations, postAlerts, ...reads } = pins['expired.may'] ?? {};
  const isUsed = (event: Event) => event.kind === 'settings' && event.read.licence === 'used';
  const again = (days: number): Planned[] => [
    [isUsed, step.expires(1, days)],
    [isUsed, step.licence(1)],
  ];
  const some = (isDue: boolean, ...steps: readonly Planned[]) => (isDue ? steps : []);
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
      ...[step.expires(1, 30), step.licence(1), ...again(-11), step.neverExpires(1), step.licence(1)],
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

/** A group is deleted while a device is in it; emptied it can be removed by the clean-up. */
const deletingGroup: readonly Planned[] = [
  ...[...step.devices(1), step.visit(1), step.create('group', 1, { members: [1] }), step.read('group', 1)],
  ...[step.remove('group', 1), step.read('group', 1), step.visit(1)],
  [
    (event) => event.kind === 'read' && event.found === true,
    step.update('group', 1, 'members', { members: [] }),
  ],
];

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
async function endsOfRange(
  deployment: Deployment,
  see: (observation: OpeningObservation) => void,
): Promise<void> {
  const range = deployment.profile.openings['limits.range'];
  if (range === undefined) return;
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
  see(compared('limits.range', Object.fromEntries(parts), ...shown));
}
