/**
 * The judge of a deployment: the parts of the document beside each other. Parts share no state, so that each keeps its
 * own readings: their product would grow beyond every bound.
 */
import { type Channel, channels, type JudgedId } from '../specification/judged.ts';
import {
  type Assumption,
  type Blame,
  blamesFor,
  type Control,
  isEnvironment,
  ruleIn,
  type Surroundings,
  surroundingsAgain,
  surroundingsOf,
} from './assumption.ts';
import type { Event } from './event.ts';
import { Hypotheses, type Part, type Told, type Violation } from './hypotheses.ts';
import { apartFrom } from './known-broken.ts';
import { choicesPart } from './parts/choices.ts';
import { passesBy } from './parts/days.ts';
import { devicePart } from './parts/devices.ts';
import { intrusionPart } from './parts/intrusions.ts';
import { type KeptFacts, keptIn } from './parts/kept-facts.ts';
import { anyMoment, inAnyZone, reachBy } from './parts/lapses.ts';
import { licencePart } from './parts/licences.ts';
import { lineOf } from './parts/limits.ts';
import { placePart } from './parts/places.ts';
import { recordsOf } from './parts/records.ts';
import { tokenForms } from './parts/token-forms.ts';
import { tokenPart } from './parts/tokens.ts';
import { type Known, pinned } from './pins.ts';

/** The readings of a part as the judge needs them, whatever the states of the part are. */
interface Explaining {
  readonly explain: boolean;
  readonly exhausted: boolean;
  readonly excused: boolean;
  readonly violated: readonly (readonly Violation[])[] | undefined;
  explains(event: Event, step: number): boolean;
  violatedBy(event: Event, step: number): Explaining['violated'];
  after(event: Event, step: number, blames?: readonly Blame[]): Explaining;
  ruledOut(event: Event, step: number): string[];
  told(target: string): Told | undefined;
}

function begin<S>(part: Part<S>, { maxViolations = 0, may, knownBroken = NONE }: Start): Explaining {
  return Hypotheses.of(apartFrom(knownBroken, part), maxViolations, may);
}

const NONE: ReadonlySet<JudgedId> = new Set();

/** A line by the end of the day that is pinned, where one is. */
function lineBy(start: Start, device: string, channel: Channel): Explaining {
  const open = lineOf(device, channel, undefined, start.beside, start.staking);
  const { dayEndAfter } = start.known ?? {};
  if (!dayEndAfter || start.orOther) return begin(open, start);
  const strict = lineOf(device, channel, passesBy(dayEndAfter), start.beside, start.staking);
  return begin(pinned(strict, open, 'day.ends'), start);
}

/** Licences by the moment that is pinned at which a date is reached, where one is. */
function licencesBy(start: Start): Explaining {
  const { reachOf } = start.known ?? {};
  if (!reachOf) return begin(licencePart(), start);
  const strict = licencePart(reachBy(reachOf));
  // Another answer would be one moment as well.
  const other = licencePart(inAnyZone, anyMoment);
  if (start.orOther) return begin(other, start);
  return begin(pinned(strict, other, 'expiry.instant'), start);
}

type Parts = ReadonlyMap<string, Explaining>;

/** The bounds of a judge. */
interface Start {
  /** The number of assumptions that each part may give up to explain what it sees. Default: none. */
  maxViolations?: number;
  /** Tells whether devices are in use at the same time that no fact tells of. */
  beside?: boolean;
  /** Tells whether it is asked what is at stake, and not what is broken. */
  staking?: boolean;
  /** The one assumption that may be given up. Default: each. */
  may?: Assumption;
  /** The name of a part: no other is followed. */
  only?: string | undefined;
  /** The reach of the environment, which may be blamed. Default: it may not, as where a failure came again. */
  environment?: Surroundings | undefined;
  /** The answers that the profile pins. Default: every answer is open. */
  known?: Known | undefined;
  /** Tells whether each of these answers may be another. Default: no. */
  orOther?: boolean;
  /** Rules that are known to be broken: nothing is held to them. Default: none. */
  knownBroken?: ReadonlySet<JudgedId> | undefined;
  /** Facts of records that the deployment is known to keep from the beginning on. Default: those are seen by and by. */
  kept?: KeptFacts | undefined;
}

export class Judge {
  readonly #parts: Parts;
  readonly #start: Start;
  readonly #steps: number;

  private constructor(parts: Parts, start: Start, steps: number) {
    this.#parts = parts;
    this.#start = start;
    this.#steps = steps;
  }

  /** A deployment of which nothing is known. */
  static create(start: Start = {}): Judge {
    const { only } = start;
    const parts: [string, Explaining][] = [
      // A request that was sent in vain says more than a record that is not as it was.
      ['tokens in vain', begin(intrusionPart, start)],
      ['groups', begin(recordsOf('group', start.kept?.group), start)],
      ['users', begin(recordsOf('user', start.kept?.user), start)],
      ['licences', licencesBy(start)],
      ['tokens', begin(tokenPart, start)],
      ...tokenForms.map(([rule, part]): [string, Explaining] => [`tokens by ${rule}`, begin(part, start)]),
      ['choices', begin(choicesPart, start)],
      ['places', begin(placePart, start)],
      ['devices', begin(devicePart, start)],
    ];
    return new Judge(new Map(parts.filter(([name]) => only === undefined || only === name)), start, 0);
  }

  /** The judge after an event. */
  after(event: Event): Judge {
    const parts = new Map(this.#parts);
    const { only, environment } = this.#start;
    const blames = environment ? blamesFor(environment, event, this.#steps) : [];
    if (event.kind === 'device') {
      for (const channel of channels) {
        const name = `${channel} of ${event.device}`;
        if (parts.has(name) || (only !== undefined && only !== name)) continue;
        parts.set(name, lineBy(this.#start, event.device, channel));
      }
    }
    for (const [name, hypotheses] of parts) {
      const next = hypotheses.after(event, this.#steps, blames);
      if (next !== hypotheses) parts.set(name, next);
    }
    return new Judge(parts, this.#start, this.#steps + 1);
  }

  /** The parts of which no reading would explain an event, and that something is at stake in. */
  unexplainedBy(event: Event): string[] {
    const names: string[] = [];
    for (const [name, part] of this.#parts)
      if (!part.explains(event, this.#steps) && !part.excused) names.push(name);
    return names;
  }

  /** The smallest sets of assumptions that a part would have to give up for an event; none where even that does not do. */
  wouldGiveUp(part: string, event: Event): readonly (readonly Assumption[])[] {
    const sets = this.#parts.get(part)?.violatedBy(event, this.#steps) ?? [];
    return sets.map((set) => set.map(({ without }) => without));
  }

  /** A record, a device or a channel of one, as one part has it by its first reading. */
  told(part: string, target: string): Told | undefined {
    return this.#parts.get(part)?.told(target);
  }

  /** The parts that had too many readings: they explain everything, so that nothing follows from them. */
  get exhausted(): readonly string[] {
    return [...this.#parts].flatMap(([name, { exhausted }]) => (exhausted ? [name] : []));
  }

  /** The readings of a part that an event leaves nothing of, in words. */
  ruledOut(part: string, event: Event): string[] {
    return this.#parts.get(part)?.ruledOut(event, this.#steps) ?? [];
  }

  /**
   * The part that no reading of the document explains: `groups`, `users`, `email`, `sms`, `licences`, `tokens`, `places` or `devices`;
   * `undefined` where one explains all that was seen.
   */
  get wrongAbout(): string | undefined {
    return this.unexplained[0]?.split(' ', 1)[0];
  }

  /** Tells whether a reading of the document explains all that was seen. */
  get explains(): boolean {
    return [...this.#parts.values()].every(({ explain }) => explain);
  }

  /** The parts that no reading explains any more. */
  get unexplained(): readonly string[] {
    return [...this.#parts].flatMap(([name, { explain }]) => (explain ? [] : [name]));
  }

  /** The smallest sets of assumptions that each part must give up; `undefined` where one cannot be explained even so. */
  get violated(): ReadonlyMap<string, readonly (readonly Violation[])[]> | undefined {
    const all = new Map<string, readonly (readonly Violation[])[]>();
    for (const [name, { violated }] of this.#parts) {
      if (!violated) return undefined;
      if (violated.length > 0) all.set(name, violated);
    }
    return all;
  }
}

/** Why a history cannot be explained. */
export interface Explanation {
  /** Index of the first event at which no reading was left. */
  readonly step: number;
  /** The part of the service that the history is wrong about, and the part of the judge that says so. */
  readonly about: string;
  readonly part: string;
  /**
   * The smallest sets of rules without which it can be explained, the likeliest first. In a history of which no step can
   * be spared that is the one broken by the last step before the failure shows: others do not say what that step is for.
   * Empty where two rules do not explain it, or where the environment or another answer than is pinned does.
   */
  readonly broken: readonly (readonly JudgedId[])[];
  /** The smallest sets of assumptions, in the same order. */
  readonly givenUp: readonly (readonly Assumption[])[];
  /** The readings of that part that were ruled out, and by which event. */
  readonly ruledOut: readonly RuledOut[];
}

export interface RuledOut {
  /** Index of the event. */
  readonly step: number;
  /** In words. */
  readonly reading: string;
}

interface ExplainOptions {
  readonly blames?: boolean;
  readonly others?: boolean;
  readonly known?: Known | undefined;
  readonly working?: ReadonlySet<Control>;
  readonly isOtherwise?: boolean;
  readonly knownBroken?: ReadonlySet<JudgedId>;
  readonly asked?: ReadonlySet<JudgedId>;
}

/** No more are listed. */
const MOST_TOLD = 20;

/** The most rules that are violated to explain a history. */
export const MOST_BROKEN = 2;

/**
 * Says what is wrong with a history; `undefined` where a reading of the document explains it.
 *
 * @param options `blames`: whether others may be blamed, as far as they reach. `others`: whether other clients reach all records. `working`: controls whose effect was
 *   seen in any history; without it none is blamed for what came again. `isOtherwise`: whether settings of any history are not those that were asked for. `knownBroken`: rules that nothing is held to.
 *   `asked`: rules that are judged: where several parts do not explain it, the one that says something of these
 */
export function explain(
  events: readonly Event[],
  { blames = false, others = false, known, working, isOtherwise, knownBroken, asked }: ExplainOptions = {},
): Explanation | undefined {
  const kept = keptIn(events);
  const wrong = wrongByAny(events, { known, knownBroken, kept });
  if (!wrong) return undefined;
  const { step, judge } = wrong;
  const seen = events.slice(0, step + 1);
  const last = events[step];
  // Requests at the same time that could be one after the other would have been shrunk to that.
  const isRace = last?.kind === 'burst';
  const surroundings = blames ? surroundingsOf(seen) : surroundingsAgain(seen, isOtherwise);
  const all = new Set([...surroundings.working, ...(working ?? [])]);
  const environment = { ...surroundings, working: all, others };
  const explained = (part: string): Explanation => {
    const start: Start = {
      only: part,
      known,
      knownBroken,
      kept,
      ...((blames || working) && { environment }),
    };
    const ruledOut = ruledOutOf(seen, part, { known, knownBroken, kept });
    const givenUp = inOrder(leastSetsBy(seen, part, start), isRace ? -1 : step);
    const about = part.split(' ', 1)[0] ?? part;
    return { step, about, part, ruledOut, broken: rulesAlone(givenUp), givenUp };
  };
  const [part = '', ...further] = judge.unexplained;
  const first = explained(part);
  const isAsked = ({ broken }: Explanation) => broken.flat().some((rule) => asked?.has(rule));
  // One answer may break several rules.
  const other = asked && !isAsked(first) ? further.map(explained).find(isAsked) : undefined;
  return other ?? first;
}

/** The smallest sets of assumptions that a part must give up to explain a history. */
function setsBy(seen: readonly Event[], part: string, start: Start): readonly (readonly Violation[])[] {
  return seen.reduce((so, event) => so.after(event), Judge.create(start)).violated?.get(part) ?? [];
}

function leastSetsBy(seen: readonly Event[], part: string, start: Start): readonly (readonly Violation[])[] {
  for (let maxViolations = 1; maxViolations <= MOST_BROKEN; maxViolations++) {
    const sets = setsBy(seen, part, { ...start, maxViolations });
    if (sets.length > 0) return sets;
  }
  return [];
}

/** The rules that explain why a part cannot be explained by the last event, and not before; `undefined` where it is, or was not before. */
export function brokenAtEnd(
  events: readonly Event[],
  part: string,
  { known, knownBroken }: Pick<ExplainOptions, 'known' | 'knownBroken'>,
): readonly (readonly JudgedId[])[] | undefined {
  const start: Start = { only: part, known, knownBroken, kept: keptIn(events) };
  if (firstWrong(events, start)?.step !== events.length - 1) return undefined;
  return rulesAlone(inOrder(leastSetsBy(events, part, start), events.length - 1));
}

/**
 * The rules of which one alone explains a history where other devices, in use at the same time, may have a part in it.
 *
 * @param events until the one that shows it
 */
export function besideOf(
  events: readonly Event[],
  { part }: Pick<Explanation, 'part'>,
  known: Known | undefined,
): JudgedId[] {
  const sets = setsBy(events, part, { only: part, known, maxViolations: 1, beside: true });
  return sets.flatMap((set) => set.flatMap(({ without }) => ruleIn(without) ?? []));
}

/**
 * The first step that the pinned answers do not explain; that which no other answer explains either, if there is one: it
 * says more.
 */
function wrongByAny(events: readonly Event[], start: Start): ReturnType<typeof firstWrong> {
  const asPinned = firstWrong(events, start);
  if (!asPinned || !start.known) return asPinned;
  const otherwise = firstWrong(events, { ...start, orOther: true });
  return otherwise && otherwise.step >= asPinned.step ? otherwise : asPinned;
}

/** The first step that cannot be explained, and the judge after it. */
function firstWrong(events: readonly Event[], start: Start): { step: number; judge: Judge } | undefined {
  let judge = Judge.create(start);
  const step = events.findIndex((event) => {
    judge = judge.after(event);
    return !judge.explains;
  });
  return step < 0 ? undefined : { step, judge };
}

/** The rules of each set without an assumption of the environment. A rule is broken where the pin alone does not explain the history. */
function rulesAlone(sets: readonly (readonly Assumption[])[]): JudgedId[][] {
  return sets.flatMap((set) => {
    const rules = set.flatMap((one) => ruleIn(one) ?? []);
    return rules.length > 0 && !set.some(isEnvironment) ? [rules] : [];
  });
}

function ruledOutOf(events: readonly Event[], part: string, start: Start): RuledOut[] {
  let judge = Judge.create({ ...start, only: part });
  const all = events.flatMap((event, step) => {
    const gone = judge.ruledOut(part, event);
    judge = judge.after(event);
    return gone.map((reading) => ({ step, reading }));
  });
  return all.slice(-MOST_TOLD);
}

function inOrder(sets: readonly (readonly Violation[])[], shown: number): Assumption[][] {
  const cause = (set: readonly Violation[]) => {
    const first = Math.min(...set.map(({ step }) => step));
    return first === shown ? -1 : first;
  };
  return sets
    .toSorted((one, other) => cause(other) - cause(one))
    .map((set) => set.map(({ without }) => without));
}
