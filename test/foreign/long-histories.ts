/** Habits that show only after several steps: `roadtest explore` has to find them. */
import { type Habits, habits, type Via } from './habits.ts';

export interface LongHistory {
  kind: string;
  what: string;
  /** The rules that it breaks, by the beginning of their ids: one of them is to be named. */
  breaks: readonly string[];
  broken: () => Partial<Habits>;
}

const RECORDS = ['groups/', 'users/'];
const LIMITS = ['limits/'];

/** How often something has happened. */
class Count {
  readonly #counts = new Map<string, number>();

  add(key: string): number {
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    return count;
  }

  of(key: string): number {
    return this.#counts.get(key) ?? 0;
  }
}

const ends = (past: readonly string[], ...last: string[]) => past.slice(-last.length).join() === last.join();

export const longHistories: readonly LongHistory[] = [
  {
    kind: 'order of writes',
    what: 'ignores a PUT after a PUT and a PATCH',
    breaks: RECORDS,
    broken: () => ({ afterPut: (before, sent, past) => (ends(past, 'PUT', 'PATCH') ? before : sent) }),
  },
  {
    kind: 'n-th time',
    what: 'ignores the fifth PATCH of a record',
    breaks: RECORDS,
    broken: () => ({
      afterPatch: (before, sent, blank, past) =>
        past.filter((how) => how === 'PATCH').length === 4
          ? before
          : habits.afterPatch(before, sent, blank, past),
    }),
  },
  {
    kind: 'counter',
    what: 'ignores every change of a quota from the fifth on',
    breaks: LIMITS,
    broken() {
      const changes = new Count();
      return {
        limitFrom: (before, set, unit, via) =>
          before !== set && changes.add(`${unit.no} ${via}`) > 4 ? before : set,
      };
    },
  },
  {
    kind: 'day change',
    what: 'keeps what was sent at the end of the second day on which something was sent',
    breaks: LIMITS,
    broken() {
      const days = new Count();
      return {
        newDay: (unit, day) =>
          unit.used.mail + unit.used.sms > 0 && days.add(unit.no) === 2
            ? { ...unit.used, day }
            : habits.newDay(unit, day),
      };
    },
  },
  {
    kind: 'state of another record',
    what: 'sends nothing from a unit while the one before it has a quota of 0',
    breaks: LIMITS,
    broken() {
      const quotas = new Map<string, number | null>();
      const before = (no: string) => `V${String(Number(no.slice(1)) - 1).padStart(4, '0')}`;
      const of = (no: string, via: Via) => quotas.get(`${no} ${via}`);
      return {
        limitFrom(_, set, unit, via) {
          quotas.set(`${unit.no} ${via}`, set);
          return set;
        },
        mayGoOut: (limit, used, asked, unit, via) =>
          of(before(unit.no), via) === 0 ? 0 : habits.mayGoOut(limit, used, asked, unit, via),
      };
    },
  },
];
