/**
 * The faults of a world: rules in their order, each with what it remembers. Chance comes from a generator of our own with a
 * state that snapshots keep, so that the same calls meet the same faults.
 */

import { bitsOf, nextState, shareOf } from '../../contracts/kit/random.ts';
import { count } from '../../contracts/kit/saved.ts';
import { integer, list, object, optional, type Static } from '../../contracts/kit/schema.ts';
import type { OperationId } from '../../contracts/specification/operations.ts';
import type { EpochMs } from '../fleet/types.ts';
import { parseDuration, parseInstant } from '../time/calendar.ts';
import { mustHold } from '../time/saved.ts';
import { KeptReplies, keptReplies } from './kept-replies.ts';
import { CallLimit, limitState } from './limit.ts';
import { readRules } from './reading.ts';
import { type FaultRule, faultRule } from './rule.ts';

/** The facts of a call that rules ask for; those that take work are worked out when one asks. */
export interface CallFacts {
  readonly operation: OperationId;
  readonly now: EpochMs;
  /** True if the call changes nothing. */
  readonly isRead: boolean;
  /** The id of the device in the path. */
  readonly device: string | undefined;
  readonly user: string | undefined;
  /** The place of the token among all that were issued. */
  readonly token: number | undefined;
  header(name: string): string | undefined;
}

/** The fault that a call meets, if it meets one, and the headers of the limits that it was counted by. */
export interface Met {
  readonly fault: Fault | undefined;
  readonly headers: { readonly [name: string]: string } | undefined;
}

/** The memory of a rule, as a snapshot holds it. */
const memory = object({
  /** The calls that met all but `nth`, `after`, `every` and `probability`. */
  met: count,
  hits: count,
  limit: optional(limitState),
  stale: optional(keptReplies),
});
export const faultState = object({
  /** Also as earlier versions have written them. */
  rules: list(faultRule),
  /** One for each rule; left out by earlier versions. */
  memories: optional(list(memory)),
  chance: integer({ minimum: 0, maximum: 2 ** 32 - 1 }),
});
export type FaultState = Static<typeof faultState>;

/** A rule in force: compiled once, so that a call only compares. */
export interface Fault {
  readonly rule: FaultRule;
  readonly limit: CallLimit | undefined;
  readonly stale: KeptReplies | undefined;
  met: number;
  hits: number;
  readonly meets: Meets;
  readonly isAt: (now: EpochMs) => boolean;
}

/** A rule with how often it was used. */
export const countedRule = object({ ...faultRule.properties, hits: count });
export type CountedRule = Static<typeof countedRule>;

export class Faults {
  #faults: Fault[] = [];
  #chance: number;

  constructor(seed: number) {
    this.#chance = seed >>> 0;
  }

  /** Returns whether there is no rule, so that a call needs no facts. */
  get isEmpty(): boolean {
    return this.#faults.length === 0;
  }

  get rules(): FaultRule[] {
    return this.#faults.map(({ rule }) => rule);
  }

  /** The rules, each with how often it was used. */
  get counted(): CountedRule[] {
    return this.#faults.map(({ rule, hits }) => ({ ...rule, hits }));
  }

  /**
   * Replaces all rules; what they remember begins anew.
   * Throws a ControlError `FAULTS_INVALID` and changes nothing when one is not understood.
   */
  set(rules: unknown): void {
    this.#faults = readRules(rules).map(compiled);
  }

  /** Finds the fault that a call meets. A limit that is not reached is none: the rules behind it are asked, too. */
  next(facts: CallFacts): Met {
    let headers: Met['headers'];
    for (const fault of this.#faults) {
      const { rule, limit, isAt, meets } = fault;
      const isMeant = rule.stale === undefined || facts.isRead;
      if (!isMeant || !isAt(facts.now) || !meets(facts) || !this.#isCounted(fault)) continue;
      const counted = limit?.count(keyOf[rule.limit?.by ?? 'all'](facts), facts.now);
      if (counted) headers = { ...headers, ...counted.headers };
      if (counted?.isRefused === false) continue;
      fault.hits++;
      return { fault, headers };
    }
    return { fault: undefined, headers };
  }

  save(): FaultState {
    return {
      rules: this.rules,
      memories: this.#faults.map(({ met, hits, limit, stale }) => ({
        met,
        hits,
        ...(limit && { limit: limit.save() }),
        ...(stale && { stale: stale.save() }),
      })),
      chance: this.#chance,
    };
  }

  /** Throws as `set` does, and a StateError where rules and memories do not fit. */
  restore({ rules, memories, chance }: FaultState): void {
    const faults = readRules(rules).map(compiled);
    mustHold(!memories || faults.length === memories.length, '/memories', 'does not match the rules');
    faults.forEach((fault, index) => {
      const { met = 0, hits = 0, limit, stale } = memories?.[index] ?? {};
      mustHold(hits <= met, `/memories/${index}/hits`, 'is more than the number of matching calls');
      Object.assign(fault, { met, hits });
      if (limit) fault.limit?.restore(limit);
      if (stale) fault.stale?.restore(stale);
    });
    this.#faults = faults;
    this.#chance = chance;
  }

  /** Counts a call that a rule meets, and says whether it is one of those that the rule is for. */
  #isCounted(fault: Fault): boolean {
    const { nth, after = 0, every, probability, times } = fault.rule;
    if (times !== undefined && fault.hits >= times) return false;
    const place = ++fault.met;
    return (
      place > after &&
      (nth === undefined || (typeof nth === 'number' ? nth === place : nth.includes(place))) &&
      (every === undefined || place % every === 0) &&
      (probability === undefined || this.#roll() < probability)
    );
  }

  /** A number from 0 up to 1, and a new state. */
  #roll(): number {
    this.#chance = nextState(this.#chance) >>> 0;
    return shareOf(bitsOf(this.#chance));
  }
}

/** The facts that calls share which a limit counts together. */
const keyOf: {
  readonly [By in NonNullable<NonNullable<FaultRule['limit']>['by']>]: (facts: CallFacts) => string;
} = {
  all: () => '',
  operation: ({ operation }) => operation,
  device: ({ device }) => device ?? '',
  user: ({ user }) => user ?? '',
  token: ({ token }) => String(token ?? ''),
};

type Meets = (facts: CallFacts) => boolean;

/** Each match that is about the call itself, as a condition; a rule that has it is given. */
const meeting: { readonly [field: string]: (rule: FaultRule) => Meets } = {
  operation({ operation = '*' }) {
    const ids = new Set<OperationId | '*'>([operation].flat());
    return (facts) => ids.has('*') || ids.has(facts.operation);
  },
  device({ device = [] }) {
    const ids = new Set([device].flat().map(String));
    return (facts) => facts.device !== undefined && ids.has(facts.device);
  },
  user:
    ({ user }) =>
    (facts) =>
      facts.user === user,
  token:
    ({ token }) =>
    (facts) =>
      facts.token === token,
  header({ header = {} }) {
    const wanted = Object.entries(header).map(([name, text]) => ({ name: name.toLowerCase(), text }));
    return (facts) =>
      wanted.every(({ name, text }) => {
        const sent = facts.header(name);
        return text === '*' ? sent !== undefined : sent === text;
      });
  },
};

function compiled(rule: FaultRule): Fault {
  const conditions = Object.entries(meeting).flatMap(([field, met]) =>
    Object.hasOwn(rule, field) ? met(rule) : [],
  );
  const from = rule.from === undefined ? -Infinity : parseInstant(rule.from);
  const until = rule.until === undefined ? Infinity : parseInstant(rule.until);
  const { limit, stale } = rule;
  return {
    rule,
    limit: limit && new CallLimit(limit.requests, parseDuration(limit.per), limit.headers ?? 'retry-after'),
    stale: stale === undefined ? undefined : new KeptReplies(parseDuration(stale)),
    met: 0,
    hits: 0,
    meets: (facts) => conditions.every((meets) => meets(facts)),
    isAt: (now) => now >= from && now < until,
  };
}
