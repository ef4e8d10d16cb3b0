/**
 * A check by the compiler that some code performs each opening of the document. Code that performs one says so in the type
 * of the answers that it reads, and can read no other; a row of an opening that is in none of them does not compile.
 */
import type { LensOpening } from '../../contracts/profile/lens/compile.ts';
import type { OpeningId } from '../../contracts/specification/openings/index.ts';
import type { Policy } from '../fleet/policy.ts';
import type { ConsistencyAnswers } from './consistency.ts';
import type { DeviceAnswers } from './operations/devices.ts';
import type { RecordAnswers } from './operations/records.ts';
import type { TokenAnswers } from './operations/token.ts';
import type { PagingAnswers } from './paging.ts';
import type { RateLimitAnswers } from './rate-limit.ts';
import type { RefusalAnswers } from './refusals.ts';
import type { ServiceAnswers } from './service.ts';
import type { VolatileAnswers } from './volatile.ts';

type Performed =
  | LensOpening
  | keyof (Policy &
      ConsistencyAnswers &
      DeviceAnswers &
      PagingAnswers &
      RateLimitAnswers &
      RecordAnswers &
      RefusalAnswers &
      ServiceAnswers &
      TokenAnswers &
      VolatileAnswers);

/** Openings with one possible answer, which leaves nothing to perform. */
export const nothingToPerform: { readonly [Id in Exclude<OpeningId, Performed>]: string } = {
  'states.other': 'The simulator has no other states than those of section 3.',
  events: 'The API has no events; the stream of events is on the control API.',
};
