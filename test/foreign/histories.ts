/** Habits that show only after something has happened: on another day, at a later change, beside a neighbour. */
import type { Unit } from './depot.ts';
import { habits, type Via } from './habits.ts';
import type { Variant } from './variants.ts';

const perChannel = (rule: string): string[] => ['email', 'sms'].map((channel) => `${rule}/${channel}`);
const vias: readonly Via[] = ['mail', 'sms'];

/** A number for each channel of each unit. */
class Tally {
  readonly #counts = new Map<string, number>();

  of(unit: Unit, via: Via): number {
    return this.#counts.get(`${unit.no} ${via}`) ?? 0;
  }

  set(unit: Unit, via: Via, count: number): void {
    this.#counts.set(`${unit.no} ${via}`, count);
  }
}

export const historyVariants: readonly Variant[] = [
  {
    breaks: perChannel('limits/holds-each-day'),
    what: 'saves up what was left of a quota',
    broken: () => {
      const saved = new Tally();
      return {
        newDay(unit, day) {
          for (const via of vias) saved.set(unit, via, Math.max(0, (unit.quota[via] ?? 0) - unit.used[via]));
          return habits.newDay(unit, day);
        },
        mayGoOut: (limit, used, asked, unit, via) =>
          habits.mayGoOut(limit === null ? null : limit + saved.of(unit, via), used, asked, unit, via),
      };
    },
  },
  {
    breaks: perChannel('limits/holds-each-day'),
    what: 'forgets its quotas after the first day',
    broken: () => {
      const days = new Tally();
      return {
        newDay(unit, day) {
          days.set(unit, 'mail', 1);
          return habits.newDay(unit, day);
        },
        mayGoOut: (limit, used, asked, unit, via) =>
          habits.mayGoOut(days.of(unit, 'mail') > 0 ? null : limit, used, asked, unit, via),
      };
    },
    also: ['limits/'],
  },
  {
    breaks: perChannel('limits/next-day-restores'),
    what: 'begins one new day, and no further one',
    broken: () => {
      const days = new Tally();
      return {
        newDay(unit, day) {
          days.set(unit, 'mail', days.of(unit, 'mail') + 1);
          return days.of(unit, 'mail') > 1 ? { ...unit.used, day } : habits.newDay(unit, day);
        },
      };
    },
    also: ['limits/'],
  },
  {
    breaks: perChannel('limits/changes-repeat'),
    what: 'takes two changes of a quota a day',
    broken: () => {
      const changes = new Tally();
      return {
        newDay(unit, day) {
          for (const via of vias) changes.set(unit, via, 0);
          return habits.newDay(unit, day);
        },
        limitFrom(before, set, unit, via) {
          if (before !== set) changes.set(unit, via, changes.of(unit, via) + 1);
          return changes.of(unit, via) > 2 ? before : set;
        },
      };
    },
    also: ['limits/'],
  },
  {
    breaks: perChannel('limits/changes-repeat'),
    what: 'lowers no quota that was raised before',
    broken: () => {
      const raised = new Tally();
      return {
        limitFrom(before, set, unit, via) {
          if (set === null || before === null) return set;
          if (set > before) raised.set(unit, via, 1);
          return raised.of(unit, via) > 0 && set < before ? before : set;
        },
      };
    },
    also: ['limits/'],
  },
  {
    // The count of e-mails is looked at first: later the unit before it may have sent nothing else.
    breaks: ['limits/per-device/email'],
    what: 'begins with what the unit before it has sent',
    broken: () => {
      const begun = new Set<string>();
      return {
        usedBy(unit, via, { units }) {
          const all = [...units.values()];
          const before = all[all.indexOf(unit) - 1];
          if (before && !begun.has(unit.no)) {
            unit.used = { ...unit.used, mail: before.used.mail, sms: before.used.sms };
          }
          begun.add(unit.no);
          return unit.used[via];
        },
      };
    },
    also: ['limits/'],
  },
  {
    breaks: ['limits/channels-apart/sms'],
    what: 'takes a quota of mails for one of texts as well',
    broken: () => {
      const mails = new Map<string, number | null>();
      return {
        limitFrom(_, set, unit, via) {
          if (via === 'mail') mails.set(unit.no, set);
          return mails.get(unit.no) ?? set;
        },
      };
    },
    also: ['expiry/only-its-own', 'limits/'],
  },
  {
    breaks: perChannel('limits/holds-at-once'),
    what: 'counts a message a moment after it has gone out',
    broken: () => ({ beforeCounting: () => new Promise((resolve) => setTimeout(resolve, 100)) }),
  },
  {
    breaks: perChannel('limits/per-device'),
    what: 'counts the messages of a whole crew',
    broken: () => ({
      usedBy(unit, via, { units, crews }) {
        const crew = [...crews.values()].find((one) => !one.removed && one.units.includes(unit.no));
        const all = [...units.values()].filter((one) => one === unit || crew?.units.includes(one.no));
        return all.reduce((sum, { used }) => sum + used[via], 0);
      },
    }),
    also: ['limits/'],
  },
  {
    // The e-mails go the other way round there: the device made first is at its limit.
    breaks: ['limits/per-device/sms'],
    what: 'counts messages on the unit that came after, too',
    broken: () => ({
      usedBy(unit, via, { units }) {
        const all = [...units.values()];
        const before = all[all.indexOf(unit) - 1];
        return unit.used[via] + (before?.used[via] ?? 0);
      },
    }),
    also: ['limits/'],
  },
  {
    breaks: ['limits/per-device/email'],
    what: 'sets a quota for the unit that came before, too',
    broken: () => ({
      limitFrom(before, set, unit, via, { units }) {
        const all = [...units.values()];
        const neighbour = all[all.indexOf(unit) - 1];
        if (neighbour && before !== set) neighbour.quota = { ...neighbour.quota, [via]: set };
        return set;
      },
    }),
    also: ['limits/'],
  },
  {
    breaks: ['expiry/earlier-takes-effect'],
    what: 'moves an expiry later only',
    broken: () => ({
      expiryFrom: ({ expiry }, set) =>
        expiry.on && set.on && expiry.date !== null && set.date !== null && set.date < expiry.date
          ? expiry
          : set,
    }),
    also: ['expiry/', 'licences/'],
  },
  {
    breaks: ['expiry/change-any-time'],
    what: 'keeps the earliest date that an expiry ever had',
    broken: () => {
      const earliest = new Map<string, string>();
      return {
        expiryFrom({ no }, set) {
          if (!set.on || set.date === null) earliest.delete(no);
          else if (set.date < (earliest.get(no) ?? '9999')) earliest.set(no, set.date);
          return set;
        },
        isPast: (expiry, now, unit) =>
          habits.isPast({ ...expiry, date: earliest.get(unit.no) ?? expiry.date }, now, unit),
      };
    },
    also: ['expiry/', 'licences/'],
  },
  {
    breaks: ['expiry/change-any-time', 'expiry/earlier-takes-effect'],
    what: 'takes two dates for a unit, and no third one',
    broken: () => {
      const times = new Map<string, number>();
      return {
        expiryFrom({ no, expiry }, set) {
          if (set.date === null || set.date === expiry.date) return set;
          times.set(no, (times.get(no) ?? 0) + 1);
          return (times.get(no) ?? 0) > 2 ? { ...set, date: expiry.date } : set;
        },
      };
    },
    also: ['expiry/', 'licences/'],
  },
  {
    breaks: ['expiry/off-never-expires'],
    what: 'switches an expiry off once only',
    broken: () => {
      const times = new Map<string, number>();
      return {
        expiryFrom({ no, expiry }, set) {
          if (!expiry.on || set.on) return set;
          times.set(no, (times.get(no) ?? 0) + 1);
          return (times.get(no) ?? 0) > 1 ? expiry : set;
        },
      };
    },
    also: ['expiry/', 'licences/'],
  },
  {
    breaks: ['expiry/only-its-own'],
    what: 'lets the unit lapse that came after, too',
    broken: () => ({
      expiryFrom(unit, set, { units }) {
        const all = [...units.values()];
        const after = all[all.indexOf(unit) + 1];
        if (after && set.on) after.expiry = { ...set };
        return set;
      },
    }),
    also: ['expiry/', 'licences/', 'limits/'],
  },
  {
    breaks: ['expiry/only-its-own'],
    what: 'lets the unit lapse that came before, too',
    broken: () => ({
      expiryFrom(unit, set, { units }) {
        const all = [...units.values()];
        const before = all[all.indexOf(unit) - 1];
        if (before && set.on) before.expiry = { ...set };
        return set;
      },
    }),
    also: ['expiry/', 'licences/', 'limits/'],
  },
  {
    breaks: ['licences/active-takes-no-second'],
    what: 'takes a licence for a unit that runs already',
    broken: () => ({
      activatedInUse(_, account) {
        account.lost++;
      },
    }),
    also: ['licences/'],
  },
  {
    breaks: ['licences/expires-again'],
    what: 'runs a unit again twice at most',
    broken: () => {
      const times = new Map<string, number>();
      return {
        mayActivate(free, { no }) {
          times.set(no, (times.get(no) ?? 0) + 1);
          return (times.get(no) ?? 0) < 3 && free > 0;
        },
      };
    },
    also: ['licences/'],
  },
  {
    breaks: ['licences/expires-again'],
    what: 'lets no unit lapse for a second time',
    broken: () => {
      const lapsed = new Set<string>();
      return {
        isPast(expiry, now, unit) {
          const past = habits.isPast(expiry, now, unit) && !lapsed.has(unit.no);
          if (past) lapsed.add(unit.no);
          return past;
        },
      };
    },
    also: ['expiry/', 'licences/'],
  },
];
