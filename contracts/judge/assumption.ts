/**
 * The assumptions that may be given up to explain a history: the environment does as it is told and leaves alone what is
 * the run's own, the deployment answers as its profile pins, and each rule is kept. The environment is blamed only for what it
 * can reach, and a fact that it is blamed for says nothing. A rule is an assumption by its id.
 */
import { expand, type JudgedId } from '../specification/judged.ts';
import { type OpeningId, openings } from '../specification/openings/index.ts';
import { rules } from '../specification/rules/index.ts';
import { type Event, type Settings, type SingleEvent, singleEvents } from './event.ts';

/** `other-client`: what others can touch was changed by them. `control`: a control did not do what it was asked for. */
export type Environment = `environment:${'other-client' | 'control'}`;

export type Assumption = JudgedId | `pin:${OpeningId}` | Environment;

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

export function isEnvironment(assumption: Assumption): boolean {
  return assumption.startsWith('environment:');
}

/** The environment is given up more easily than a pin, and that more easily than a rule. */
export function weightOf(assumptions: readonly Assumption[]): number {
  const weights: number[] = assumptions.map((one) => (isEnvironment(one) ? 1 : pinIn(one) ? 10 : 100));
  return weights.reduce((sum, weight) => sum + weight, 0);
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

/** Gives the ways in which the environment may be to blame for a fact. */
export type Blames = (event: Event) => readonly Environment[];

export interface Reach {
  /**
   * Tells whether what cannot be explained came again each time on fresh records. Of all that is outside the deployment, only a
   * change of settings that was never carried out does that, and shows in the settings: in those of this history, or of another.
   */
  readonly again?: boolean;
  /** Tells whether another history shows that. Absent: by this one. */
  readonly isOtherwise?: boolean | undefined;
  /** Tells whether other clients may change any record, and end any token. */
  readonly others?: boolean;
  /** Controls whose effect was seen in other histories: they are not blamed. */
  readonly working?: Iterable<Control>;
}

/** The reach of the environment in a history, as far as its facts show. */
export function blamesIn(
  events: readonly Event[],
  { again = false, isOtherwise = showsOtherwise(events), others = false, working = [] }: Reach = {},
): Blames {
  const facts = singleEvents(events);
  const repeating = again
    ? Object.values(controlOf).filter((one) => one !== 'setLimits' || !isOtherwise)
    : [];
  const works = new Set([...workingIn(events), ...working, ...repeating]);
  // No other client posts a place of the history of another device.
  const posted = new Map(
    facts.flatMap((fact): [string, string][] => (fact.kind === 'located' ? [[fact.place, fact.device]] : [])),
  );
  const shared = new Set(
    facts.flatMap((fact) => (fact.kind === 'device' && !fact.fresh && !fact.own ? [fact.device] : [])),
  );
  const isOfShared = (fact: SingleEvent) => {
    if (!('device' in fact) || !shared.has(fact.device)) return false;
    const of = fact.kind === 'last' && fact.place !== undefined ? posted.get(fact.place) : undefined;
    return of === undefined || of === fact.device;
  };
  const isReached = (fact: SingleEvent) =>
    (!again && (fact.kind === 'licences' || isOfShared(fact))) || (others && isOfOthers(fact));
  return (event) => {
    if (event.kind === 'burst')
      return others && event.calls.some(isOfOthers) ? ['environment:other-client'] : [];
    const control = controlOf[event.kind];
    return [
      ...(isReached(event) ? (['environment:other-client'] as const) : []),
      ...(control !== undefined && !works.has(control) ? (['environment:control'] as const) : []),
    ];
  };
}

/** Returns whether another client can have brought a fact about: it shows records as they are, or that a token is not in force. */
function isOfOthers(fact: SingleEvent): boolean {
  if (fact.kind === 'called') return fact.served === 'no' || fact.served === 'absent';
  return 'family' in fact || 'device' in fact || fact.kind === 'devices';
}

/** The controls whose effect was seen in these facts. */
export function workingIn(events: readonly Event[]): ReadonlySet<Control> {
  const facts = singleEvents(events);
  return new Set(facts.flatMap((fact, index) => seenToWork(fact, facts.slice(0, index))));
}

function seenToWork(fact: SingleEvent, before: readonly SingleEvent[]): readonly Control[] {
  switch (fact.kind) {
    case 'sent': {
      if (fact.sent === 0) return [];
      const isHeldBack = fact.sent < fact.asked && Object.keys(askedOf(fact.device, before)).length > 0;
      return isHeldBack ? ['createDevice', 'send', 'setLimits'] : ['createDevice', 'send'];
    }
    case 'settings': {
      const asked = new Map<string, unknown>(Object.entries(askedOf(fact.device, before)));
      // A device on which nothing was set shows nothing as well.
      const shows = Object.entries(fact.read).some(
        ([name, value]) => value !== null && value !== false && asked.get(name) === value,
      );
      return shows ? ['createDevice', 'setLimits'] : ['createDevice'];
    }
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
    const asked = new Map<string, unknown>(Object.entries(askedOf(fact.device, facts.slice(0, index))));
    return Object.entries(fact.read).some(([name, value]) => asked.has(name) && asked.get(name) !== value);
  });
}

/** The settings of a device that were asked for last. */
function askedOf(device: string, facts: readonly SingleEvent[]): Settings {
  return Object.assign(
    {},
    ...facts.flatMap((one) => (one.kind === 'set' && one.device === device ? [one.change] : [])),
  );
}
