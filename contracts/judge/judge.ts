/**
 * The judge of a deployment: the parts of the document beside each other. Parts share no state, so that each keeps its
 * own readings: their product would grow beyond every bound.
 */
import { channels, type JudgedId } from '../specification/judged.ts';
import type { Event } from './event.ts';
import { Hypotheses, type Part, type Violation } from './hypotheses.ts';
import { devicePart } from './parts/devices.ts';
import { licencePart } from './parts/licences.ts';
import { lineOf } from './parts/limits.ts';
import { placePart } from './parts/places.ts';
import { recordsOf } from './parts/records.ts';
import { tokenPart } from './parts/tokens.ts';

/** The readings of a part as the judge needs them, whatever the states of the part are. */
interface Explaining {
  readonly explain: boolean;
  readonly violated: readonly (readonly Violation[])[] | undefined;
  after(event: Event, step: number): Explaining;
  ruledOut(event: Event, step: number): string[];
}

type Parts = ReadonlyMap<string, Explaining>;

/** The bounds of a judge. */
interface Start {
  /** The number of rules that each part may violate to explain what it sees. Default: none. */
  maxViolations?: number;
  /** The name of a part: no other is followed. */
  only?: string | undefined;
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
    const { maxViolations = 0, only } = start;
    const begin = <S>(part: Part<S>) => Hypotheses.of(part, maxViolations);
    const parts: [string, Explaining][] = [
      ['groups', begin(recordsOf('group'))],
      ['users', begin(recordsOf('user'))],
      ['licences', begin(licencePart())],
      ['tokens', begin(tokenPart)],
      ['places', begin(placePart)],
      ['devices', begin(devicePart)],
    ];
    return new Judge(new Map(parts.filter(([name]) => only === undefined || only === name)), start, 0);
  }

  /** The judge after an event. */
  after(event: Event): Judge {
    const parts = new Map(this.#parts);
    const { maxViolations = 0, only } = this.#start;
    if (event.kind === 'device') {
      for (const channel of channels) {
        const name = `${channel} of ${event.device}`;
        if (parts.has(name) || (only !== undefined && only !== name)) continue;
        parts.set(name, Hypotheses.of(lineOf(event.device, channel), maxViolations));
      }
    }
    for (const [name, hypotheses] of parts) {
      const next = hypotheses.after(event, this.#steps);
      if (next !== hypotheses) parts.set(name, next);
    }
    return new Judge(parts, this.#start, this.#steps + 1);
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

  /** Whether a reading of the document explains all that was seen. */
  get explains(): boolean {
    return [...this.#parts.values()].every(({ explain }) => explain);
  }

  /** The parts that no reading explains any more. */
  get unexplained(): readonly string[] {
    return [...this.#parts].flatMap(([name, { explain }]) => (explain ? [] : [name]));
  }

  /** The smallest sets of rules that each part must violate; `undefined` where one cannot be explained even so. */
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
  /** The part of the service that the history is wrong about. */
  readonly about: string;
  /**
   * The smallest sets of rules without which it can be explained, the likeliest first. In a history of which no step can
   * be spared that is the one broken by the last step before the failure shows: others do not say what that step is for.
   * Empty where two rules do not explain it.
   */
  readonly broken: readonly (readonly JudgedId[])[];
  /** The readings of that part that were ruled out, and by which event. */
  readonly ruledOut: readonly RuledOut[];
}

export interface RuledOut {
  /** Index of the event. */
  readonly step: number;
  /** In words. */
  readonly reading: string;
}

/** No more are listed. */
const MOST_TOLD = 20;

/** The most rules that are violated to explain a history. */
export const MOST_BROKEN = 2;

/** Says what is wrong with a history; `undefined` where a reading of the document explains it. */
export function explain(events: readonly Event[]): Explanation | undefined {
  let judge = Judge.create();
  const step = events.findIndex((event) => {
    judge = judge.after(event);
    return !judge.explains;
  });
  if (step < 0) return undefined;
  const seen = events.slice(0, step + 1);
  const [part = ''] = judge.unexplained;
  const { wrongAbout: about = part } = judge;
  const ruledOut = ruledOutOf(seen, part);
  const last = events[step];
  // Requests at the same time that could be one after the other would have been shrunk to that.
  const isRace = last?.kind === 'burst';
  for (let maxViolations = 1; maxViolations <= MOST_BROKEN; maxViolations++) {
    const relaxed = seen.reduce((so, event) => so.after(event), Judge.create({ maxViolations, only: part }));
    const sets = relaxed.violated?.get(part);
    if (sets && sets.length > 0) return { step, about, broken: inOrder(sets, isRace ? -1 : step), ruledOut };
  }
  return { step, about, broken: [], ruledOut };
}

function ruledOutOf(events: readonly Event[], part: string): RuledOut[] {
  let judge = Judge.create({ only: part });
  const all = events.flatMap((event, step) => {
    const gone = judge.ruledOut(part, event);
    judge = judge.after(event);
    return gone.map((reading) => ({ step, reading }));
  });
  return all.slice(-MOST_TOLD);
}

function inOrder(sets: readonly (readonly Violation[])[], shown: number): JudgedId[][] {
  const cause = (set: readonly Violation[]) => {
    const first = Math.min(...set.map(({ step }) => step));
    return first === shown ? -1 : first;
  };
  return sets.toSorted((one, other) => cause(other) - cause(one)).map((set) => set.map(({ rule }) => rule));
}
