/** The options of `roadtest explore`: those of `verify`, and its own few. */
import type { Options, Values } from '../command.ts';
import { judgingOptions } from '../common-options.ts';

export const exploreOptions = {
  ...judgingOptions,
  time: { type: 'string', value: 'TIME', default: '60s', summary: 'How long to search: 60s, 5m' },
  requests: {
    type: 'number',
    value: 'N',
    min: 1,
    whole: true,
    summary: 'Start no new history after this many requests',
  },
  'shrink-time': {
    type: 'string',
    value: 'TIME',
    default: '60s',
    summary: 'How long to spend on shortening a failure',
  },
  'max-devices': {
    type: 'number',
    value: 'N',
    min: 0,
    whole: true,
    summary: 'Create at most N devices (100); after that, reuse those of earlier histories',
  },
  replay: { type: 'string', value: 'FILE', summary: 'Play only the history in this file' },
  save: { type: 'string', value: 'FILE', summary: 'Write the history that failed, for --replay' },
} as const satisfies Options;

export type ExploreValues = Values<typeof exploreOptions>;
