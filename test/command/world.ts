import type { Io } from '../../cli/command.ts';
import { createIo, type ProcessStreams } from '../../cli/process-streams.ts';
import { type CommandTable, run } from '../../cli/run.ts';

/** An `Io` that keeps what a command writes. */
export interface TestIo extends Io {
  written(): { out: string; err: string };
}

export function testIo(given: Partial<ProcessStreams> = {}): TestIo {
  let out = '';
  let err = '';
  const io = createIo({
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    coloured: false,
    interactive: false,
    watched: false,
    columns: 100,
    env: {},
    cwd: '/',
    stop: new AbortController().signal,
    ...given,
  });
  return { ...io, written: () => ({ out, err }) };
}

const commands: CommandTable = {
  serve: async () => (await import('../../cli/commands/serve.ts')).serve,
  exec: async () => (await import('../../cli/commands/exec.ts')).exec,
  play: async () => (await import('../../cli/commands/play.ts')).play,
  demo: async () => (await import('../../cli/commands/demo.ts')).demo,
};

/** Runs a command in this process: enough where it ends before it serves anything. */
export async function typed(words: readonly string[], given: Partial<ProcessStreams> = {}) {
  const io = testIo(given);
  const code = await run(commands, words, io);
  return { code, ...io.written() };
}
