/** The options of `roadtest explore`. */
import type { Options, Values } from '../command.ts';
import { judgingOptions, reportingOptions, seedOption, selectingOptions } from '../common-options.ts';

export const exploreOptions = {
  ...judgingOptions,
  ...selectingOptions,
  baseline: {
    type: 'string',
    value: 'FILE',
    summary: 'Accepted failures: the search goes past them, and looks for others',
  },
  'write-baseline': {
    type: 'string',
    value: 'FILE',
    summary: 'Write a baseline that accepts what was found; entries that are there stay as they are',
  },
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
  seed: {
    ...seedOption,
    summary: 'Random seed: draws the same histories as the run that reported it',
  },
  replay: {
    type: 'string',
    value: 'FILE',
    summary: 'Play the history of this file, and no other',
  },
  save: { type: 'string', value: 'FILE', summary: 'Write the history that failed, for --replay' },
  ...reportingOptions,
} as const satisfies Options;

export type Given = Values<typeof exploreOptions>;
