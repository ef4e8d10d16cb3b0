/**
 * Deployments that contradict themselves, refuse, or do not do what they say: no single rule is proven broken by that, nothing is held
 * to be well, and the verdict says what would help.
 */
import { describe, expect, it } from 'vitest';
import { completeProfile, type Profile } from '../../contracts/profile/index.ts';
import type { Controls } from '../../contracts/profile/profile.ts';
import type { GivenOpenings } from '../../contracts/specification/openings/index.ts';
import type { Verdict } from '../../contracts/verify/index.ts';
import type { Call } from '../../simulator/http/call.ts';
import type { Simulator, SimulatorOptions } from '../../simulator/index.ts';
import { envelopedProfile } from '../enveloped.generated.ts';
import { readsLicence, templates } from './office.ts';
import {
  type Around,
  type Asked,
  changing,
  on,
  others,
  reply,
  type SceneOptions,
  scene,
  stateOf,
} from './scene.ts';

const profileOf = (openings: GivenOpenings) => completeProfile({ roadtest: 1, name: 'other', openings });
const sent = ({ body }: Call) => JSON.parse(body ?? '{}');
const withoutToken = ({ headers: { authorization: _, ...headers }, ...call }: Call): Call => ({
  ...call,
  headers,
});
/** Calls that are carried out otherwise. */
const sending = (pattern: RegExp, change: (call: Call) => Call): Around =>
  on(pattern, (call, handle) => handle(change(call)));

interface Row extends SceneOptions {
  prepare?: (fleet: Simulator['fleet']) => void;
  asked?: Asked;
  only: string[];
  /** By the ids that are judged, all of them where there is one. */
  verdicts: Verdict[];
  says?: RegExp;
  unlock?: string[];
  exit?: number;
}

/** By this seed the second device is one of those that are read. */
const ofSecond = { seed: 1833 };
const alertTaken: Around = on(/\/alerts$/, (call, handle) =>
  call.headers.authorization ? reply(202, { queued: true }) : handle(call),
);
const quietAlerts = profileOf({
  'operations.status': { postAlerts: 202 },
  'operations.envelope': { answers: { postAlerts: 'nothing' } },
});
const firstWrongKey = (): Around => {
  let wrong = 0;
  return sending(/ \/api\/Auth\/Token$/, (call) => {
    const isWrong =
      /"userName":"demo"/.test(call.body ?? '') &&
      !/"demo-key"/.test(call.body ?? '') &&
      /"apiKey":"./.test(call.body ?? '');
    return isWrong && wrong++ === 0
      ? { ...call, body: JSON.stringify({ userName: 'demo', apiKey: 'demo-key' }) }
      : call;
  });
};
const sends = (isMeant: (channel: string) => boolean): Around =>
  sending(/\/send$/, (call) =>
    isMeant(sent(call).channel) ? { ...call, body: '{"channel":"email","count":0}' } : call,
  );
const refusesLimits = (status: number): Around =>
  on(/^PUT .*\/limits$/, () => reply(status, { error: 'the plan of this account has no limits' }));
const controlRefused = /answered 4\d\d: \{"error":"the plan of this account has no limits"\}/;
const refusesDevices =
  (available: number): Around =>
  (handle) =>
  (call) => {
    if (call.target === '/_control/devices' && call.method === 'POST') return reply(422, {});
    if (call.target !== '/_control/account') return handle(call);
    return reply(200, { apiEnabled: true, licences: { total: 5 + available, used: 5, available } });
  };
const setApiEnabled = { by: 'http', method: 'PUT', url: '/switch', body: { on: '{enabled}' } } as const;
const page = { form: 'text', contentType: 'text/html', text: '<p>Fleet</p>' } as const;
const range = { form: 'bare', at: '', many: false, required: {} } as const;
const asksForRange = { does: 'query', body: range, query: { from: '/from', to: '/to' } } as const;
const { advance: _advance, ...unmoved } = templates;
const { setLicences: _setLicences, ...asAllotted } = templates;
const limited = 'limits/raise-takes-effect/sms';

/** The conclusion where one control is answered so, whatever it is asked. */
const spoilt: [
  control: keyof typeof templates,
  status: number,
  body: object,
  rule: string,
  verdict: Verdict,
][] = [
  ['setLimits', 500, {}, 'expiry/reached-expires', 'suspect'],
  ['send', 500, {}, 'limits/stops-at-limit/sms', 'suspect'],
  ['readLimits', 500, {}, 'limits/usage-counts/sms', 'suspect'],
  ['activate', 500, {}, 'licences/activation-takes-one', 'suspect'],
  ['readLicences', 500, {}, 'licences/device-uses-one', 'suspect'],
  ['advance', 500, {}, 'limits/next-day-restores/sms', 'suspect'],
  ['setLimits', 403, {}, limited, 'inconclusive'],
  ['setLimits', 200, { done: true }, limited, 'inconclusive'],
];

it.each(spoilt)('%s that answers %i with %j: %s is %s', async (control, status, body, rule, verdict) => {
  const { url: place } = templates[control];
  const url = place.includes('{deviceId}') ? '/spoilt/{deviceId}' : '/spoilt';
  const controls = { ...templates, [control]: { ...templates[control], url } } as Controls;
  const around = on(/ \/spoilt/, () => reply(status, body));
  const { judge } = await scene({ devices: 4, licences: 30, told: { controls }, around });
  const { run } = await judge({ only: [rule] });
  expect(run.outcomes).toMatchObject([{ verdict }]);
  if (verdict === 'suspect') expect(run.outcomes[0]?.reason).toMatch(/status 500/);
});

const rows: { [what: string]: Row } = {
  'an alert that is taken from anybody with any token, and refused without one': {
    profile: quietAlerts,
    around: alertTaken,
    only: ['auth/tampered-refused/postAlerts', 'operations/postAlerts'],
    verdicts: ['inconclusive', 'fail'],
  },
  'a device that the list shows and that is not served, while others are': {
    devices: 3,
    asked: ofSecond,
    around: sending(/\/devices\/dev-2$/, withoutToken),
    only: ['devices/listed-can-be-read'],
    verdicts: ['suspect'],
    says: /dev-2/,
    exit: 3,
  },
  'an operation that refuses a good token in the words of a wrong one': {
    around: (handle) =>
      changing(/./, (answer, { headers }) =>
        answer.status === 401
          ? reply(401, { error: headers.authorization ? 'This token is not valid.' : 'A token is wanted.' })
          : answer,
      )(on(/^GET \/api\/users(\?|$)/, () => reply(401, {}))(handle)),
    profile: profileOf({
      'errors.body': { form: 'json', contentType: 'application/json', fields: { detail: '/error' } },
    }),
    only: ['auth/bearer-accepted/listUsers'],
    verdicts: ['fail'],
  },
  'a device that is expired and hidden': {
    devices: 3,
    asked: ofSecond,
    prepare: ({ limits }) => void limits.set(2, { expires: true, expirationDate: '2020-01-01' }),
    around: sending(/\/devices\/dev-2$/, withoutToken),
    only: ['devices/listed-can-be-read'],
    verdicts: ['pass'],
  },
  'a token that was issued once for a wrong key, and none for the same later': {
    around: firstWrongKey(),
    only: ['token/wrong-api-key'],
    verdicts: ['suspect'],
  },
  'limits that are taken and read as others': {
    around: changing(/^GET .*\/limits$/, (answer) => {
      const read = JSON.parse(answer.body);
      return reply(200, {
        ...read,
        dailySms: typeof read.dailySms === 'number' ? read.dailySms % 4 : read.dailySms,
      });
    }),
    only: ['limits/raise-takes-effect'],
    verdicts: ['pass', 'fail'],
    exit: 1,
  },
  'an operation that answers a device which is there as one that is not': {
    devices: 3,
    around: sending(/\/locations$/, (call) => ({
      ...call,
      target: call.target.replace(/dev-\d+/, 'dev-99'),
    })),
    only: ['operations/postLocations'],
    verdicts: ['fail'],
  },
  'an operation that answers what is there as an id that names nothing, by whose roles nothing is known': {
    around: on(/^DELETE \/api\/users/, (call, handle) =>
      call.headers.authorization ? reply(404, { error: 'There is none.' }) : handle(call),
    ),
    asked: { profile: null },
    only: ['operations/deleteUser'],
    verdicts: ['inconclusive'],
    unlock: ['auth.roles'],
  },
  'an operation that refuses each good request as a bad one': {
    around: on(/^PUT \/api\/groups/, (call, handle) =>
      call.headers.authorization ? reply(400, { error: 'A bad request.' }) : handle(call),
    ),
    only: ['operations/replaceGroup'],
    verdicts: ['inconclusive'],
    says: /body may not be good enough/,
  },
  'an operation that is not served, where each unknown path is a page': {
    profile: profileOf({
      'errors.status': { 'unknown-path': 200, 'method-not-allowed': 200 },
      'errors.body': {
        form: 'json',
        contentType: 'application/json',
        fields: { detail: '/m' },
        apart: { 'unknown-path': page, 'method-not-allowed': page },
      },
    }),
    rules: { servesOperation: (operation: string) => operation !== 'listGroups' },
    only: ['operations/listGroups', 'operations/listUsers'],
    verdicts: ['fail', 'pass'],
  },
  'an alert that is refused for its content: a deployment may take only kinds of its own': {
    devices: 3,
    around: sending(/\/alerts$/, (call) => ({ ...call, body: '{}' })),
    only: ['devices/posted-alert-is-taken'],
    verdicts: ['inconclusive'],
    unlock: ['samples.alert'],
  },
  'nothing that is sent by any channel: the account may not be allowed to': {
    devices: 3,
    around: sends(() => true),
    only: ['limits/sends-below-limit/email'],
    verdicts: ['inconclusive'],
    unlock: ['account'],
  },
  'SMS messages alone that are sent: no e-mail may be set up': {
    devices: 3,
    around: sends((channel) => channel === 'email'),
    only: ['limits/sends-below-limit/email'],
    verdicts: ['inconclusive'],
    unlock: ['account'],
  },
  'limits that are refused for what was asked': {
    around: refusesLimits(422),
    only: ['limits/stops-at-limit/sms'],
    verdicts: ['suspect'],
    says: controlRefused,
  },
  'limits that are refused for the state of things': {
    around: refusesLimits(409),
    only: ['limits/stops-at-limit/sms'],
    verdicts: ['inconclusive'],
    says: controlRefused,
  },
  'limits that are refused by a status that is no cause in the profile': {
    around: refusesLimits(402),
    only: ['limits/stops-at-limit/sms'],
    verdicts: ['inconclusive'],
    says: controlRefused,
  },
  'a device that is refused with a licence free': {
    around: refusesDevices(5),
    only: ['limits/stops-at-limit/sms'],
    verdicts: ['suspect'],
  },
  'a device that is refused without one': {
    around: refusesDevices(0),
    only: ['limits/stops-at-limit/sms'],
    verdicts: ['inconclusive'],
  },
  'no control for what a rule needs: it was not reached': {
    told: { controls: {} },
    only: ['token/issued', 'token/api-disabled'],
    verdicts: ['pass', 'inconclusive'],
    unlock: ['controls.setApiEnabled'],
    exit: 0,
  },
  'a control that is refused: the rule was left open': {
    told: { controls: { setApiEnabled } },
    around: on(/\/switch$/, () => reply(404)),
    only: ['token/api-disabled'],
    verdicts: ['inconclusive'],
    says: /was refused/,
    exit: 3,
  },
  'a limit of 0 where the profile says that there is none so low': {
    profile: profileOf({ 'limits.range': { min: 1, max: 1_000, whole: true } }),
    only: ['limits/zero-sends-none'],
    verdicts: ['not-applicable'],
  },
  'posts that ask for a range': {
    profile: profileOf({ 'locations.purpose': asksForRange, 'alerts.purpose': asksForRange }),
    only: ['devices/posted'],
    verdicts: ['not-applicable'],
  },
  'a run that may cause few messages': {
    asked: { maxMessages: 3 },
    only: ['limits/stops-at-limit'],
    verdicts: ['inconclusive'],
    unlock: ['messages'],
  },
  'time that cannot be moved, for another day': {
    told: { controls: unmoved },
    asked: { patienceMs: 1_000 },
    only: ['limits/next-day-restores', 'limits/usage-restarts', 'limits/holds-each-day'],
    verdicts: ['inconclusive'],
    unlock: ['controls.advance'],
  },
  'time that cannot be moved, for dates in the past': {
    told: { controls: unmoved },
    asked: { patienceMs: 1_000 },
    only: ['expiry/reached-expires', 'expiry/off-never-expires'],
    verdicts: ['pass'],
  },
  'licences that no control sets': {
    told: { controls: asAllotted },
    only: ['licences/activation-refused', 'licences/never-over'],
    verdicts: ['inconclusive'],
    unlock: ['controls.setLicences'],
  },
  'roles that are refused as a missing token is': {
    profile: profileOf({ 'auth.roles': { mayNotCall: ['listUsers'] }, 'errors.status': { forbidden: 401 } }),
    asked: { profile: without(profileOf({ 'errors.status': { forbidden: 401 } }), 'auth.roles') },
    only: ['operations/listUsers', 'auth/header-required/listUsers'],
    verdicts: ['inconclusive'],
  },
};

function without({ openings, ...profile }: Profile, opening: string): Profile {
  return {
    ...profile,
    openings: Object.fromEntries(Object.entries(openings).filter(([id]) => id !== opening)),
  };
}

describe('what is concluded of', () => {
  it.each(Object.entries(rows))(
    '%s',
    async (_, { only, verdicts, says = /./, unlock, exit, asked, prepare, ...given }) => {
      const { judge, simulator } = await scene({ devices: 4, licences: 30, ...given });
      prepare?.(simulator.fleet);
      let messages = 0;
      simulator.fleet.log.onEvent((event) => {
        if (event.kind === 'message-sent') messages += Number(event.count);
      });
      const { run } = await judge({ only, ...asked });
      const wanted = verdicts.length === 1 ? run.outcomes.map(() => verdicts[0]) : verdicts;
      expect(
        run.outcomes.map(({ verdict }) => verdict),
        JSON.stringify(run.outcomes),
      ).toEqual(wanted);
      expect(run.outcomes.map(({ reason }) => reason).join('\n')).toMatch(says);
      const open = run.outcomes.filter(({ verdict }) => verdict === 'inconclusive');
      if (unlock) for (const one of open) expect(one.unlock, one.id).toEqual(expect.arrayContaining(unlock));
      if (exit !== undefined) expect(run.exitCode).toBe(exit);
      if (asked?.maxMessages !== undefined) expect(messages).toBeLessThanOrEqual(asked.maxMessages);
    },
  );
});

it('a name that is kept for good, and an empty text that is refused, are held against none', async () => {
  const used = new Set<unknown>();
  const around = on(/^P\w+ \/api\/groups/, async (call, handle) => {
    const { name, description } = /^\{.*\}$/s.test(call.body ?? '') ? sent(call) : {};
    if ((call.method === 'POST' && used.has(name)) || (call.method === 'PATCH' && description === ''))
      return reply(422, { title: 'Unprocessable', status: 422 });
    const answer = await handle(call);
    if (answer.status < 300) used.add(name);
    return answer;
  });
  const { judge } = await scene();
  const { run } = await judge({ around, only: ['groups/'] });
  expect(others(run, 'pass')).toEqual([]);
});

const fields = { id: '/id', name: '/name' };
const bare = completeProfile({ roadtest: 1, name: 'bare', openings: { 'records.device': { fields } } });
const { createDevice: _createDevice, ...borrowing } = templates;
const { readLimits: _readLimits, ...unread } = templates;
const known = { device: ['dev-2', 'dev-3'] };

/** Ways to see what a rule needs: each is enough. */
const enough: { [what: string]: SceneOptions & { only: string[]; asked?: Asked } } = {
  'all or none of several messages': {
    ...atOnce((count, left) => (count > left ? 0 : count)),
    only: ['limits/stops-at-limit', 'limits/lower-takes-effect'],
  },
  'two messages at a time': {
    ...atOnce((count) => Math.min(count, 2)),
    only: ['limits/stops-at-limit', 'limits/lower-takes-effect'],
  },
  'limits and counters in the API alone': {
    told: { ...completeProfile(envelopedProfile), controls: unread },
    profile: completeProfile(envelopedProfile),
    only: ['limits/usage-counts', 'expiry/off-by-default'],
  },
  'the state of a device by the counts': {
    told: { ...bare, controls: templates },
    profile: bare,
    licences: 14,
    only: ['expiry/reached-expires'],
  },
  'the state of a device by the control for its limits': {
    told: { ...bare, controls: { ...borrowing, readLimits: readsLicence }, known },
    profile: bare,
    only: ['licences/expires-again'],
  },
};

function atOnce(most: (requested: number, left: number) => number): SimulatorOptions {
  return {
    rules: {
      allowance: ({ limit, used, requested }) => {
        const left = limit === null ? requested : Math.max(0, limit - used);
        return Math.min(left, most(requested, left));
      },
    },
  };
}

it.each(Object.entries(enough))('is enough: %s', async (_, { only, ...given }) => {
  const { judge } = await scene({ devices: 4, licences: 30, ...given });
  const { run } = await judge({ only });
  expect(others(run, 'pass')).toEqual([]);
});

const { activate: _activate, ...lasting } = borrowing;
const { readLimits: _blind, ...blind } = borrowing;
const careful = ['limits/zero-sends-none', 'expiry/reached-expires', 'licences/expires-again'];

/** Devices that a run must not touch. */
it.each<[string, Partial<Profile>, string[], string]>([
  [
    'that it could not activate again does not expire',
    { controls: lasting, known },
    careful.slice(1),
    'controls.activate',
  ],
  ['that it could not put back is not touched', { controls: blind, known }, careful, 'controls.readLimits'],
  ['that merely stands in the list is not touched', { controls: borrowing }, careful, 'known.device'],
])('a device %s', async (_, told, only, unlock) => {
  const { judge, simulator } = await scene({ devices: 4, licences: 30, told });
  const found = stateOf(simulator);
  const { run } = await judge({ only });
  expect(others(run, 'inconclusive')).toEqual([]);
  expect(run.outcomes.flatMap((outcome) => outcome.unlock ?? [])).toContain(unlock);
  expect(stateOf(simulator)).toEqual(found);
});
