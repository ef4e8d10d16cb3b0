/** The table of worlds of one server. The one at the plain address has no name. */
import { MINUTE } from '../../contracts/kit/durations.ts';
import { suggestion } from '../../contracts/kit/suggest.ts';
import { quoted } from '../../contracts/kit/untrusted.ts';
import { prefixOf, worldHeader, worldNames, worldPrefix } from '../../contracts/kit/world-address.ts';
import { newBytes } from '../bytes.ts';
import { ControlError } from '../control/errors.ts';
import { problemReply } from '../control/problems.ts';
import { type Holders, holdersOf } from '../control/roles.ts';
import type { NewWorld } from '../control/schemas/index.ts';
import { asFixture } from '../fixture/form.ts';
import type { CallHead, Handle, Reply } from '../http/call.ts';
import type { Simulator } from '../simulator.ts';
import type { Pace } from '../time/pace.ts';
import { HostedWorld, type ServedWorld, withinWorld } from './hosted-world.ts';

/** How much a server holds beside the world at the plain address. */
const usualBounds = {
  maxWorlds: 2_000,
  /** The bytes that they may take together when one is added, by estimate (see `../bytes.ts`). */
  maxBytes: 2 * 1024 ** 3,
  /** How long a world is kept that is not called, in real milliseconds. */
  idleMs: 30 * MINUTE,
};
export type WorldBounds = Partial<typeof usualBounds>;

/** Beginning of a new world; a fork is the world that it goes on from. */
export type Beginning<T> = Omit<NewWorld, 'name' | 'fork' | 'trainee'> & { source?: T };

/** One world among all that have been on a server. */
export interface WorldId {
  readonly name: string;
  /** The text that its tokens are signed for: the name, with a number once a world has ended, which may have had it. */
  readonly tokens: string;
  /** The tokens of its control API, where it is the world of a trainee. */
  readonly holders?: Holders;
}

export interface WorldsOptions<T extends ServedWorld> {
  /** The world at the plain address. */
  plain: T;
  /** Makes one that is served below `/w/{name}`. Throws a ControlError for a beginning that is not valid. */
  make(beginning: Beginning<T>, id: WorldId): T | Promise<T>;
  pace: Pick<Pace, 'monotonic' | 'wall' | 'after'>;
  bounds?: WorldBounds;
  /** Makes a random token, where the server asks for tokens: only there a world can be a trainee's. */
  newToken?: (() => string) | undefined;
}

export class Worlds<T extends ServedWorld> {
  /** Answers the calls of all worlds. */
  readonly handle: Handle;
  readonly bodyLimit: Simulator['bodyLimit'];
  readonly plain: T;
  readonly #make: WorldsOptions<T>['make'];
  readonly #pace: WorldsOptions<T>['pace'];
  readonly #bounds: Required<WorldBounds>;
  readonly #newToken: WorldsOptions<T>['newToken'];
  readonly #worlds = new Map<string, HostedWorld<T>>();
  /** The names of those that are being made, and about how many bytes each will take. */
  readonly #making = new Map<string, number>();
  /** How many worlds have ended: a token of one opens no other, not one of the same name either. */
  #ended = 0;
  #made = 0;
  #stopped = false;
  #stopLooking: (() => void) | undefined;

  constructor({ plain, make, pace, bounds, newToken }: WorldsOptions<T>) {
    this.plain = plain;
    this.#make = make;
    this.#pace = pace;
    this.#bounds = { ...usualBounds, ...bounds };
    this.#newToken = newToken;
    this.handle = (call) => {
      const { path, of } = this.#addressed(call);
      if (of === '') return plain.handle(call);
      return this.#worlds.get(of)?.handle(call, path) ?? this.#unknown(of);
    };
    this.bodyLimit = (head: CallHead) => {
      const { path, of } = this.#addressed(head);
      if (of === '') return plain.bodyLimit(head);
      return this.#worlds.get(of)?.world.bodyLimit(withinWorld(head, path)) ?? 0;
    };
  }

  /** How many there can be. */
  get most(): number {
    return this.#bounds.maxWorlds;
  }

  /** Returns whether a world can be a trainee's: where the server asks for tokens. */
  get takesTrainees(): boolean {
    return this.#newToken !== undefined;
  }

  /**
   * Makes a world.
   *
   * @throws ControlError WORLD_EXISTS, WORLD_INVALID, WORLDS_FULL, UNKNOWN_WORLD for a fork, and what its beginning
   *   is refused for, FixtureError among it; then nothing has changed
   */
  async create({
    name = this.#newName(),
    fork,
    trainee,
    ...beginning
  }: NewWorld): Promise<[name: string, world: T]> {
    const prefix = prefixOf(name);
    checkName(name, prefix);
    if (this.#worlds.has(prefix) || this.#making.has(prefix) || this.#isOfPlain(prefix)) throw exists(name);
    checkBeginning(beginning, fork);
    const holders = trainee && this.#holdersFor(trainee);
    if (beginning.fixture !== undefined) asFixture(beginning.fixture);
    const source = fork === undefined ? undefined : fork === null ? this.plain : this.#found(fork).world;
    const bytes = source
      ? 2 * source.simulator.bytes
      : newBytes(beginning.fixture?.devices?.length ?? beginning.devices ?? 0);
    this.#dropIdle();
    this.#requirePlace();
    this.#requireMemory(bytes);
    this.#making.set(prefix, bytes);
    try {
      const tokens = this.#ended === 0 ? name : `${name} ${this.#ended}`;
      const id = { name, tokens, ...(holders && { holders }) };
      const world = await this.#make({ ...beginning, ...(source && { source }) }, id);
      this.#making.delete(prefix);
      try {
        this.#requireMemory(world.bytes);
      } catch (error) {
        world.stop();
        throw error;
      }
      if (this.#stopped) world.stop();
      else this.#worlds.set(prefix, new HostedWorld(world, prefix, this.#pace, holders));
      this.#lookLater();
      return [name, world];
    } finally {
      this.#making.delete(prefix);
    }
  }

  /** The world of a name. @throws ControlError UNKNOWN_WORLD */
  get(name: string): HostedWorld<T> {
    return this.#found(name);
  }

  /** All but the one at the plain address, in the order in which they were made. */
  list(): HostedWorld<T>[] {
    this.#dropIdle();
    return [...this.#worlds.values()];
  }

  names(): string[] {
    return [...this.#worlds.keys()].map(nameOf);
  }

  /** Ends a world: its streams end, and its address is unknown from now on. @throws ControlError UNKNOWN_WORLD */
  delete(name: string): void {
    this.#end(this.#found(name));
  }

  #end(world: HostedWorld<T>): void {
    this.#worlds.delete(world.prefix);
    this.#ended++;
    world.stop();
  }

  /** The prefix of the world that a path is of, `''` for the plain address; `undefined` where there is no such world. */
  servedPrefix(target: string): string | undefined {
    const prefix = this.#prefixIn(target);
    return prefix === '' || this.#worlds.has(prefix) ? prefix : undefined;
  }

  #prefixIn(target: string): string {
    const prefix = worldPrefix(target);
    return prefix === '' || this.#isOfPlain(prefix) ? '' : prefix;
  }

  /** The prefix in the path of a call, and that of the world that it is for: the header counts more. */
  #addressed({ target, headers }: CallHead): { path: string; of: string } {
    const path = this.#prefixIn(target);
    const named = headers[worldHeader];
    return { path, of: named === undefined ? path : prefixOf(String(named)) };
  }

  /** Ends all of them, the one at the plain address as well. */
  stop(): void {
    this.#stopped = true;
    this.#stopLooking?.();
    for (const world of this.#worlds.values()) world.stop();
    this.#worlds.clear();
    this.plain.stop();
  }

  #holdersFor({ name, may = [] }: NonNullable<NewWorld['trainee']>): Holders {
    if (this.#newToken) return holdersOf(name, may, this.#newToken);
    throw new ControlError('WORLD_INVALID', 'Trainees need a server that asks for a control token.', {
      field: 'trainee',
      hint: 'Start it with ROADTEST_CONTROL_TOKEN, or with roadtest class; else everyone could do everything.',
    });
  }

  #newName(): string {
    let name: string;
    do name = `world-${++this.#made}`;
    while (this.#worlds.has(prefixOf(name)) || this.#making.has(prefixOf(name)));
    return name;
  }

  /** A profile may have its own paths where worlds are: they are the plain world's. */
  #isOfPlain(prefix: string): boolean {
    const { basePath } = this.plain.simulator.dialect.profile;
    return basePath === prefix || basePath.startsWith(`${prefix}/`);
  }

  #found(name: string): HostedWorld<T> {
    const world = this.#worlds.get(prefixOf(name));
    if (world) return world;
    throw unknownWorld(name, this.names());
  }

  #unknown(prefix: string): Reply {
    return problemReply(
      unknownWorld(nameOf(prefix), []),
      this.plain.simulator.clock.now(),
      'There is no such world',
    );
  }

  #requirePlace(): void {
    const { maxWorlds } = this.#bounds;
    if (this.#worlds.size + this.#making.size < maxWorlds) return;
    throw full(`There are already ${maxWorlds} worlds, the maximum of this server.`);
  }

  #requireMemory(bytes: number): void {
    const { maxBytes } = this.#bounds;
    let taken = bytes;
    for (const waiting of this.#making.values()) taken += waiting;
    for (const { world } of this.#worlds.values()) taken += world.bytes;
    if (taken > maxBytes) {
      throw full(
        `The worlds would take more than the ${Math.round(maxBytes / 1024 ** 2)} MiB that are allowed.`,
      );
    }
  }

  #dropIdle(): void {
    // A trainee may come late.
    for (const world of this.#worlds.values())
      if (!world.holders && world.idleFor >= this.#bounds.idleMs) this.#end(world);
  }

  /** One timer for all: an idle world is dropped within two of its periods, at the latest. */
  #lookLater(): void {
    if (this.#stopLooking || this.#stopped || this.#worlds.size === 0) return;
    this.#stopLooking = this.#pace.after(this.#bounds.idleMs, () => {
      this.#stopLooking = undefined;
      this.#dropIdle();
      this.#lookLater();
    });
  }
}

/** The name in a prefix. */
export function nameOf(prefix: string): string {
  return prefix.slice(prefix.lastIndexOf('/') + 1);
}

/** A world begins in one way, and only a new fleet can be described beside it. */
function checkBeginning(
  { fixture, snapshot, story, ...rest }: Beginning<never>,
  fork: NewWorld['fork'],
): void {
  const given = Object.entries({ fixture, snapshot, story, fork }).filter(([, value]) => value !== undefined);
  const [first, second] = given.map(([name]) => name);
  if (second !== undefined) {
    throw new ControlError(
      'WORLD_INVALID',
      `A world begins with ${first} or with ${second}, not with both.`,
      {
        field: second,
        hint: 'Leave one of them out.',
      },
    );
  }
  const { devices, at, timeZone, seed } = rest;
  const ofFleet = Object.entries({
    devices,
    ...(first !== 'fixture' && { at, timeZone, ...(first !== 'story' && { seed }) }),
  });
  const [unfit] = ofFleet.find(([, value]) => value !== undefined) ?? [];
  if (first === undefined || unfit === undefined) return;
  throw new ControlError(
    'WORLD_INVALID',
    `${unfit} can be set for a new fleet only; this world begins with ${first}.`,
    {
      field: unfit,
      hint: `Leave out ${unfit}, or ${first}.`,
    },
  );
}

/** Callers in process are not held to the schema of the control API. */
function checkName(name: string, prefix: string): void {
  if (worldPrefix(prefix) === prefix) return;
  throw new ControlError('WORLD_INVALID', `${quoted(name)} is not the name of a world.`, {
    field: 'name',
    hint: `Choose one ${worldNames.description}: up to 63 lower-case letters, digits and hyphens.`,
  });
}

function exists(name: string): ControlError {
  return new ControlError('WORLD_EXISTS', `There is a world ${quoted(name)} already.`, {
    field: 'name',
    hint: 'Choose another name, leave it out, or delete that world first.',
  });
}

function unknownWorld(name: string, known: readonly string[]): ControlError {
  return new ControlError('UNKNOWN_WORLD', `There is no world ${quoted(name)}.`, {
    hint:
      suggestion(name, known) ??
      'POST /_control/worlds makes one; a world that has long been idle is dropped.',
  });
}

function full(message: string): ControlError {
  return new ControlError('WORLDS_FULL', message, {
    hint: 'Delete worlds that are no longer needed: DELETE /_control/worlds/{name}.',
  });
}
