import { describe, expect, test } from 'vitest';
import { createSimulator } from '../../../simulator/index.ts';
import { clientOf } from '../client.ts';

const status = async (headers: { [name: string]: string }, options = {}) => {
  const answer = await clientOf(createSimulator(options))('GET', '/_control/clock', undefined, headers);
  return answer.json.code ?? answer.status;
};

test.each(['127.0.0.1:4010', 'localhost:4010', '[::1]:4010', '127.0.0.2', 'app.localhost:80'])(
  'the control API answers under the loopback name %s',
  async (host) => expect(await status({ host })).toBe(200),
);

test.each([
  'evil.example',
  '127.0.0.1.evil.example:4010',
  'localhost.evil.example',
  '192.168.0.7:4010',
  '[::2]',
])('a page that rebinds its name %s to this machine is refused', async (host) =>
  expect(await status({ host })).toBe('FOREIGN_HOST'),
);

describe('off loopback', () => {
  const options = { hostNames: ['ci.internal'] };

  test.each(['ci.internal:4010', 'CI.internal', 'localhost:4010', '127.0.0.1', '[::1]:4010'])(
    'the name %s, which the server was configured with or which is plainly this machine, is answered',
    async (host) => expect(await status({ host }, options)).toBe(200),
  );

  test.each(['app.localhost:4010', 'a.b.localhost', 'x.ci.internal', '.localhost'])(
    'the name %s, under which any page of this machine may be, is refused',
    async (host) => expect(await status({ host }, options)).toBe('FOREIGN_HOST'),
  );
});

test.each(['https://evil.example', 'null', 'http://127.0.0.1:9999', 'http://localhost:4010.evil.example'])(
  'a page of the origin %s is refused',
  async (origin) => expect(await status({ host: '127.0.0.1:4010', origin })).toBe('FOREIGN_ORIGIN'),
);

test.each(['http', 'https'])('the page that the server itself serves over %s may use it', async (scheme) => {
  expect(await status({ host: '127.0.0.1:4010', origin: `${scheme}://127.0.0.1:4010` })).toBe(200);
});

test.each(['http://undefined', 'null', 'https://'])(
  'without a Host header no page is taken for one of the server, not even one of %s',
  async (origin) => expect(await status({ origin })).toBe('FOREIGN_ORIGIN'),
);

describe('with origins that are allowed', () => {
  const options = { origins: ['http://localhost:5173'] };
  const from = (origin: string) => status({ host: '127.0.0.1:4010', origin }, options);

  test('pages of these may use it', async () => expect(await from('http://localhost:5173')).toBe(200));

  test.each(['http://localhost:51733', 'https://localhost:5173', 'http://LOCALHOST:5173', 'null', ''])(
    'a page of %j may not',
    async (origin) => expect(await from(origin)).toBe('FOREIGN_ORIGIN'),
  );

  test('the control token is asked for all the same', async () => {
    const host = '127.0.0.1:4010';
    const origin = 'http://localhost:5173';
    expect(await status({ host, origin }, { ...options, controlToken: 'a-long-secret' })).toBe(
      'CONTROL_TOKEN_NEEDED',
    );
  });
});

test('with a control token only those who send it are answered', async () => {
  const options = { controlToken: 'a-long-secret' };
  expect(await status({ 'x-control-token': 'a-long-secret' }, options)).toBe(200);
  expect(await status({ authorization: 'Bearer a-long-secret' }, options)).toBe(200);
});

test.each([
  ['no token', {}],
  ['one cut short', { 'x-control-token': 'a-long-secre' }],
  ['one with a character added', { 'x-control-token': 'a-long-secrets' }],
  ['one with another end', { 'x-control-token': 'a-long-secreT' }],
  ['one with another beginning', { 'x-control-token': 'A-long-secret' }],
  ['twice the token', { 'x-control-token': 'a-long-secreta-long-secret' }],
  ['an empty one', { 'x-control-token': '' }],
  ['an empty one beside the right bearer', { 'x-control-token': '', authorization: 'Bearer a-long-secret' }],
  ['the token in no scheme', { authorization: 'a-long-secret' }],
  ['a bearer behind another word', { authorization: 'not bearer a-long-secret' }],
  ['a bearer with a character added', { authorization: 'Bearer a-long-secret ' }],
  ['a bearer cut short', { authorization: 'Bearer a-long-secre' }],
])('%s is not the control token', async (_what, headers) => {
  expect(await status(headers, { controlToken: 'a-long-secret' })).toBe('CONTROL_TOKEN_NEEDED');
});

test.each([
  ['FOREIGN_HOST', { host: 'evil.example:4010' }, /host name evil\.example\.$/, /loopback address/],
  ['FOREIGN_HOST', { host: '' }, /with a Host header only/, /loopback address/],
  [
    'FOREIGN_ORIGIN',
    { host: '127.0.0.1', origin: 'https://evil.example' },
    /Pages of https:\/\/evil\.example may not/,
    /page that this server serves/,
  ],
  ['CONTROL_TOKEN_NEEDED', {}, /requires its control token/, /X-Control-Token/],
])('who is refused with %s reads why, and what to do instead', async (code, headers, why, hint) => {
  const client = clientOf(createSimulator({ controlToken: 'a-long-secret' }));
  const { json } = await client('GET', '/_control/clock', undefined, headers);
  expect(json).toMatchObject({
    code,
    detail: expect.stringMatching(why),
    hint: expect.stringMatching(hint),
  });
});

test.each(['cross-site', 'same-site'])(
  'a page of elsewhere that names no origin is refused: %s',
  async (site) => {
    const head = { host: '127.0.0.1:4010', 'sec-fetch-site': site };
    expect(await status(head)).toBe('FOREIGN_ORIGIN');
    expect(await status({ ...head, origin: 'http://127.0.0.1:4010' })).toBe(200);
  },
);

test.each(['same-origin', 'none'])(
  'a page of ours, and an address that was typed, is let in: %s',
  async (site) => expect(await status({ host: '127.0.0.1:4010', 'sec-fetch-site': site })).toBe(200),
);
