/**
 * Several conditions of one device, joined by and or by or: states which its reports show, and events. Events come at a
 * moment: one of them comes while states hold, and no two come together.
 */
import { refer } from '../../contracts/kit/schema.ts';
import { choice, listOf } from '../language/schema/builders.ts';
import { conditionFields, conditions } from './index.ts';

export const partKinds = [
  'speed-above',
  'stands-still',
  'sensor',
  'within',
  'counter-reaches',
  'device-expires',
  'message-sent',
  'message-withheld',
  'alert-raised',
] as const;
export type PartKind = (typeof partKinds)[number];

const branches = {
  [conditionFields['speed-above']]: conditions['speed-above'],
  [conditionFields['stands-still']]: conditions['stands-still'],
  [conditionFields.sensor]: conditions.sensor,
  [conditionFields.within]: conditions.within,
  [conditionFields['counter-reaches']]: conditions['counter-reaches'],
  [conditionFields['device-expires']]: conditions['device-expires'],
  [conditionFields['message-sent']]: conditions['message-sent'],
  [conditionFields['message-withheld']]: conditions['message-withheld'],
  [conditionFields['alert-raised']]: conditions['alert-raised'],
};

export const stateSchema = choice('a state or an event', branches, {});

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
