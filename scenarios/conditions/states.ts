/**
 * Several conditions of which all, or any, have to hold of a device at once: those that are states which its reports show.
 * An alert, or what else happens at one moment, holds together with nothing.
 */
import { refer } from '../../contracts/kit/schema.ts';
import { choice, listOf } from '../language/schema/builders.ts';
import { conditionFields, conditions } from './index.ts';

export const stateKinds = ['speed-above', 'stands-still', 'sensor', 'within'] as const;
export type StateKind = (typeof stateKinds)[number];

const branches = {
  [conditionFields['speed-above']]: conditions['speed-above'],
  [conditionFields['stands-still']]: conditions['stands-still'],
  [conditionFields.sensor]: conditions.sensor,
  [conditionFields.within]: conditions.within,
};

export const stateSchema = choice('a state', branches, {});

const MOST = 10;
const several = listOf(refer('state', stateSchema), 2, { maxItems: MOST });

export const joinedBranches = {
  allOf: { summary: 'All of these come to hold at once.', value: several, beside: {} },
  anyOf: { summary: 'Any of these comes to hold, while none of them did.', value: several, beside: {} },
};
