/**
 * A story on a deployment: from the deeds of a story to calls in the deployment's dialect. Pure, without HTTP;
 * see README.md for the map.
 */
export { metresFrom } from '../player/expectations/places.ts';
export { batched } from './batching.ts';
export { Cast } from './cast.ts';
export * from './errand.ts';
export { errandOf } from './errands/index.ts';
export { type Marking, markedBy } from './marking.ts';
export { openingDeeds } from './opening.ts';
export { type Order, orderOf } from './order.ts';
export { shadowProfile } from './policy.ts';
export { type Refusal, type Replied, refusalIn } from './served.ts';
export { type Shadow, shadowOf } from './shadow.ts';
export { type CountOf, type OperationCount, type RefusalCount, Tally } from './tally.ts';
export { movedDate, movedToClock, movedToReal } from './times.ts';
export { devicePlace, type TrafficLine, trafficWriter, type Written } from './traffic.ts';
