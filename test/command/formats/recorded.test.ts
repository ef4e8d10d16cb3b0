/** One run in all formats: a deployment that breaks rules, breaks off, is not as its profile says, and attacks who reads of it. */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { completeProfile, defaultProfile, parseProfile } from '../../../contracts/profile/index.ts';
import type { Run } from '../../../contracts/verify/index.ts';
import { cli, type Deployment, deployed, folder } from '../verifying.ts';
import {
  annotationsIn,
  expectedOf,
  expectInert,
  expectOnlySpans,
  junitFaults,
  junitIn,
} from './consumers.ts';
import { hostile, hostileText } from './runs.ts';

const files = {
  text: 'report.txt',
  json: 'run.json',
  junit: 'junit.xml',
  html: 'report.html',
  github: 'github.txt',
  markdown: 'report.md',
} as const;
type Format = keyof typeof files;
const formats = Object.keys(files) as Format[];

const KEY = 'k3y-of-kim+0=';
const env = { ROADTEST_USER_NAME: 'kim', ROADTEST_API_KEY: KEY };
const judged = [
  ...['token/issued', 'token/renewal', 'groups/created', 'users/countries-listed', 'users/time-zones'],
  ...['limits/stops-at-limit', 'devices/posted-alert', 'auth/header-required/listGroups'],
];
const { controls: _, ...spoken } = completeProfile(defaultProfile);
const pinned = {
  ...spoken,
  name: `ours ${hostile.markup}`,
  openings: {
    ...spoken.openings,
    'token.lifetime': 'PT8H',
    'alerts.purpose': { ...defaultProfile.openings['alerts.purpose'], does: 'query' },
  },
};
const known = `
- { id: users/time-zones-listed, reason: known to the vendor, ticket: OPS-17, until: 2999-12-31 }
- id: token/issued
- { id: groups/created-can-be-read, until: 2020-02-29 }
`;

let deployment: Deployment;
let ran: Awaited<ReturnType<typeof cli>>;
let run: Run;
const reports = {} as { [F in Format]: string };

beforeAll(async () => {
  deployment = await deployed({
    fixture: { account: { userName: 'kim', apiKey: KEY }, devices: [{}, {}] },
    onReply(reply, { method, target }) {
      if (target.startsWith('/_control')) return { ...reply, status: 404, body: '{}' };
      if (target.startsWith('/api/users/timeZones')) return { ...reply, status: 503, body: `down: ${KEY}` };
      if (target.startsWith('/api/users/countries')) return { ...reply, body: '{}' };
      if (method !== 'GET' || !target.startsWith('/api/groups/')) return reply;
      return {
        ...reply,
        body: JSON.stringify({ ...JSON.parse(`${reply.body}`), name: `${KEY} ${hostileText}` }),
      };
    },
  });
  writeFileSync(join(folder, 'ours.json'), JSON.stringify(pinned));
  writeFileSync(join(folder, 'known.yaml'), known);
  const words = ['--profile', 'ours.json', '--baseline', 'known.yaml', '--require', 'pass>=500'];
  const all = ['--reporter', formats.join(), '--output', 'out/reports', '--patience', '0', '--seed', '7'];
  ran = await cli(['verify', deployment.url, '--only', judged.join(), ...words, ...all], {
    env,
    watched: true,
  });
  for (const format of formats)
    reports[format] = readFileSync(join(folder, 'out/reports', files[format]), 'utf8');
  run = JSON.parse(reports.json);
});

test('each report that there is has its file; what people read is printed, too', async () => {
  expect(readdirSync(join(folder, 'out/reports')).sort()).toEqual(Object.values(files).sort());
  // The text that is printed is a shorter one.
  expect(ran.out).toMatch(/^http:[\s\S]*\n✘ fail {2}groups\/created-can-be-read[\s\S]*\nExit code 1: /);
  for (const format of ['github', 'markdown'] as const) expect(ran.out).toContain(reports[format]);
  for (const format of ['junit', 'html', 'json'] as const) expect(ran.out).not.toContain(reports[format]);
  const unknown = await cli(['verify', deployment.url, '--reporter', 'no-such-report'], { env });
  expect(unknown).toMatchObject({ code: 2, err: expect.stringContaining(formats.join(', ')) });
});

test('one report alone is printed, a page and XML too', async () => {
  const { out } = await cli(['verify', deployment.url, '--only', 'token/issued', '--reporter', 'junit'], {
    env,
  });
  expect(out).toMatch(/^<\?xml[\s\S]*<\/testsuites>\n$/);
});

/** Findings of the run, by the status of its outcomes; the others follow from what is hidden of the deployment. */
const found: { readonly [id: string]: string } = {
  'groups/created-can-be-read': 'failure fail',
  'users/countries-listed': 'failure fail',
  'groups/created-is-listed': 'error left-open',
  'users/time-zones-listed': 'skipped accepted',
  'devices/posted-alert-is-taken': 'skipped not-applicable',
  'limits/stops-at-limit/sms': 'skipped inconclusive',
  'token/issued': '',
};

test('json: the record of the run, and why it ended so', () => {
  expect(run).toMatchObject({
    format: 'roadtest-run',
    version: 1,
    target: deployment.url,
    profile: pinned.name,
    seed: 7,
    exitCode: 1,
    interrupted: false,
    staleBaseline: ['token/issued'],
    expiredBaseline: [{ id: 'groups/created-can-be-read', until: '2020-02-29' }],
    unmet: [expect.stringMatching(/^Required is pass>=500; it was \d+\.$/)],
    observations: expect.arrayContaining([
      expect.objectContaining({ opening: 'token.lifetime', observed: '1 hour', pinned: 'PT8H', drift: true }),
    ]),
  });
  expect(ran.code).toBe(run.exitCode);
  expect(expectedOf(run.outcomes)).toMatchObject(found);
  expect(run.outcomes.find(({ id }) => id === 'users/time-zones-listed')).toMatchObject({
    verdict: 'suspect',
    acceptance: { reason: 'known to the vendor', ticket: 'OPS-17', until: '2999-12-31' },
  });
  expect(reports.json).toMatch(/^\{\n {2}"format": "roadtest-run",\n {2}"version": 1,\n[\s\S]*\n\}\n$/);
});

test('junit: a case for each outcome with the element of its status, and numbers that add up', async () => {
  expect(await junitFaults(reports.junit)).toEqual([]);
  const { cases, stated, held, properties, time, times } = junitIn(reports.junit);
  expect(stated).toEqual(held);
  const ofOutcomes = Object.fromEntries(
    cases
      .filter(({ name, suite }) => suite.startsWith('§') && name)
      .map(({ name, element, type }) => [name, `${element} ${type}`.trim()]),
  );
  expect(ofOutcomes).toEqual(expectedOf(run.outcomes));
  const beside = cases.filter(({ suite, name }) => !suite.startsWith('§') && !/^(op|rec)/.test(name));
  expect(beside.map(({ suite, name, element, type }) => [suite, name, element, type])).toEqual([
    ['Baseline', 'token/issued', 'failure', 'BASELINE_STALE'],
    ['Baseline', 'groups/created-can-be-read', 'failure', 'BASELINE_EXPIRED'],
    ['Openings', 'token.lifetime', 'failure', 'drift'],
    ['Run', 'exit code 1', 'error', 'run'],
    ['Conclusion', 'exit code', '', ''],
  ]);
  expect(cases.find(({ suite }) => suite === 'Run')?.message).toMatch(
    /^Required is pass>=500; it was \d+\.$/,
  );
  expect(cases.at(-1)?.text.trim()).toBe(run.conclusion);
  const byStatus = run.outcomes.filter((one) => one.byStatus).length;
  const counted = properties
    .filter(([name]) => name === 'passed-by-status')
    .map(([, value]) => Number(value));
  expect(counted.reduce((sum, value) => sum + value, 0)).toBe(byStatus);
  expect(properties).toContainEqual(['seed', '7']);
  // Shares of the time that the run took.
  expect(times).toBeLessThanOrEqual(time + 0.01);
});

test('junit: a failure tells what was asked for, what came, and how to see it again', () => {
  const failure = junitIn(reports.junit).cases.find(({ name }) => name === 'groups/created-can-be-read');
  expect(failure?.text).toMatch(/can be read by its id[\s\S]*expected: [\s\S]*observed: /);
  expect(failure?.text).toMatch(/steps, as lines for sh:\n1\. [\s\S]*\ncurl -i .*\/api\/groups\//);
  expect(failure?.text).toContain('<img src=x onerror=');
});

test('github: what wants attention first, each line an annotation that comes back as it was meant', () => {
  const annotations = annotationsIn(reports.github);
  const titles = annotations.map(({ level, title }) => `${level} ${title.replace(/\d+$/, 'N')}`);
  const once = titles.filter((title, at) => titles.indexOf(title) === at && !/drift: (op|rec)/.test(title));
  expect(once).toEqual([
    'error exit code N',
    'error fail: groups/created-can-be-read',
    'error fail: users/countries-listed',
    'error BASELINE_STALE: token/issued',
    'error BASELINE_EXPIRED: groups/created-can-be-read',
    'warning drift: token.lifetime',
    'error left open: groups/created-is-listed',
    'warning roadtest',
    'warning not reached: N',
    'notice exit code',
  ]);
  const failure = annotations.find(({ title }) => title.endsWith('read'));
  expect(failure?.message).toMatch(/expected: .*\nobserved: .*<img src=x onerror=/);
  expect(annotations.at(-1)?.message).toBe(run.conclusion);
});

test('markdown: the failures first, text from outside in code spans alone, the exit code last', () => {
  expect(reports.markdown).toMatch(
    /^### ✘ 2 failures\n\n`http:.*`, profile `ours .*`--seed 7`\n\n- ✘ fail `groups/,
  );
  for (const line of [
    '✘ fail `users/countries-listed`: expected `',
    '✘ BASELINE_STALE `token/issued`: reason `The',
  ])
    expect(reports.markdown).toContain(`\n- ${line}`);
  expect(reports.markdown).toContain('\n- ≠ drift `token.lifetime`: observed `1 hour`, pinned `PT8H`\n');
  expect(reports.markdown).toMatch(
    /\n- ○ accepted `users\/time-zones-listed`: accepted `known to the vendor/,
  );
  expect(reports.markdown).toMatch(
    /\nExit code `1: failure of groups\/created-can-be-read, users\/countries-listed; .*`\n$/,
  );
  expectOnlySpans(reports.markdown);
  const withoutLines = reports.markdown.replace(/```sh\n[^`]*```/g, '');
  expect(withoutLines.replace(/`[^`\n]+`/g, '')).not.toMatch(/http|owned/);
  expect(reports.markdown.length).toBeLessThan(4_000);
});

test('text: the failures whole, and the exit code with its reasons last', () => {
  expect(reports.text).toMatch(
    /\n✘ fail {2}groups\/created-can-be-read\n {2}rule {6}What was created can be read by its id, .*\(§ .*\)\n {2}expected {2}[\s\S]*\n {2}observed {2}[\s\S]*\n {2}1\. create group 1 .*→ /,
  );
  expect(reports.text).toMatch(/≠ drift {2}token\.lifetime\n {2}observed {2}1 hour\n {2}pinned {4}PT8H\n/);
  expect(reports.text).toMatch(
    /Not reached {2}\d+, by what is missing\n {2}\? \d+: a profile with a way to /,
  );
  expect(reports.text).toMatch(
    /✘ BASELINE_STALE {2}token\/issued\n {2}reason {4}The rule passes now: remove the entry\./,
  );
  expect(reports.text).toMatch(/✘ BASELINE_EXPIRED .*\n.*until 2020-02-29: mend /);
  expect(reports.text).toMatch(
    /\n✘ 2 fail · .*○ 1 accepted · – 1 not offered · ✔ \d+ pass · ≠ \d openings? drifted/,
  );
  expect(reports.text.replace(/\s+/g, ' ')).toContain(`Exit code ${run.conclusion}`);
});

test('text: what to do next can be pasted into a profile', () => {
  const [, next = ''] = /\nNext\n([\s\S]*)\nExit code/.exec(reports.text) ?? [];
  const lines = next.split('\n').filter((line) => /^ {4}(controls:| {2}\w+: \{)/.test(line));
  const pasted = ['roadtest: 1', 'name: pasted', 'openings: {}', ...lines.map((line) => line.slice(4))];
  const { controls } = parseProfile(`${pasted.join('\n')}\n`);
  expect(Object.keys(controls ?? {})).toEqual(['setLimits', 'send', 'advance']);
  expect(next).toMatch(/unlocks 3 checks[\s\S]*--patience \d+\n/);
});

test('html: holds the record, and refers to nothing outside itself', () => {
  const [, held = ''] = /<script [^>]*id="run"[^>]*>([\s\S]*?)<\/script>/.exec(reports.html) ?? [];
  const { exchanges, ...record } = JSON.parse(held) as Run;
  const { exchanges: all, ...whole } = run;
  expect(record).toEqual(whole);
  expect(all).toEqual(expect.arrayContaining(exchanges));
  expect(exchanges.length).toBeGreaterThan(0);
  expect(reports.html.length).toBeLessThan(300_000);
  const tags = reports.html.replace(/>[^<]*(?=<)/g, '>').match(/<[a-z][^>]*>/g) ?? [];
  for (const tag of tags) {
    expect(tag).not.toMatch(/\s(src|srcset|style|on\w+|action|formaction|data|poster)=/);
    expect(tag.match(/\shref="([^"]*)"/)?.[1] ?? '#').toMatch(/^#[a-z0-9]*$/);
    expect(tag).not.toMatch(/^<(link|base|iframe|object|embed|img)/);
  }
});

test.each(formats)('%s: holds no secret, and nothing that acts', (format) => {
  const text = reports[format];
  expectInert(format, text);
  const tokens = deployment.calls.flatMap(({ headers }) => `${headers.authorization}`.split(' ')[1] ?? []);
  const signatures = tokens
    .map((token) => token.split('.').at(-1) as string)
    .filter((part) => part.length > 20);
  expect(signatures.length).toBeGreaterThan(0);
  const forms = [KEY, encodeURIComponent(KEY), Buffer.from(KEY).toString('base64'), ...signatures];
  for (const secret of forms) expect(text, `${format} shows a secret`).not.toContain(secret);
});

test('progress is drawn over itself, with what came last, and is gone at the end', () => {
  expect(ran.err).toMatch(/\d+\/\d+ {2}[✔✘?~–] [a-z]+\//);
  expect(ran.err).toMatch(/\d+\/\d+ {2}○ users\/time-zones-listed/);
  expect(ran.err).toContain('Written: out/reports/report.txt');
  expect(ran.out).not.toMatch(/\r/);
});

test('lines to paste: a shell takes the steps of a failure again, on a record of its own', async () => {
  const { steps = [] } = run.outcomes.find(({ id }) => id === 'groups/created-can-be-read') ?? {};
  const lines = steps.flatMap((step) => step.run ?? []);
  for (const line of lines) expect(reports.text).toContain(`\n     ${line}\n`);
  const sent = deployment.calls.length;
  const shell = { env: { PATH: process.env.PATH, ...env } };
  await promisify(execFile)('sh', ['-ec', lines.join('\n')], shell);
  const calls = deployment.calls.slice(sent).map(({ method, target }) => `${method} ${target}`);
  expect(calls).toEqual([
    expect.stringMatching(/^POST .*\/api\/Auth\/Token$/),
    expect.stringMatching(/^POST .*\/api\/groups$/),
    expect.stringMatching(/^GET .*\/api\/groups\/.+$/),
  ]);
  expect(deployment.calls[sent]?.body).toBe(JSON.stringify({ userName: 'kim', apiKey: KEY }));
});
