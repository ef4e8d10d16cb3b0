/** `--trace`: everything that happens as JSON lines, recorded locations with their facts. */
import { Buffer } from 'node:buffer';
import { closeSync, openSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import { isoUtc } from '../../contracts/kit/times.ts';
import type { Performance } from '../../scenarios/player/perform.ts';
import type { CliError, Io } from '../command.ts';
import { notWritable } from '../serving/files.ts';

const times = ['at', 'deviceTime', 'receivedAt', 'raisedAt', 'expiresAt'];
/** Characters that are written at once. */
const CHUNK = 1 << 16;

/** A trace that is being written. */
export interface Trace {
  /** Ends it. Gives the error, when the file could not be written to its end: the story played on without it. */
  end(): CliError | undefined;
}

/** After the first error nothing more is written. @throws CliError FILE_NOT_WRITABLE */
export function traceTo(file: string, { simulator }: Performance, io: Io): Trace {
  let fault: CliError | undefined;
  let target: number | undefined;
  let chunk = '';
  const attempt = (act: () => void) => {
    try {
      act();
    } catch (error) {
      fault ??= notWritable(file, 'trace', error);
    }
  };
  const flush = () =>
    attempt(() => {
      const bytes = Buffer.from(chunk);
      chunk = '';
      if (target === undefined || fault) return;
      // A disk that is nearly full takes a part.
      for (let written = 0; written < bytes.length; ) written += writeSync(target, bytes, written);
    });
  attempt(() => {
    target = openSync(resolve(io.cwd, file), 'w');
  });
  if (fault) throw fault;
  const stopListening = simulator.fleet.log.onEvent(
    (event) => {
      if (fault) return;
      const shown: { [fact: string]: unknown } = { ...event };
      for (const fact of times) {
        const value = shown[fact];
        if (typeof value === 'number') shown[fact] = isoUtc(value);
      }
      chunk += io.outlet.json(shown);
      if (chunk.length >= CHUNK) flush();
    },
    { locations: true },
  );
  return {
    end() {
      stopListening();
      flush();
      const open = target;
      target = undefined;
      if (open !== undefined) attempt(() => closeSync(open));
      return fault;
    },
  };
}
