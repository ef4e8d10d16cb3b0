/** The depot's office: what is done there beside the API, under `/backstage`. */

import type { Asked, ControlFacts } from './api.ts';
import { isDate, spanOf } from './calendar.ts';
import type { Depot, Quota, Unit } from './depot.ts';
import { type Body, objectAt } from './dialect.ts';
import type { Via } from './habits.ts';

const refused = (why: string): ControlFacts => ({ status: 200, body: { success: false, why } });
const done = (body: object = {}): ControlFacts => ({ status: 200, body: { success: true, ...body } });

export async function answerBackstage(depot: Depot, asked: Asked): Promise<ControlFacts> {
  depot.settle();
  const { method } = asked;
  const [, , what, no, action] = asked.path.split('/');
  const body = asked.body ?? {};
  if (what === 'clock' && method === 'POST') return forward(depot, body);
  if (what === 'account' && method === 'PUT') return switchApi(depot, body);
  if (what === 'licences' && method === 'GET')
    return done({ owned: depot.account.licences, inUse: depot.usedLicences() });
  if (what === 'licences' && method === 'PUT') return buyLicences(depot, body);
  if (what === 'units' && no === undefined && method === 'POST') return addUnit(depot);
  const unit = what === 'units' && no !== undefined ? depot.units.get(decodeURIComponent(no)) : undefined;
  if (!unit) return refused('There is nothing here.');
  if (action === undefined && method === 'GET') return done({ unit: officeView(depot, unit) });
  if (action === undefined && method === 'PUT') return setUp(depot, unit, body);
  if (action === 'messages' && method === 'POST') return send(depot, unit, body);
  if (action === 'activate' && method === 'POST') return activate(depot, unit);
  return refused('There is nothing here.');
}

function forward(depot: Depot, { forward: text }: Body): ControlFacts {
  const span = typeof text === 'string' ? spanOf(text) : undefined;
  if (span === undefined) return refused('Forward by how much?');
  depot.forward(span);
  depot.settle();
  return done();
}

function switchApi(depot: Depot, { api }: Body): ControlFacts {
  if (typeof api !== 'boolean') return refused('On or off?');
  depot.account.api = api;
  return done();
}

function buyLicences(depot: Depot, { owned }: Body): ControlFacts {
  if (typeof owned !== 'number' || !Number.isInteger(owned) || owned < 0) return refused('How many?');
  depot.account.licences = owned;
  return done();
}

function addUnit(depot: Depot): ControlFacts {
  if (depot.freeLicences() < 1) return refused('There is no licence for it.');
  return done({ unit: { no: depot.addUnit().no } });
}

function officeView(depot: Depot, unit: Unit): object {
  const { habits } = depot;
  const sent = { mail: habits.usedBy(unit, 'mail', depot), sms: habits.usedBy(unit, 'sms', depot) };
  return { no: unit.no, expiry: unit.expiry, quota: unit.quota, sent };
}

/** All of what is asked for, or nothing. */
function setUp(depot: Depot, unit: Unit, body: Body): ControlFacts {
  const { habits } = depot;
  if (body.sent !== undefined && !habits.takesUsage()) return refused('What was sent was sent.');
  const quota = readQuota(depot, unit, objectAt(body, 'quota') ?? {});
  const given = readExpiry(unit.expiry, objectAt(body, 'expiry') ?? {});
  const expiry = given && habits.expiryFrom(unit, given, depot);
  if (!quota) return refused('A quota is a whole number from 0 to 500, or none.');
  if (!expiry || !habits.expiryIsComplete(expiry)) return refused('Expiry needs a date.');
  unit.quota = quota;
  unit.expiry = { ...expiry };
  const sent = objectAt(body, 'sent');
  for (const via of ['mail', 'sms'] as const) if (typeof sent?.[via] === 'number') unit.used[via] = sent[via];
  depot.settle();
  return done();
}

function readQuota(depot: Depot, unit: Unit, given: Body): Quota | undefined {
  const next = { ...unit.quota };
  for (const via of ['mail', 'sms'] as const) {
    const value = given[via];
    if (value === undefined) continue;
    if (value !== null && (typeof value !== 'number' || !depot.habits.isGoodLimit(value))) return undefined;
    next[via] = depot.habits.limitFrom(unit.quota[via], value, unit, via, depot);
  }
  return next;
}

function readExpiry(
  before: Unit['expiry'],
  { on = before.on, date = before.date }: Body,
): Unit['expiry'] | undefined {
  if (typeof on !== 'boolean' || (date !== null && !isDate(date))) return undefined;
  return { on, date };
}

async function send(depot: Depot, unit: Unit, { via, count }: Body): Promise<ControlFacts> {
  const channel = ({ email: 'mail', sms: 'sms' } as { [name: string]: Via })[String(via)];
  if (!channel || typeof count !== 'number' || !Number.isInteger(count) || count < 1)
    return refused('Send what?');
  const sent = await depot.send(unit, channel, count);
  return done({ sent, held: count - sent });
}

/** A lapsed unit comes back without an expiry, or it would lapse again at once. */
function activate(depot: Depot, unit: Unit): ControlFacts {
  const { habits } = depot;
  if (!unit.lapsed) {
    habits.activatedInUse(unit, depot.account);
    return refused('It has not lapsed.');
  }
  if (!habits.mayActivate(depot.freeLicences(), unit)) return refused('There is no licence for it.');
  unit.expiry = { on: false, date: unit.expiry.date };
  unit.lapsed = false;
  return done({ running: true });
}
