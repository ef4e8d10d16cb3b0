/**
 * The rules that a history could have shown to be broken. A rule is at stake at a step where another answer would have left no reading of the
 * document, and giving up this one rule would have been enough to explain that answer, which is about what the rule is about.
 */
import { rememberingLast } from '../kit/remembering.ts';
import type { Channel, JudgedId } from '../specification/judged.ts';
import type { OpeningId } from '../specification/openings/index.ts';
import { alternatives, NO_PAST, pastAfter } from './alternatives.ts';
import { pinIn, ruleIn } from './assumption.ts';
import { decides, type Look, lookAt } from './decisive.ts';
import type { Event } from './event.ts';
import { Judge } from './judge.ts';
import { keptIn } from './parts/record-texts.ts';
import type { Known } from './pins.ts';

export interface Stakes {
  /** The steps at which each rule was at stake: indexes of the events. */
  readonly at: ReadonlyMap<JudgedId, readonly number[]>;
  /** The looks by which each rule was at stake, where only some decide it. */
  readonly looks: ReadonlyMap<JudgedId, readonly Look[]>;
  /** The steps at which each answer of the profile was at stake. */
  readonly pins: ReadonlyMap<OpeningId, readonly number[]>;
  /** The events that could have been others, and the rules that forbid one of these; none after the last event that is explained. */
  readonly flips: readonly Flip[];
  /** So many events are explained, from the first one on. */
  readonly explained: number;
  /** The parts that had too many readings: nothing is at stake in them from then on. */
  readonly exhausted: readonly string[];
}

/** An event that could have been another. */
export interface Flip {
  readonly step: number;
  /** The rules that forbid one of the others. */
  readonly rules: ReadonlySet<JudgedId>;
}

/** The stakes of events that are explained as they are; what follows one that is not has none. */
export const stakesOf: (events: readonly Event[], known?: Known) => Stakes = rememberingLast(stakesIn);

function stakesIn(events: readonly Event[], known: Known | undefined): Stakes {
  const at = new Map<JudgedId, number[]>();
  const looks = new Map<JudgedId, Look[]>();
  const pins = new Map<OpeningId, number[]>();
  const start = { known, kept: keptIn(events) };
  let [strict, relaxed, past] = [
    Judge.create(start),
    Judge.create({ ...start, maxViolations: 1, staking: true }),
    NO_PAST,
  ];
  const flips: Flip[] = [];
  let explained = 0;
  for (const [step, event] of events.entries()) {
    const others = alternatives(event, past);
    past = pastAfter(past, event);
    const next = explained === step ? strict.after(event) : undefined;
    const forbidding = new Set<JudgedId>();
    if (others.length > 0) flips.push({ step, rules: forbidding });
    if (!next?.explains) continue;
    explained++;
    const state = {
      before: events.slice(0, step),
      line: (device: string, channel: Channel) => strict.told(`${channel} of ${device}`, device) ?? {},
    };
    for (const other of others) {
      const parts = strict.unexplainedBy(other);
      const without = [...new Set(parts.flatMap((part) => relaxed.wouldGiveUp(part, other).flat()))];
      for (const one of without) {
        const [rule, pin] = [ruleIn(one), pinIn(one)];
        if (rule !== undefined) forbidding.add(rule);
        // One rule does not explain an answer that two parts forbid.
        if (parts.length > 1) continue;
        if (rule !== undefined && decides(rule, event, other, state)) {
          const look = lookAt(event, other);
          note(at, rule, step);
          if (look) note(looks, rule, look);
        }
        if (pin !== undefined) note(pins, pin, step);
      }
    }
    strict = next;
    relaxed = relaxed.after(event);
  }
  const exhausted = [...new Set([...strict.exhausted, ...relaxed.exhausted])];
  return { at, looks, pins, flips, explained, exhausted };
}

function note<Id, Noted>(all: Map<Id, Noted[]>, id: Id, one: Noted): void {
  const noted = all.get(id) ?? [];
  if (!noted.includes(one)) all.set(id, [...noted, one]);
}
