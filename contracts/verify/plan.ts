/** The plan of a run: what it would judge and cause, worked out without sending anything. */

import type { Makeable } from '../deployment/finding.ts';
import { MAX_DEVICES, MAX_REQUESTS } from '../deployment/options.ts';
import { releasesBy } from '../deployment/undo/records.ts';
import { DAY, durationMs, HOUR, MINUTE } from '../kit/durations.ts';
import { namesOf } from '../kit/tables.ts';
import { leavesUntold, MAX_LEARNING } from '../learning/untold.ts';
import { controlFacts } from '../profile/controls.ts';
import type { ControlName, Profile } from '../profile/profile.ts';
import { namesWithin } from '../profile/templates.ts';
import { expand, type Judged, type JudgedId } from '../specification/judged.ts';
import type { Need } from '../specification/needs.ts';
import { rules } from '../specification/rules/index.ts';
import { advances, type Cost, costsOf, type Touches, touchesOf } from './demands.ts';
import { isSelected, type VerifyOptions } from './run-options.ts';

/** One judged id. */
export interface Planned {
  judged: Judged;
  touches: Touches;
  costs: readonly Cost[];
  /** Left out because the run is read-only: then it is inconclusive. */
  readOnly: boolean;
  /** The needs of the rule that the profile lacks: then it is inconclusive or not offered. */
  missing: readonly Need[];
}

/** The options that select rules. */
type Selecting = Pick<VerifyOptions, 'only' | 'skip' | 'readOnly' | 'profile' | 'maxDevices' | 'thorough'>;

/** The most that a run causes. */
export interface Plan {
  /** `leftOut`: it is left out because the run is read-only. */
  entries: (Pick<Planned, 'touches' | 'missing'> & { id: JudgedId; leftOut: boolean })[];
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
      ...{ judged, touches, costs: costsOf(judged, options.thorough) },
      readOnly: options.readOnly === true && touches !== 'nothing',
      missing: missingFor(judged, options.profile),
    };
  });
}

/** Works out what `verify` would judge and cause at most. Nothing is sent. */
export function plan(options: Selecting): Plan {
  const { profile, readOnly = false } = options;
  const planned = selectRules(options);
  const costs = costsTogether(planned);
  const mayMake = (one: Makeable) => !readOnly && (one !== 'device' || mayUse(profile, 'createDevice'));
  const creates = { group: 0, user: 0, device: 0 };
  for (const one of costs.flatMap((cost) => cost.creates).filter(mayMake)) creates[one]++;
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
  const sum = (of: (cost: Cost) => number) => costs.reduce((all, cost) => all + of(cost), 0);
  const all = sum(({ requests }) => requests) + deletes + (planned.length > 0 ? SHARED_REQUESTS : 0);
  return {
    entries: planned.map(({ judged: { id }, touches, readOnly: leftOut, missing }) => {
      return { id, touches, leftOut, missing };
    }),
    totals: {
      judged: planned.length,
      // Counts a run in which nothing fails: histories share what each is reckoned with.
      requests: (options.thorough ? all : Math.min(all, MAX_REQUESTS)) + (learns ? MAX_LEARNING : 0),
      messages: mayUse(profile, 'send') ? sum(({ messages }) => messages) : 0,
      creates,
      days: !readOnly && mayUse(profile, 'advance') ? daysOf(costs, profile) : 0,
      controls: readOnly ? [] : controlsFor(planned, profile),
      stays: staying(profile, creates.device),
      freeLicences: mayUse(profile, 'setLicences') ? 0 : creates.device,
    },
  };
}

/** The days that these take one after the other, and the ends of the tokens that they share. */
function daysOf(costs: readonly Cost[], profile: Profile | undefined): number {
  const hours = costs.reduce((sum, one) => sum + one.hours, 0);
  const lifetime = durationMs(profile?.openings['token.lifetime'] ?? USUAL_LIFETIME);
  const ends = costs.some(({ endsToken }) => endsToken) ? ENDS_OF_TOKENS * lifetime : 0;
  return Math.ceil((hours * HOUR + ends) / DAY);
}

function staying(profile: Profile | undefined, devices: number): Plan['totals']['stays'] {
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
export function devicesMadeBy(planned: readonly Planned[]): number {
  const made = costsTogether(planned).flatMap(({ creates }) => creates);
  return Math.min(MAX_DEVICES, made.filter((one) => one === 'device').length);
}

/** The controls that change something and that judging these rules may use. */
function controlsFor(planned: readonly Planned[], profile: Profile | undefined): ControlName[] {
  const costs = costsTogether(planned);
  const makesDevices = costs.some(({ creates }) => creates.includes('device'));
  const used: readonly ControlName[] = [
    ...costs.flatMap(({ controls }) => controls),
    ...(makesDevices ? (['createDevice', 'removeDevice', 'setLicences'] as const) : []),
    ...(costs.some(advances) ? (['advance'] as const) : []),
  ];
  const changes = (name: ControlName) => name !== 'readLimits' && name !== 'readLicences';
  return controlNames.filter((name) => changes(name) && used.includes(name) && mayUse(profile, name));
}

/** Returns whether nothing keeps a run from judging a rule, as far as that is known before. */
function isReached({ missing, readOnly }: Planned): boolean {
  return missing.length === 0 && !readOnly;
}

/** The effects of these rules, once each. */
function costsTogether(planned: readonly Planned[]): Cost[] {
  const caused = planned.filter(isReached).flatMap(({ costs }) => costs);
  return [...new Map(caused.map((one) => [one.name, one])).values()];
}

const controlNames = namesOf(controlFacts);

/** Returns whether the profile has a control. Without a profile all are expected: a simulator brings its own. */
function mayUse(profile: Profile | undefined, name: ControlName): boolean {
  const control = profile?.controls?.[name];
  return profile === undefined || (control !== undefined && control.by !== 'none');
}

/** The needs of a rule that the profile lacks, known before anything is sent. */
function missingFor({ needs }: Judged, profile: Profile | undefined): Need[] {
  if (profile === undefined) return [];
  return needs.filter((need) => {
    const [kind, name = ''] = need.split(':');
    if (kind === 'do') return !controlNames.some((one) => one === name && mayUse(profile, one));
    // `says:locations.purpose=record`
    const [opening, answer] = name.split('=');
    const { 'alerts.purpose': alerts, 'locations.purpose': locations } = profile.openings;
    return kind === 'says' && (opening === 'alerts.purpose' ? alerts : locations)?.does !== answer;
  });
}

/** The most time that a run takes that neither waits for a moment of the deployment's time nor is slowed down. */
const USUAL_TIME = 30 * MINUTE;
/** Waits for a moment of the deployment's time: the longest rules wait so often. */
const WAITS = 5;
const DEFAULT_PATIENCE = MINUTE;

/** The longest that a run may take, in ms of real time: as asked for, or by what its plan needs. */
export function maxTimeOf({ totals }: Plan, options: VerifyOptions): number {
  const { maxTimeMs, profile, patienceMs = DEFAULT_PATIENCE, requestsPerSecond } = options;
  if (maxTimeMs !== undefined) return maxTimeMs;
  const limit = profile?.openings['rate-limit'];
  const perRequest = Math.max(
    requestsPerSecond === undefined ? 0 : 1_000 / requestsPerSecond,
    // A longer window is not sat out.
    limit ? Math.min(durationMs(limit.per), patienceMs) / limit.requests : 0,
  );
  return USUAL_TIME + WAITS * patienceMs + totals.requests * perRequest;
}
