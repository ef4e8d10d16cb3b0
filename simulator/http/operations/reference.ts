/** Countries and time zones that a user can have (section 4.2). */
import type { ListName } from '../../../contracts/profile/openings.ts';
import { countries, timeZones } from '../../fleet/reference.ts';
import type { World } from '../../world.ts';
import { createPaging } from '../paging.ts';
import type { Perform } from '../request.ts';
import { replyWith } from './reply.ts';

export function listCountries(world: World): Perform {
  return listOf(world, 'countries', countries, world.profile.openings['operations.status'].listCountries);
}

export function listTimeZones(world: World): Perform {
  return listOf(
    world,
    'timeZones',
    () => timeZones(world.clock.now()),
    world.profile.openings['operations.status'].listTimeZones,
  );
}

function listOf(world: World, name: ListName, records: () => readonly object[], status: number): Perform {
  const list = world.lens.list(name);
  const pageOf = createPaging(world.profile.openings);
  return (request) => {
    const all = records();
    const page = pageOf(request);
    const shown = all.slice(page.offset, page.limit === undefined ? undefined : page.offset + page.limit);
    return replyWith(status, list.write(shown, page.facts(all.length)), page.headers(all.length));
  };
}
