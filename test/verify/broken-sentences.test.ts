/** A broken sentence of the document is a failure of its rule; a wrong pin is drift of its opening, and breaks none. */
import { expect, test } from 'vitest';
import { type Fields, fieldsOf } from '../../contracts/kit/fields.ts';
import { jsonIn } from '../../contracts/kit/json.ts';
import { type Defect, deviantSimulator } from '../../simulator/deviations/apply.ts';
import { operationFinder } from '../../simulator/deviations/calls.ts';
import { toDirect } from '../../simulator/hosts/direct.ts';
import type { Call, Handle } from '../../simulator/http/call.ts';
import { quickHost } from '../quick-host.ts';
import { oneIn } from '../sample.ts';
import { idsOf, outcomeOf, runAgainst } from './support.ts';

async function runOn(defect: Defect, only: readonly string[]) {
  const simulator = deviantSimulator(defect);
  const host = quickHost(simulator.fetch, 'sentence', toDirect(simulator.handle));
  try {
    return await runAgainst(simulator.fetch, { profile: simulator.profile, only, host });
  } finally {
    simulator.stop();
  }
}

/** Changes what is set of a device. */
function settingOtherwise(change: (settings: Fields, device: string) => Fields): Defect {
  const isSetting = ({ method, target }: Call) =>
    method !== 'GET' && /^\/_control\/devices\/[^/]+\/limits$/.test(target);
  return {
    around: (handle) => (call) =>
      handle(
        isSetting(call)
          ? { ...call, body: JSON.stringify(change(fieldsOf(jsonIn(call.body ?? '')), call.target)) }
          : call,
      ),
  };
}

/** A limit that is another one takes the other channel's away where that stays. */
function removing(other: 'dailyEmail' | 'dailySms', set: 'dailyEmail' | 'dailySms'): Defect {
  const known = new Map<string, Fields>();
  return settingOtherwise((settings, device) => {
    const before = known.get(device) ?? {};
    known.set(device, { ...before, ...settings });
    const isAlone = settings[set] !== before[set] && (settings[other] ?? before[other]) === before[other];
    return isAlone ? { ...settings, [other]: null } : settings;
  });
}

/** Changes what is answered to one operation. */
function answering(answer: (handle: Handle, call: Call, operation: string) => ReturnType<Handle>): Defect {
  return {
    around: (handle, simulator) => {
      const find = operationFinder(simulator);
      return (call) => answer(handle, call, find(call) ?? '');
    },
  };
}

/** Answers each success of an operation with this body. */
function saying(asked: string, body: string): Defect {
  return answering(async (handle, call, operation) => {
    const reply = await handle(call);
    return operation === asked && reply.status === 200 ? { ...reply, body } : reply;
  });
}

const CALLS = 60;

/** Takes each token for so many calls. */
function wearing(): Defect {
  const calls = new Map<string, number>();
  return answering((handle, call, operation) => {
    const bearer = String(call.headers.authorization);
    const count = (calls.get(bearer) ?? 0) + 1;
    if (operation !== '') calls.set(bearer, count);
    return handle(
      count > CALLS ? { ...call, headers: { ...call.headers, authorization: 'Bearer none' } } : call,
    );
  });
}

const emptyDevice = answering(async (handle, call, operation) => {
  const reply = await handle(call);
  const isUnknown = operation === 'readDevice' && reply.status === 404;
  return isUnknown ? { status: 200, headers: { 'content-type': 'application/json' }, body: '{}' } : reply;
});

const sentences: [what: string, rule: string, defect: Defect][] = [
  [
    'Expires that goes on with a date nobody gave',
    'expiry/on-needs-date',
    settingOtherwise((set) =>
      set.expires === true ? { expirationDate: '2031-01-01', ...withoutNull(set) } : set,
    ),
  ],
  [
    'a limit of e-mails that removes that of SMS messages',
    'limits/channels-apart/sms',
    removing('dailySms', 'dailyEmail'),
  ],
  [
    'a limit of SMS messages that removes that of e-mails',
    'limits/channels-apart/email',
    removing('dailyEmail', 'dailySms'),
  ],
  ['an empty device for an unknown id', 'devices/unknown-device-not-served', emptyDevice],
  ['an answer without a word for the countries', 'users/countries-listed', saying('listCountries', '')],
  ['an object without fields for the time zones', 'users/time-zones-listed', saying('listTimeZones', '{}')],
];

test.each(oneIn(3, sentences))('%s breaks %s', async (_, rule, defect) => {
  expect(idsOf(await runOn(defect, [rule]), 'fail')).toEqual([rule]);
});

test('tokens that end after some calls say nothing of other rules', async () => {
  const run = await runOn(wearing(), ['groups/', 'users/', 'auth/header-required/listGroups']);
  expect(run.outcomes.filter(({ verdict }) => verdict === 'fail' || verdict === 'suspect')).toEqual([]);
});

test('an activation that is refused with a licence free breaks licences/activation-takes-one', async () => {
  const refusing: Defect = { rules: { mayActivate: () => false } };
  const run = await runOn(refusing, ['licences/activation-takes-one', 'limits/usage-restarts/email']);
  expect(idsOf(run, 'fail')).toContain('licences/activation-takes-one');
});

function withoutNull(settings: Fields): Fields {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null));
}

test('operations of users that are hidden from the account, where the profile says that all may call them, are drift of auth.roles', async () => {
  const hidden = answering((handle, call, operation) =>
    /Users?$/.test(operation) && /^Bearer eyJ/.test(String(call.headers.authorization))
      ? handle({ ...call, target: call.target.replace('/users', '/unknowns') })
      : handle(call),
  );
  const run = await runOn(hidden, ['operations/', 'auth/header-required/']);
  expect(idsOf(run, 'fail')).toEqual([]);
  expect(outcomeOf(run, 'operations/listUsers').reason).toContain('hidden from this account');
  expect(run.observations.filter(({ drift }) => drift).map(({ opening }) => opening)).toContain('auth.roles');
});
