/** One world in the table of a server. */
import type { Holders } from '../control/roles.ts';
import type { LessonScore } from '../control/schemas/index.ts';
import type { Call, Handle, Reply } from '../http/call.ts';
import type { Simulator } from '../simulator.ts';
import type { Pace } from '../time/pace.ts';

/** The interface of a world that can be served: a simulator, or a stage that plays stories on one. */
export interface ServedWorld {
  /** Asked for at each call: it may be another one once another simulator is served. */
  readonly handle: Handle;
  readonly bodyLimit: Simulator['bodyLimit'];
  /** The simulator that is served at the time. */
  readonly simulator: Simulator;
  /** How the objectives of its lesson stand, where it has one. */
  readonly lesson?: LessonScore | undefined;
  /** About how many bytes it takes: the simulator, and what is kept beside it. */
  readonly bytes: number;
  stop(): void;
}

/** A world with its prefix, and what is under way in it. */
export class HostedWorld<T extends ServedWorld> {
  readonly world: T;
  /** `/w/{name}`. */
  readonly prefix: string;
  /** Real time, in milliseconds since 1970 UTC. */
  readonly createdAt: number;
  /** Present in the world of a trainee. */
  readonly holders: Holders | undefined;
  readonly #pace: Pick<Pace, 'monotonic' | 'wall'>;
  #used: number;
  #waiting = 0;
  /** Ends each open stream. */
  readonly #streams = new Set<() => void>();

  constructor(world: T, prefix: string, pace: Pick<Pace, 'monotonic' | 'wall'>, holders?: Holders) {
    this.world = world;
    this.prefix = prefix;
    this.#pace = pace;
    this.holders = holders;
    this.createdAt = pace.wall();
    this.#used = pace.monotonic();
  }

  /** Real milliseconds since it was called last; 0 while a call or a stream is open. */
  get idleFor(): number {
    return this.#waiting > 0 || this.#streams.size > 0 ? 0 : this.#pace.monotonic() - this.#used;
  }

  /** Real time, in milliseconds since 1970 UTC. */
  get usedAt(): number {
    return Math.max(this.createdAt, this.#pace.wall() - this.idleFor);
  }

  /** Answers a call whose target begins with a prefix. */
  handle(call: Call, prefix: string): Reply | Promise<Reply> {
    this.#used = this.#pace.monotonic();
    const made = this.world.handle(withinWorld(call, prefix));
    if (!(made instanceof Promise)) return this.#sent(made);
    this.#waiting++;
    return made.then(
      (reply) => {
        this.#settled();
        return this.#sent(reply);
      },
      (error: unknown) => {
        this.#settled();
        throw error;
      },
    );
  }

  /** Ends it, and every stream that is open. A call that is under way is still answered. */
  stop(): void {
    this.world.stop();
    for (const end of this.#streams) end();
    this.#streams.clear();
  }

  #settled(): void {
    this.#waiting--;
    this.#used = this.#pace.monotonic();
  }

  /** A stream ends with the world. */
  #sent(reply: Reply): Reply {
    return reply.stream ? { ...reply, stream: this.#counted(reply.stream) } : reply;
  }

  #counted(stream: NonNullable<Reply['stream']>): NonNullable<Reply['stream']> {
    return (write, end, cut) => {
      const stop = stream(write, end, cut);
      const close = (): void => end?.();
      this.#streams.add(close);
      return () => {
        this.#streams.delete(close);
        this.#used = this.#pace.monotonic();
        stop();
      };
    };
  }
}

/** The same call as the world sees it: without its prefix. */
export function withinWorld<C extends Pick<Call, 'target' | 'mountedAt'>>(call: C, prefix: string): C {
  const rest = call.target.slice(prefix.length);
  const target = rest.startsWith('/') ? rest : `/${rest}`;
  // A field that is added to what was spread takes V8 ten times as long.
  return Object.assign({}, call, { target, mountedAt: prefix });
}
