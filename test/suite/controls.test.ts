/** Controls as profiles describe them: what goes out in the words of a deployment, and what is read of its answers. */
import { describe, expect, it } from 'vitest';
import type { Control, Controls } from '../../contracts/profile/profile.ts';
import type { Call, Handle, Reply } from '../../simulator/http/call.ts';
import { templates } from './office.ts';
import { type Asked, idsOf, line, on, reply, scene, stateOf } from './scene.ts';

const { createDevice, removeDevice, ...borrowing } = templates;
const post = (url: string, more: object = {}): Control => ({ by: 'http', method: 'POST', url, ...more });

/** A call to the office of a deployment, and the control API behind it. */
interface Asking {
  call: Call;
  /** The parts of the path after `/office`. */
  path: string[];
  query: URLSearchParams;
  json(): Record<string, never>;
  /** Answers of the control API. */
  control(method: string, target: string, body?: object): Promise<Reply>;
}

type Office = (asking: Asking) => Promise<Reply> | Reply;

const officeOf = (office: Office) =>
  on(/^\w+ \/office\//, (call, handle: Handle) => {
    const { pathname, searchParams } = new URL(call.target, 'http://office');
    const headers = { 'content-type': 'application/json' };
    return office({
      call,
      path: pathname.split('/').slice(2).map(decodeURIComponent),
      query: searchParams,
      json: () => JSON.parse(call.body ?? '{}'),
      control: async (method, target, body) =>
        handle({ method, target: `/_control${target}`, headers, body: body && JSON.stringify(body) }),
    });
  });

/** Numbers as a query or a form has them: nothing is no limit. */
const counted = (text: string | null) => (text ? Number(text) : null);

interface Dialect {
  controls: Controls;
  office?: Office;
  only: string[];
  asked?: Asked;
  /** The calls that are to be seen. */
  check?: () => void;
  controlsUrl?: string;
  /** Devices are made for the run, in place of those that the profile names. */
  makes?: true;
}

const sms = ['limits/zero-sends-none/sms', 'limits/raise-takes-effect/sms'];
const later = ['limits/next-day-restores/email', 'auth/expired-refused/listUsers'];

const advancing = (values: object, by: (given: never) => string): Dialect => ({
  controls: { advance: post('/office/clock', { body: { skip: '{by}' }, ...values }) },
  office: ({ json, control }) => control('POST', '/clock/advance', { by: by(json().skip as never) }),
  only: later,
});

const counting = (reads: { [fact: string]: string }): Dialect => ({
  controls: { readLicences: { ...templates.readLicences, reads } },
  only: ['licences/device-uses-one'],
  makes: true,
});

/** The limits that a PATCH has set, and those that it sent again. */
const patched = new Map<string, unknown>();
const repeated: string[] = [];

/** Deployments whose office speaks otherwise: all that is judged passes where all is carried over, and is put back. */
const dialects: { [what: string]: Dialect } = {
  'limits in a form, with the device in a header': {
    controls: {
      setLimits: post('/office/limits', {
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'X-Device': '{deviceId}' },
        body: 'mail={dailyEmail}&text={dailySms}',
      }),
    },
    office: ({ call, control }) => {
      const form = new URLSearchParams(call.body);
      const limits = { dailyEmail: counted(form.get('mail')), dailySms: counted(form.get('text')) };
      return control('PUT', `/devices/${call.headers['x-device']}/limits`, limits);
    },
    only: sms,
  },
  'limits in a query, which cannot leave any of them out': {
    controls: { setLimits: post('/office/{deviceId}/limits?mail={dailyEmail}&text={dailySms}') },
    office: ({ path: [id], query, control }) =>
      control('PUT', `/devices/${id}/limits`, {
        dailyEmail: counted(query.get('mail')),
        dailySms: counted(query.get('text')),
      }),
    only: sms,
  },
  'limits by PATCH, which has the change alone': {
    controls: {
      setLimits: {
        ...{ by: 'http', method: 'PATCH', url: '/office/{deviceId}/limits' },
        body: { mail: '{dailyEmail}', text: '{dailySms}' },
      },
    },
    office: ({ path: [id], json, control }) => {
      const { mail, text } = json();
      for (const [name, limit] of Object.entries(json())) {
        if (patched.get(`${id} ${name}`) === limit) repeated.push(`${id} ${name} ${limit}`);
        patched.set(`${id} ${name}`, limit);
      }
      const limits = {
        ...(mail !== undefined && { dailyEmail: mail }),
        ...(text !== undefined && { dailySms: text }),
      };
      return control('PUT', `/devices/${id}/limits`, limits);
    },
    check: () => expect([patched.size > 1, repeated]).toEqual([true, []]),
    only: ['limits/channels-apart'],
    makes: true,
  },
  'a channel in words, and yes or no for a message': {
    controls: {
      send: post('/office/{deviceId}/{channel}', {
        values: { channel: { email: 'MAIL', sms: 'TEXT' }, sent: { 1: true, 0: false } },
        reads: { sent: '/ok' },
      }),
    },
    office: async ({ path: [id, word], control }) => {
      const channel = { MAIL: 'email', TEXT: 'sms' }[word ?? ''];
      const { body } = await control('POST', `/devices/${id}/send`, { channel });
      return reply(200, { ok: JSON.parse(body).sent === 1 });
    },
    only: ['limits/zero-sends-none'],
  },
  'several messages at a time, of which those held back are told': {
    controls: {
      send: post('/office/{deviceId}/send', {
        body: { by: '{channel}', times: '{count}' },
        reads: { withheld: '/held' },
      }),
    },
    office: async ({ path: [id], json, control }) => {
      const { by, times } = json();
      const { body } = await control('POST', `/devices/${id}/send`, { channel: by, count: times });
      return reply(200, { held: JSON.parse(body).withheld });
    },
    only: sms,
  },
  'messages that are refused when they are held back': {
    controls: { send: post('/office/{deviceId}/{channel}', { reads: { sent: '/n' } }) },
    office: async ({ path: [id, channel], control }) => {
      const { body } = await control('POST', `/devices/${id}/send`, { channel });
      return JSON.parse(body).sent === 1 ? reply(200, { n: 1 }) : reply(422, { error: 'no allowance' });
    },
    only: sms,
  },
  'API access in words, in a path': {
    controls: {
      setApiEnabled: post('/office/access/{enabled}', { values: { enabled: { true: 'on', false: 'off' } } }),
    },
    office: ({ path: [, word], control }) =>
      word === 'on' || word === 'off'
        ? control('PUT', '/account', { apiEnabled: word === 'on' })
        : reply(404, {}),
    only: ['token/api-disabled'],
  },
  'an activation that tells in its answer whether there was one': {
    controls: {
      activate: post('/office/{deviceId}/activate', {
        reads: { activated: '/on' },
        values: { activated: { true: 'yes', false: 'no' } },
      }),
    },
    office: async ({ path: [id], control }) =>
      reply(200, { on: (await control('POST', `/devices/${id}/activate`)).status < 300 ? 'yes' : 'no' }),
    only: ['licences/activation-refused'],
  },
  'time in seconds': advancing({ values: { by: 'seconds' } }, (given: number) => `PT${given}S`),
  'time in whole hours': advancing({ values: { by: 'hours' } }, (given: number) => `PT${given}H`),
  'time as a duration': advancing({}, (given: string) => given),
  'licences in use and free': counting({ used: '/licences/used', available: '/licences/available' }),
  'licences in all and free': counting({ total: '/licences/total', available: '/licences/available' }),
  'secrets of the environment in headers and bodies': {
    controls: {
      setApiEnabled: post('/office/access', {
        headers: { Authorization: 'Office {$OFFICE_TOKEN}' },
        body: { on: '{enabled}', key: '{$OFFICE_KEY}' },
      }),
    },
    office: ({ call, json, control }) =>
      call.headers.authorization === 'Office a/b+c==' && json().key === '{deviceId} "q"'
        ? control('PUT', '/account', { apiEnabled: json().on })
        : reply(401, {}),
    asked: { controlSecrets: { OFFICE_TOKEN: 'a/b+c==', OFFICE_KEY: '{deviceId} "q"' } },
    only: ['token/api-disabled'],
  },
  'a secret of any text in a form': {
    controls: {
      setApiEnabled: post('/office/access', {
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: 'key={$OFFICE_KEY}&on={enabled}',
      }),
    },
    office: ({ call, control }) => {
      const form = new URLSearchParams(String(call.body));
      if (form.get('key') !== 'schlüssel & 1') return reply(401, {});
      return control('PUT', '/account', { apiEnabled: form.get('on') === 'true' });
    },
    asked: { controlSecrets: { OFFICE_KEY: 'schlüssel & 1' } },
    only: ['token/api-disabled'],
  },
  'controls below an address of their own': {
    controls: {
      setApiEnabled: { by: 'http', method: 'PUT', url: '/account', body: { apiEnabled: '{enabled}' } },
    },
    controlsUrl: '/office/backstage',
    office: ({ path, json, control }) =>
      path.join('/') === 'backstage/account' ? control('PUT', '/account', json()) : reply(404, {}),
    only: ['token/api-disabled'],
  },
  'commands, whose options are left out where nothing is said': {
    controls: {
      setLimits: {
        by: 'command',
        command: ['fleetctl', 'limits', '{deviceId}', '--mail={dailyEmail}', '--text={dailySms}'],
      },
    },
    only: sms,
  },
};

it.each(Object.entries(dialects))(
  '%s',
  async (_, { controls, office, only, asked, check, controlsUrl, makes }) => {
    const told = {
      controls: { ...(makes ? templates : borrowing), ...controls },
      ...(!makes && { known: { device: ['dev-1', 'dev-2', 'dev-3'] } }),
      ...(controlsUrl !== undefined && { controlsUrl }),
    };
    const around = office && officeOf(office);
    const { simulator, judge } = await scene({ devices: 4, licences: 30, told, around });
    for (const id of [1, 2, 3]) simulator.fleet.limits.set(id, { dailyEmail: 40 + id, dailySms: 50 + id });
    const found = stateOf(simulator);
    const given: string[][] = [];
    const run = async ([, , id = '', ...options]: readonly string[]) => {
      given.push(options);
      const names = { mail: 'dailyEmail', text: 'dailySms' } as Record<string, string>;
      const limits = options.map((option) => {
        const [, name = '', value = ''] = /^--(\w+)=(.*)$/.exec(option) ?? [];
        return [names[name], counted(value)];
      });
      simulator.fleet.limits.set(Number(id.slice(4)), Object.fromEntries(limits));
      return { exitCode: 0, stdout: '', stderr: '' };
    };
    const judged = await judge({ only, host: { run }, ...asked });
    const open = judged.run.outcomes.filter(({ verdict }) => verdict !== 'pass');
    expect(open.map(({ id, verdict, reason }) => `${id} ${verdict}: ${reason}`)).toEqual([]);
    expect(judged.run.leftBehind).toEqual([]);
    check?.();
    expect(stateOf(simulator)).toEqual(found);
    expect(given.flat().filter((option) => !/^--(mail|text)=\d*$/.test(option))).toEqual([]);
    expect(JSON.stringify(judged.run)).not.toMatch(/a\/b\+c==|\{deviceId\} \\*"q/);
  },
);

interface Silent {
  control: keyof typeof templates;
  as: object;
  /** The control's answer at its address, or a command ends with. */
  answer?: Reply;
  run?: () => Promise<{ exitCode: number; stdout: string; stderr: string }>;
  only: string[];
  says: RegExp;
  unlock?: string;
  /** The control is not asked at all. */
  unsent?: true;
}

const ends = (stdout: string, exitCode = 0, stderr = '') => ({
  run: async () => ({ exitCode, stdout, stderr }),
});
const limited = ['limits/raise-takes-effect/sms'];
const counts = ['licences/device-uses-one'];
const told = { reads: { sent: '/sent' } };

/** Controls that cannot be used, or whose answer says nothing: the rule stays open, and the place in the profile is named. */
const silent: { [what: string]: Silent } = {
  'messages of which neither those sent nor those held back are told': {
    control: 'send',
    as: post('/office/{deviceId}/{channel}', told),
    answer: reply(200, {}),
    only: limited,
    says: /does not hold sent/,
  },
  'messages without a channel': {
    control: 'send',
    as: post('/office/{deviceId}', told),
    only: limited,
    says: /\{channel\}/,
    unsent: true,
    unlock: 'controls.send',
  },
  'limits without a place for what is to be set': {
    control: 'setLimits',
    as: post('/office/{deviceId}/limits', { body: { mail: '{dailyEmail}' } }),
    only: limited,
    says: /\{dailySms\}/,
    unlock: 'controls.setLimits',
  },
  'a device whose id is not told': {
    control: 'createDevice',
    as: post('/office/units', { reads: { deviceId: '/no' } }),
    answer: reply(200, {}),
    only: limited,
    says: /does not hold deviceId/,
  },
  'an answer of 500': {
    control: 'createDevice',
    as: post('/office/units', { reads: { deviceId: '/id' } }),
    answer: reply(500, {}),
    only: limited,
    says: /POST \/office\/units: a server error came \(status 500\)/,
  },
  'a control that is said not to be there': {
    control: 'send',
    as: { by: 'none' },
    only: limited,
    says: /send/,
    unsent: true,
    unlock: 'controls.send',
  },
  'a secret that is not set': {
    control: 'send',
    as: post('/office/{deviceId}/{channel}', { ...told, headers: { 'X-Key': '{$OFFICE_TOKEN}' } }),
    only: limited,
    says: /OFFICE_TOKEN, which is not set/,
    unsent: true,
    unlock: 'controls.send',
  },
  'a command that cannot be started': {
    control: 'send',
    as: { by: 'command', command: ['fleetctl', '{deviceId}', '{channel}'], ...told },
    run: () => Promise.reject(new Error('spawn fleetctl ENOENT')),
    only: limited,
    says: /send.*ENOENT/,
    unsent: true,
    unlock: 'controls.send',
  },
  'a command that prints no JSON': {
    control: 'send',
    as: { by: 'command', command: ['fleetctl', '{deviceId}', '{channel}'], ...told },
    ...ends('Sent: 2'),
    only: limited,
    says: /send.*did not print JSON/,
    unlock: 'controls.send',
  },
  'a command that ends with 1': {
    control: 'readLicences',
    as: { by: 'command', command: ['fleetctl', 'licences'], reads: { total: '/t', used: '/u' } },
    ...ends('', 1, 'not logged in\n'),
    only: counts,
    says: /ended with exit code 1: not logged in/,
    unlock: 'controls.readLicences',
  },
};

it.each(Object.entries(silent))('%s', async (_, { control, as, answer, run, only, says, unlock, unsent }) => {
  const asked: string[] = [];
  const around = officeOf(({ call }) => {
    asked.push(line(call));
    return answer ?? reply(200, { sent: 1 });
  });
  const controls = { ...templates, [control]: as } as Controls;
  const { judge } = await scene({ devices: 4, licences: 30, told: { controls }, around });
  const judged = await judge({ only, ...(run && { host: { run } }) });
  expect([...idsOf(judged.run, 'pass'), ...idsOf(judged.run, 'fail')]).toEqual([]);
  expect(judged.run.outcomes.map(({ reason }) => reason).join('\n')).toMatch(says);
  const unlocks = new Set(judged.run.outcomes.flatMap((outcome) => outcome.unlock ?? []));
  if (unlock) expect(unlocks).toContain(unlock);
  if (unsent) expect(asked, 'is not sent').toEqual([]);
});

describe('an id that a deployment gives to a device', () => {
  const xml = { headers: { 'content-type': 'text/xml' }, body: '<unit><id>{deviceId}</id></unit>' };
  const places: { [where: string]: [Control, string[]] } = {
    'a path': [post('/office/units/{deviceId}/limits?text={dailySms}'), ['..', 'a/b', '%2e%2e', 'a\nb']],
    'a text': [post('/office/units?text={dailySms}', xml), ['</id><admin/>', 'a&b']],
    'a header': [
      post('/office/units?text={dailySms}', { headers: { 'X-Device': '{deviceId}' } }),
      ['7\r\nX-Admin: yes'],
    ],
    'a command': [
      { by: 'command', command: ['fleetctl', '{deviceId}', '--text={dailySms}'] },
      ['--all', '$(x)', "a'b", 'x'.repeat(201), '\u202ex'],
    ],
  };
  const rows = Object.entries(places).flatMap(([where, [setLimits, ids]]) =>
    ids.map((id) => ({ where, setLimits, id })),
  );

  it.each(rows)('is not put into $where where it is $id', async ({ setLimits, id }) => {
    const asked: string[] = [];
    const around = officeOf(({ call, path: [first] }) => {
      if (first === 'create') return reply(200, { id });
      asked.push(line(call));
      return reply(200, {});
    });
    const controls = {
      ...templates,
      setLimits,
      createDevice: post('/office/create', { reads: { deviceId: '/id' } }),
    };
    const { judge } = await scene({ devices: 2, licences: 30, told: { controls }, around });
    const host = {
      run: async ([program = '']: readonly string[]) => {
        asked.push(program);
        return { exitCode: 0, stdout: '', stderr: '' };
      },
    };
    const { run } = await judge({ only: limited, host });
    expect([asked, idsOf(run, 'pass'), idsOf(run, 'fail'), idsOf(run, 'error')]).toEqual([[], [], [], []]);
    expect(run.outcomes[0]?.reason).toMatch(/cannot carry the value|does not hold deviceId/);
  });
});
