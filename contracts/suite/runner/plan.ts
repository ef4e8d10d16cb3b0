/** The plan of a run: what it would judge and cause, worked out without sending anything. */

import { namesOf } from '../../kit/tables.ts';
import { controlFacts } from '../../profile/controls.ts';
import type { ControlName, Profile } from '../../profile/profile.ts';
import { expand, type Judged, type JudgedId } from '../../specification/judged.ts';
import type { Need } from '../../specification/needs.ts';
import { rules } from '../../specification/rules/index.ts';
import type { Case, Cases, Cost, Shared, Touches } from '../case.ts';
import { namesIn } from '../controls/templates.ts';
import type { Makeable } from '../finding.ts';
import { isSelected, type VerifyOptions } from '../options.ts';
import { releasesBy } from '../session/releasing.ts';

/** One case for one judged id. */
export interface Planned {
  judged: Judged;
  case: Case;
  touches: Touches;
  cost: Cost;
  /** Left out because the run is read-only. */
  readOnly: boolean;
  /** The needs of the rule that the profile lacks. */
  missing: readonly Need[];
}

/** The options that select cases. */
export type Selecting = Pick<VerifyOptions, 'only' | 'skip' | 'readOnly' | 'profile'>;

export interface PlannedEntry {
  id: JudgedId;
  touches: Touches;
  requests: number;
  messages: number;
  creates: Makeable[];
  /** Whether it is left out because the run is read-only: then it is inconclusive. */
  leftOut: boolean;
  /** The needs of the rule that the profile lacks: then it is inconclusive or not offered. */
  missing: readonly Need[];
}

/** The most that a run causes. */
export interface Plan {
  entries: PlannedEntry[];
  totals: {
    judged: number;
    requests: number;
    messages: number;
    creates: { [M in Makeable]: number };
    /** The controls that change something, and that it may use. Settings are put back. */
    controls: readonly ControlName[];
    /** Devices that stay at the end, and the licences that they use then. */
    stays: { devices: number; licences: number };
    /** How many licences have to be free for all devices that it makes, where it cannot get more. */
    freeLicences: number;
  };
}

/** The requests that a rule still sends before it finds that a control is missing. */
const UNTIL_MISSING = 3;

/** Requests that belong to no case: finding the controls, the first token, lists, calibration. */
const SHARED_REQUESTS = 50;

/** The selected cases, in the order of the ledger. */
export function selectCases(cases: Cases, options: Selecting): Planned[] {
  return rules.flatMap((rule) => {
    const one = cases[rule.id];
    if (!one) return [];
    return expand(rule)
      .filter(({ id }) => isSelected(id, options))
      .map((judged) => {
        const touches = typeof one.touches === 'function' ? one.touches(judged) : one.touches;
        const cost = typeof one.cost === 'function' ? one.cost(judged) : one.cost;
        return {
          judged,
          case: one,
          touches,
          cost,
          readOnly: isLeftOut(touches, options),
          missing: missingFor(judged, options.profile),
        };
      });
  });
}

/** A read-only run may let time pass, but does not move it. */
function isLeftOut(touches: Touches, { readOnly }: Selecting): boolean {
  return readOnly === true && touches !== 'nothing' && touches !== 'quiet';
}

export function planOf(cases: Cases, options: Selecting): Plan {
  const { profile, readOnly = false } = options;
  const planned = selectCases(cases, options);
  const shared = sharedBy(planned.filter(({ missing }) => missing.length === 0));
  const makes = ({ creates = [] }: Pick<Cost, 'creates'>): Makeable[] =>
    readOnly ? [] : creates.filter((one) => one !== 'device' || mayUse(profile, 'createDevice'));
  const entries = planned.map((one): PlannedEntry => {
    const { judged, touches, cost, missing } = one;
    const isCut = missing.length > 0;
    const requests = isCut ? Math.min(cost.requests, UNTIL_MISSING) : cost.requests;
    return {
      id: judged.id,
      touches,
      requests: one.readOnly ? 0 : requests,
      messages: one.readOnly || isCut || !canSend(judged, profile) ? 0 : (cost.messages ?? 0),
      creates: isCut ? [] : makes(cost),
      leftOut: one.readOnly,
      missing,
    };
  });
  const creates = { group: 0, user: 0, device: 0 };
  const made = [...entries.flatMap((entry) => entry.creates), ...shared.flatMap(makes)];
  for (const one of made) creates[one]++;
  if (!readOnly && needsTurn(planned, (name) => mayUse(profile, name))) creates.group++;
  const sum = (pick: (entry: PlannedEntry) => number) =>
    entries.reduce((total, entry) => total + pick(entry), 0);
  const deletes = creates.group + creates.user + creates.device;
  return {
    entries,
    totals: {
      judged: entries.length,
      requests:
        sum(({ requests }) => requests) +
        shared.reduce((total, { requests }) => total + requests, 0) +
        deletes +
        (entries.length > 0 ? SHARED_REQUESTS : 0),
      messages:
        sum(({ messages }) => messages) +
        (mayUse(profile, 'send') ? shared.reduce((total, { messages = 0 }) => total + messages, 0) : 0),
      creates,
      controls: readOnly ? [] : changingControls(profile).filter((name) => usesOf(planned)[name]),
      stays: staying(profile, creates.device),
      freeLicences: mayUse(profile, 'setLicences') ? 0 : creates.device,
    },
  };
}

function staying(profile: Profile | undefined, devices: number): { devices: number; licences: number } {
  const by = releasesBy({
    has: (name) => mayUse(profile, name),
    takes: (name, value) => profile === undefined || namesIn(profile.controls?.[name]).has(value),
  });
  return { devices: by === 'removal' ? 0 : devices, licences: by === undefined ? devices : 0 };
}

/** Messages that are not those of an alert are sent by a control. */
function canSend({ channel }: Judged, profile: Profile | undefined): boolean {
  return channel === undefined || mayUse(profile, 'send');
}

/** How many devices these cases make at most. */
export function devicesMadeBy(planned: readonly Planned[]): number {
  const reached = planned.filter(({ missing }) => missing.length === 0);
  const made = [...reached.map(({ cost }) => cost), ...sharedBy(reached)];
  return made.flatMap(({ creates = [] }) => creates).filter((one) => one === 'device').length;
}

/** Whether these cases change what all runs share. `has`: the controls that there are. */
export function needsTurn(planned: readonly Planned[], has: (name: ControlName) => boolean): boolean {
  const uses = usesOf(planned);
  return shared.some((name) => uses[name] && has(name));
}

/** They change the account, or its time. */
const shared = ['setApiEnabled', 'createDevice', 'setLicences', 'advance'] as const;

/** The controls that these cases may use. */
function usesOf(planned: readonly Planned[]): { readonly [C in ControlName]?: boolean } {
  const reached = planned.filter(({ missing, readOnly }) => missing.length === 0 && !readOnly);
  const needed = new Set(reached.flatMap(({ judged }) => judged.needs));
  const isInArea = (...areas: string[]) =>
    reached.some(({ judged }) => areas.some((area) => judged.id.startsWith(area)));
  const makesDevices = reached.some(({ cost }) =>
    [cost, ...(cost.shared ?? [])].some(({ creates }) => creates?.includes('device')),
  );
  return {
    setApiEnabled: reached.some(({ judged }) => judged.rule === 'token/api-disabled'),
    setLimits: isInArea('limits/', 'expiry/', 'licences/'),
    send: isInArea('limits/', 'licences/'),
    activate: needed.has('do:activate'),
    createDevice: makesDevices,
    removeDevice: makesDevices,
    setLicences: makesDevices,
    advance: reached.some(
      ({ touches, cost }) =>
        touches === 'time' &&
        (cost.shared ?? [cost]).some(({ advances = true }: Partial<Shared>) => advances),
    ),
  };
}

/** The costs that several of these cases share, once each. */
function sharedBy(planned: readonly Planned[]): Shared[] {
  const caused = planned.flatMap(({ cost, readOnly }) => (readOnly ? [] : (cost.shared ?? [])));
  return [...new Map(caused.map((one) => [one.key, one])).values()];
}

const controlNames = namesOf(controlFacts);

/** Whether the profile has a control. Without a profile all are expected: a simulator brings its own. */
function mayUse(profile: Profile | undefined, name: ControlName): boolean {
  const control = profile?.controls?.[name];
  return profile === undefined || (control !== undefined && control.by !== 'none');
}

/** The controls of the profile that change something. */
function changingControls(profile: Profile | undefined): ControlName[] {
  return controlNames.filter((name) => !name.startsWith('read') && mayUse(profile, name));
}

/** The needs of a rule that the profile lacks, known before anything is sent: the case ends as soon as it asks for one. */
function missingFor({ needs }: Judged, profile: Profile | undefined): Need[] {
  if (profile === undefined) return [];
  return needs.filter((need) => {
    const [kind, name = ''] = need.split(':');
    if (kind === 'do') return !controlNames.some((one) => one === name && mayUse(profile, one));
    return kind === 'says' && !says(profile, name);
  });
}

/** `locations.purpose=record` */
function says({ openings }: Profile, sentence: string): boolean {
  const [opening, answer] = sentence.split('=');
  const given = opening === 'alerts.purpose' ? openings['alerts.purpose'] : openings['locations.purpose'];
  return given?.does === answer;
}
