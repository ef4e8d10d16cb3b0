/** The depot's office: what is done there beside the API, under `/backstage`. */
import type { Answered, Asked } from './api.ts';
import { isDate, spanOf } from './calendar.ts';
import type { Depot, Quota, Unit, Via } from './depot.ts';
import { type Body, objectAt } from './dialect.ts';

const refused = (why: string): Answered => ({ status: 200, body: { success: false, why } });
const done = (body: object = {}): Answered => ({ status: 200, body: { success: true, ...body } });

const rooms: { readonly [call: string]: (depot: Depot, body: Body) => Answered } = {
  'POST clock': (depot, { forward }) => {
    const span = typeof forward === 'string' ? spanOf(forward) : undefined;
    if (span === undefined) return refused('Forward by how much?');
    depot.forward(span);
    return done();
  },
  'PUT account': ({ account }, { api }) => {
    if (typeof api !== 'boolean') return refused('On or off?');
    account.api = api;
    return done();
  },
  'GET licences': (depot) => done({ owned: depot.account.licences, inUse: depot.usedLicences() }),
  'PUT licences': ({ account }, { owned }) => {
    if (!isCount(owned, 0)) return refused('How many?');
    account.licences = owned;
    return done();
  },
  'POST units': (depot) =>
    depot.freeLicences() < 1
      ? refused('There is no licence for it.')
      : done({ unit: { no: depot.addUnit().no } }),
};

const ofUnit: { readonly [call: string]: (depot: Depot, unit: Unit, body: Body) => Answered } = {
  'GET ': (_, { no, expiry, quota, used: { mail, sms } }) =>
    done({ unit: { no, expiry, quota, sent: { mail, sms } } }),
  'PUT ': setUp,
  'POST messages': send,
  'POST activate': activate,
};

export function answerBackstage(depot: Depot, { method, path, body = {} }: Asked): Answered {
  depot.settle();
  const [, , what = '', no, action = ''] = path.split('/');
  if (no === undefined) return rooms[`${method} ${what}`]?.(depot, body) ?? refused('There is nothing here.');
  const unit = what === 'units' ? depot.units.get(decodeURIComponent(no)) : undefined;
  const answer = unit && ofUnit[`${method} ${action}`]?.(depot, unit, body);
  return answer ?? refused('There is nothing here.');
}

function isCount(value: unknown, least: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= least;
}

/** All of what is asked for, or nothing. */
function setUp(depot: Depot, unit: Unit, body: Body): Answered {
  if (body.sent !== undefined) return refused('What was sent was sent.');
  const quota = readQuota(depot, unit, objectAt(body, 'quota') ?? {});
  const { on = unit.expiry.on, date = unit.expiry.date } = objectAt(body, 'expiry') ?? {};
  if (!quota) return refused('A quota is a whole number from 0 to 500, or none.');
  if (typeof on !== 'boolean' || (date !== null && !isDate(date)) || (on && date === null))
    return refused('Expiry needs a date.');
  unit.quota = quota;
  unit.expiry = { on, date };
  depot.settle();
  return done();
}

function readQuota({ habits }: Depot, { quota }: Unit, given: Body): Quota | undefined {
  const next = { ...quota };
  for (const via of ['mail', 'sms'] as const) {
    const value = given[via];
    if (value === undefined) continue;
    if (value !== null && (!isCount(value, 0) || value > 500)) return undefined;
    next[via] = habits.limitFrom(quota[via], value);
  }
  return next;
}

function send(depot: Depot, unit: Unit, { via, count }: Body): Answered {
  const channel = ({ email: 'mail', sms: 'sms' } as { [name: string]: Via })[String(via)];
  if (!channel || !isCount(count, 1)) return refused('Send what?');
  const sent = depot.send(unit, channel, count);
  return done({ sent, held: count - sent });
}

/** A lapsed unit comes back without an expiry, or it would lapse again at once. */
function activate(depot: Depot, unit: Unit): Answered {
  if (!unit.lapsed) return refused('It has not lapsed.');
  if (depot.freeLicences() < 1) return refused('There is no licence for it.');
  unit.expiry = { on: false, date: unit.expiry.date };
  unit.lapsed = false;
  return done({ running: true });
}
