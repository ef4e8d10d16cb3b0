/** Secrets are the user's: whatever a deployment, a file or a line does with them, they are in nothing that is printed or written. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Run } from '../../contracts/verify/index.ts';
import { start } from '../foreign/server.ts';
import { begun, line, put } from './line.ts';
import { serviceOf } from './roadtest.ts';
import { type Deployment, deployed, folder, serving } from './verifying.ts';

const apiKey = 'k3y/with "quotes" & ümlaut+plus';
const controlToken = 'control-token-that-nobody-may-see';
const env = { ROADTEST_USER_NAME: 'fleet', ROADTEST_API_KEY: apiKey, ROADTEST_CONTROL_TOKEN: controlToken };
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');

/** Every way in which a secret could be in a text. */
const forms = (secret: string) => [
  secret,
  JSON.stringify(secret).slice(1, -1),
  encodeURIComponent(secret),
  Buffer.from(secret).toString('base64'),
  secret.replaceAll('"', '&quot;').replaceAll('&', '&amp;'),
  secret.replaceAll('&', '&amp;').replaceAll('"', '&quot;'),
  secret.replaceAll('"', '&#34;').replaceAll('&', '&#38;'),
];
const jwt = /eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}/;

function filesIn(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path).flatMap((name) => filesIn(join(path, name)));
}

/** A deployment that repeats what it is sent wherever it can, and breaks a rule so that its answers are reported. */
function leaking(): Promise<Deployment> {
  let lastToken = '';
  return deployed({
    ...{ userName: 'fleet', apiKey, controlToken, deviate: 'token/json-object' },
    onReply: (reply, call) => {
      lastToken = /"token":"([^"]+)"/.exec(reply.body)?.[1] ?? lastToken;
      const sent = `${call.headers.authorization ?? ''} ${call.headers['x-control-token'] ?? ''}`;
      const echo = { 'x-echo': encodeURIComponent(`${sent} ${apiKey}`), 'x-token': lastToken };
      const headers = { ...reply.headers, ...echo, 'set-cookie': `session=${lastToken}` };
      if (reply.status < 400) return { ...reply, headers };
      const error = `wrong: ${call.body ?? ''} ${sent} ${apiKey}`;
      const body = JSON.stringify({ success: 'false', error, previous: { token: lastToken } });
      return { ...reply, headers: { ...headers, 'content-type': 'application/json' }, body };
    },
  });
}

describe('a deployment that repeats every secret', () => {
  const sinks = new Map<string, string>();
  beforeAll(async () => {
    const { url } = await leaking();
    const lines: { [name: string]: [text: string, given?: object] } = {
      plain: [
        'verify {url} --only token/json-object,token/wrong,auth/header-required/list,groups/created-is-listed --reporter text,json,junit,html,github,markdown --output reports --journal journal.jsonl --record recorded.json --write-baseline known.yaml',
      ],
      watched: ['verify {url} --only token/is-jwt', { watched: true, interactive: true }],
      wrong: ['verify {url}', { env: { ...env, ROADTEST_API_KEY: `${apiKey}x` } }],
      judged: ['judge recorded.json --reporter html,json --output judged'],
      swept: ['sweep journal.jsonl'],
      compared: ['diff reports/run.json judged/run.json --json'],
      learned: ['learn {url} -o learned.yaml'],
      explored: ['explore {url} --requests 30 --only groups/ --save failed.json --reporter json'],
    };
    for (const [name, [text, given]] of Object.entries(lines)) {
      const { code, out, err } = await line(text, { names: { url }, env, ...given });
      if (name === 'plain') expect(code).toBe(1);
      sinks.set(`${name} out`, out).set(`${name} err`, err);
    }
    for (const file of filesIn(folder)) sinks.set(file.slice(folder.length), readFileSync(file, 'utf8'));
  });

  it('has them in its answers, and what is reported of these is long', () => {
    const files = ['report.txt', 'run.json', 'junit.xml', 'report.html', 'github.txt', 'report.md'];
    const all = [
      ...files.map((name) => `/reports/${name}`),
      '/journal.jsonl',
      '/recorded.json',
      '/known.yaml',
    ];
    expect(all.filter((name) => !sinks.has(name))).toEqual([]);
    expect(sinks.get('/reports/run.json')?.length).toBeGreaterThan(50_000);
    expect(sinks.get('plain out')).toContain('curl');
  });

  it.each([
    ['the API key', forms(apiKey)],
    ['the control token', forms(controlToken)],
  ])('%s is in none of them', (_, secrets) => {
    const found = [...sinks]
      .filter(([, text]) => secrets.some((form) => text.includes(form)))
      .map(([name]) => name);
    expect(found).toEqual([]);
  });

  it('no token is in any of them', () => {
    expect([...sinks].filter(([, text]) => jwt.test(text)).map(([name]) => name)).toEqual([]);
  });
});

describe('a secret that is a word of the line itself', () => {
  it.each([
    'rules {key}',
    'play {key}',
    'scenarios show {key}',
    'verify {url} --only {key}',
    'verify {url} --profile {key}.yaml',
    'explore {url} --replay {key}.json',
    'judge {key}.json',
    'diff {key} {key}',
    'serve --deviate {key}',
    'serve --at {key}',
    '{key}',
  ])('roadtest %s: the error does not repeat it', async (text) => {
    const names = { key: 'fleet-key-7731', url: 'http://127.0.0.1:4010' };
    const { code, out, err } = await line(text, {
      names,
      env: { ROADTEST_USER_NAME: 'x', ROADTEST_API_KEY: names.key },
    });
    expect([code, `${out}${err}`]).toEqual([2, expect.not.stringContaining(names.key)]);
    expect(err).toMatch(/^error .*\[[A-Z_]+\]/);
  });
});

describe('a deployment whose refusal speaks to the terminal', () => {
  const error = `\u001b[2J\u001b]8;;http://x\u0007\u202e\u2028\n::error::x\n##[command]y ##vso[z]\u009b2J${'x'.repeat(10_000)}`;
  it.each([false, true])(
    'is quoted on one line, in part, and without effect; with colours: %s',
    async (coloured) => {
      const url = await serving((_, response) => {
        response.writeHead(401, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ success: false, error: `${error} ${apiKey}` }));
      });
      const given = { names: { url }, env, coloured, interactive: coloured, watched: coloured };
      const { code, out, err } = await line('verify {url}', given);
      expect({ code, out }).toEqual({ code: 2, out: '' });
      // biome-ignore lint/suspicious/noControlCharactersInRegex: what may be there
      const written = err.replaceAll(/\u001b\[\d+m|\r\u001b\[2K/g, '');
      expect(written).toContain('The deployment refuses the credentials: \\u001b[2J');
      expect(written).toContain('more characters)');
      // biome-ignore lint/suspicious/noControlCharactersInRegex: what must not be there
      expect(written).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e\u2028]|^\s*::|##\w*\[/m);
      expect(written.length).toBeLessThan(1_000);
    },
  );
});

it('a short secret that is part of what the profile file writes out stays in addresses, is nowhere else, and is warned of', async () => {
  const depot = readFileSync(new URL('../foreign/profile.yaml', import.meta.url), 'utf8');
  const setting = 'url: /backstage/units/{deviceId}\n    body:';
  const [address = ''] = setting.split('\n');
  put({
    'office.yaml': depot.replace(
      setting,
      `${address}\n    headers: { X-Office: "{$OFFICE_TOKEN}" }\n    body:`,
    ),
  });
  expect(read('office.yaml')).toContain('OFFICE_TOKEN');
  const office = await start({ broken: { mayGoOut: (_limit, _used, asked) => asked } });
  const secrets = {
    ROADTEST_USER_NAME: 'dispatch',
    ROADTEST_API_KEY: 'k-7731-newfoundland',
    OFFICE_TOKEN: 'stage',
  };
  const words =
    '--profile office.yaml --only limits/stops-at-limit/email --seed 1 --reporter text,json,html --output office';
  const { code, out } = await line(`verify {url} ${words}`, { names: { url: office.url }, env: secrets });
  await office.close();
  expect([code, out]).toEqual([1, expect.stringContaining('The secret OFFICE_TOKEN has 5 characters')]);
  for (const file of filesIn(join(folder, 'office'))) {
    const text = readFileSync(file, 'utf8');
    expect(text, file).toContain('/backstage/units/');
    expect(text.replaceAll('/backstage/', ''), file).not.toMatch(/stage|<SECRET>stage|back<SECRET>/);
  }
});

describe('a key that is a word of reports, files and formats', () => {
  it.each(['test'])('changes none of their form: %s', async (key) => {
    const { url } = await deployed({ apiKey: key, userName: 'fleet', deviate: 'token/wrong-api-key' });
    const given = { names: { url, key }, env: { ROADTEST_USER_NAME: 'fleet', ROADTEST_API_KEY: key } };
    const judged = '--only token/wrong,token/issued,groups/created-is-listed --in-place --seed 1';
    const files =
      '--reporter json,junit,html --output {key} --record {key}.json --journal {key}.jsonl --write-baseline {key}.yaml';
    expect((await line(`verify {url} ${judged} ${files}`, given)).code).toBe(1);
    const { outcomes } = JSON.parse(read(`${key}/run.json`)) as Run;
    expect(outcomes.find(({ id }) => id === 'token/wrong-api-key')?.verdict).toBe('fail');
    expect(read(`${key}/junit.xml`).match(/<testcase /g)?.length).toBeGreaterThan(outcomes.length);
    expect(read(`${key}/report.html`)).toMatch(/^<!doctype html>[\s\S]*<\/html>\n$/);
    expect((await line('judge {key}.json', given)).code).toBe(1);
    expect(await line('sweep {key}.jsonl', given)).toMatchObject({
      code: 0,
      out: expect.not.stringContaining('ignored'),
    });
    expect((await line(`verify {url} ${judged} --baseline {key}.yaml`, given)).err).not.toContain('BASELINE');
    expect((await line('diff {key}/run.json {key}/run.json', given)).err).toBe('');
    expect((await line('learn {url} -o {key}-learned.yaml', given)).code).toBe(0);
    expect(read(`${key}-learned.yaml`)).toContain('\nroadtest: 1\n');
  });
});

describe('the log of a server', () => {
  it.each([
    ['/api/devices?apiKey=demo-key', 'GET /api/devices?apiKey='],
    ['/api/nowhere?access_token=$ecret&password=$ecret&name=kept', 'name=kept'],
    ['/api/nowhere?token=$ecret', '/api/nowhere?'],
    ['/api/nowhere?to%6ben=$ecret', '/api/nowhere?'],
    ['/api/nowhere?a=1&apiKey=$ecret', '/api/nowhere?'],
    ['/api/nowhere?token=a=$ecret', '/api/nowhere?'],
  ])('has the call %s, and no value of a parameter that is named like a secret', async (path, shown) => {
    for (const format of ['json', 'pretty']) {
      const service = await serviceOf(begun(`serve --port 0 --json --frozen --log ${format}`));
      await fetch(service.baseUrl + path);
      const { body } = await service.control<object>('GET', '/requests?limit=1');
      const log = (await service.stop()).out.split('\n').slice(1).join('\n');
      expect(`${log.replaceAll(/ {2,}/g, ' ')}`).toContain(
        format === 'pretty' ? shown : shown.replace('GET ', ''),
      );
      expect(`${log}${JSON.stringify(body)}`).not.toMatch(/\$ecret|demo-key/);
    }
  });

  it('has no secret that is sent as a name, where names are looked at', async () => {
    const service = await serviceOf(begun('serve --port 0 --json --frozen --strict warn --log json'));
    await service.api('GET', `/devices?${service.apiKey}=1`);
    const { body } = await service.control<object>('GET', '/requests?limit=1');
    const [, ...log] = (await service.stop()).out.split('\n');
    expect(JSON.stringify(body)).toContain('STRICT_UNKNOWN_PARAMETER');
    expect(`${log}${JSON.stringify(body)}`).not.toContain(service.apiKey);
  });
});
