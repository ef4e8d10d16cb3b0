/** The steps of the action as a runner performs them: its scripts by bash, with the environment that it gives them. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { parse } from 'yaml';
import { emptyFolder } from './folder.ts';
import { type Ended, run } from './run.ts';

interface Step {
  id?: string;
  if?: string;
  uses?: string;
  run?: string;
  env?: { [name: string]: string };
}

export interface Action {
  inputs: { [name: string]: { default?: string; required?: boolean } };
  outputs: { [name: string]: { value: string } };
  runs: { steps: Step[] };
}

interface Texts {
  [name: string]: string;
}

export interface Performed extends Ended {
  outputs: Texts;
  /** The summary of the job. */
  summary: string;
  /** The outputs of each step, by its id. */
  steps: { [id: string]: Texts };
  /** The folder in which the last script ran. */
  workspace: string;
}

export interface Runner {
  /** The folder of the action. */
  action: string;
  /** The folder of the job, in which paths are read. */
  workspace?: string;
  /** The folder for temporary files; what it holds may come from a cache. */
  temporary?: string;
  /** A folder of programs that come before those of the machine. */
  programs?: string;
  /** The folder of tools that the machine has. */
  tools?: string;
  github?: Texts;
}

/** Performs the action up to the first step that fails. Steps of other actions do nothing. */
export async function perform(
  given: Texts,
  { action, workspace = emptyFolder(), temporary = emptyFolder(), programs, tools, github = {} }: Runner,
): Promise<Performed> {
  const definition = parse(readFileSync(join(action, 'action.yml'), 'utf8')) as Action;
  const defaults = Object.entries(definition.inputs).map(([name, input]) => [name, input.default ?? '']);
  const inputs: Texts = { ...Object.fromEntries(defaults), ...given };
  const steps: { [id: string]: Texts } = {};
  const evaluated = (text: string): string =>
    text.replace(/\$\{\{ ([\w.-]+) \}\}/g, (_, path: string) => {
      const [context, name = '', , output = ''] = path.split('.');
      if (context === 'inputs') return inputs[name] ?? '';
      if (context === 'steps') return steps[name]?.[output] ?? '';
      if (context === 'github') return github[name] ?? '';
      throw new Error(`The runner of this test knows no ${path}.`);
    });
  const summary = join(emptyFolder(), 'summary.md');
  writeFileSync(summary, '');
  let ended: Ended = { code: 0, out: '', err: '' };
  for (const { id = '', run: script, env = {} } of definition.runs.steps) {
    if (script === undefined) continue;
    const output = join(emptyFolder(), 'output');
    writeFileSync(output, '');
    const own = Object.entries(env).map(([name, text]) => [name, evaluated(text)]);
    mkdirSync(workspace, { recursive: true });
    const before = ended;
    ended = await run('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
      cwd: workspace,
      env: {
        PATH: programs === undefined ? `${process.env.PATH}` : `${programs}:${process.env.PATH}`,
        GITHUB_ACTION_PATH: action,
        GITHUB_OUTPUT: output,
        GITHUB_SERVER_URL: 'https://github.com',
        GITHUB_STEP_SUMMARY: summary,
        RUNNER_TEMP: temporary,
        RUNNER_TOOL_CACHE: tools ?? join(temporary, 'no-tools'),
        ...Object.fromEntries(own),
      },
    });
    ended = { ...ended, out: before.out + ended.out, err: before.err + ended.err };
    steps[id] = outputsIn(readFileSync(output, 'utf8'));
    if (ended.code !== 0) break;
  }
  const named = Object.entries(definition.outputs).map(([name, { value }]) => [name, evaluated(value)]);
  return {
    ...ended,
    steps,
    workspace,
    outputs: Object.fromEntries(named),
    summary: readFileSync(summary, 'utf8'),
  };
}

function outputsIn(text: string): Texts {
  const lines = text.split('\n').filter((line) => line !== '');
  return Object.fromEntries(lines.map((line) => [line.split('=', 1)[0], line.slice(line.indexOf('=') + 1)]));
}
