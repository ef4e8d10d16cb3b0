/** The options of `roadtest learn`. */
import type { Options, Values } from '../command.ts';
import { reachingOptions } from '../common-options.ts';

export const learnOptions = {
  output: {
    type: 'string',
    short: 'o',
    value: 'FILE',
    summary: 'Write the profile into this file (standard output)',
  },
  force: { type: 'boolean', needs: 'output', summary: 'Replace the file if it is there' },
  openapi: {
    type: 'string',
    value: 'FILE',
    summary:
      'Learn from this description of the API (OpenAPI 3.0 or 3.1), with or without a deployment to ask',
  },
  har: {
    type: 'string',
    value: 'FILE',
    summary: 'Learn from this recording of a browser (HAR), with or without a deployment to ask',
  },
  write: {
    type: 'boolean',
    summary: 'Also create, change and remove groups and users, to learn the bodies and answers of writes',
  },
  ...reachingOptions,
} as const satisfies Options;

export type LearnValues = Values<typeof learnOptions>;
