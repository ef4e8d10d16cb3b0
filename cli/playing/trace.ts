/** `--trace`: everything that happens as JSON lines, recorded locations with their facts. */
import { Buffer } from 'node:buffer';
import { closeSync, openSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import { isoUtc } from '../../contracts/kit/times.ts';
import type { Performance } from '../../scenarios/player/perform.ts';
import type { CliError, Io } from '../command.ts';
import type { Clean } from '../outlet.ts';
import { notWritable } from '../serving/files.ts';

const times = ['at', 'deviceTime', 'receivedAt', 'raisedAt', 'expiresAt'];
/** Characters that are written at once. */
const CHUNK = 1 << 16;

/** A trace that is being written. */
export interface Trace {
  /** Ends it. Gives the error, when the file could not be written to its end: the story played on without it. */
  end(): CliError | undefined;
}

/** @throws CliError FILE_NOT_WRITABLE */
export function traceTo(file: string, { simulator }: Performance, io: Io): Trace {
  const target = new TraceFile(file, io);
  const stopListening = simulator.fleet.log.onEvent(
    (event) => {
      const shown: { [fact: string]: unknown } = { ...event };
      for (const fact of times) {
        const value = shown[fact];
        if (typeof value === 'number') shown[fact] = isoUtc(value);
      }
      target.write(io.outlet.json(shown));
    },
    { locations: true },
  );
  return {
    end() {
      stopListening();
      return target.close();
    },
  };
}

/** After the first error nothing more is written. */
class TraceFile {
  readonly #name: string;
  #target: number | undefined;
  #fault: CliError | undefined;
  /** Not written yet. */
  #chunk = '';

  constructor(name: string, io: Io) {
    this.#name = name;
    this.#attempt(() => {
      this.#target = openSync(resolve(io.cwd, name), 'w');
    });
    if (this.#fault) throw this.#fault;
  }

  write(line: Clean): void {
    if (this.#fault) return;
    this.#chunk += line;
    if (this.#chunk.length >= CHUNK) this.#flush();
  }

  close(): CliError | undefined {
    this.#flush();
    const target = this.#target;
    this.#target = undefined;
    if (target !== undefined) this.#attempt(() => closeSync(target));
    return this.#fault;
  }

  #flush(): void {
    const target = this.#target;
    if (target === undefined || this.#fault) return;
    const bytes = Buffer.from(this.#chunk);
    this.#chunk = '';
    // A disk that is nearly full takes a part.
    this.#attempt(() => {
      for (let written = 0; written < bytes.length; ) written += writeSync(target, bytes, written);
    });
  }

  #attempt(act: () => void): void {
    try {
      act();
    } catch (error) {
      this.#fault ??= notWritable(this.#name, 'trace', error);
    }
  }
}
