/**
 * The demands of histories, by their steps: what they change of a deployment, what they cause at most, and beside which others
 * they may be played.
 */
import type { Deployment } from '../deployment/deployment.ts';
import type { Makeable } from '../deployment/finding.ts';
import type { History } from '../histories/history.ts';
import { histories } from '../histories/index.ts';
import type { Family } from '../judge/event.ts';
import { countsLicences } from '../play/beside.ts';
import type { Part } from '../play/row.ts';
import {
  callsIn,
  costOf as costOfStep,
  isOfKey,
  onlyReads,
  readingsOf,
  rowOfStep,
  type Step,
  touches,
} from '../play/steps.ts';
import type { ControlName } from '../profile/profile.ts';
import { expand, type Judged } from '../specification/judged.ts';
import { operation as operationOf } from '../specification/operations.ts';
import { type RuleId, rules } from '../specification/rules/index.ts';

export function historiesAbout(judged: readonly Judged[]): History[] {
  return histories.filter(({ about }) => judged.some(({ id }) => about.includes(id)));
}

/**
 * The things that judging a rule may change: `nothing`, `records` (groups and users of its own making), a `device` that it
 * alone has, the `account` (licences, API access), the deployment's `time`.
 */
export type Touches = 'nothing' | 'records' | 'device' | 'account' | 'time';

/** The parts of a run, in their order: what may go on beside anything, then what changes the account, and at last what needs time. */
export const phases = ['beside', 'account', 'time'] as const;

export type Phase = (typeof phases)[number];

/** The things that judging a rule may change. */
export function touchesOf(judged: Judged): Touches {
  return touchedBy(historiesAbout([judged]));
}

/** The part of a run that a rule is judged in. */
export function phaseOf({ rule }: Judged): Phase {
  return phaseByRule.get(rule) ?? 'time';
}

/** Histories that do no more than ask for tokens and call what is their own are played at the beginning. */
export function touchedBy(these: readonly Pick<History, 'steps'>[]): Touches {
  const steps = these.flatMap((history) => history.steps);
  const isOfTokens = (step: Step) => touches(step, 'tokens') && step.do !== 'until';
  if (steps.length === 0 || !steps.every(isOfTokens)) return 'time';
  if (steps.some(mayDisturb)) return 'account';
  const calls = steps.flatMap((step) => (step.do === 'call' && !onlyReads(step) ? [step] : []));
  if (calls.length === 0) return 'nothing';
  return calls.some(({ operation }) => operationOf(operation).family === 'devices') ? 'device' : 'records';
}

/** Returns whether nothing is to be sent beside a step: it switches API access, or may lock the account. */
function mayDisturb(step: Step): boolean {
  if (step.do !== 'token') return step.do === 'access';
  return step.credentials === 'near-miss' && step.near !== undefined && isOfKey(step.near);
}

const phaseByRule: ReadonlyMap<RuleId, Phase> = new Map(
  rules.map((rule) => {
    const touches = touchedBy(historiesAbout(expand(rule)));
    return [rule.id, touches === 'account' || touches === 'time' ? touches : 'beside'];
  }),
);

/** The most that a history causes, whichever of the rules that need it are judged: once under its name. */
export interface Cost {
  readonly name: string;
  readonly requests: number;
  /** E-mails and SMS messages that really go out where the deployment is a real one. */
  readonly messages: number;
  /** The records that it creates, one entry each. */
  readonly creates: readonly Makeable[];
  /** The controls that its steps use, beside those by which devices are had. */
  readonly controls: readonly ControlName[];
  /** So many hours it brings the deployment's time forward, beside the ends of tokens. */
  readonly hours: number;
  /** Tells whether it waits for the end of a token, which it shares with others. */
  readonly endsToken: boolean;
}

/** The most that judging a rule causes where nothing fails; calibration, which all share, is not counted. */
export function costsOf(judged: Judged, thorough = false): readonly Cost[] {
  const isPlayed = ({ when }: History) => when === undefined || (thorough && when === 'thorough');
  return historiesAbout([judged]).filter(isPlayed).map(costOf);
}

/** Returns whether it brings the deployment's time forward. */
export function advances({ hours, endsToken }: Cost): boolean {
  return hours > 0 || endsToken;
}

/** Played once, with what it reads again where writes become readable a moment later. */
function costOf({ name, steps }: History): Cost {
  const costs = steps.map(costOfStep);
  const sum = (of: 'requests' | 'messages' | 'hours') => costs.reduce((all, one) => all + one[of], 0);
  const readings = steps.flatMap((step) => (onlyReads(step) ? [] : readingsOf(step)));
  return {
    name,
    requests: sum('requests') + readings.length,
    ...{ messages: sum('messages'), hours: sum('hours') },
    endsToken: steps.some((step) => step.do === 'until'),
    creates: [...costs.flatMap(({ creates }) => creates), ...sparedIn(steps)],
    controls: steps.flatMap(controlsOf),
  };
}

/** A device that must be in use is brought back first where it is not. */
const BRINGING_BACK: readonly ControlName[] = ['setLimits', 'activate'];

function controlsOf(step: Step): readonly ControlName[] {
  if (step.do === 'device') return step.inUse ? BRINGING_BACK : [];
  return callsIn(step).flatMap((call) => rowOfStep(call).needs ?? []);
}

/** The record that calls go to which are to be refused, one for all of them. */
function sparedIn(steps: readonly Step[]): Makeable[] {
  const refused = steps.flatMap((step) => (step.do === 'call' && step.bearer !== 'token' ? [step] : []));
  const changing = refused
    .map(({ operation }) => operationOf(operation))
    .filter(({ method }) => method !== 'POST');
  return changing
    .flatMap(({ writes }) => (writes === 'group' || writes === 'user' ? [writes] : []))
    .slice(0, 1);
}

export const families: readonly Family[] = ['group', 'user'];

/** The part of a deployment that a history touches: those of one kind, or of another, may run beside it. */
export type Kind = 'alone' | Exclude<Part, 'tokens' | 'records'> | Family;

export function kindOfHistory({ steps, isAfterReports }: History, session: Deployment): Kind {
  const areAll = (part: Part) => steps.every((step) => touches(step, part));
  const written = new Set(steps.map((step) => ('family' in step ? step.family : step.do)));
  const family = families.find((one) => [...written].every((other) => other === one || other === 'wait'));
  if (family && areAll('records')) return family;
  const isOfOwn = (step: Step) => touches(step, 'devices') || isOfRecords(step);
  if (steps.every(isOfOwn) && !countsLicences(steps, session)) return isAfterReports ? 'looking' : 'devices';
  return (['access', 'looking', 'licences'] as const).find(areAll) ?? 'alone';
}

/** Returns whether a step is about a record, which does not change with time, and waits for none. */
export function isOfRecords(step: Step): boolean {
  return 'family' in step && touches(step, 'records');
}
