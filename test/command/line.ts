/** Commands as they are typed, in this process, and the files that they need. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { commands } from '../../cli/commands/table.ts';
import type { ProcessStreams } from '../../cli/process-streams.ts';
import { run } from '../../cli/run.ts';
import { type Ended, launchHere, type Running } from './roadtest.ts';
import { folder } from './started.ts';
import { testIo } from './world.ts';

export interface Given extends Partial<ProcessStreams> {
  /** The text in place of `{name}` in the line. */
  names?: { readonly [name: string]: string };
}

/** The words of a line: parted at spaces, but for those between single quotes. */
export function wordsOf(text: string, names: Given['names'] = {}): string[] {
  const words = text.match(/(?:'[^']*'|[^\s'])+/g) ?? [];
  return words.map((word) =>
    word.replaceAll("'", '').replaceAll(/\{(\w+)\}/g, (whole, name) => names[name] ?? whole),
  );
}

/** Runs `roadtest LINE` to its end, in the folder of the file. */
export async function line(text: string, { names, ...given }: Given = {}): Promise<Ended> {
  const io = testIo({ cwd: folder, ...given, env: { XDG_STATE_HOME: folder, ...given.env } });
  const code = await run(commands, wordsOf(text, names), io);
  return { code, ...io.written() };
}

/** Starts `roadtest LINE` in this process, to be looked at or stopped while it runs. */
export function begun(text: string, { names, env }: Pick<Given, 'names' | 'env'> = {}): Running {
  return launchHere(wordsOf(text, names), {
    cwd: folder,
    env: { XDG_STATE_HOME: folder, ...definedIn(env) },
  });
}

function definedIn(env: ProcessStreams['env'] = {}): { [name: string]: string } {
  return Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value ? [[name, value]] : [])));
}

/** Writes files into the folder of the file: text as it is, everything else as JSON. */
export function put(files: { readonly [name: string]: unknown }): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    const isText = typeof content === 'string' || content instanceof Uint8Array;
    writeFileSync(join(folder, name), isText ? content : JSON.stringify(content));
  }
}

/** The journal of a run that was killed after these changes. */
export function journalOf(target: string, ...changes: readonly object[]): string {
  const begins = {
    entry: 'run',
    format: 'roadtest-journal',
    version: 3,
    nonce: 'abcd2345',
    target,
    startedAt: '',
  };
  return [begins, ...changes].map((entry) => `${JSON.stringify(entry)}\n`).join('');
}

interface Help {
  options: { option: string; value: string | undefined }[];
  arguments: string[];
}

/** The options and arguments of a command by its help. */
export async function helpOf(command: string): Promise<Help> {
  const { out } = await line(`${command} --help`);
  const options = [...out.matchAll(/^ {2}(?:-\w, | {4})?(--[\w-]+)(?: (\S+))? {2}/gm)];
  return {
    options: options.map(([, option = '', value]) => ({ option, value })),
    arguments: [...out.matchAll(/^([A-Z_]+): /gm)].map(([, name = '']) => name),
  };
}

/** The names of all commands, as `roadtest --help` lists them. */
export async function commandNames(): Promise<string[]> {
  const { out } = await line('--help');
  const [list = ''] = out.split('\nOptions:');
  return [...list.matchAll(/^ {2}roadtest (\w+) {2}/gm)].map(([, name = '']) => name);
}
