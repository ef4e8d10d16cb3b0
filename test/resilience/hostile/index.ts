/**
 * A deployment that misbehaves in every way of a table, and the command against it. Each run has to end in
 * bounded time with the right exit code, with no secret, no control character and no stack trace in anything
 * that it writes.
 *
 * - `kinds/`          the table: what the deployment does, and what a run must come to
 * - `kind.ts`         what a row is, and what behaviours are put together from
 * - `deployment.ts`   the server: a simulator with a kind of misbehaviour before it
 * - `certificate.ts`  certificates for faults of TLS
 * - `secrets.ts`      the secrets of a run, and every form in which they would leak
 * - `run.ts`          one run, and all that it wrote
 * - `judge.ts`        what no run may do
 */
import { mix } from '../../../contracts/kit/random.ts';
import type { Area } from '../area.ts';
import { faultsOf } from './judge.ts';
import { cutShort } from './kind.ts';
import { kinds } from './kinds/index.ts';
import { runAgainst } from './run.ts';

/** Runs at the same time: most of them wait. */
const AT_ONCE = 4;

export const hostile: Area = {
  name: 'hostile',
  async run({ count = kinds.length, seed, onProgress, only }) {
    const chosen = kinds.filter(({ name }) => only === undefined || name.startsWith(only));
    const waiting = chosen.slice(0, count);
    const lost: string[] = [];
    const total = waiting.length;
    let done = 0;
    const worker = async (): Promise<void> => {
      for (let kind = waiting.shift(); kind; kind = waiting.shift()) {
        const ended = await runAgainst(kind, { seed, apart: true });
        const faults = faultsOf(ended, kind);
        for (const cut of cutShort(kind)) {
          const maxTime = 1 + (mix(seed, total - waiting.length, 1) % 10);
          faults.push(...faultsOf(await runAgainst(cut, { seed, apart: true, maxTime }), cut));
        }
        if (faults.length > 0) lost.push(`${kind.name} (${kind.does}): ${faults.join('\n      ')}`);
        onProgress?.(++done, total);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    return { tried: total, survived: total - lost.length, lost };
  },
};
