import type { Io } from '../../cli/command.ts';
import { createIo, type ProcessStreams } from '../../cli/process-streams.ts';

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
