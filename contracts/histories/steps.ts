/** Short names for steps: a history reads as a list of what is done. */
import type { Family } from '../judge/event.ts';
import type { Step } from '../play/steps.ts';
import type { Channel } from '../specification/judged.ts';

type Of<K extends Step['do']> = Extract<Step, { do: K }>;

/** The choices of a step on a record beside its target. */
type As<K extends 'create' | 'replace' | 'update'> = Omit<Of<K>, 'do' | 'family' | 'record' | 'fact'>;

/** Devices of the history, by their numbers. */
export const devices = (...numbers: readonly number[]): Step[] =>
  numbers.map((device) => ({ do: 'device', device, inUse: true }));

/** The first device that is not the run's own. */
export const foreignDevice = (device: number): Step => ({ do: 'device', device, foreign: true });

export const limit = (device: number, channel: Channel, to: number): Step => ({
  ...{ do: 'limit', device, channel, to },
});
/** Both limits in one change. */
export const limits = (device: number, to: number): Step => ({ do: 'limits', device, to });
export const send = (device: number, channel: Channel, count = 1): Step => ({
  ...{ do: 'send', device, channel, count },
});
/** Single messages one after the other. */
export const sendEach = (device: number, channel: Channel, times: number): Step[] =>
  Array.from({ length: times }, () => send(device, channel));
export const sendAtOnce = (device: number, channel: Channel, count: number): Step => ({
  ...{ do: 'send', device, channel, count, atOnce: true },
});
export const counter = (device: number, channel: Channel, to: number): Step => ({
  ...{ do: 'counter', device, channel, to },
});
export const settings = (device: number): Step => ({ do: 'settings', device });
/** Reads whether a device counts as a used licence, and no more. */
export const licence = (device: number): Step => ({ do: 'settings', device, licence: true });

/** Expires on with a date so many days ahead, or without one; the date alone where Expires is on, or beside a limit of e-mails. */
export const expires = (
  device: number,
  days: number | null,
  sent?: 'the date alone' | 'beside a limit',
): Step => ({ ...{ do: 'expiry', device, on: true, days }, ...(sent !== undefined && { sent }) });
/** Expires on with the date left out, or with an empty one. */
export const expiresUndated = (device: number, sent: 'Expires alone' | 'an empty date'): Step => ({
  ...{ do: 'expiry', device, on: true, days: null, sent },
});
/** Expires on with a date that was reached long ago; `like`: with one that is easily taken for another, and beside a limit of e-mails. */
export const expired = (
  device: number,
  like?: NonNullable<Of<'expiry'>['like']>,
  sent?: 'beside a limit',
): Step => ({
  ...{ do: 'expiry', device, on: true, days: LONG_AGO },
  ...(like !== undefined && { like }),
  ...(sent !== undefined && { sent }),
});
/** Expires off, and a date that was reached long ago beside it. */
export const expiryOff = (device: number): Step => ({
  ...{ do: 'expiry', device, on: false, days: LONG_AGO },
});
export const neverExpires = (device: number): Step => ({ do: 'expiry', device, on: false, days: null });
export const activate = (device: number): Of<'activate'> => ({ do: 'activate', device });
/** Without a date, also where one can be given with it. */
export const activateUndated = (device: number): Step => ({ do: 'activate', device, undated: true });
export const atOnce = (...calls: Of<'burst'>['calls']): Step => ({ do: 'burst', calls });
/** The licence counts of the account. */
export const licences: Step = { do: 'licences' };
export const allot = (available: number): Step => ({ do: 'allot', available });

/** Until shortly before or after a device expires, where the profile says when. */
export const instant = (device: number, side: Of<'instant'>['side']): Step => ({
  do: 'instant',
  device,
  side,
});
/** Until shortly before or after the end of the day, where the profile says when that is. */
export const dayEnd = (side: Of<'dayEnd'>['side']): Step => ({ do: 'dayEnd', side });
export const hours = (count: number): Step => ({ do: 'wait', hours: count });
export const days = (count: number): Step => hours(24 * count);
/** So much time that a day has ended, wherever days end and however long they are. */
export const nextDay: Step = hours(30);
/** So much time that a date {@link SOON} was reached, wherever days end. */
export const untilExpired: Step = days(8);
/** The nearest date, in days, that is certainly ahead when it is set. */
export const SOON = 4;
/** A date so many days ago was reached wherever days end. */
const LONG_AGO = -10;

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

export const locate = (device: number): Step => ({ do: 'locate', device, late: false });
/** A location that is older than the newest. */
export const locateLate = (device: number): Step => ({ do: 'locate', device, late: true });
/** Newer than all that the run has posted. */
export const locateNow = (device: number): Step => ({ ...{ do: 'locate', device, late: false, now: true } });
/** The same place again, some minutes later. */
export const locateAgain = (device: number): Step => locateFrom(device, 'the same place');
/** A place that is no next one on the road. */
export const locateFrom = (device: number, to: NonNullable<Of<'locate'>['to']>): Step => ({
  ...{ do: 'locate', device, late: false, to },
});
/** A location of one of the moments of long ago, which come in their order. */
export const locatePast = (device: number, past: number): Step => ({
  ...{ do: 'locate', device, late: false, past },
});
/** Several in one body. */
export const locateTogether = (
  device: number,
  together: NonNullable<Of<'locate'>['together']> = 'in order',
): Step => ({ do: 'locate', device, late: false, together });
export const last = (device: number): Step => ({ do: 'last', device });
export const visit = (device: number): Step => ({ do: 'visit', device });
export const alert = (device: number): Step => ({ do: 'alert', device });
/** An id that names no device is read. */
export const strange: Step = { do: 'strange' };
export const countries: Step = { do: 'choices', of: 'countries' };
export const timeZones: Step = { do: 'choices', of: 'timeZones' };
export const listDevices: Step = { do: 'devices' };
export const listPages = (pages: number): Step => ({ do: 'devices', pages });

/** Steps that are taken several times. */
export const times = (count: number, steps: readonly Step[]): Step[] =>
  Array.from({ length: count }, () => steps).flat();

export const create = (family: Family, record: number, as: As<'create'> = {}): Step => ({
  ...{ do: 'create', family, record },
  ...as,
});
export const read = (family: Family, record: number): Step => ({ do: 'read', family, record });
/** PUT. */
export const replace = (family: Family, record: number, as: As<'replace'> = {}): Step => ({
  ...{ do: 'replace', family, record },
  ...as,
});
/** PATCH of one fact. */
export const update = (
  family: Family,
  record: number,
  fact: Of<'update'>['fact'],
  as: As<'update'> = {},
): Step => ({ ...{ do: 'update', family, record, fact }, ...as });
export const remove = (family: Family, record: number): Step => ({ do: 'delete', family, record });
export const list = (family: Family, as: Omit<Of<'list'>, 'do' | 'family'> = {}): Step => ({
  ...{ do: 'list', family },
  ...as,
});
/** Steps of one kind on several records. */
export const eachOf = (
  take: (family: Family, record: number) => Step,
  family: Family,
  ...records: readonly number[]
): Step[] => records.map((record) => take(family, record));

export const token = (credentials: Of<'token'>['credentials'] = 'good'): Step => ({
  ...{ do: 'token', credentials },
});
export const call = (
  operation: Of<'call'>['operation'],
  bearer: Of<'call'>['bearer'] = 'token',
  back = 0,
): Step => ({ do: 'call', operation, bearer, back });
/** The token that was issued so many tokens ago is tried on what was surely served. */
export const tryToken = (back: number): Step => ({ do: 'try', back });
export const access = (enabled: boolean): Step => ({ do: 'access', enabled });
