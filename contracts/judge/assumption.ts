/**
 * The assumptions that may be given up to explain a history: the environment does as it is told and leaves alone what is
 * the run's own, the deployment answers as its profile pins, and each rule is kept. The environment is blamed only for what it can reach, and a fact that it is blamed for says nothing, or nothing about
 * the time. A rule is an assumption by its id.
 */
import { MINUTE } from '../kit/durations.ts';
import type { EpochMs } from '../profile/facts.ts';
import { expand, type JudgedId } from '../specification/judged.ts';
import { type OpeningId, openings } from '../specification/openings/index.ts';
import { rules } from '../specification/rules/index.ts';
import { type Change, type Event, type Settings, type SingleEvent, singleEvents } from './event.ts';

/**
 * `other-client`: what others can touch was changed by them. `control`: a control did not do what it was asked for.
 * `clock`: the deployment's time was another than it seemed.
 */
export type Environment = 'other-client' | 'control' | 'clock';

export type Assumption = JudgedId | `pin:${OpeningId}` | `environment:${Environment}`;

const judged: ReadonlyMap<string, JudgedId> = new Map(rules.flatMap(expand).map(({ id }) => [id, id]));

const pins: ReadonlyMap<string, OpeningId> = new Map(openings.map(({ id }) => [`pin:${id}`, id]));

/** The rule that an assumption is; nothing for another. */
export function ruleIn(assumption: Assumption): JudgedId | undefined {
  return judged.get(assumption);
}

/** The opening whose answer an assumption is; nothing for another. */
export function pinIn(assumption: Assumption): OpeningId | undefined {
  return pins.get(assumption);
}

export function isPin(assumption: Assumption): boolean {
  return pinIn(assumption) !== undefined;
}

export function isEnvironment(assumption: Assumption): boolean {
  return assumption.startsWith('environment:');
}

/** The environment is given up more easily than a pin, and that more easily than a rule. */
export function weightOf(assumptions: readonly Assumption[]): number {
  const weights: number[] = assumptions.map((one) => (isEnvironment(one) ? 1 : isPin(one) ? 10 : 100));
  return weights.reduce((sum, weight) => sum + weight, 0);
}

/** An assumption of the environment, and the fact that is left without it: none where it says nothing then. */
export interface Blame {
  readonly without: `environment:${Environment}`;
  readonly instead: SingleEvent | undefined;
}

/** The controls by which a tester brings something about beside the API. */
export type Control = 'createDevice' | 'setLimits' | 'send' | 'activate' | 'setLicences' | 'setApiEnabled';

const controlOf: { readonly [K in SingleEvent['kind']]?: Control } = {
  device: 'createDevice',
  set: 'setLimits',
  sent: 'send',
  activated: 'activate',
  allotted: 'setLicences',
  access: 'setApiEnabled',
};

/** A clock may be read so much too late or too early. */
const BACKWARDS = MINUTE;

/** The reach of the environment in a history, as far as its facts show. */
export interface Surroundings {
  /** Controls whose effect was seen once: they are not blamed. */
  readonly working: ReadonlySet<Control>;
  /** Tells whether no other client can have had a part in it. */
  readonly alone: boolean;
  /** Tells whether other clients may change any record, and end any token. */
  readonly others?: boolean;
  /** Devices that others may use as well. */
  readonly shared: ReadonlySet<string>;
  /** The places that the history has posted, with their devices: no other client posts one of them of another device. */
  readonly posted: ReadonlyMap<string, string>;
  /** From which step on the time is doubted, and the last moment before. */
  readonly doubted: { readonly step: number; readonly at: EpochMs } | undefined;
}

/** The controls whose effect was seen in these facts. */
export function workingIn(events: readonly Event[]): ReadonlySet<Control> {
  return surroundingsOf(events).working;
}

/**
 * The same where what cannot be explained came again each time on fresh records. Of all that is outside the deployment, only
 * a change of settings that was never carried out does that, and shows in the settings: in those of this history, or of another.
 *
 * @param isOtherwise whether another history shows it
 */
export function surroundingsAgain(
  events: readonly Event[],
  isOtherwise = showsOtherwise(events),
): Surroundings {
  const others: readonly Control[] = Object.values(controlOf).filter(
    (control) => control !== 'setLimits' || !isOtherwise,
  );
  const working = new Set([...workingIn(events), ...others]);
  return { working, alone: true, shared: new Set(), posted: new Map(), doubted: undefined };
}

export function surroundingsOf(events: readonly Event[]): Surroundings {
  const facts = singleEvents(events);
  const back = events.findIndex(({ at }, step) => at < (events[step - 1]?.at ?? at) - BACKWARDS);
  const before = events[back - 1];
  return {
    working: new Set(facts.flatMap((fact, index) => seenToWork(fact, facts.slice(0, index)))),
    alone: false,
    shared: new Set(
      facts.flatMap((fact) => (fact.kind === 'device' && !fact.fresh && !fact.own ? [fact.device] : [])),
    ),
    posted: new Map(facts.flatMap((fact) => (fact.kind === 'located' ? [[fact.place, fact.device]] : []))),
    doubted: before && { step: back, at: before.at },
  };
}

/** The ways in which the environment may be to blame for a fact. */
export function blamesFor(surroundings: Surroundings, event: Event, step: number): readonly Blame[] {
  const { working, alone, others = false, doubted } = surroundings;
  const byOthers: Blame = { without: 'environment:other-client', instead: undefined };
  if (event.kind === 'burst') return others && event.calls.some(isOfOthers) ? [byOthers] : [];
  const blames: Blame[] = [];
  const control = controlOf[event.kind];
  const isShared = !alone && (event.kind === 'licences' || isOfShared(surroundings, event));
  if (isShared || (others && isOfOthers(event))) blames.push(byOthers);
  if (control !== undefined && !working.has(control))
    blames.push({ without: 'environment:control', instead: undefined });
  if (doubted && step >= doubted.step)
    blames.push({ without: 'environment:clock', instead: { ...event, at: doubted.at } });
  return blames;
}

/** Returns whether it is about a device that others use as well, and shows there no place that the history posted of another one. */
function isOfShared({ shared, posted }: Surroundings, event: SingleEvent): boolean {
  if (!('device' in event) || !shared.has(event.device)) return false;
  const of = event.kind === 'last' && event.place !== undefined ? posted.get(event.place) : undefined;
  return of === undefined || of === event.device;
}

/** Returns whether another client can have brought a fact about: it shows records as they are, or that a token is not in force. */
function isOfOthers(fact: SingleEvent): boolean {
  if (fact.kind === 'called') return fact.served === 'no' || fact.served === 'absent';
  return 'family' in fact || 'device' in fact || fact.kind === 'devices';
}

/** The controls whose effect a fact shows. */
function seenToWork(fact: SingleEvent, before: readonly SingleEvent[]): readonly Control[] {
  const asked = 'device' in fact ? askedOf(fact.device, before) : [];
  switch (fact.kind) {
    case 'sent':
      if (fact.sent === 0) return [];
      return fact.sent < fact.asked && asked.length > 0
        ? ['createDevice', 'send', 'setLimits']
        : ['createDevice', 'send'];
    case 'settings':
      return shows(fact.read, asked) ? ['createDevice', 'setLimits'] : ['createDevice'];
    case 'visited':
      return fact.found ? ['createDevice'] : [];
    case 'issued': {
      const isOff = before.findLast((one) => one.kind === 'access')?.enabled === false;
      return isOff && !fact.issued && fact.credentials === 'good' ? ['setApiEnabled'] : [];
    }
    case 'allotted':
      return fact.available === undefined ? [] : ['setLicences'];
    default:
      return [];
  }
}

/** Returns whether settings were read that are not those which were asked for last. */
export function showsOtherwise(events: readonly Event[]): boolean {
  const facts = singleEvents(events);
  return facts.some((fact, index) => {
    if (fact.kind !== 'settings') return false;
    const asked = askedOf(fact.device, facts.slice(0, index));
    const last: ReadonlyMap<string, unknown> = new Map(Object.entries(Object.assign({}, ...asked)));
    return Object.entries(fact.read).some(([name, value]) => last.has(name) && last.get(name) !== value);
  });
}

/** The changes of a device that were asked for. */
function askedOf(device: string, facts: readonly SingleEvent[]): Change[] {
  return facts.flatMap((one) => (one.kind === 'set' && one.device === device ? [one.change] : []));
}

/** A device on which nothing was set shows it as well. */
function isNothing(value: unknown): boolean {
  return value === null || value === false || value === undefined;
}

/** Returns whether settings show what was last asked of them. */
function shows(read: Settings, asked: readonly Change[]): boolean {
  const last: ReadonlyMap<string, unknown> = new Map(Object.entries(Object.assign({}, ...asked)));
  return Object.entries(read).some(([fact, value]) => !isNothing(value) && last.get(fact) === value);
}
