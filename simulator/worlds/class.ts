/** A class: worlds of trainees, made together, and what each trainee is given. The command and the trainer's page make them here. */
import { isLoopback } from '../../contracts/kit/http.ts';
import type { Grant, Holders } from '../control/roles.ts';
import type { Routes } from '../control/routes/route.ts';
import type { Handout, NewWorld } from '../control/schemas/index.ts';
import type { HostedWorld, ServedWorld } from './hosted-world.ts';
import { MAX_TRAINEES, type Trainee, traineesIn } from './trainees.ts';
import { nameOf, type Worlds } from './worlds.ts';

/** How the worlds of a class begin, unless it is said otherwise for some of them. */
export interface ClassUsual<T> {
  /** Rights of trainees beside those that they always have. */
  may?: readonly Grant[];
  /** Default: the plain fleet, parked. */
  story?: { name: string; putOn(world: T): Promise<void> };
}

export interface NewTrainees<T> extends ClassUsual<T> {
  names: readonly string[];
  /** In place of the usual story. */
  choice?: NewWorld['story'];
}

/**
 * Makes a world for each of some trainees; all of them, or none.
 *
 * @throws ControlError TRAINEES_INVALID, and what a world and its story are refused for
 */
export async function addTrainees<T extends ServedWorld>(
  worlds: Worlds<T>,
  { names, may = [], story, choice }: NewTrainees<T>,
): Promise<HostedWorld<T>[]> {
  const trainees = traineesIn(names, present(worlds));
  const made: string[] = [];
  try {
    for (const { name, world } of trainees) {
      const beginning = { name: world, trainee: { name, may: [...may] }, ...(choice && { story: choice }) };
      const [, served] = await worlds.create(beginning);
      made.push(world);
      if (!choice) await story?.putOn(served);
    }
  } catch (error) {
    for (const world of made) worlds.delete(world);
    throw error;
  }
  return made.map((world) => worlds.get(world));
}

/** The links and credentials of a trainee; `undefined` for a world without a trainee. */
export function handoutIn(
  { prefix, holders, world }: HostedWorld<ServedWorld>,
  origin: string,
): Handout | undefined {
  if (holders === undefined) return undefined;
  const { fleet, profile } = world.simulator;
  const { userName, apiKey } = fleet.account;
  const link = (holder: keyof Holders) => `${origin}${prefix}/_console/#token=${holders[holder].token}`;
  return {
    name: holders.trainee.name,
    world: nameOf(prefix),
    link: link('trainee'),
    viewer: link('viewer'),
    baseUrl: `${origin}${prefix}${profile.basePath}`,
    userName,
    apiKey,
  };
}

export interface ClassHost<T> {
  usual: ClassUsual<T>;
  /** The address that other machines can call, for a caller of this machine. */
  outside(): string | undefined;
}

/** The class as routes of the control API, answered at the plain address alone. */
export function classRoutes<T extends ServedWorld>(table: () => Worlds<T>, { usual, outside }: ClassHost<T>) {
  const handouts = (worlds: readonly HostedWorld<T>[], host = ''): Handout[] => {
    const origin = (isLoopback(host.replace(/:\d+$/, '')) && outside()) || `http://${host}`;
    return worlds.flatMap((world) => handoutIn(world, origin) ?? []);
  };
  return {
    'GET /class': ({ host }) => ({
      trainees: handouts(table().list(), host),
      most: MAX_TRAINEES,
      may: [...(usual.may ?? [])],
      story: usual.story?.name ?? null,
      takesTrainees: table().takesTrainees,
    }),
    async 'POST /class'({ host, body: { trainees: names, may, story } }) {
      const { story: _usual, ...others } = usual;
      const made = await addTrainees(table(), {
        ...(story === null ? others : usual),
        names,
        ...(may && { may }),
        ...(story && { choice: story }),
      });
      return { trainees: handouts(made, host) };
    },
  } satisfies Routes;
}

function present(worlds: Worlds<ServedWorld>): Trainee[] {
  return worlds
    .list()
    .flatMap(({ prefix, holders }) =>
      holders ? [{ world: nameOf(prefix), name: holders.trainee.name }] : [],
    );
}
