/** What no opening has a name for: see `../gates.ts`. */
import {
  absoluteAddresses,
  afterTheBody,
  beforeTheRoute,
  laidOutOtherwise,
  numberedRefusals,
  pagesElsewhere,
} from '../gates.ts';
import type { Factors } from '../level.ts';

export const wayFactors = {
  'on the way': {
    kinds: [],
    levels: {
      'the token comes after the route': {},
      'the token comes before the route': { gate: beforeTheRoute },
      'the token comes after the body': { gate: afterTheBody },
      'there are pages where there is no path': {
        gate: pagesElsewhere,
        openings: { 'errors.status': { 'unknown-path': 200 } },
      },
      'addresses are whole': { gate: absoluteAddresses },
      'JSON is laid out otherwise': { gate: laidOutOtherwise },
      'refusals are numbered': { gate: numberedRefusals },
    },
  },
} as const satisfies Factors;
