/** `roadtest verify` on deployments that answer: one whole run, of which all rows look at what it printed and wrote; then one row for each verdict, option and exit code. */
import { cpSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Run } from '../../contracts/verify/index.ts';
import { serve as onSocket } from '../../simulator/hosts/node.ts';
import { envelopedProfile } from '../enveloped.generated.ts';
import { tableOf, type WorldsOptions } from '../service/table.ts';
import { line, put } from './line.ts';
import { type Ended, serve } from './roadtest.ts';
import {
  type DeployedOptions,
  type Deployment,
  demo,
  deployed,
  folder,
  nowhere,
  serving,
} from './verifying.ts';

const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
const runIn = (text: string): Run => JSON.parse(text);
/** The notice of a run before it moves a deployment's time. */
const MOVES =
  "The run may bring the deployment's time forward, by at most 400 days in all (--max-advance).\n";

/** All that a run could change. */
function worldOf({ simulator: { fleet } }: Deployment): string {
  return JSON.stringify([
    fleet.groups.list(),
    fleet.users.list(),
    fleet.devices.list(),
    fleet.account.view(),
  ]);
}

describe('a whole run', () => {
  let deployment: Deployment;
  let ended: Ended;
  let run: Run;
  let planned: { totals: { judged: number; requests: number; stays: object }; entries: { id: string }[] };
  let plan: Ended;
  let before = '';
  let asked = 0;

  beforeAll(async () => {
    deployment = await deployed();
    const names = { url: deployment.url };
    before = worldOf(deployment);
    plan = await line('verify {url} --plan', { names });
    planned = JSON.parse((await line('verify {url} --plan --reporter json', { names })).out);
    asked = deployment.calls.length + deployment.control.length;
    ended = await line(
      'verify {url} --in-place --require inconclusive=0 --seed 7 --reporter text,json,junit,html,github,markdown --output out --record recorded.json',
      { names },
    );
    run = runIn(read('out/run.json'));
  });

  it('judges every rule that --plan names, and all hold', () => {
    expect(run.outcomes.map(({ id }) => id).sort()).toEqual(planned.entries.map(({ id }) => id).sort());
    expect(run.outcomes.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
    expect([ended.code, run.exitCode, run.seed]).toEqual([0, 0, 7]);
  });

  it('is planned before: --plan sends nothing, and no run judges, sends or leaves more', () => {
    expect(asked).toBe(0);
    expect(planned.totals.judged).toBe(run.outcomes.length);
    const sent = deployment.calls.length + deployment.control.length;
    expect(sent).toBeLessThanOrEqual(Math.min(1_200, planned.totals.requests));
    expect(planned.totals.stays).toEqual({ devices: 0, licences: 0 });
    expect(plan.out).toContain('limits/stops-at-limit/sms');
    expect(plan.out).toMatch(/At most: \d+ judged, \d+ messages, .*devices? created; about \d+ requests/);
  });

  it('leaves the records as they were, and no journal of its own', () => {
    expect(worldOf(deployment)).toBe(before);
    expect(readdirSync(join(folder, 'roadtest/journals'))).toEqual([]);
    expect(run.leftBehind).toEqual([]);
  });

  it('says on standard error that it moves time, and which files it wrote', () => {
    // A slow machine is reported to be still running.
    const err = ended.err.replace(/^\d+ of \d+ checks done\n/gm, '');
    expect(err.startsWith(MOVES)).toBe(true);
    for (const name of ['report.txt', 'run.json', 'junit.xml', 'report.html', 'github.txt', 'report.md'])
      expect([name, err.includes(name), read(`out/${name}`).length > 0]).toEqual([name, true, true]);
    expect(err).toContain('Recorded: recorded.json.');
  });

  it('is printed for people: the numbers, the exit code and its reason; the file has the same', () => {
    const all = run.outcomes.length;
    expect(ended.out).toMatch(
      new RegExp(`${all} pass · [\\s\\S]*\nExit code 0: .*; ${all} of ${all} judged`),
    );
    expect(ended.out).not.toContain('\u001b');
    expect(ended.out.replace(/\s+/g, ' ')).toContain(read('out/report.txt').trim().replace(/\s+/g, ' '));
  });

  it('is recorded for its owner alone, and judged again with the same report, byte for byte', async () => {
    if (process.platform !== 'win32') expect(statSync(join(folder, 'recorded.json')).mode & 0o077).toBe(0);
    const again = await line('judge recorded.json --require inconclusive=0 --reporter json');
    expect([again.code, again.err, again.out]).toEqual([0, '', read('out/run.json')]);
  });

  it('is as it was beside itself, and one of the runs of a folder', async () => {
    const diff = await line('diff out/run.json out/run.json --json');
    expect([diff.code, JSON.parse(diff.out).changes]).toEqual([0, []]);
    put({ 'runs/monday/run.json': read('out/run.json'), 'runs/tuesday.json': read('out/run.json') });
    expect(await line('diff runs')).toMatchObject({ code: 0, out: expect.stringContaining('2 runs') });
  });

  it('would have noticed nearly every other answer', () => {
    expect(run.sharpness?.percent).toBeGreaterThan(90);
    // The table is made from the profile; a class that was not tried is named.
    expect(run.coverage?.percent).toBeGreaterThan(80);
    expect(run.coverage?.fields['group.name POST']).toMatchObject({ empty: [] });
  });
});

const pinned = 'roadtest: 1\nname: pinned\nopenings:\n  token.status: { issued: 200, refused: 403 }\n';
const known = (...ids: string[]) => ids.map((id) => `- id: ${id}\n  reason: known\n`).join('');
const COUNTRIES = 'users/countries-listed';
const broken: DeployedOptions = { deviate: COUNTRIES };
/** A PATCH of a group that the deployment never takes. */
const noPatch: DeployedOptions = {
  onReply: (reply, { method, target }) =>
    method === 'PATCH' && target.startsWith('/api/groups') ? { ...reply, status: 404, body: '{}' } : reply,
};

/** The line behind `verify {url}`, the deployment, the exit code, and what is printed or said. */
type Row = [words: string, deployment: DeployedOptions, code: number, ...says: RegExp[]];
const rows: readonly Row[] = [
  // Each exit code.
  [
    '--only token/issued,groups/created-is-listed --require judged>=100%',
    {},
    0,
    /Exit code 0: all that could be reached holds/,
  ],
  [
    '--only users/countries',
    broken,
    1,
    /fail users\/countries-listed/,
    /users\/countries-listed[\s\S]*expected[\s\S]*observed[\s\S]*curl/,
    /\d fail/,
    /Exit code 1: /,
  ],
  ['--only token/issued --require pass>=500', {}, 3, /Required is pass>=500; it was 1/],
  ['--only token/issued,users/created --read-only --require inconclusive=0', {}, 3, /inconclusive/],
  ['--only token/issued,users/created --read-only --require judged>=10%,fail=0', {}, 0],
  ['--only limits/ --read-only', {}, 3, /Exit code 3: /],
  ['--only token/issued,token/wrong --profile pinned.yaml', {}, 4, /Exit code 4: drift of token\.status/],
  [
    '--only token/issued --require sharpness>=100%,judged>=100%',
    {},
    6,
    /required is sharpness>=100%; it was \d\d(\.\d)?%/,
  ],
  ['--only token/issued --require sharpness>=10%', {}, 0],
  // The choice of rules.
  ['--only users/countries,users/time-zones --skip users/time-zones-listed', {}, 0, /1 of 1 judged/],
  [
    '--only groups/updated-keeps-rest,groups/replaced',
    noPatch,
    0,
    /^(?![\s\S]*records\.(text|unknown-fields)[^\n]*drift)/,
  ],
  // Known failures.
  [
    `--only users/countries,users/time-zones --baseline known.yaml`,
    broken,
    0,
    /accepted users\/countries-listed/,
    /○ 1 accepted/,
    /^(?![\s\S]*✘)/,
  ],
  [
    `--only users/countries,users/time-zones --baseline stale.yaml`,
    broken,
    1,
    /BASELINE_STALE {2}users\/time-zones-listed/,
    /BASELINE_STALE/,
  ],
  [
    `--only users/countries --baseline old.yaml`,
    broken,
    1,
    /BASELINE_EXPIRED .*\n.*until 2020-02-29 \(OPS-17\): /,
  ],
  [`--only users/countries --baseline typo.yaml`, broken, 2, /users\/countries-listed/],
  // Credentials.
  ['--only token/issued', { apiKey: 'another' }, 2, /CREDENTIALS_REFUSED.*\n.*without ROADTEST_USER_NAME/],
  // Controls, and how far they go.
  ['--only limits/zero-sends-none --in-place', { controlToken: 'lock-and-key' }, 3, /ROADTEST_CONTROL_TOKEN/],
  ['--only limits/next-day-restores/sms --max-advance 0', {}, 3, /--max-advance/],
  ['--only groups/created-is-listed --max-time 60 --max-rps 900', {}, 0],
  ['--only limits/sends-below-limit/sms --max-messages 0', {}, 3, /message/],
];

describe('a run', () => {
  beforeAll(() => {
    put({
      'pinned.yaml': pinned,
      'known.yaml': known(COUNTRIES),
      'stale.yaml': known(COUNTRIES, 'users/time-zones-listed'),
      'old.yaml': `- id: ${COUNTRIES}\n  ticket: OPS-17\n  until: 2020-02-29\n`,
      'typo.yaml': known('users/countries-lister'),
    });
  });

  it.each<Row>(rows)('verify {url} %s of %j: exit code %d', async (words, options, code, ...says) => {
    const { url } = await deployed(options);
    const ended = await line(`verify {url} ${words}`, { names: { url }, env: demo });
    expect(ended.code, `${ended.out}${ended.err}`).toBe(code);
    for (const part of says) expect(`${ended.err}\n${ended.out}`).toMatch(part);
    if (code === 2) expect(ended.out).toBe('');
  });

  it('goes on without a control token that no header can have', async () => {
    const { url } = await deployed();
    const env = { ...demo, ROADTEST_CONTROL_TOKEN: 'tok–en' };
    const { code, err } = await line('verify {url} --only token/issued', { names: { url }, env });
    expect([code, err]).toEqual([0, expect.not.stringContaining('INTERNAL')]);
  });

  it('without any credentials uses those of every simulator, and says what is missing elsewhere', async () => {
    const { url } = await deployed();
    expect(await line('verify {url} --only token/issued', { names: { url } })).toMatchObject({ code: 0 });
    const bare = await serving((_, response) => response.writeHead(404).end());
    expect((await line('verify {url}', { names: { url: bare } })).err).toMatch(
      /CREDENTIALS_MISSING[\s\S]*ROADTEST_USER_NAME and ROADTEST_API_KEY/,
    );
    const half = await line('verify {url}', { names: { url }, env: { ROADTEST_USER_NAME: 'demo' } });
    expect([half.code, half.err]).toEqual([
      2,
      expect.stringMatching(/no API key[\s\S]*CREDENTIALS_INCOMPLETE/),
    ]);
  });

  it('with the control token judges what needs it', async () => {
    const { url } = await deployed({ controlToken: 'lock-and-key' });
    const env = { ROADTEST_CONTROL_TOKEN: 'lock-and-key' };
    const given = { names: { url }, env };
    expect((await line('verify {url} --in-place --only limits/zero-sends-none/email', given)).code).toBe(0);
  });

  it('that could not begin has a record, and leaves no report of the run before it', async () => {
    const { url } = await deployed();
    const gone = await nowhere();
    const reports = '--reporter json,junit,github,html,text,markdown --output begun';
    const env = { ...demo, ROADTEST_API_KEY: 'wrong' };
    const refused = await line('verify {url} --reporter json', { names: { url }, env });
    expect(runIn(refused.out)).toMatchObject({ exitCode: 2, problem: { code: 'CREDENTIALS_REFUSED' } });
    await line(`verify {url} --only token/issued ${reports}`, { names: { url }, env: demo });
    cpSync(join(folder, 'begun'), join(folder, 'before'), { recursive: true });
    for (const words of [gone, 'no-address', '{url} --profile nowhere.yaml', '{url} --require unknown']) {
      expect((await line(`verify ${words} ${reports}`, { names: { url }, env: demo })).code).toBe(2);
      const stale = readdirSync(join(folder, 'begun')).filter((name) => read(`begun/${name}`).includes(url));
      expect([words, ...stale]).toEqual([words]);
      cpSync(join(folder, 'before'), join(folder, 'begun'), { recursive: true });
    }
  });

  it('of a simulator in another dialect takes its profile and its address from it', async () => {
    const { url } = await deployed({ profile: envelopedProfile });
    const at = { names: { url: url + envelopedProfile.basePath } };
    const run = runIn(
      (
        await line(
          'verify {url} --only token/issued,operations/listGroups,groups/created-is-listed --reporter json',
          at,
        )
      ).out,
    );
    expect(run.outcomes.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'not-applicable')).toEqual(
      [],
    );
    expect(run.profile).toBe(envelopedProfile.name);
  });

  it('that only reads creates and changes nothing, and says what would unlock the rest', async () => {
    const deployment = await deployed();
    const before = [worldOf(deployment), deployment.simulator.clock.now()];
    const { code, out } = await line('verify {url} --read-only', { names: { url: deployment.url } });
    expect([code, worldOf(deployment), deployment.simulator.clock.now()]).toEqual([0, ...before]);
    expect(deployment.simulator.fleet.outbox.sent).toBe(0);
    expect(deployment.control.filter(({ method }) => method !== 'GET')).toEqual([]);
    expect(out).toContain('without --read-only');
  });

  it('writes a baseline of what fails, which the next run accepts, and which is stale on a mended deployment', async () => {
    const { url } = await deployed(broken);
    const only = 'verify {url} --only users/countries';
    const written = await line(`${only} --write-baseline written.yaml`, { names: { url } });
    expect([written.code, written.err]).toEqual([
      1,
      expect.stringContaining('Written: written.yaml, 1 entry\n'),
    ]);
    expect((await line(`${only} --baseline written.yaml`, { names: { url } })).code).toBe(0);
    const mended = { names: { url: (await deployed()).url } };
    expect((await line(`${only} --baseline written.yaml --write-baseline next.json`, mended)).code).toBe(1);
    expect(read('next.json')).toBe('[]\n');
  });

  it('writes into a journal what it will make, before it makes it', async () => {
    const seen: boolean[] = [];
    const journals = join(folder, 'roadtest/journals');
    const { url } = await deployed({
      onCall: ({ method, target }) => {
        if (method !== 'POST' || target !== '/api/groups') return;
        const own = readdirSync(journals).filter((name) => name.includes(new URL(url).port));
        const texts = own.map((name) => readFileSync(join(journals, name), 'utf8'));
        seen.push(texts.some((text) => /"createGroup"[^\n]*"deleteGroup"\}\}\n$/.test(text)));
      },
    });
    await line('verify {url} --only groups/created-is-listed --in-place', { names: { url } });
    expect([seen.length > 0, seen.every(Boolean)]).toEqual([true, true]);
    await line('verify {url} --only groups/created-is-listed --in-place --journal named.jsonl', {
      names: { url },
    });
    expect(read('named.jsonl')).toContain('"undone"');
  });
});

describe('on a server of roadtest', () => {
  it.each([
    'verify {url} --only limits/next-day-restores/sms,users/created-is-listed --seed 1',
    'explore {url} --seed 2 --requests 20',
  ])('%s judges a fork: the world itself stays as it was, and the fork is gone', async (text) => {
    const service = await serve(['--frozen']);
    const state = async (world = '') => {
      const paths = ['/fixture?apiKey=include', '/clock', '/account', '/outbox'];
      const at = service.controlUrl.replace('/_control', `${world}/_control`);
      const texts = paths.map(async (path) => (await fetch(at + path)).text());
      const worlds = await service.control<{ worlds: object[] }>('GET', '/worlds');
      return [...(await Promise.all(texts)), worlds.body.worlds.length];
    };
    await service.control('POST', '/worlds', { name: 'named', devices: 3 });
    const before = await state();
    const whole = await line(text, { names: { url: service.baseUrl } });
    expect([whole.code, whole.err]).toEqual([0, expect.stringContaining('A fork of the world is judged')]);
    expect(whole.out).toContain(service.baseUrl);
    expect(await state()).toEqual(before);
    const named = await state('/w/named');
    const world = { names: { url: `${service.baseUrl}/w/named` } };
    expect((await line(text, world)).code).toBe(0);
    expect(await state('/w/named')).toEqual(named);
    const moved = await line('verify {url} --in-place --only limits/next-day-restores/sms', world);
    expect([moved.code, moved.err]).toEqual([0, expect.not.stringContaining('fork')]);
    expect((await state('/w/named'))[1]).not.toBe(named[1]);
    expect((await line('verify {url}/w/nowhere', { names: { url: service.baseUrl } })).err).toContain(
      'GET /_control/worlds',
    );
    await service.stop();
  });

  it.each<[why: string, options: WorldsOptions, isMarked: boolean, isLost?: true]>([
    ['There are already 0 worlds, the maximum of this server', { bounds: { maxWorlds: 0 } }, true],
    ['the server does not take the header that names a world', {}, false],
    ['its control API requires the control token', { controlToken: 'secret-of-the-server' }, true],
    // A proxy has answered in place of the server, which has made the fork.
    ['the server has only this world', {}, true, true],
  ])(
    'where no fork can be made that is said, and the world itself is judged: %s',
    async (why, options, isMarked, isLost) => {
      const worlds = tableOf({ devices: 2, ...options });
      const server = await onSocket({
        ...worlds,
        handle: async ({ headers: { 'x-roadtest-world': world, ...headers }, ...call }) => {
          const reply = await worlds.handle({
            ...call,
            headers: { ...headers, ...(isMarked && world && { 'x-roadtest-world': world }) },
          });
          const isMade = call.method === 'POST' && call.target === '/_control/worlds';
          return isLost && isMade ? { ...reply, status: 504, body: '<html></html>' } : reply;
        },
      });
      const words = 'verify {url} --only token/issued --reporter json';
      const { out, err } = await line(words, { names: { url: server.url } });
      const said = `The world itself is judged, since it cannot be forked: ${why}.`;
      expect([err, runIn(out).warnings]).toEqual([expect.stringContaining(said), [said]]);
      expect(worlds.names()).toEqual([]);
      await server.close();
      worlds.stop();
    },
  );
});
