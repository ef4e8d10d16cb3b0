/**
 * Calls by chance on one simulator: none is answered with a failure, one that is refused changes nothing, and
 * whatever was accepted, the world can be read, saved and restored, goes on for a day and begins anew.
 */
import type { Handle } from '../../../simulator/http/call.ts';
import type { Area } from '../area.ts';
import { randomFrom } from '../random.ts';
import { type Chance, chanceFrom } from './mutate.ts';
import {
  type Asked,
  answerTo,
  Fault,
  firstDifference,
  goesOn,
  readAll,
  served,
  survivesSaving,
} from './world.ts';

export interface Calls {
  /** As the table of `npm run resilience` calls them: `fuzz-public-api`. */
  name: string;
  /** A fresh service to call, and what to do when nobody calls it any more. */
  open(chance: Chance): Promise<Service>;
  draw(chance: Chance, service: Service): Asked;
}

export interface Service {
  handle: Handle;
  basePath: string;
  /** Headers with which a caller is admitted. */
  admitted: { [name: string]: string };
  close(): void;
}

const USUAL_COUNT = 20_000;
/** Calls on one simulator, before the next one. */
const LIFE = 100;

export function callsOf({ name, open, draw }: Calls): Area {
  return {
    name,
    async run({ count = USUAL_COUNT, seed, onProgress }) {
      const lost: string[] = [];
      for (let number = 0; number < count; ) {
        const chance = chanceFrom(randomFrom(seed * 1_000_003 + number));
        const service = await open(chance);
        const fault = await faultIn(service, Math.min(LIFE, count - number), () => draw(chance, service));
        if (fault !== undefined) lost.push(`life of ${number}: ${fault}`);
        service.close();
        number += LIFE;
        onProgress?.(Math.min(number, count), count);
      }
      return { tried: count, survived: count - lost.length, lost };
    },
  };
}

async function faultIn(service: Service, calls: number, draw: () => Asked): Promise<string | undefined> {
  const { handle, basePath } = service;
  let asked: Asked | undefined;
  try {
    for (let call = 0; call < calls; call++) {
      asked = draw();
      await ask(handle, asked);
    }
    asked = undefined;
    await served(handle, 'PUT', '/clock', '{"frozen":true}');
    await served(handle, 'PUT', '/faults', '{"rules":[]}');
    await readAll(handle, basePath);
    await survivesSaving(handle);
    await goesOn(handle);
    await served(handle, 'POST', '/reset');
    await readAll(handle, basePath);
    return undefined;
  } catch (error) {
    const last = asked ? ` after ${JSON.stringify(asked).slice(0, 500)}` : '';
    return `${error instanceof Error ? (error.stack ?? error.message) : error}${last}`;
  }
}

async function ask(handle: Handle, asked: Asked): Promise<void> {
  const before = await worldOf(handle);
  const { status } = await answerTo(handle, asked);
  if (status < 400) return;
  const after = await worldOf(handle);
  if (before !== undefined && before !== after)
    throw new Fault(`refused with ${status}, and changed: ${firstDifference(before, after ?? '')}`);
}

/** The world but for what any call may change, as text; `undefined` while its clock runs. */
async function worldOf(handle: Handle): Promise<string | undefined> {
  const clock = JSON.parse(await served(handle, 'GET', '/clock')) as { frozen: boolean; advancing: boolean };
  if (!clock.frozen || clock.advancing) return undefined;
  const snapshot = JSON.parse(await served(handle, 'GET', '/snapshot?apiKey=include')) as {
    [part: string]: unknown;
  };
  // Calls are counted, what shows late falls away by itself, faults are drawn for each call, and the digest is of all that.
  const { rateLimit: _counted, delayedReads: _late, digest: _of, ...world } = snapshot;
  return JSON.stringify({ ...world, faults: (world.faults as { rules: unknown }).rules });
}
