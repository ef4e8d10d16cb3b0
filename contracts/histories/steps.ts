/** Short names for steps: a history reads as a list of what is done. */
import type { Family } from '../judge/event.ts';
import type { Step } from '../play/steps.ts';
import type { Channel } from '../specification/judged.ts';

type Of<K extends Step['do']> = Extract<Step, { do: K }>;
type Values<K extends Step['do'], F extends readonly PropertyKey[]> = {
  [I in keyof F]: Exclude<Of<K>[F[I] & keyof Of<K>], undefined>;
};

/**
 * A maker of steps of one kind: by the values of these fields in their order, of which `more` may be left out, and other fields by
 * their names.
 *
 * @param as the fields that each of them has
 */
function of<
  K extends Step['do'],
  const F extends readonly (keyof Of<K>)[],
  const More extends readonly (keyof Of<K>)[] = readonly [],
>(kind: K, fields: F, as: Partial<Of<K>> = {}, more?: More) {
  const names = [...fields, ...(more ?? [])];
  return (...values: [...Values<K, F>, ...Partial<Values<K, More>>, others?: Partial<Of<K>>]): Of<K> => {
    const all: readonly unknown[] = values;
    const given = names.flatMap((name, place) => (all[place] === undefined ? [] : [[name, all[place]]]));
    return { do: kind, ...as, ...Object.fromEntries(given), ...(all[names.length] as object | undefined) };
  };
}

/** The nearest date, in days, that is certainly ahead when it is set. */
export const SOON = 4;
/** A date so many days ago was reached wherever days end. */
const LONG_AGO = -10;

const inUse = of('device', ['device'], { inUse: true });
/** Devices of the history, by their numbers. */
export const devices = (...numbers: readonly number[]): Step[] => numbers.map((number) => inUse(number));
/** The first device that is not the run's own. */
export const foreignDevice = of('device', ['device'], { foreign: true });

export const limit = of('limit', ['device', 'channel', 'to']);
/** Both limits in one change. */
export const limits = of('limits', ['device', 'to']);
export const counter = of('counter', ['device', 'channel', 'to']);
export const send = of('send', ['device', 'channel'], { count: 1 }, ['count']);
export const sendAtOnce = of('send', ['device', 'channel', 'count'], { atOnce: true });
/** Single messages one after the other. */
export const sendEach = (device: number, channel: Channel, count: number): Step[] =>
  times(count, [send(device, channel)]);
export const settings = of('settings', ['device']);
/** Reads whether a device counts as a used licence, and no more. */
export const licence = of('settings', ['device'], { licence: true });

/** Expires on with a date so many days ahead, or without one; the date alone where Expires is on, or beside a limit of e-mails. */
export const expires = of('expiry', ['device', 'days'], { on: true }, ['sent']);
/** Expires on with the date left out, or with an empty one. */
export const expiresUndated = of('expiry', ['device', 'sent'], { on: true, days: null });
/** Expires on with a date that was reached long ago; `like`: with one that is easily taken for another, and beside a limit of e-mails. */
export const expired = of('expiry', ['device'], { on: true, days: LONG_AGO }, ['like', 'sent']);
/** Expires off, and a date that was reached long ago beside it. */
export const expiryOff = of('expiry', ['device'], { on: false, days: LONG_AGO });
export const neverExpires = of('expiry', ['device'], { on: false, days: null });
export const activate = of('activate', ['device']);
/** Without a date, also where one can be given with it. */
export const activateUndated = of('activate', ['device'], { undated: true });
export const atOnce = (...calls: Of<'burst'>['calls']): Step => ({ do: 'burst', calls });
/** The licence counts of the account. */
export const licences: Step = { do: 'licences' };
export const allot = of('allot', ['available']);

/** Until shortly before or after a device expires, where the profile says when. */
export const instant = of('instant', ['device', 'side']);
/** Until shortly before or after the end of the day, where the profile says when that is. */
export const dayEnd = of('dayEnd', ['side']);
export const hours = of('wait', ['hours']);
export const days = (count: number): Step => hours(24 * count);
/** So much time that a day has ended, wherever days end and however long they are. */
export const nextDay: Step = hours(30);
/** So much time that a date {@link SOON} was reached, wherever days end. */
export const untilExpired: Step = days(8);

/**
 * Messages at several hours of a day, with a limit of two in each channel. The day has just begun: what changes later on it
 * shows. The day that ends at last is no 24 hours back from any moment, since two messages fell into one before.
 */
export function severalHours(...channels: readonly Channel[]): Step[] {
  const inEach = (steps: (channel: Channel) => readonly Step[]) => channels.flatMap(steps);
  return [
    dayEnd('after'),
    ...inEach((channel) => [limit(1, channel, 2), send(1, channel)]),
    hours(6),
    ...inEach((channel) => sendEach(1, channel, 2)),
    hours(6),
    settings(1),
    ...inEach((channel) => [send(1, channel)]),
    hours(15),
    ...inEach((channel) => [send(1, channel, 2)]),
    settings(1),
  ];
}

export const locate = of('locate', ['device'], { late: false });
/** A location that is older than the newest. */
export const locateLate = of('locate', ['device'], { late: true });
/** Newer than all that the run has posted. */
export const locateNow = of('locate', ['device'], { late: false, now: true });
/** The same place again, some minutes later. */
export const locateAgain = of('locate', ['device'], { late: false, to: 'the same place' });
/** A place that is no next one on the road. */
export const locateFrom = of('locate', ['device', 'to'], { late: false });
/** A location of one of the moments of long ago, which come in their order. */
export const locatePast = of('locate', ['device', 'past'], { late: false });
/** Several in one body. */
export const locateTogether = of('locate', ['device'], { late: false, together: 'in order' }, ['together']);
export const last = of('last', ['device']);
export const visit = of('visit', ['device']);
export const alert = of('alert', ['device']);
/** An id that names no device is read. */
export const strange: Step = { do: 'strange' };
export const countries: Step = { do: 'choices', of: 'countries' };
export const timeZones: Step = { do: 'choices', of: 'timeZones' };
export const listDevices: Step = { do: 'devices' };
export const listPages = of('devices', ['pages']);

/** Steps that are taken several times. */
export const times = (count: number, steps: readonly Step[]): Step[] =>
  Array.from({ length: count }, () => steps).flat();

export const create = of('create', ['family', 'record']);
export const read = of('read', ['family', 'record']);
/** PUT. */
export const replace = of('replace', ['family', 'record']);
/** PATCH of one fact. */
export const update = of('update', ['family', 'record', 'fact']);
export const remove = of('delete', ['family', 'record']);
export const list = of('list', ['family']);
/** Steps of one kind on several records. */
export const eachOf = (
  take: (family: Family, record: number) => Step,
  family: Family,
  ...records: readonly number[]
): Step[] => records.map((record) => take(family, record));

export const token = of('token', [], { credentials: 'good' }, ['credentials']);
export const call = of('call', ['operation'], { bearer: 'token', back: 0 }, ['bearer', 'back']);
/** The token that was issued so many tokens ago is tried on what was surely served. */
export const tryToken = of('try', ['back']);
export const access = of('access', ['enabled']);
