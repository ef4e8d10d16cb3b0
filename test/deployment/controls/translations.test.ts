/** Controls of a deployment that has words, units, an address and secrets of its own. */
import { describe, expect, it } from 'vitest';
import { ProfileError, parseProfile } from '../../../contracts/profile/index.ts';
import type { Control, Controls } from '../../../contracts/profile/profile.ts';
import { benchOf } from './bench.ts';

const post = (url: string, more: object = {}): Control => ({ by: 'http', method: 'POST', url, ...more });

describe('a value', () => {
  it('goes out as the deployment writes it, wherever it is', async () => {
    const controls: Controls = {
      setApiEnabled: post('/access/{enabled}', {
        body: { state: '{enabled}' },
        values: { enabled: { true: 'on', false: 'off' } },
      }),
      setLimits: post('/limits', {
        body: { mail: '{dailyEmail}', text: '{dailySms}', until: '{expirationDate}', dies: '{expires}' },
        values: { dailyEmail: { null: -1 }, expires: { true: 1, false: 0 }, expirationDate: { null: '' } },
      }),
    };
    const bench = await benchOf(controls);
    await bench.controls.setApiEnabled(false);
    await bench.controls.setLimits(7, { dailyEmail: null, dailySms: 0, expires: true, expirationDate: null });
    expect(bench.sent.map(({ url, body }) => [url, JSON.parse(String(body))])).toEqual([
      ['/access/off', { state: 'off' }],
      ['/limits', { mail: -1, text: 0, until: '', dies: 1 }],
    ]);
  });

  it('comes back as the suite reckons with it', async () => {
    const readLimits = post('/limits/{deviceId}', {
      values: {
        dailyEmail: { null: -1 },
        expires: { true: 'Y', false: 'N' },
        expirationDate: { null: 'never' },
      },
      reads: { expires: '/x', expirationDate: '/d', dailyEmail: '/e', dailySms: '/s', usageEmail: '/u' },
    });
    const json = { x: 'Y', d: 'never', e: '-1', s: 4, u: 0 };
    const { controls } = await benchOf({ readLimits }, { answer: () => ({ json }) });
    expect(await controls.readLimits(7)).toMatchObject({
      expires: true,
      expirationDate: null,
      dailyEmail: null,
      dailySms: 4,
      usageEmail: 0,
    });
  });

  it('of a channel and of a count can be a word and a yes or no', async () => {
    const send = post('/send/{deviceId}/{channel}', {
      values: { channel: { email: 'MAIL', sms: 'TEXT' }, sent: { 1: true, 0: false } },
      reads: { sent: '/ok' },
    });
    const answers = [true, false];
    const { controls, sent } = await benchOf({ send }, { answer: () => ({ json: { ok: answers.shift() } }) });
    expect(await controls.send(7, 'sms', 2)).toMatchObject({ sent: 1, withheld: 1 });
    expect(sent.map(({ url }) => url)).toEqual(['/send/7/TEXT', '/send/7/TEXT']);
  });

  it.each([
    ['seconds', 5401],
    ['minutes', 91],
    ['hours', 2],
    ['milliseconds', 5_401_000],
  ])('of time is a whole number of %s, and never falls short', async (unit, expected) => {
    const advance = post('/clock', { body: { skip: '{by}' }, values: { by: unit } });
    const { controls, sent } = await benchOf({ advance });
    await controls.advance({ by: 90 * 60_000 + 1 });
    expect(JSON.parse(String(sent[0]?.body))).toEqual({ skip: expected });
  });
});

describe('the base address of controls', () => {
  it.each([
    ['https://office.example/backstage/', 'https://office.example/backstage/licences'],
    ['/backstage', '/backstage/licences'],
  ])('%s comes before a path, and before no address', async (controlsUrl, expected) => {
    const controls: Controls = {
      readLicences: post('/licences', { reads: { total: '/t' } }),
      createDevice: post('https://plant.example/devices', { reads: { deviceId: '/id' } }),
    };
    const bench = await benchOf(controls, { controlsUrl, answer: () => ({ json: { t: 3, id: 9 } }) });
    await bench.controls.readLicences();
    await bench.controls.createDevice();
    // A device is made once a licence is seen to be free.
    expect([...new Set(bench.sent.map(({ url }) => url))]).toEqual([
      expected,
      'https://plant.example/devices',
    ]);
  });
});

describe('a secret', () => {
  const readLicences = post('/licences', {
    headers: { Authorization: 'Bearer {$OFFICE_TOKEN}' },
    body: { key: '{$OFFICE_KEY}' },
    reads: { total: '/t' },
  });

  it('stands in headers and bodies, whatever its characters', async () => {
    const secrets = { $OFFICE_TOKEN: 'a/b+c==', $OFFICE_KEY: '{deviceId} "q"' };
    const { controls, sent } = await benchOf(
      { readLicences },
      { secrets, answer: () => ({ json: { t: 3 } }) },
    );
    await controls.readLicences();
    expect(sent[0]).toMatchObject({
      headers: { authorization: 'Bearer a/b+c==' },
      body: JSON.stringify({ key: '{deviceId} "q"' }),
    });
  });

  it('that is not set is named, and nothing is sent', async () => {
    const { controls, sent } = await benchOf({ readLicences });
    await expect(controls.readLicences()).rejects.toThrow('OFFICE_TOKEN, which is not set');
    expect(sent).toEqual([]);
  });

  it('is never put in from a value of the deployment', async () => {
    const activate = post('/activate', { body: { id: '{deviceId}', key: '{$OFFICE_KEY}' } });
    const { controls, sent } = await benchOf({ activate }, { secrets: { $OFFICE_KEY: 'hush' } });
    await controls.activate('{$OFFICE_KEY}');
    expect(JSON.parse(String(sent[0]?.body))).toEqual({ id: '{$OFFICE_KEY}', key: 'hush' });
  });
});

describe('a profile', () => {
  const issuesOf = (controls: object, more: object = {}) => {
    try {
      parseProfile(JSON.stringify({ roadtest: 1, name: 'x', openings: {}, controls, ...more }), 'mine.json');
      return [];
    } catch (error) {
      if (!(error instanceof ProfileError)) throw error;
      return error.issues.map(({ code, pointer }) => `${code} ${pointer}`);
    }
  };

  it.each<[string, object, object, string]>([
    [
      'one word for two values',
      { setApiEnabled: post('/a', { values: { enabled: { true: 1, false: '1' } } }) },
      {},
      'TRANSLATION_AMBIGUOUS /controls/setApiEnabled/values/enabled/false',
    ],
    [
      'a secret in an address',
      { activate: post('/a?key={$KEY}') },
      {},
      'TEMPLATE_MISPLACED /controls/activate/url',
    ],
    [
      'a secret in a command',
      { activate: { by: 'command', command: ['act', '{$KEY}'] } },
      {},
      'TEMPLATE_MISPLACED /controls/activate/command/1',
    ],
    ['a base address with a query', {}, { controlsUrl: '/a?b=1' }, 'CONTROL_URL_INVALID /controlsUrl'],
    [
      'a base address of another kind',
      {},
      { controlsUrl: 'ftp://a.example' },
      'CONTROL_URL_INVALID /controlsUrl',
    ],
    [
      'a base address with a password',
      {},
      { controlsUrl: 'https://me:pw@a.example' },
      'CONTROL_URL_INVALID /controlsUrl',
    ],
  ])('with %s is refused', (_, controls, more, issue) => {
    expect(issuesOf(controls, more)).toContain(issue);
  });

  it('can say no translation that a fact cannot have', () => {
    const bad = {
      send: post('/s', { values: { channel: { fax: 'FAX' }, count: { many: 3 }, deviceId: { 1: 2 } } }),
    };
    expect(issuesOf(bad).sort()).toEqual([
      'COUNT_INVALID /controls/send/values/count/many',
      'UNKNOWN_FIELD /controls/send/values/channel/fax',
      'UNKNOWN_FIELD /controls/send/values/deviceId',
    ]);
  });
});
