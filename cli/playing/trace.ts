/** `--trace`: everything that happens as JSON lines, recorded locations with their facts. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Performance } from '../../scenarios/index.ts';
import { isoUtc } from '../../simulator/index.ts';
import type { Io } from '../command.ts';

const times = ['at', 'deviceTime', 'receivedAt', 'raisedAt', 'expiresAt'];
/** Characters that are written at once. */
const CHUNK = 1 << 16;

/** Begins to write; the result ends it. The file was found to be writable before. */
export function traceTo(file: string, { simulator }: Performance, io: Io): () => void {
  const target = openSync(resolve(io.cwd, file), 'w');
  let chunk = '';
  const flush = (): void => {
    if (chunk !== '') writeSync(target, chunk);
    chunk = '';
  };
  const stopListening = simulator.fleet.log.onHappening(
    (happening) => {
      const shown: { [fact: string]: unknown } = { ...happening };
      for (const fact of times) {
        const value = shown[fact];
        if (typeof value === 'number') shown[fact] = isoUtc(value);
      }
      chunk += io.outlet.json(shown);
      if (chunk.length >= CHUNK) flush();
    },
    { locations: true },
  );
  return () => {
    stopListening();
    flush();
    closeSync(target);
  };
}
