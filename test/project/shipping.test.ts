/** The container image and the GitHub action: what they run are commands, options and routes that there are. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { commands } from '../../cli/commands/table.ts';
import { parse } from '../../cli/parse.ts';
import { definition } from '../../simulator/control/schemas/index.ts';

const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');

/** The instructions of the image that is shipped, one line each. */
const instructions = () =>
  (
    read('Dockerfile')
      .split(/^FROM /m)
      .at(-1) ?? ''
  )
    .replace(/\\\n\s*/g, '')
    .split('\n');
const wordsOf = (name: string): string[] =>
  JSON.parse(/\[.*\]$/.exec(instructions().find((line) => line.startsWith(name)) ?? '')?.[0] ?? '[]');

it('serves on every network in a container, as a user without rights', async () => {
  expect(wordsOf('ENTRYPOINT')).toEqual(['roadtest']);
  const [name = '', ...words] = wordsOf('CMD');
  const parsed = parse(await (commands[name] ?? expect.fail(name))(), words);
  expect(parsed).toMatchObject({ options: { host: '0.0.0.0', port: 4010 } });
  expect(instructions()).toContain('EXPOSE 4010');
  expect(instructions()).toContain('USER node');
});

it('is healthy when the service answers', () => {
  const path = /4010\/_control(\/\w+)/.exec(wordsOf('HEALTHCHECK').at(-1) ?? '')?.[1];
  expect(Object.keys(definition)).toContain(`GET ${path}`);
});

interface Action {
  inputs: { [name: string]: { default?: string } };
  runs: { steps: { id?: string; env?: { [name: string]: string }; run?: string }[] };
}

it('passes the inputs of the action on as words of one command, whatever they hold', async () => {
  const { inputs, runs }: Action = parseYaml(read('action.yml'));
  const { run = '', env = {} } = runs.steps.find(({ id }) => id === 'verify') ?? {};
  expect(run).not.toContain('${{'); // what stands in a script is run
  const given: { [name: string]: string } = {
    'base-url': 'https://staging.example.com/a b',
    profile: '$(exit 9).yaml',
    output: 'the "reports"',
    options: '--only\ntoken/\n\n--require\njudged>=90%',
    'user-name': 'demo',
    'api-key': 'key',
  };
  expect(Object.keys(given).sort()).toEqual(Object.keys(inputs).sort());
  const folder = mkdtempSync(join(tmpdir(), 'roadtest-action-'));
  try {
    writeFileSync(join(folder, 'node'), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 });
    const variables = Object.entries(env).map(([name, value]) => [
      name,
      value.replace(/\$\{\{ inputs\.([\w-]+) \}\}/, (_, input: string) => given[input] ?? expect.fail(input)),
    ]);
    const output = join(folder, 'output');
    const { stdout } = await promisify(execFile)('bash', ['-eo', 'pipefail', '-c', run], {
      env: {
        PATH: `${folder}:${process.env.PATH}`,
        GITHUB_ACTION_PATH: '/action',
        GITHUB_OUTPUT: output,
        ...Object.fromEntries(variables),
      },
    });
    const [program, command = '', ...words] = stdout.trimEnd().split('\n');
    expect(program).toBe('/action/dist/bin/roadtest.js');
    expect(parse(await (commands[command] ?? expect.fail(command))(), words)).toMatchObject({
      args: ['https://staging.example.com/a b'],
      options: { profile: '$(exit 9).yaml', output: 'the "reports"', only: 'token/', require: 'judged>=90%' },
    });
    expect(readFileSync(output, 'utf8')).toBe('reports=the "reports"\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
