/** Countries and time zones that a user can have (section 4.2). */
import type { ListName } from '../../../contracts/profile/openings.ts';
import type { EpochMs } from '../../fleet/types.ts';
import type { World } from '../../world.ts';
import { createPaging } from '../paging.ts';
import type { Perform } from '../request.ts';
import { replyWith } from './reply.ts';

/** GET /api/users/countries. */
export function listCountries(world: World): Perform {
  const status = world.profile.openings['operations.status'].listCountries;
  return listOf(world, 'countries', status, () => world.fleet.reference.countries());
}

/** GET /api/users/timeZones: with the offset that each has at the simulated moment. */
export function listTimeZones(world: World): Perform {
  const status = world.profile.openings['operations.status'].listTimeZones;
  return listOf(world, 'timeZones', status, (now) => world.fleet.reference.timeZones(now));
}

function listOf(
  world: World,
  name: ListName,
  status: number,
  records: (now: EpochMs) => readonly object[],
): Perform {
  const list = world.lens.list(name);
  const pageOf = createPaging(world.profile.openings);
  return (request) => {
    const all = records(request.now);
    const page = pageOf(request);
    const shown = all.slice(page.offset, page.limit === undefined ? undefined : page.offset + page.limit);
    return replyWith(status, list.write(shown, page.facts(all.length)), page.headers(all.length));
  };
}
