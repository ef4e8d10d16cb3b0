/** Moments to go back to by name, and what has changed since. */

import { suggestion } from '../../../contracts/kit/suggest.ts';
import { isoUtc } from '../../../contracts/kit/times.ts';
import { quoted } from '../../../contracts/kit/untrusted.ts';
import type { World } from '../../world.ts';
import {
  checkpointBounds,
  checkpointSince,
  type NamedCheckpoint,
  namedCheckpoint,
  takeNamed,
} from '../checkpoints/named.ts';
import { ControlError } from '../errors.ts';
import { presentClock } from '../present.ts';
import type { NamedCheckpointView, ReplyOf } from '../schemas/index.ts';
import { type ControlRequest, type ControlRoute, queryNumber, route } from './route.ts';

/** How many changes are given, unless others are asked for. */
const USUAL_CHANGES = 1_000;
const MOST_CHANGES = 1_000_000;

export const checkpointRoutes: readonly ControlRoute[] = [
  route('GET /checkpoints', ({ checkpoints }) => ({
    body: { checkpoints: [...checkpoints.values()].map(present), ...checkpointBounds },
  })),
  route('PUT /checkpoints/{id}', (world, { id }) => ({ body: present(takeNamed(world, id)) })),
  route('DELETE /checkpoints/{id}', (world, { id }) => {
    const { name } = namedCheckpoint(world, id);
    world.checkpoints.delete(name);
    return { body: { name, status: 'removed' } };
  }),
  route('POST /checkpoints/{id}/undo', (world, { id }) => {
    world.goTo(namedCheckpoint(world, id).checkpoint);
    return { body: presentClock(world.clock.view()) };
  }),
  route('GET /changes', async (world, request) => ({ body: await changesSince(world, request) })),
];

function present({ name, checkpoint, sequence, bytes }: NamedCheckpoint): NamedCheckpointView {
  return { name, at: isoUtc(checkpoint.at), sequence, bytes };
}

/** The comparison is loaded at the first call. */
async function changesSince(
  world: World,
  request: ControlRequest<unknown>,
): Promise<ReplyOf<'GET /changes'>> {
  const [{ changesBetween, newestNaming }, { recordsOf }, { changedResources }] = await Promise.all([
    import('../checkpoints/changes.ts'),
    import('../checkpoints/records.ts'),
    import('../schemas/checkpoints.ts'),
  ]);
  const { query } = request;
  const limit = queryNumber(request, 'limit', USUAL_CHANGES, MOST_CHANGES);
  const since = query.get('since');
  const resource = query.get('resource');
  const id = query.get('id');
  if (resource !== null && !changedResources.some((one) => one === resource)) {
    throw new ControlError('FILTER_INVALID', `There are no changes of ${quoted(resource)}.`, {
      field: 'resource',
      hint: suggestion(resource, changedResources) ?? `Possible: ${changedResources.join(', ')}.`,
    });
  }
  const named = since === null || since === '0' ? undefined : checkpointSince(world, since);
  const past = world.past(named?.checkpoint);
  const { redactor } = world.secrets;
  const all = changesBetween(recordsOf(past, redactor), recordsOf(world, redactor)).filter(
    (change) =>
      (resource === null || change.resource === resource) && (id === null || String(change.id) === id),
  );
  const { log } = world.fleet;
  const before = past.fleet.log.head;
  const newest = newestNaming(log.since(before, Number.POSITIVE_INFINITY), world.lens);
  return {
    since: { checkpoint: named?.name ?? null, at: isoUtc(past.timeline.now), sequence: before },
    now: { at: isoUtc(world.clock.now()), sequence: log.head },
    count: all.length,
    changes: all.slice(0, limit).map((change) => {
      const event = newest(change);
      return { ...change, sequence: event?.sequence ?? null, at: event ? isoUtc(event.at) : null };
    }),
  };
}
