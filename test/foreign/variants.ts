/**
 * The depot with one habit broken, and the rule of the interface document that this breaks. `also`
 * are rules that the same defect may well break too, or that cannot be reached any more through it.
 */
import type { Habits } from './habits.ts';
import { habits } from './habits.ts';
import { historyVariants } from './histories.ts';
import { strangerVariants } from './strangers.ts';

export interface Variant {
  /** The judged ids of the rule; each must fail. */
  breaks: readonly string[];
  what: string;
  broken: () => Partial<Habits>;
  also?: readonly string[];
  /** Where it breaks no rule: the openings of its profile that it drifts from. */
  drifts?: readonly string[];
  /** Only a thorough run surely finds it: by default what it takes is drawn. */
  thorough?: boolean;
}

/** The texts of a crew or a person that need not differ from those of others. */
const loose = ['memo', 'country', 'zone'];

/** The looser texts of a record, taken from another one's. */
function textsIn(content: object): object {
  const { title, full } = content as { title?: string; full?: string };
  return title === undefined ? { full } : { memo: title };
}

function emptied(content: object): object {
  return Object.fromEntries(loose.filter((name) => name in content).map((name) => [name, '']));
}

const channels = ['email', 'sms'];
const perChannel = (rule: string): string[] => channels.map((channel) => `${rule}/${channel}`);

export const variants: readonly Variant[] = [
  ...historyVariants,
  ...strangerVariants,
  {
    breaks: ['token/issued', 'token/json-object'],
    what: 'says "yes" where success is to be true',
    broken: () => ({ issued: (token, expires) => ({ success: 'yes', token, expires }) }),
  },
  {
    breaks: ['token/no-error-on-success'],
    what: 'has an error text beside the token',
    broken: () => ({ issued: (token, expires) => ({ success: true, token, expires, error: 'none' }) }),
  },
  {
    breaks: ['token/expires-iso-utc'],
    what: 'tells the end of a token by its own clock',
    broken: () => ({ expiresText: (at) => new Date(at - 9_000_000).toISOString().replace('Z', '-02:30') }),
  },
  {
    breaks: ['token/wrong-api-key', 'token/empty-credentials', 'token/missing-api-key'],
    what: 'asks for the name alone',
    broken: () => ({
      areGoodCredentials: (account, userName) => userName === account.userName || userName === '',
    }),
    also: ['token/near-miss-refused'],
  },
  {
    breaks: ['token/unknown-user'],
    what: 'leaves the reason out for people it does not know',
    broken: () => ({ refusedToken: () => ({ success: false, token: null, expires: null, error: '' }) }),
    also: ['token/'],
  },
  {
    breaks: ['token/api-disabled'],
    what: 'gives tokens while API access is off',
    broken: () => ({ mayHaveToken: () => true }),
  },
  {
    breaks: [
      'auth/header-required/listTimeZones',
      'auth/garbage-refused/listTimeZones',
      'auth/tampered-refused/listTimeZones',
      'auth/expired-refused/listTimeZones',
    ],
    what: 'lets everybody see the time zones',
    broken: () => ({ isOpen: (operation) => operation === 'listTimeZones' }),
  },
  {
    breaks: ['auth/tampered-refused/listDevices', 'auth/tampered-refused/readUser'],
    what: 'does not look at the signature',
    broken: () => ({ isGenuine: () => true }),
    also: ['auth/tampered-refused/', 'auth/garbage-refused/'],
  },
  {
    breaks: ['auth/expired-refused/listDevices', 'auth/expired-refused/deleteUser'],
    what: 'lets a token live on',
    broken: () => ({ isInForce: () => true }),
    also: ['auth/expired-refused/'],
  },
  {
    breaks: ['operations/listGroups'],
    what: 'does not serve the list of crews',
    broken: () => ({ isServed: (operation) => operation !== 'listGroups' }),
  },
  {
    breaks: ['devices/listed-can-be-read'],
    what: 'opens its books one page too far on',
    broken: () => ({
      unitOf: (units, no) => {
        const all = [...units.values()];
        const place = all.findIndex((unit) => unit.no === no);
        return place < 0 ? undefined : all[(place + 1) % all.length];
      },
    }),
    // Whether a device has expired is told by the record of another.
    also: ['expiry/', 'licences/'],
  },
  {
    breaks: ['devices/unknown-device-not-served'],
    what: 'finds its units by the last digit alone',
    broken: () => ({
      unitOf: (units, no) => units.get(no) ?? units.get(`V000${no.at(-1)}`) ?? units.get('V0001'),
    }),
  },
  {
    breaks: ['devices/unknown-device-not-served'],
    what: 'finds its units by the beginning of what is asked for',
    broken: () => ({ unitOf: (units, no) => units.get(no) ?? units.get(no.slice(0, 5)) }),
  },
  {
    breaks: ['devices/unknown-device-not-served'],
    what: 'takes an id for a pattern',
    broken: () => ({
      unitOf: (units, no) => units.get(no) ?? [...units.values()].find(() => no.includes('%')),
    }),
  },
  {
    breaks: ['devices/last-location-of-device'],
    what: 'swaps latitude and longitude, far from the equator',
    broken: () => ({
      lastFix: (track) => {
        const fix = track.at(-1) as { lat: number; lng: number } | undefined;
        return fix && ({ ...fix, lat: fix.lng * 2, lng: fix.lat } as never);
      },
    }),
  },
  {
    breaks: ['devices/posted-alert-is-taken'],
    what: 'takes no incidents',
    broken: () => ({ takesIncident: () => false }),
  },
  {
    breaks: ['groups/created-is-listed', 'users/created-is-listed'],
    what: 'never tells of a second page',
    broken: () => ({ inLists: (all) => all.slice(0, 4) }),
    also: ['devices/listed-once', 'groups/listed-once', 'users/listed-once'],
  },
  {
    breaks: ['groups/replaced', 'users/replaced'],
    what: 'keeps the old record at a PUT',
    broken: () => ({ afterPut: (before) => before }),
  },
  {
    breaks: ['groups/updated-keeps-rest', 'users/updated-keeps-rest'],
    what: 'wipes lists at a PATCH that does not name them',
    broken: () => ({
      afterPatch: (before, sent, blank) => {
        const wiped = { memo: '', zone: '', phone: '' };
        const known = Object.fromEntries(Object.entries(wiped).filter(([name]) => name in (blank as object)));
        return { ...before, ...known, ...sent };
      },
    }),
  },
  {
    breaks: ['groups/deleted-is-gone', 'users/deleted-is-gone'],
    what: 'still finds what it removed',
    broken: () => ({ isReadable: () => true }),
    also: ['groups/listed-once', 'users/listed-once'],
  },
  {
    breaks: ['groups/deleted-spares-others', 'users/deleted-spares-others'],
    what: 'removes what was made after the record too',
    broken: () => ({ goesWith: (removed, other) => other.made >= removed.made }),
    also: ['groups/', 'users/'],
  },
  {
    breaks: ['groups/replaced-spares-others', 'users/replaced-spares-others'],
    what: 'writes the texts of a PUT into every record',
    broken: () => ({ besides: (how, content) => (how === 'PUT' ? textsIn(content) : {}) }),
    also: ['groups/', 'users/'],
  },
  {
    breaks: ['groups/updated-spares-others', 'users/updated-spares-others'],
    what: 'writes the texts of a PATCH into every record',
    broken: () => ({ besides: (how, content) => (how === 'PATCH' ? textsIn(content) : {}) }),
    also: ['groups/', 'users/'],
  },
  {
    breaks: ['groups/listed-once', 'users/listed-once'],
    what: 'begins each page with the last record of the one before',
    broken: () => ({
      inLists: (all) =>
        all.flatMap((record, index) => (index > 0 && index % 4 === 0 ? [record, record] : [record])),
    }),
    also: ['devices/listed-once'],
  },
  {
    breaks: ['groups/kept-as-sent', 'users/kept-as-sent'],
    what: 'has columns of 45 characters',
    broken: () => ({ keptText: (text) => text.slice(0, 45) }),
  },
  {
    breaks: ['groups/kept-as-sent', 'users/kept-as-sent'],
    what: 'writes texts in Latin 1',
    broken: () => ({ keptText: (text) => text.replace(/[^\0-\xff]/g, '?').replace(/[%"'`]/g, '') }),
  },
  {
    breaks: ['groups/replaced', 'users/replaced'],
    what: 'keeps the old record at a PUT that comes after a PATCH',
    broken: () => ({ afterPut: (before, sent, past) => (past.includes('PATCH') ? before : sent) }),
  },
  {
    breaks: ['groups/replaced', 'users/replaced'],
    what: 'keeps the old record at its second PUT',
    broken: () => ({ afterPut: (before, sent, past) => (past.at(-1) === 'PUT' ? before : sent) }),
  },
  {
    breaks: ['groups/updated-keeps-rest', 'users/updated-keeps-rest'],
    what: 'empties a record at a PATCH that comes after a PUT',
    broken: () => ({
      afterPatch: (before, sent, blank, past) => ({
        ...(past.includes('PUT') ? { ...before, ...emptied(blank as object) } : before),
        ...sent,
      }),
    }),
  },
  {
    breaks: ['groups/updated-keeps-rest', 'users/updated-keeps-rest'],
    what: 'shows what it showed when a record was last read, unless it was replaced since',
    broken: () => ({
      shown: (now, before) => (before && now.past.at(-1) === 'PATCH' && now.past.length > 3 ? before : now),
    }),
    also: ['groups/', 'users/'],
  },
  {
    breaks: ['groups/created-can-be-read', 'users/created-can-be-read'],
    what: 'loses a text of every third new record',
    broken: () => ({
      afterPost: (sent, nth) => (nth % 3 === 0 ? { ...sent, ...emptied(sent) } : sent),
    }),
    also: ['groups/', 'users/'],
  },
  {
    breaks: ['groups/created-can-be-read', 'users/created-can-be-read'],
    what: 'loses a text of what is made after something was removed',
    broken: () => ({
      afterPost: (sent, _, removedAny) => (removedAny ? { ...sent, ...emptied(sent) } : sent),
    }),
    also: ['groups/', 'users/'],
  },
  {
    breaks: ['groups/created-can-be-read', 'users/created-can-be-read'],
    what: 'writes the texts of a new record into all that are there',
    broken: () => ({ besides: (how, content) => (how === 'POST' ? textsIn(content) : {}) }),
    also: ['groups/', 'users/'],
  },
  {
    breaks: ['groups/replaced', 'users/replaced'],
    what: 'shows a record as it was made, but for the first look after a change',
    broken: () => {
      const first = new WeakMap<object, { shown: object; past: number }>();
      return {
        shown(now) {
          const before = first.get(now);
          const past = now.past.length;
          if (before?.past === past) return { ...now, ...before.shown };
          first.set(now, { shown: before?.shown ?? textsIn(now), past });
          return now;
        },
      };
    },
    also: ['groups/', 'users/'],
  },
  {
    breaks: ['users/countries-listed'],
    what: 'knows no countries',
    broken: () => ({ countries: () => ({}) }),
  },
  {
    breaks: ['limits/stops-at-limit/email', 'limits/stops-at-limit/sms'],
    what: 'sends one message more than it may',
    broken: () => ({
      mayGoOut: (limit, used, asked, ...of) =>
        habits.mayGoOut(limit === null || limit === 0 ? limit : limit + 1, used, asked, ...of),
    }),
    also: ['limits/holds-each-day/'],
  },
  {
    breaks: ['limits/zero-sends-none/email', 'limits/zero-sends-none/sms'],
    what: 'takes a quota of 0 for none',
    broken: () => ({
      mayGoOut: (limit, used, ...rest) => habits.mayGoOut(limit === 0 ? null : limit, used, ...rest),
    }),
  },
  {
    breaks: perChannel('limits/next-day-restores'),
    what: 'counts on from day to day',
    broken: () => ({ dayOf: () => 'one long day' }),
    also: perChannel('limits/usage-restarts'),
  },
  {
    breaks: [],
    what: 'ends its day at midnight in Greenwich',
    broken: () => ({ dayOf: (at) => new Date(at).toISOString().slice(0, 10) }),
    drifts: ['day.ends'],
  },
  {
    breaks: perChannel('limits/channels-apart'),
    what: 'counts e-mails and SMS messages together',
    broken: () => ({ usedBy: (unit) => unit.used.mail + unit.used.sms }),
  },
  {
    breaks: perChannel('limits/usage-read-only'),
    what: 'lets the counters be set',
    broken: () => ({ takesUsage: () => true }),
  },
  {
    breaks: perChannel('limits/negative-refused'),
    what: 'takes a quota below zero',
    broken: () => ({ isGoodLimit: (limit) => limit <= 500 }),
  },
  {
    breaks: perChannel('limits/raise-takes-effect'),
    what: 'never raises a quota',
    broken: () => ({
      limitFrom: (before, set) => (before !== null && set !== null ? Math.min(before, set) : set),
    }),
  },
  {
    breaks: ['expiry/on-needs-date'],
    what: 'takes an expiry without a date',
    broken: () => ({ expiryIsComplete: () => true }),
  },
  {
    breaks: ['expiry/reached-expires'],
    what: 'lets nothing lapse',
    broken: () => ({ isPast: () => false }),
    also: ['expiry/', 'licences/'],
  },
  {
    breaks: ['expiry/off-never-expires'],
    what: 'goes by the date although expiry is off',
    broken: () => ({ isPast: (expiry, ...rest) => habits.isPast({ ...expiry, on: true }, ...rest) }),
    also: ['expiry/', 'licences/'],
  },
  {
    breaks: ['licences/expiry-releases-one'],
    what: 'keeps the licence of what has lapsed',
    broken: () => ({ takesLicence: () => true }),
    also: ['expiry/', 'licences/'],
  },
  {
    breaks: ['licences/activation-refused-when-none', 'licences/never-over-allotted'],
    what: 'activates without a licence',
    broken: () => ({ mayActivate: () => true }),
  },
];
