/** The workflows of the project and its action: what they may do, what they run, and that nothing from outside is run. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import manifest from '../../package.json' with { type: 'json' };

interface Step {
  uses?: string;
  run?: string;
  with?: { [name: string]: unknown };
}
interface Job {
  uses?: string;
  'timeout-minutes'?: number;
  permissions?: { [name: string]: string };
  strategy?: { matrix: { node: number[] } };
  steps?: Step[];
}
interface Workflow {
  permissions?: object;
  jobs: { [name: string]: Job };
}

const folder = new URL('../../.github/workflows/', import.meta.url);
const read = (at: URL) => readFileSync(at, 'utf8');
function parsed(text: string): unknown {
  const document = parseDocument(text, { strict: true, uniqueKeys: true });
  expect([...document.errors, ...document.warnings]).toEqual([]);
  return document.toJS();
}

const names = readdirSync(folder);
const workflow = (name: string) => parsed(read(new URL(name, folder))) as Workflow;
const stepsOf = ({ jobs }: Workflow) => Object.values(jobs).flatMap(({ steps = [] }) => steps);
const files = [...names.map((name) => new URL(name, folder)), new URL('../../action.yml', import.meta.url)];
const scripts = (text: string) => {
  const { jobs = {}, runs } = parsed(text) as Partial<Workflow> & { runs?: { steps: Step[] } };
  return [...stepsOf({ jobs }), ...(runs?.steps ?? [])].flatMap(({ run }) => run ?? []);
};

describe.each(names)('the workflow %s', (name) => {
  const { permissions, jobs } = workflow(name);

  it('may read, and a job no more than it names', () => {
    expect(permissions).toEqual({ contents: 'read' });
    for (const [job, { permissions: own = {} }] of Object.entries(jobs)) {
      const most = { contents: /read|write/, packages: /write/, 'id-token': /write/ };
      for (const [scope, level] of Object.entries(own))
        expect(level, `${job} ${scope}`).toMatch(most[scope as keyof typeof most] ?? /^none$/);
    }
  });

  it('ends, and leaves no token in the checkout', () => {
    for (const [job, { uses, 'timeout-minutes': minutes, steps = [] }] of Object.entries(jobs)) {
      if (uses === undefined) expect(minutes, job).toBeGreaterThan(0);
      for (const step of steps.filter((each) => each.uses?.startsWith('actions/checkout@')))
        expect(step.with, job).toMatchObject({ 'persist-credentials': false });
    }
  });
});

it.each(files)('%s takes actions at a commit, and runs nothing that comes from outside', (at) => {
  const text = read(at);
  for (const [line] of text.matchAll(/^.*\buses:.*$/gm))
    expect(line).toMatch(/uses: (\.\/\S+|[\w-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$/);
  for (const script of scripts(text)) {
    expect(script).not.toContain('${{');
    execFileSync('bash', ['-n'], { input: script });
  }
});

it('tests on every Node that the package supports', () => {
  const { jobs } = workflow('test.yml');
  expect(jobs.test?.strategy?.matrix.node).toEqual([20, 22, 24]);
  // A shallow checkout has one commit, by which the draw of tests would never turn.
  expect(jobs.test?.steps?.[0]?.with).toMatchObject({ 'fetch-depth': 0 });
  expect(manifest.engines.node).toBe('>=20.19.0');
  expect(jobs.test?.steps?.at(-1)?.run).toBe('.ci/run');
});

it('publishes what was tested, with provenance, and an image for two architectures', () => {
  const { jobs } = workflow('release.yml');
  expect(jobs).toMatchObject({
    test: { uses: './.github/workflows/test.yml' },
    package: { needs: 'test', permissions: { 'id-token': 'write', contents: 'write' } },
    image: { needs: 'test', permissions: { packages: 'write' } },
  });
  const all = scripts(read(new URL('release.yml', folder))).join('\n');
  expect(all).toMatch(/npm publish .*--provenance/);
  expect(all).toContain('--platform linux/amd64,linux/arm64');
  const asset = /download\/\$REF\/([\w.]+)/.exec(read(new URL('../../action.yml', import.meta.url)))?.[1];
  expect(all).toMatch(new RegExp(`gh release create .*/${asset}$`, 'm'));
});

it('builds the image on the platform of the builder alone', () => {
  const [, , image = ''] = read(new URL('../../Dockerfile', import.meta.url)).split(/^FROM /m);
  expect(image).not.toMatch(/^RUN/m);
});
