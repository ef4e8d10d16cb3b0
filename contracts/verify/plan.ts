/** The plan of a run: what it would judge and cause, worked out without sending anything. */

import type { Makeable } from '../deployment/finding.ts';
import { MAX_DEVICES, MAX_REQUESTS } from '../deployment/options.ts';
import { releasesBy } from '../deployment/undo/records.ts';
import { DAY, durationMs, HOUR } from '../kit/durations.ts';
import { namesOf } from '../kit/tables.ts';
import { leavesUntold, MAX_LEARNING } from '../learning/untold.ts';
import { controlFacts } from '../profile/controls.ts';
import type { ControlName, Profile } from '../profile/profile.ts';
import { namesWithin } from '../profile/templates.ts';
import { expand, type Judged, type JudgedId } from '../specification/judged.ts';
import type { Need } from '../specification/needs.ts';
import { rules } from '../specification/rules/index.ts';
import { costsOf, touchesOf } from './directed/by-histories.ts';
import { advances, type Cost } from './directed/cost.ts';
import type { Touches } from './directed/touches.ts';
import { isSelected, type VerifyOptions } from './run-options.ts';

/** One judged id. */
export interface Planned {
  judged: Judged;
  touches: Touches;
  costs: readonly Cost[];
  /** Left out because the run is read-only. */
  readOnly: boolean;
  /** The needs of the rule that the profile lacks. */
  missing: readonly Need[];
}

/** The options that select rules. */
export type Selecting = Pick<
  VerifyOptions,
  'only' | 'skip' | 'readOnly' | 'profile' | 'maxDevices' | 'thorough'
>;

export interface PlannedEntry {
  id: JudgedId;
  touches: Touches;
  /** The effects of judging it alone: much of it is shared with others. */
  requests: number;
  messages: number;
  creates: Makeable[];
  /** Tells whether it is left out because the run is read-only: then it is inconclusive. */
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
    /** So many days the deployment's time is moved, where that can be done. */
    days: number;
    /** Devices that stay at the end, and the licences that they use then. */
    stays: { devices: number; licences: number };
    /** How many licences have to be free for all devices that it makes, where it cannot get more. */
    freeLicences: number;
  };
}

/** So often the end of a token is waited for, and how long one lasts where that is not known. */
const ENDS_OF_TOKENS = 4;
const USUAL_LIFETIME = 'P1D';

/** Requests that belong to no rule: finding the controls, the first token, lists, calibration. */
const SHARED_REQUESTS = 50;

/** The selected rules, in the order of the ledger. */
export function selectRules(options: Selecting): Planned[] {
  const selected = rules.flatMap(expand).filter(({ id }) => isSelected(id, options));
  return selected.map((judged) => {
    const touches = touchesOf(judged);
    return {
      judged,
      touches,
      costs: costsOf(judged),
      readOnly: options.readOnly === true && touches !== 'nothing',
      missing: missingFor(judged, options.profile),
    };
  });
}

/** Works out what `verify` would judge and cause at most. Nothing is sent. */
export function plan(options: Selecting): Plan {
  const { profile, readOnly = false } = options;
  const planned = selectRules(options);
  const entries = planned.map((one): PlannedEntry => {
    const { judged, touches, missing } = one;
    return { id: judged.id, touches, ...causedBy([one], options), leftOut: one.readOnly, missing };
  });
  const { requests, messages, creates: made } = causedBy(planned, options);
  const creates = { group: 0, user: 0, device: 0 };
  for (const one of made) creates[one]++;
  // They come again.
  creates.device = Math.min(creates.device, options.maxDevices ?? MAX_DEVICES);
  // Without a profile the deployment may tell its own.
  const writes = makesRecords(planned);
  const learns = profile !== undefined && leavesUntold(profile, writes);
  if (learns && writes) {
    creates.group++;
    creates.user++;
  }
  const deletes = creates.group + creates.user + creates.device;
  const all = requests + deletes + (entries.length > 0 ? SHARED_REQUESTS : 0);
  return {
    entries,
    totals: {
      judged: entries.length,
      // Counts a run in which nothing fails: histories share what each is reckoned with.
      requests: (options.thorough ? all : Math.min(all, MAX_REQUESTS)) + (learns ? MAX_LEARNING : 0),
      messages,
      creates,
      days: !readOnly && mayUse(profile, 'advance') ? daysOf(planned, profile) : 0,
      controls: readOnly ? [] : changingControls(profile).filter((name) => usesOf(planned)[name]),
      stays: staying(profile, creates.device),
      freeLicences: mayUse(profile, 'setLicences') ? 0 : creates.device,
    },
  };
}

/** The most that judging these rules together causes. */
function causedBy(
  planned: readonly Planned[],
  { profile, readOnly = false }: Selecting,
): Pick<PlannedEntry, 'requests' | 'messages' | 'creates'> {
  const costs = costsTogether(planned);
  const mayMake = (one: Makeable) => !readOnly && (one !== 'device' || mayUse(profile, 'createDevice'));
  return {
    requests: costs.reduce((sum, { requests }) => sum + requests, 0),
    messages: mayUse(profile, 'send') ? costs.reduce((sum, { messages }) => sum + messages, 0) : 0,
    creates: costs.flatMap(({ creates }) => creates).filter(mayMake),
  };
}

/** The days that these rules take one after the other, and the ends of the tokens that they share. */
function daysOf(planned: readonly Planned[], profile: Profile | undefined): number {
  const costs = costsTogether(planned);
  const hours = costs.reduce((sum, one) => sum + one.hours, 0);
  const lifetime = durationMs(profile?.openings['token.lifetime'] ?? USUAL_LIFETIME);
  const ends = costs.some(({ endsToken }) => endsToken) ? ENDS_OF_TOKENS * lifetime : 0;
  return Math.ceil((hours * HOUR + ends) / DAY);
}

function staying(profile: Profile | undefined, devices: number): { devices: number; licences: number } {
  const by = releasesBy({
    has: (name) => mayUse(profile, name),
    takes: (name, value) => profile === undefined || namesWithin(profile.controls?.[name]).includes(value),
  });
  return { devices: by === 'removal' ? 0 : devices, licences: by === undefined ? devices : 0 };
}

/** Returns whether groups or users are made for these rules. */
export function makesRecords(planned: readonly Planned[]): boolean {
  const made = planned.filter(({ readOnly }) => !readOnly).flatMap(({ costs }) => costs);
  return made.some(({ creates }) => creates.includes('group') || creates.includes('user'));
}

/** How many devices are made for these rules at most. */
export function devicesMadeBy(planned: readonly Planned[], most = MAX_DEVICES): number {
  const made = costsTogether(planned).flatMap(({ creates }) => creates);
  return Math.min(most, made.filter((one) => one === 'device').length);
}

/** The controls that judging these rules may use. */
function usesOf(planned: readonly Planned[]): { readonly [C in ControlName]?: boolean } {
  const reached = planned.filter(isReached);
  const needed = new Set(reached.flatMap(({ judged }) => judged.needs));
  const isInArea = (...areas: string[]) =>
    reached.some(({ judged }) => areas.some((area) => judged.id.startsWith(area)));
  const makesDevices = reached.some(({ costs }) => costs.some(({ creates }) => creates.includes('device')));
  return {
    setApiEnabled: reached.some(({ judged }) => judged.rule === 'token/api-disabled'),
    setLimits: isInArea('limits/', 'expiry/', 'licences/'),
    send: isInArea('limits/', 'licences/'),
    activate: needed.has('do:activate'),
    createDevice: makesDevices,
    removeDevice: makesDevices,
    setLicences: makesDevices,
    advance: reached.some(({ touches, costs }) => touches === 'time' && costs.some(advances)),
  };
}

/** Returns whether nothing keeps a run from judging a rule, as far as that is known before. */
function isReached({ missing, readOnly }: Planned): boolean {
  return missing.length === 0 && !readOnly;
}

/** The effects of these rules, once each. */
function costsTogether(planned: readonly Planned[]): Cost[] {
  const caused = planned.filter(isReached).flatMap(({ costs }) => costs);
  return [...new Map(caused.map((one) => [one.key, one])).values()];
}

const controlNames = namesOf(controlFacts);

/** Returns whether the profile has a control. Without a profile all are expected: a simulator brings its own. */
function mayUse(profile: Profile | undefined, name: ControlName): boolean {
  const control = profile?.controls?.[name];
  return profile === undefined || (control !== undefined && control.by !== 'none');
}

/** The controls of the profile that change something. */
function changingControls(profile: Profile | undefined): ControlName[] {
  return controlNames.filter((name) => !name.startsWith('read') && mayUse(profile, name));
}

/** The needs of a rule that the profile lacks, known before anything is sent. */
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
