/** The world as a whole: the dialect it speaks, faults, reset, snapshot. */

import type { CompleteProfile, FetchedProfile } from '../../../contracts/profile/profile.ts';
import { spokenProfile } from '../../spoken-profile.ts';
import { presentClock } from '../present.ts';
import { definition, type RouteRow } from '../schemas/index.ts';
import { type ControlRoute, keyWanted, route } from './route.ts';

export const worldRoutes: readonly ControlRoute[] = [
  route('GET /health', () => ({ body: { status: 'ok' } })),
  route('GET /role', ({ world, holder: { role, rights } }) => {
    const [holder] = world.guard.holders ?? [];
    const calls = Object.entries<RouteRow>(definition).filter(([, { right }]) => rights.includes(right));
    return {
      body: { role, name: holder?.name ?? null, rights: [...rights], calls: calls.map(([call]) => call) },
    };
  }),
  route('GET /profile', ({ world }) => ({
    body: publishedProfile(spokenProfile(world.profile, world.fleet)),
  })),
  route('GET /openapi.json', async ({ world }) => {
    const { writeOpenApi } = await import('../../../contracts/openapi/write.ts');
    const profile = publishedProfile(spokenProfile(world.profile, world.fleet));
    return { body: writeOpenApi(profile, { hasIdForm: world.idChoice.isPinned && world.ids.isEmpty }) };
  }),
  route('GET /specification', async () => {
    // The document is loaded at the first call.
    const [{ openings }, { operations }, { rules }, { sections }] = await Promise.all([
      import('../../../contracts/specification/openings/index.ts'),
      import('../../../contracts/specification/operations.ts'),
      import('../../../contracts/specification/rules/index.ts'),
      import('../../../contracts/specification/sections.ts'),
    ]);
    return { body: { sections, operations, rules, openings } };
  }),
  route('GET /faults', ({ world }) => ({ body: { rules: world.faults.counted } })),
  route('PUT /faults', ({ world, body }) => {
    world.faults.set(body.rules);
    return { body: { rules: world.faults.counted } };
  }),
  route('POST /reset', ({ world }) => {
    world.reset();
    return { body: presentClock(world.clock.view()) };
  }),
  route('GET /snapshot', (request) => ({
    body: request.world.snapshot({ apiKey: keyWanted(request) }),
  })),
  route('PUT /snapshot', ({ world, body }) => {
    world.restore(body);
    return { body: presentClock(world.clock.view()) };
  }),
];

/**
 * Gives the part of a profile that anyone may know: how the deployment answers. The controls, with the secrets that their
 * headers may hold, the known ids and the samples are for the person who has the file.
 */
function publishedProfile({ roadtest, name, basePath, openings }: CompleteProfile): FetchedProfile {
  return { roadtest, name, basePath, openings };
}
