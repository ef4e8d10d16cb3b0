/**
 * Several conditions of one device, joined by and or by or. Events come at a moment: one of them comes while states
 * hold, and no two come together.
 */
import { refer } from '../../contracts/kit/schema.ts';
import { choice, listOf, renamed } from '../language/schema/builders.ts';
import { conditionFields, conditions } from './index.ts';

export const stateSchema = choice('one of several conditions', renamed(conditions, conditionFields), {});

const MOST = 10;
const several = listOf(refer('state', stateSchema), 2, { maxItems: MOST });

export const joinedBranches = {
  allOf: {
    summary: 'All of these states come to hold at once, or the event comes while they hold.',
    value: several,
    beside: {},
  },
  anyOf: {
    summary: 'Any of these states comes to hold, while none of them did, or any of the events comes.',
    value: several,
    beside: {},
  },
};
