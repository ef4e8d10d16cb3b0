/**
 * The model of a deployment: the parts of the document beside each other. Parts share no state, so that each keeps its
 * own readings: their product would grow beyond every bound.
 */
import { channels, type JudgedId } from '../specification/judged.ts';
import type { Event } from './event.ts';
import { licencePart } from './licences.ts';
import { lineOf } from './lines.ts';
import { placePart } from './places.ts';
import { type GivenUp, type Part, Readings } from './readings.ts';
import { recordsOf } from './records.ts';
import { tokenPart } from './tokens.ts';

/** What the model needs of the readings of a part, whatever its states are. */
interface Explaining {
  readonly explain: boolean;
  readonly lost: boolean;
  readonly givenUp: readonly (readonly GivenUp[])[] | undefined;
  after(event: Event, step: number): Explaining;
  ruledOut(event: Event, step: number): string[];
}

type Parts = ReadonlyMap<string, Explaining>;

export class Model {
  readonly #parts: Parts;
  readonly #most: number;
  readonly #steps: number;

  private constructor(parts: Parts, most: number, steps: number) {
    this.#parts = parts;
    this.#most = most;
    this.#steps = steps;
  }

  /**
   * A deployment of which nothing is known.
   *
   * @param most how many rules each part may give up to explain what it sees
   */
  static create(most = 0): Model {
    const start = <S>(part: Part<S>) => Readings.of(part, most);
    const parts = new Map<string, Explaining>([
      ['groups', start(recordsOf('group'))],
      ['users', start(recordsOf('user'))],
      ['licences', start(licencePart())],
      ['tokens', start(tokenPart)],
      ['places', start(placePart)],
    ]);
    return new Model(parts, most, 0);
  }

  /** The model after an event. */
  after(event: Event): Model {
    const parts = new Map(this.#parts);
    if (event.kind === 'device') {
      for (const channel of channels) {
        const name = `${channel} of ${event.device}`;
        if (!parts.has(name)) parts.set(name, Readings.of(lineOf(event.device, channel), this.#most));
      }
    }
    for (const [name, readings] of parts) {
      const next = readings.after(event, this.#steps);
      if (next !== readings) parts.set(name, next);
    }
    return new Model(parts, this.#most, this.#steps + 1);
  }

  /** The readings of a part that an event leaves nothing of, in words. */
  ruledOut(part: string, event: Event): string[] {
    return this.#parts.get(part)?.ruledOut(event, this.#steps) ?? [];
  }

  /** Whether a reading of the document explains all that was seen. */
  get explains(): boolean {
    return [...this.#parts.values()].every(({ explain }) => explain);
  }

  /** The parts that no reading explains any more. */
  get unexplained(): readonly string[] {
    return [...this.#parts].flatMap(([name, { explain }]) => (explain ? [] : [name]));
  }

  /** The smallest sets of rules that each part had to give up; `undefined` where one cannot be explained even so. */
  get givenUp(): ReadonlyMap<string, readonly (readonly GivenUp[])[]> | undefined {
    const all = new Map<string, readonly (readonly GivenUp[])[]>();
    for (const [name, { givenUp }] of this.#parts) {
      if (!givenUp) return undefined;
      if (givenUp.length > 0) all.set(name, givenUp);
    }
    return all;
  }
}

/** Why a history cannot be explained. */
export interface Explanation {
  /** Index of the first event at which no reading was left. */
  readonly step: number;
  /** What the history is wrong about: `groups`, `users`, `email`, `sms`, `licences`, `tokens` or `places`. */
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

/** More are not told. */
const MOST_TOLD = 20;

/** How many rules are given up at most to explain a history. */
export const MOST_BROKEN = 2;

/** What is wrong with a history; `undefined` where a reading of the document explains it. */
export function explain(events: readonly Event[]): Explanation | undefined {
  let model = Model.create();
  const step = events.findIndex((event) => {
    model = model.after(event);
    return !model.explains;
  });
  if (step < 0) return undefined;
  const seen = events.slice(0, step + 1);
  const [part = ''] = model.unexplained;
  const about = part.split(' ', 1)[0] ?? part;
  const ruledOut = ruledOutOf(seen, part);
  const last = events[step];
  // Requests at the same time that could be one after the other would have been shrunk to that.
  const isRace = last?.kind === 'burst';
  for (let most = 1; most <= MOST_BROKEN; most++) {
    const relaxed = seen.reduce((so, event) => so.after(event), Model.create(most));
    const sets = relaxed.givenUp?.get(part);
    if (sets && sets.length > 0) return { step, about, broken: inOrder(sets, isRace ? -1 : step), ruledOut };
  }
  return { step, about, broken: [], ruledOut };
}

function ruledOutOf(events: readonly Event[], part: string): RuledOut[] {
  let model = Model.create();
  const all = events.flatMap((event, step) => {
    const gone = model.ruledOut(part, event);
    model = model.after(event);
    return gone.map((reading) => ({ step, reading }));
  });
  return all.slice(-MOST_TOLD);
}

function inOrder(sets: readonly (readonly GivenUp[])[], shown: number): JudgedId[][] {
  const cause = (set: readonly GivenUp[]) => {
    const first = Math.min(...set.map(({ step }) => step));
    return first === shown ? -1 : first;
  };
  return sets.toSorted((one, other) => cause(other) - cause(one)).map((set) => set.map(({ rule }) => rule));
}
