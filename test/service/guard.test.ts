/** Access to the control API: by name, origin and token. */
import { expect, test } from 'vitest';
import type { SimulatorOptions } from '../../simulator/index.ts';
import { open } from './client.ts';

interface Heads {
  readonly [name: string]: string;
}
const ours = { host: '127.0.0.1:4010' };
const token = { controlToken: 'a-long-secret' };
const named = { hostNames: ['ci.internal'] };
const pages = { origins: ['http://localhost:5173'] };
const from = (origin: string): Heads => ({ ...ours, origin });
const site = (site: string): Heads => ({ ...ours, 'sec-fetch-site': site });

/** The answer to a call with these headers: `200`, or the code of a refusal. */
type Answered = readonly [answer: string, headers: Heads, options?: SimulatorOptions];
const answers: readonly Answered[] = [
  ...['127.0.0.1:4010', 'localhost:4010', '[::1]:4010', '127.0.0.2', 'app.localhost:80'].map(
    (host) => ['200', { host }] as const,
  ),
  ...[
    'evil.example',
    '127.0.0.1.evil.example:4010',
    'localhost.evil.example',
    '192.168.0.7:4010',
    '[::2]',
    '',
  ].map((host) => ['FOREIGN_HOST', { host }] as const),
  ...['ci.internal:4010', 'CI.internal', 'localhost:4010', '127.0.0.1', '[::1]:4010'].map(
    (host) => ['200', { host }, named] as const,
  ),
  // Any page of this machine may be under such a name.
  ...['app.localhost:4010', 'a.b.localhost', 'x.ci.internal', '.localhost'].map(
    (host) => ['FOREIGN_HOST', { host }, named] as const,
  ),
  ...['https://evil.example', 'null', 'http://127.0.0.1:9999', 'http://localhost:4010.evil.example'].map(
    (origin) => ['FOREIGN_ORIGIN', from(origin)] as const,
  ),
  ['200', from('http://127.0.0.1:4010')],
  ['200', from('https://127.0.0.1:4010')],
  ...['http://undefined', 'null', 'https://'].map((origin) => ['FOREIGN_ORIGIN', { origin }] as const),
  ['200', from('http://localhost:5173'), pages],
  ...['http://localhost:51733', 'https://localhost:5173', 'http://LOCALHOST:5173', 'null', ''].map(
    (origin) => ['FOREIGN_ORIGIN', from(origin), pages] as const,
  ),
  ['CONTROL_TOKEN_NEEDED', from('http://localhost:5173'), { ...pages, ...token }],
  ['FOREIGN_ORIGIN', site('cross-site')],
  ['FOREIGN_ORIGIN', site('same-site')],
  ['200', { ...site('cross-site'), origin: 'http://127.0.0.1:4010' }],
  ['200', site('same-origin')],
  ['200', site('none')],
  ['200', { 'x-control-token': 'a-long-secret' }, token],
  ['200', { authorization: 'Bearer a-long-secret' }, token],
  ...[
    {},
    { 'x-control-token': 'a-long-secre' },
    { 'x-control-token': 'a-long-secrets' },
    { 'x-control-token': 'a-long-secreT' },
    { 'x-control-token': 'A-long-secret' },
    { 'x-control-token': 'a-long-secreta-long-secret' },
    { 'x-control-token': '' },
    { 'x-control-token': '', authorization: 'Bearer a-long-secret' },
    { authorization: 'a-long-secret' },
    { authorization: 'not bearer a-long-secret' },
    { authorization: 'Bearer a-long-secret ' },
  ].map((headers) => ['CONTROL_TOKEN_NEEDED', headers as Heads, token] as const),
];

test.each(answers.map(([answer, headers, options = {}]) => ({ answer, headers, options })))(
  '$answer: $headers $options',
  async ({ answer, headers, options }) => {
    const reply = await open(options).control('GET /clock', undefined, headers);
    expect(reply.json.code ?? String(reply.status)).toBe(answer);
  },
);

test.each([
  ['FOREIGN_HOST', { host: 'evil.example:4010' }, /host name evil\.example\.$/, /loopback address/],
  ['FOREIGN_ORIGIN', from('https://evil.example'), /Pages of https:\/\/evil\.example may not/, /this server/],
  ['CONTROL_TOKEN_NEEDED', {}, /requires its control token/, /X-Control-Token/],
])('who is refused with %s reads why, and what to do instead', async (code, headers, why, hint) => {
  const { json } = await open(token).control('GET /clock', undefined, headers as Heads);
  expect(json).toMatchObject({ code, detail: expect.stringMatching(why), hint: expect.stringMatching(hint) });
});

/** The rights of each role: a viewer looks, a trainee acts in the world as well, one with a grant goes back or lets things happen, too. */
type Allowed = readonly [may: string, route: string, body?: object];
const rights: readonly Allowed[] = [
  ['viewer trainee granted', 'GET /role'],
  ['viewer trainee granted', 'GET /clock'],
  ['viewer trainee granted', 'GET /devices'],
  ['viewer trainee granted', 'GET /requests'],
  ['viewer trainee granted', 'GET /outbox'],
  ['trainee granted', 'POST /clock/advance', { by: 'PT1M' }],
  ['trainee granted', 'PUT /account', { apiEnabled: true }],
  ['trainee granted', 'PUT /devices/dev-1/limits', { dailySms: 1 }],
  ['trainee granted', 'GET /snapshot'],
  ['trainee granted', 'GET /fixture'],
  ['granted', 'POST /devices/dev-1/send', { channel: 'sms' }],
  ['granted', 'PUT /faults', { rules: [] }],
  ['granted', 'DELETE /devices/dev-2'],
  ['granted', 'POST /reset', {}],
  ['', 'PUT /fixture', { devices: [] }],
];
const holders: NonNullable<SimulatorOptions['holders']> = [
  { role: 'viewer', name: 'Anna', rights: ['look'], token: 'viewer' },
  { role: 'trainee', name: 'Anna', rights: ['look', 'act'], token: 'trainee' },
  { role: 'trainee', name: 'Ben', rights: ['look', 'act', 'rewind', 'inject'], token: 'granted' },
];

test.each(rights.map(([may, route, body]) => ({ may, route, body })))(
  'by their roles [$may] may $route $body',
  async ({ may, route, body }) => {
    const allowed: string[] = [];
    for (const { token: held } of holders) {
      const reply = await open({ ...token, holders }).control(route, body, { 'x-control-token': held });
      if (reply.status < 300) allowed.push(held);
      else expect(reply).toMatchObject({ status: 403, json: { code: expect.stringMatching(/ROLE|RIGHT/) } });
    }
    expect(allowed.join(' ')).toBe(may);
    const trainer = await open({ ...token, holders }).control(route, body, {
      'x-control-token': token.controlToken,
    });
    expect({ trainer: trainer.status < 300 }).toEqual({ trainer: true });
  },
);
