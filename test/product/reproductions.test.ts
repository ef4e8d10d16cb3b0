/**
 * The scripts that the installed command writes of failures, run with sh as they are written: they repeat the failure
 * where it is, and only there. `npm run test:product` does so for each rule that `roadtest serve --deviate` breaks.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { start } from '../foreign/server.ts';
import { variants } from '../foreign/variants.ts';
import { oneIn, SEED, WHOLE } from '../sample.ts';
import { emptyFolder } from './folder.ts';
import { installed, projectWithIt, root } from './installed.ts';
import { type ReproductionRow, reproductionRows } from './rows/reproductions.ts';
import { type Ended, node, roadtest, run } from './run.ts';
import { newWorld, type Service, serve } from './server.ts';

const product = await installed();

type Environment = { [name: string]: string };
interface Written {
  ended: Ended;
  /** The scripts. */
  paths: string[];
}

/** Has a deployment judged, and the scripts written. */
async function reproduced(words: readonly string[], env: Environment = {}): Promise<Written> {
  const folder = emptyFolder();
  const ended = await roadtest([...words, '--reproduce', folder], { env });
  const names = readdirSync(folder).filter((name) => name.endsWith('.sh'));
  return { ended, paths: names.map((name) => join(folder, name)) };
}

/** Runs a script; what it says is told where its code is another. */
async function expectCode(path: string, code: number, env: Environment = {}): Promise<string> {
  const ended = await run('sh', [path], { env });
  const said = ended.out + ended.err;
  expect([ended.code, ended.code === code ? '' : said]).toEqual([code, '']);
  return said;
}

const licencesOf = async (service: Service): Promise<{ total: number; available: number }> =>
  (await service.control('GET', '/account')).body.licences;

/** Ids, totals and the clock move on. */
async function moveOn(service: Service): Promise<void> {
  await service.control('PUT', '/account', { licences: { total: 11 } });
  await service.control('POST', '/devices', { name: 'moves the ids on' });
  await service.control('POST', '/clock/advance', { by: 'PT26H' });
}

async function expectRepeated(path: string, broken: Service): Promise<void> {
  const before = await licencesOf(broken);
  await expectCode(path, 0);
  const after = await licencesOf(broken);
  // Where the service counts wrongly one of them has to differ.
  expect([after.total === before.total, after.available === before.available]).toContain(true);
  const lawful = await newWorld({ devices: 3 });
  await expectCode(path, 1, { ROADTEST_BASE_URL: lawful.baseUrl });
  expect((await licencesOf(lawful)).available).toBe(0);
  expect(readFileSync(path, 'utf8')).not.toContain(broken.apiKey);
}

/** Every rule; of those of many ids the matrix shows which fail. */
async function allRows(): Promise<ReproductionRow[]> {
  const { out } = await roadtest(['rules', '--json']);
  const { rules } = JSON.parse(out) as { rules: { id: string }[] };
  return rules.map(({ id }) => ({ rule: id })).filter(({ rule }) => !rule.includes('*'));
}

const rows = oneIn(72, reproductionRows).map((row) => ({ only: row.rule, ...row }));

describe.each(rows)('of $only', ({ rule, only, none }) => {
  it(none ? 'there is no script, and the command says why' : 'a script repeats the failure', async () => {
    const broken = await serve(['--frozen', '--deviate', rule]);
    const { ended, paths } = await reproduced([
      'verify',
      broken.baseUrl,
      '--only',
      only,
      '--seed',
      `${SEED}`,
    ]);
    if (none) {
      expect(ended.err).toMatch(none);
      expect(ended.err).toContain(`${only} has no script: `);
    } else expect(paths, ended.err).not.toEqual([]);
    await moveOn(broken);
    for (const path of paths) await expectRepeated(path, broken);
    await broken.process.stop();
  });
});

describe.runIf(WHOLE)('of a broken rule', async () => {
  it.each(WHOLE ? await allRows() : [])('$rule each script repeats the failure', async ({ rule }) => {
    const broken = await serve(['--frozen', '--deviate', rule]);
    const { ended, paths } = await reproduced([
      'verify',
      broken.baseUrl,
      '--only',
      rule,
      '--seed',
      `${SEED}`,
    ]);
    // A failure that this draw does not find leaves nothing to repeat.
    if (ended.code === 1) expect(ended.err).toMatch(/ again: sh | has no script: /);
    await moveOn(broken);
    for (const path of oneIn(4, paths).slice(0, WHOLE ? 3 : 1)) await expectRepeated(path, broken);
    await broken.process.stop();
  });
});

const tls = (name: string): string => join(root, `test/cli/fixtures/tls/${name}.pem`);
const below = 'roadtest: 1\nname: below\nbasePath: /fleet/v2\nopenings: {}\n';
const fault = {
  format: 'roadtest-history',
  version: 1,
  broken: [['groups/replaced']],
  steps: [
    { do: 'create', family: 'group', record: 1 },
    { do: 'replace', family: 'group', record: 1 },
    { do: 'read', family: 'group', record: 1 },
  ],
};
/** The profile of a deployment with an office of its own, whose control for limits sends a secret. */
function withSecret(secret: string): string {
  const profile = readFileSync(product.path('docs/writing-a-profile/3-controls.yaml'), 'utf8');
  const control = 'url: /backstage/units/{deviceId}\n    body:';
  expect(profile).toContain(control);
  return profile.replace(control, `headers: { X-Api-Key: "${secret}" }\n    ${control}`);
}

const others: readonly (readonly [what: string, see: () => Promise<void>])[] = [
  [
    'of a deployment behind https, with an authority of its own, and below a path',
    async () => {
      const file = join(emptyFolder(), 'below.yaml');
      writeFileSync(file, below);
      const words = [
        '--frozen',
        '--tls-cert',
        tls('server'),
        '--tls-key',
        tls('server-key'),
        '--profile',
        file,
      ];
      const [broken, lawful] = await Promise.all([
        serve([...words, '--deviate', 'groups/created-is-listed']),
        serve(words),
      ]);
      const trusting = { NODE_EXTRA_CA_CERTS: tls('ca') };
      const judged = ['verify', broken.baseUrl, '--only', 'groups/created-is-listed'];
      const { ended, paths } = await reproduced(judged, trusting);
      expect(paths, ended.err).toHaveLength(1);
      await expectCode(`${paths[0]}`, 0, trusting);
      // As the command takes the address, and without the path of the profile.
      for (const address of [lawful.baseUrl, new URL(lawful.baseUrl).href.replace('/fleet/v2', '/')])
        await expectCode(`${paths[0]}`, 1, { ...trusting, ROADTEST_BASE_URL: address });
      expect(await expectCode(`${paths[0]}`, 2)).toMatch(/certificate/);
      await Promise.all([broken.process.stop(), lawful.process.stop()]);
    },
  ],
  [
    'of a history that roadtest explore found, beside its test and its story',
    async () => {
      const broken = await serve(['--frozen', '--deviate', 'groups/replaced']);
      const lawful = await newWorld({ devices: 3 });
      const project = await projectWithIt();
      writeFileSync(join(project, 'fault.json'), JSON.stringify(fault));
      const words = ['explore', broken.baseUrl, '--replay', 'fault.json', '--reproduce', '.'];
      expect(await roadtest(words, { cwd: project })).toMatchObject({ code: 1 });
      await expectCode(join(project, 'groups--replaced.sh'), 0);
      await expectCode(join(project, 'groups--replaced.sh'), 1, { ROADTEST_BASE_URL: lawful.baseUrl });
      const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=dot'];
      const tested = (env: Environment) => run(node, vitest, { cwd: project, env });
      const reason = expect.stringContaining('No reading of the document explains this history');
      expect(await tested({})).toMatchObject({ code: 1, err: reason });
      expect(await tested({ ROADTEST_BASE_URL: lawful.baseUrl })).toMatchObject({ code: 0 });
      await broken.process.stop();
    },
  ],
  [
    'that asks for the secrets that it uses, that of the controls too',
    async () => {
      const env = { ROADTEST_CONTROL_TOKEN: 'a-control-token-of-the-test' };
      const words = ['--frozen', '--host', '0.0.0.0', '--deviate', 'expiry/on-needs-date'];
      const server = await serve(words, { env });
      const at = `http://127.0.0.1:${new URL(server.baseUrl).port}`;
      const { ended, paths } = await reproduced(['verify', at, '--only', 'expiry/on-needs-date'], env);
      expect(paths, ended.err).toHaveLength(1);
      const [path = ''] = paths;
      expect(readFileSync(path, 'utf8')).not.toContain(env.ROADTEST_CONTROL_TOKEN);
      expect(await expectCode(path, 2, { ...env, ROADTEST_API_KEY: '' })).toMatch(
        /ROADTEST_API_KEY.* is not set/,
      );
      expect(await expectCode(path, 2)).toMatch(/ROADTEST_CONTROL_TOKEN.* is not set/);
      await expectCode(path, 0, env);
      await server.process.stop();
    },
  ],
  [
    'of a control whose secret the profile has in a variable, and none where it is written out',
    async () => {
      const habits = variants.find(({ breaks: [first] }) => first === 'limits/zero-sends-none/email');
      const [broken, lawful] = await Promise.all([start({ broken: habits?.broken() ?? {} }), start()]);
      const file = join(emptyFolder(), 'office.yaml');
      const env = {
        ROADTEST_USER_NAME: 'dispatch',
        ROADTEST_API_KEY: 'k-7731-newfoundland',
        OFFICE_KEY: 'office-key-4711',
      };
      const only = 'limits/zero-sends-none/email';
      const judged = (secret: string): Promise<Written> => {
        writeFileSync(file, withSecret(secret));
        return reproduced(['verify', broken.url, '--profile', file, '--only', only], env);
      };
      const named = await judged('{$OFFICE_KEY}');
      expect(named.paths, named.ended.err).toHaveLength(1);
      const [path = ''] = named.paths;
      expect(await expectCode(path, 2, { ...env, OFFICE_KEY: '' })).toMatch(/OFFICE_KEY.* is not set/);
      await expectCode(path, 0, env);
      await expectCode(path, 1, { ...env, ROADTEST_BASE_URL: lawful.url });
      const literal = await judged(env.OFFICE_KEY);
      expect(literal.paths).toEqual([]);
      expect(literal.ended.err).toContain(
        `${only} has no script: a request of it holds what the record leaves out as a secret.`,
      );
      await Promise.all([broken.close(), lawful.close()]);
    },
  ],
];

describe('a script', () => {
  it.each(oneIn(8, others))('%s', (_, see) => see());
});
