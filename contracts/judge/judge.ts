/**
 * The judge of a deployment: the parts of the document beside each other. Parts share no state, so that each keeps its
 * own readings: their product would grow beyond every bound.
 */
import { rememberingLast } from '../kit/remembering.ts';
import { type Channel, channels, type JudgedId } from '../specification/judged.ts';
import { type Assumption, type Blames, blamesIn, isEnvironment, type Reach, ruleIn } from './assumption.ts';
import type { Event } from './event.ts';
import { Hypotheses, type Part, type Prediction, type Violation } from './hypotheses.ts';
import { choicesPart } from './parts/choices.ts';
import { passesBy } from './parts/days.ts';
import { devicePart } from './parts/devices.ts';
import { intrusionPart } from './parts/intrusions.ts';
import { anyMoment, inAnyZone, reachBy } from './parts/lapses.ts';
import { licencePart } from './parts/licences.ts';
import { lineOf } from './parts/limits.ts';
import { placePart } from './parts/places.ts';
import { type KeptFacts, keptIn } from './parts/record-texts.ts';
import { recordsOf } from './parts/records.ts';
import { tokenForms } from './parts/token-forms.ts';
import { tokenPart } from './parts/tokens.ts';
import { type Known, pinned } from './pins.ts';

/** The bounds of a judge. */
interface Start {
  /** The number of assumptions that each part may give up to explain what it sees. Default: none. */
  readonly maxViolations?: number;
  /** Tells whether devices are in use at the same time that no fact tells of. */
  readonly beside?: boolean;
  /** Tells whether it is asked what is at stake, and not what is broken. */
  readonly staking?: boolean;
  /** The name of a part: no other is followed. */
  readonly only?: string | undefined;
  /** The reach of the environment, which may be blamed. Default: it may not, as where a failure came again. */
  readonly blames?: Blames | undefined;
  /** The answers that the profile pins. Default: every answer is open. */
  readonly known?: Known | undefined;
  /** Tells whether each of these answers may be another. Default: no. */
  readonly orOther?: boolean;
  /** Rules that are known to be broken: nothing is held to them. Default: none. */
  readonly knownBroken?: ReadonlySet<JudgedId> | undefined;
  /** Facts of records that the deployment is known to keep from the beginning on. Default: those are seen by and by. */
  readonly kept?: KeptFacts | undefined;
}

/** A line by the end of the day that is pinned, where one is. */
function lineBy({ known, orOther, ...how }: Start, device: string, channel: Channel): Part<unknown> {
  const open = lineOf(device, channel, how);
  if (!known?.dayEndAfter || orOther) return open;
  return pinned(lineOf(device, channel, how, passesBy(known.dayEndAfter)), open, 'day.ends');
}

/** Licences by the moment that is pinned at which a date is reached, where one is. */
function licencesBy({ known, orOther }: Start): Part<unknown> {
  if (!known?.reachOf) return licencePart();
  // Another answer would be one moment as well.
  const other = licencePart(inAnyZone, anyMoment);
  return orOther ? other : pinned(licencePart(reachBy(known.reachOf)), other, 'expiry.instant');
}

const partsBy = (start: Start): [string, Part<unknown>][] => [
  // A request that was sent in vain says more than a record that is not as it was.
  ['tokens in vain', intrusionPart],
  ['groups', recordsOf('group', start.kept?.group)],
  ['users', recordsOf('user', start.kept?.user)],
  ['licences', licencesBy(start)],
  ['tokens', tokenPart],
  ...tokenForms.map(([rule, part]): [string, Part<unknown>] => [`tokens by ${rule}`, part]),
  ['choices', choicesPart],
  ['places', placePart],
  ['devices', devicePart],
];

export class Judge {
  readonly #parts: ReadonlyMap<string, Hypotheses>;
  readonly #start: Start;
  readonly #steps: number;

  private constructor(parts: ReadonlyMap<string, Hypotheses>, start: Start, steps: number) {
    this.#parts = parts;
    this.#start = start;
    this.#steps = steps;
  }

  /** A deployment of which nothing is known. */
  static create(start: Start = {}): Judge {
    return new Judge(new Map(), start, 0).#with(partsBy(start));
  }

  /** The judge with further parts, from here on. */
  #with(further: readonly (readonly [name: string, part: Part<unknown>])[]): Judge {
    const { only, maxViolations: most = 0, knownBroken: without = new Set() } = this.#start;
    const parts = new Map(this.#parts);
    for (const [name, part] of further)
      if (!parts.has(name) && (only === undefined || only === name))
        parts.set(name, Hypotheses.of(part, { most, without }));
    return new Judge(parts, this.#start, this.#steps);
  }

  /** The judge after an event. */
  after(event: Event): Judge {
    if (event.kind !== 'device') return this.#after(event);
    const lines = channels.map((channel) => {
      return [`${channel} of ${event.device}`, lineBy(this.#start, event.device, channel)] as const;
    });
    return this.#with(lines).#after(event);
  }

  #after(event: Event): Judge {
    const blames = this.#start.blames?.(event);
    const parts = new Map(this.#parts);
    for (const [name, part] of parts) {
      const next = part.after(event, this.#steps, blames);
      if (next !== part) parts.set(name, next);
    }
    return new Judge(parts, this.#start, this.#steps + 1);
  }

  /** The parts of which no reading would explain an event, and that something is at stake in. */
  unexplainedBy(event: Event): string[] {
    const isOpen = (part: Hypotheses) => !part.explains(event, this.#steps) && !part.excused;
    return [...this.#parts].flatMap(([name, part]) => (isOpen(part) ? [name] : []));
  }

  /** The smallest sets of assumptions that a part would have to give up for an event; none where even that does not do. */
  wouldGiveUp(part: string, event: Event): readonly (readonly Assumption[])[] {
    const sets = this.#parts.get(part)?.violatedBy(event, this.#steps) ?? [];
    return sets.map((set) => set.map(({ without }) => without));
  }

  /** A record, a device or a channel of one, as one part has it by its first reading. */
  told(part: string, target: string): Prediction | undefined {
    return this.#parts.get(part)?.told(target);
  }

  /** The parts that had too many readings: they explain everything, so that nothing follows from them. */
  get exhausted(): readonly string[] {
    return [...this.#parts].flatMap(([name, { exhausted }]) => (exhausted ? [name] : []));
  }

  /** The parts that no reading explains any more, such as `groups`, `licences`, `email of 3` or `tokens in vain`. */
  get unexplained(): readonly string[] {
    return [...this.#parts].flatMap(([name, { explain }]) => (explain ? [] : [name]));
  }

  /** Tells whether a reading of the document explains all that was seen. */
  get explains(): boolean {
    return this.unexplained.length === 0;
  }

  /** Names in a word the first fact that no reading of the document explains; `undefined` if one explains all that was seen. */
  get wrongAbout(): string | undefined {
    return this.unexplained.map(aboutOf)[0];
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

/** The subject of a part in a word: `email` of one of a device. */
function aboutOf(part: string): string {
  return part.replace(/ .*/, '');
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
}

interface ExplainOptions extends Pick<Start, 'known' | 'knownBroken'>, Omit<Reach, 'again'> {
  /** Tells whether others may be blamed, as far as they reach. With neither this nor `working` none is. */
  readonly blames?: boolean;
  /** Rules that are judged: where several parts do not explain it, the one that says something of these. */
  readonly asked?: ReadonlySet<JudgedId>;
}

/** The most rules that are violated to explain a history. */
export const MAX_BROKEN = 2;

/** By the pinned answers alone. */
const plainly = rememberingLast((events: readonly Event[], known: Known | undefined) =>
  explanationOf(events, { known }),
);

/** Says what is wrong with a history, which does not change; `undefined` where a reading of the document explains it. */
export function explain(
  events: readonly Event[],
  { known, ...options }: ExplainOptions = {},
): Explanation | undefined {
  const isPlain = Object.keys(options).length === 0;
  return isPlain ? plainly(events, known) : explanationOf(events, { known, ...options });
}

function explanationOf(
  events: readonly Event[],
  { blames = false, known, knownBroken, asked, ...reach }: ExplainOptions,
): Explanation | undefined {
  const start: Start = { known, knownBroken, kept: keptIn(events) };
  const wrong = wrongByAny(events, start);
  if (!wrong) return undefined;
  const { step, judge } = wrong;
  const seen = events.slice(0, step + 1);
  const mayBlame = blames || reach.working !== undefined;
  const reached = mayBlame ? blamesIn(seen, { ...reach, again: !blames }) : undefined;
  const explained = (part: string): Explanation => {
    const givenUp = leastSetsBy(seen, part, { ...start, blames: reached });
    return { step, about: aboutOf(part), part, broken: rulesAlone(givenUp), givenUp };
  };
  const [part = '', ...further] = judge.unexplained;
  const first = explained(part);
  const isAsked = ({ broken }: Explanation) => broken.flat().some((rule) => asked?.has(rule));
  // One answer may break several rules.
  const other = asked && !isAsked(first) ? further.map(explained).find(isAsked) : undefined;
  return other ?? first;
}

/** The smallest sets of assumptions that a part must give up to explain a history. */
function setsBy(seen: readonly Event[], only: string, start: Start): readonly (readonly Violation[])[] {
  const judge = seen.reduce((so, event) => so.after(event), Judge.create({ ...start, only }));
  return judge.violated?.get(only) ?? [];
}

/** The same with as few as can be, the likeliest first: those that are given up by the last step before the failure shows. */
function leastSetsBy(seen: readonly Event[], part: string, start: Start): Assumption[][] {
  let sets: readonly (readonly Violation[])[] = [];
  for (let most = 1; sets.length === 0 && most <= MAX_BROKEN; most++)
    sets = setsBy(seen, part, { ...start, maxViolations: most });
  // Requests at the same time that could be one after the other would have been shrunk to that.
  const shown = seen.at(-1)?.kind === 'burst' ? -1 : seen.length - 1;
  const cause = (set: readonly Violation[]) => {
    const first = Math.min(...set.map(({ step }) => step));
    return first === shown ? -1 : first;
  };
  return sets
    .toSorted((one, other) => cause(other) - cause(one))
    .map((set) => set.map(({ without }) => without));
}

/** The rules that explain why a part cannot be explained by the last event, and not before; `undefined` where it is, or was not before. */
export function brokenAtEnd(
  events: readonly Event[],
  part: string,
  { known, knownBroken }: Pick<ExplainOptions, 'known' | 'knownBroken'>,
): readonly (readonly JudgedId[])[] | undefined {
  const start: Start = { known, knownBroken, kept: keptIn(events) };
  if (firstWrong(events, { ...start, only: part })?.step !== events.length - 1) return undefined;
  return rulesAlone(leastSetsBy(events, part, start));
}

/**
 * The rules of which one alone explains a history where other devices, in use at the same time, may have a part in it.
 *
 * @param events until the one that shows it
 */
export function besideOf(events: readonly Event[], part: string, known: Known | undefined): JudgedId[] {
  const sets = setsBy(events, part, { known, maxViolations: 1, beside: true });
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
