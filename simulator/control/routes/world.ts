/** The world as a whole: the dialect it speaks, roles, faults, reset, fixture, snapshot. */

import type { CompleteProfile, FetchedProfile } from '../../../contracts/profile/profile.ts';
import { spokenProfile } from '../../spoken-profile.ts';
import { ControlError } from '../errors.ts';
import { presentClock } from '../present.ts';
import { definition, type RouteRow } from '../schemas/index.ts';
import type { Routes } from './route.ts';

export const worldRoutes = {
  'GET /health': () => ({ status: 'ok' }),
  'GET /role'({ world, holder: { role, rights } }) {
    const [holder] = world.guard.holders ?? [];
    const calls = Object.entries<RouteRow>(definition).filter(([, { right }]) => rights.includes(right));
    return { role, name: holder?.name ?? null, rights: [...rights], calls: calls.map(([call]) => call) };
  },
  'GET /profile': ({ world }) => published(spokenProfile(world)),
  async 'GET /openapi.json'({ world }) {
    const { writeOpenApi } = await import('../../../contracts/openapi/write.ts');
    const hasIdForm = world.idChoice.isPinned && world.ids.isEmpty;
    return writeOpenApi(published(spokenProfile(world)), { hasIdForm });
  },
  'GET /faults': ({ world }) => ({ rules: world.faults.counted }),
  'PUT /faults'({ world, body }) {
    world.faults.set(body.rules);
    return { rules: world.faults.counted };
  },
  'POST /reset'({ world }) {
    world.reset();
    return presentClock(world.clock.view());
  },
  /** The writer is loaded at the first call. */
  async 'GET /fixture'({ world, query }) {
    const { whyUnwritable, writeFixture } = await import('../../fixture/write.ts');
    refuse(whyUnwritable(world.fleet));
    const fixture = writeFixture(world, query);
    refuse(whyUnwritable(world.fleet, fixture));
    return fixture;
  },
  /** Checked as a whole before anything changes. */
  'PUT /fixture'({ world, body }) {
    if (world.identity.view().story !== null) throw storyIsPlayed();
    world.begin(body);
    return presentClock(world.clock.view());
  },
  'GET /snapshot': ({ world, query }) => world.snapshot(query),
  'PUT /snapshot'({ world, body }) {
    world.restore(body);
    return presentClock(world.clock.view());
  },
} satisfies Routes;

/**
 * Gives the part of a profile that anyone may know: how the deployment answers. The controls, with the secrets that their
 * headers may hold, the known ids and the samples are for the person who has the file.
 */
function published({ roadtest, name, basePath, openings }: CompleteProfile): FetchedProfile {
  return { roadtest, name, basePath, openings };
}

function storyIsPlayed(): ControlError {
  const message = 'A fixture cannot replace this world while a story is being played in it.';
  return new ControlError('FIXTURE_NOT_TAKEN', message, {
    hint: 'Make a new world with it by POST /_control/worlds, or serve with --still or --frozen.',
  });
}

function refuse(why: string | undefined): void {
  if (why === undefined) return;
  throw new ControlError('FIXTURE_NOT_WRITABLE', `A fixture cannot hold this world: ${why}.`, {
    hint: 'Ask for fewer locations, ?locations=0 for none, or take GET /_control/snapshot, which holds all of it.',
  });
}
