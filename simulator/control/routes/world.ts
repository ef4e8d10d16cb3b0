/** The world as a whole: the dialect it speaks, faults, reset, snapshot. */

import { excerpt, quoted } from '../../../contracts/kit/untrusted.ts';
import { publishedProfile } from '../../../contracts/profile/published.ts';
import { ControlError } from '../errors.ts';
import { presentClock } from '../present.ts';
import { type ControlRoute, fieldsOf } from './route.ts';

export const worldRoutes: readonly ControlRoute[] = [
  { method: 'GET', path: '/profile', run: (world) => ({ body: publishedProfile(world.profile) }) },
  {
    method: 'GET',
    path: '/specification',
    async run() {
      // Who never asks does not load it.
      const [{ openings }, { operations }, { rules }] = await Promise.all([
        import('../../../contracts/specification/openings/index.ts'),
        import('../../../contracts/specification/operations.ts'),
        import('../../../contracts/specification/rules/index.ts'),
      ]);
      return { body: { operations, rules, openings } };
    },
  },
  { method: 'GET', path: '/faults', run: (world) => ({ body: { rules: world.faults.rules } }) },
  {
    method: 'PUT',
    path: '/faults',
    run(world, { body }) {
      const unknown = Object.keys(body).find((name) => name !== 'rules');
      if (unknown)
        throw new ControlError('BODY_INVALID', `${excerpt(unknown)} is not part of this request.`, {
          field: unknown,
        });
      world.faults.set(body.rules);
      return { body: { rules: world.faults.rules } };
    },
  },
  {
    method: 'POST',
    path: '/reset',
    run(world, { body }) {
      fieldsOf(body, {});
      world.reset();
      return { body: presentClock(world.clock.view()) };
    },
  },
  {
    method: 'GET',
    path: '/snapshot',
    run: (world, { query }) => ({ body: world.snapshot({ apiKey: keyWanted(query.get('apiKey')) }) }),
  },
  {
    method: 'PUT',
    path: '/snapshot',
    run(world, { body }) {
      world.restore(body);
      return { body: presentClock(world.clock.view()) };
    },
  },
];

/** A mistyped word is refused: it would be found out when the snapshot is needed. */
function keyWanted(given: string | null): 'include' | 'omit' {
  if (given === null || given === 'omit') return 'omit';
  if (given === 'include') return 'include';
  throw new ControlError('BODY_INVALID', `apiKey can be include or omit, not ${quoted(given)}.`, {
    field: 'apiKey',
  });
}
