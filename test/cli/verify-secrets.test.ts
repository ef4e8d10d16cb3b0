/** Secrets are the user's: whatever a deployment does with them, none is found in anything that is reported or written. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DOMParser, onErrorStopParsing } from '@xmldom/xmldom';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Run } from '../../contracts/verify/run.ts';
import { launchHere } from '../command/roadtest.ts';
import { cli, type Deployment, deployed, folder, serving } from '../command/verifying.ts';
import { start } from '../foreign/server.ts';
import { oneIn, turns } from '../sample.ts';

const inTurn = turns(2);

const apiKey = 'k3y/with "quotes" & ümlaut+plus';
const controlToken = 'control-token-that-nobody-may-see';
const env = { ROADTEST_USER_NAME: 'fleet', ROADTEST_API_KEY: apiKey, ROADTEST_CONTROL_TOKEN: controlToken };

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

/** A deployment that repeats what it is sent wherever it can, and breaks rules so that its answers are reported. */
function leaking(): Promise<Deployment> {
  let lastToken = '';
  return deployed({
    userName: 'fleet',
    apiKey,
    controlToken,
    deviate: 'token/json-object',
    onReply: (reply, call) => {
      const issued = /"token":"([^"]+)"/.exec(reply.body)?.[1];
      lastToken = issued ?? lastToken;
      const sent = `${call.headers.authorization ?? ''} ${call.headers['x-control-token'] ?? ''}`;
      const headers = {
        ...reply.headers,
        'x-echo': encodeURIComponent(`${sent} ${apiKey}`),
        'x-token': lastToken,
        'set-cookie': `session=${lastToken}`,
      };
      if (reply.status < 400) return { ...reply, headers };
      const printed = {
        success: 'false',
        error: `wrong: ${call.body ?? ''} ${sent} ${apiKey}`,
        previous: { token: lastToken },
      };
      return {
        ...reply,
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(printed),
      };
    },
  });
}

describe('a deployment that repeats every secret', () => {
  const sinks = new Map<string, string>();
  beforeAll(async () => {
    const { url } = await leaking();
    const reports = [
      '--reporter',
      'text,json,junit,html,github,markdown',
      '--output',
      'reports',
      '--journal',
      'journal.jsonl',
    ];
    const plain = await cli(['verify', url, '--only', 'token/,auth/header,groups/', ...reports], { env });
    expect(plain.code).toBe(1);
    const watched = await cli(['verify', url, '--only', 'token/is-jwt,groups/created'], {
      env,
      watched: true,
      interactive: true,
    });
    const json = await cli(['verify', url, '--only', 'token/is-jwt', '--json'], { env });
    const wrong = await cli(['verify', url], { env: { ...env, ROADTEST_API_KEY: `${apiKey}x` } });
    const swept = await cli(['sweep', 'journal.jsonl'], { env });
    const all = { plain, watched, json, wrong, swept };
    for (const [name, { out, err }] of Object.entries(all))
      sinks.set(`${name} out`, out).set(`${name} err`, err);
    for (const file of filesIn(folder)) sinks.set(file.slice(folder.length), readFileSync(file, 'utf8'));
  });

  it('has them in its answers, and what is reported of these is long', () => {
    expect(sinks.get('/reports/run.json')?.length).toBeGreaterThan(50_000);
    for (const name of ['report.txt', 'run.json', 'junit.xml', 'report.html', 'github.txt', 'report.md'])
      expect(sinks.has(`/reports/${name}`), name).toBe(true);
    expect(sinks.has('/journal.jsonl')).toBe(true);
    expect(sinks.get('plain out')).toContain('curl');
  });

  it.each([
    ['the API key', apiKey],
    ['the control token', controlToken],
  ])('%s is in none of them', (_, secret) => {
    for (const [name, text] of sinks) {
      for (const form of forms(secret)) expect(text.includes(form), `${name}: ${form}`).toBe(false);
    }
  });

  it('no token is in any of them', () => {
    for (const [name, text] of sinks) expect(jwt.exec(text)?.[0], name).toBeUndefined();
  });
});

describe('a deployment whose refusal speaks to the terminal', () => {
  const error =
    '\u001b[2J\u001b]8;;http://x\u0007\u202e\u2028\n::error::x\n##[command]y ##vso[z]\u009b2J' +
    'x'.repeat(10_000);

  it.each([false, true])(
    'is quoted on one line, in part, and without effect; with colours: %s',
    async (coloured) => {
      const url = await serving((_, response) => {
        response.writeHead(401, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ success: false, error: `${error} ${apiKey}` }));
      });
      const { code, out, err } = await cli(['verify', url], {
        env,
        coloured,
        interactive: coloured,
        watched: coloured,
      });
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

describe('a short secret that is part of what the profile file writes out', () => {
  const secret = 'stage';
  const depot = readFileSync(new URL('../foreign/profile.yaml', import.meta.url), 'utf8');
  const setting = 'url: /backstage/units/{deviceId}\n    body:';
  const profile = depot.replace(
    setting,
    `${setting.split('\n')[0]}\n    headers: { X-Office: "{$OFFICE_TOKEN}" }\n    body:`,
  );

  it.runIf(inTurn())('stays in addresses, is nowhere else, and a run warns of it', async () => {
    expect(profile).not.toBe(depot);
    const office = await start({ broken: { mayGoOut: (_limit, _used, asked) => asked } });
    writeFileSync(join(folder, 'office.yaml'), profile);
    const given = {
      env: { ROADTEST_USER_NAME: 'dispatch', ROADTEST_API_KEY: 'k-7731-newfoundland', OFFICE_TOKEN: secret },
    };
    const judged = ['--only', 'limits/stops-at-limit/email', '--seed', '1'];
    const written = ['--reporter', 'text,json,html', '--output', 'office'];
    const command = ['verify', office.url, '--profile', 'office.yaml', ...judged, ...written];
    const { code, out } = await cli(command, given);
    await office.close();
    expect(code).toBe(1);
    expect(out).toContain('The secret OFFICE_TOKEN has 5 characters');
    const files = filesIn(join(folder, 'office'));
    expect(files).toHaveLength(3);
    for (const file of files) {
      const text = readFileSync(file, 'utf8');
      expect(text, file).toContain('/backstage/units/');
      expect(text, file).not.toContain('back<SECRET>');
      expect(text.replaceAll('/backstage/', ''), file).not.toContain(secret);
    }
  });
});

describe('a key that is a word of reports, files and formats', () => {
  it.each(oneIn(2, ['test', 'name', 'entry', 'advance']))('changes none of their form: %s', async (key) => {
    const { url } = await deployed({ apiKey: key, userName: 'fleet', deviate: 'token/wrong-api-key' });
    const here = { env: { ROADTEST_USER_NAME: 'fleet', ROADTEST_API_KEY: key }, cwd: folder };
    const roadtest = (...words: string[]) => launchHere(words, here).ended;
    const files = ['--reporter', 'json,junit,html,markdown', '--output', key, '--record', `${key}.json`];
    const kept = ['--journal', `${key}.jsonl`, '--write-baseline', `${key}.yaml`, '--history', `${key}-runs`];
    const judged = ['--only', 'token/,groups/created', '--in-place', '--seed', '1'];
    const run = await roadtest('verify', url, ...judged, ...files, ...kept);
    expect(run.code).toBe(1);
    const written = (file: string) => readFileSync(join(folder, file), 'utf8');
    const { outcomes } = JSON.parse(written(`${key}/run.json`)) as Run;
    expect(outcomes.find(({ id }) => id === 'token/wrong-api-key')?.verdict).toBe('fail');
    const { documentElement } = new DOMParser({ onError: onErrorStopParsing }).parseFromString(
      written(`${key}/junit.xml`),
      'application/xml',
    );
    expect(documentElement?.getElementsByTagName('testcase').length).toBeGreaterThan(outcomes.length);
    expect(written(`${key}/report.html`)).toMatch(/^<!doctype html>[\s\S]*<\/html>\n$/);
    expect(await roadtest('judge', `${key}.json`)).toMatchObject({ code: 1 });
    expect(await roadtest('sweep', `${key}.jsonl`)).toMatchObject({
      code: 0,
      out: expect.not.stringContaining('ignored'),
    });
    const again = await roadtest('verify', url, ...judged, '--baseline', `${key}.yaml`);
    expect(again.err).not.toContain('BASELINE');
    expect(await roadtest('diff', `${key}/run.json`, `${key}/run.json`)).toMatchObject({ err: '' });
    expect((await roadtest('learn', url, '-o', `${key}-learned.yaml`)).code).toBe(0);
    expect(written(`${key}-learned.yaml`)).toContain('\nroadtest: 1\n');
  });
});

describe('a sweep with a short secret', () => {
  it('warns of it, on the terminal and in JSON', async () => {
    const { url } = await deployed({ apiKey: 'short', userName: 'fleet' });
    const entries = [
      { entry: 'run', format: 'roadtest-journal', version: 2, nonce: 'abcd2345', target: url, startedAt: '' },
      { entry: 'made', number: 1, resource: 'group', id: 'grp-99' },
    ];
    const swept = async (...words: string[]) => {
      writeFileSync(join(folder, 'short.jsonl'), entries.map((line) => `${JSON.stringify(line)}\n`).join(''));
      return cli(['sweep', 'short.jsonl', ...words], {
        env: { ROADTEST_USER_NAME: 'fleet', ROADTEST_API_KEY: 'short' },
      });
    };
    const { code, out } = await swept();
    expect(code).toBe(0);
    expect(out).toContain('warning   The API key has 5 characters');
    const { warnings } = JSON.parse((await swept('--json')).out) as { warnings: string[] };
    expect(warnings).toEqual([expect.stringContaining('The API key has 5 characters')]);
  });
});
