/** Tells whether and when what was written can be read with a good token. */
import { durationMs } from '../../kit/durations.ts';
import type { AnyId } from '../../profile/facts.ts';
import { familyOperations } from '../../specification/operations.ts';
import type { Resource } from '../making/maker.ts';
import { contentOf } from '../reading/success.ts';
import type { Caller } from '../session/caller.ts';
import type { Dialect } from '../session/dialect.ts';
import { unlessUnbound } from '../session/unbound.ts';
import type { DeploymentTime } from './deployment-time.ts';

export interface ReadableContext extends Dialect {
  readonly time: Pick<DeploymentTime, 'pause'>;
  /** Milliseconds until the slowest write of the run could be read. */
  readonly slowestWrite: number;
  eventually<T>(read: () => Promise<T>, done: (value: T) => boolean): Promise<T>;
}

/** A write is read this much later than it has to be readable. */
const MARGIN = 100;

export class Readable {
  readonly #context: ReadableContext;

  constructor(context: ReadableContext) {
    this.#context = context;
  }

  /** Returns whether a record can be read, at once or a moment later. */
  async reads(caller: Caller, resource: Resource, id: AnyId): Promise<boolean> {
    const lens = this.#context.lens.reply(resource);
    const read = async () => {
      const answer = await caller.call(familyOperations[resource].read, { id });
      const { id: found } = lens.read(contentOf(answer)).facts;
      return found !== undefined && found !== null && String(found) === String(id);
    };
    return (await this.#context.eventually(read, (is) => is).catch(unlessUnbound)) ?? false;
  }

  /** Returns when what was written can be read, by what the profile promises and what was seen. */
  async wait(): Promise<void> {
    const { profile, slowestWrite, time } = this.#context;
    const promised = profile.openings.consistency?.readableAfter;
    const delay = Math.max(slowestWrite, promised === undefined ? 0 : durationMs(promised));
    if (delay > 0) await time.pause(delay + MARGIN);
  }
}
