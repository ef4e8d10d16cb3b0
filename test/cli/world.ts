import picocolors from 'picocolors';
import type { Io } from '../../cli/command.ts';

/** An `Io` that keeps what a command writes. */
export interface TestIo extends Io {
  written(): { out: string; err: string };
}

export function testIo(given: Partial<Io> = {}): TestIo {
  let out = '';
  let err = '';
  return {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    colors: picocolors.createColors(false),
    interactive: false,
    watched: false,
    columns: 100,
    env: {},
    cwd: '/',
    stop: new AbortController().signal,
    ...given,
    written: () => ({ out, err }),
  };
}
