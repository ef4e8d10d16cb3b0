/** The options of `roadtest verify`. */
import type { Options, Values } from '../command.ts';
import {
  concludingOptions,
  judgingOptions,
  maxTimeOption,
  reportingOptions,
  seedOption,
  selectingOptions,
} from '../common-options.ts';

export const verifyOptions = {
  ...judgingOptions,
  openapi: {
    type: 'string',
    value: 'FILE',
    excludes: ['profile', 'plan'],
    summary: 'Learn from this description of the API (OpenAPI 3.0 or 3.1), too',
  },
  'learned-profile': {
    type: 'string',
    short: 'o',
    value: 'FILE',
    excludes: ['profile', 'plan'],
    summary: 'Write the profile that the run learned, where none was given',
  },
  ...selectingOptions,
  plan: {
    type: 'boolean',
    summary: 'Print what a run would judge, send and change, and exit without sending it',
  },
  seed: {
    ...seedOption,
    summary: 'Random seed: repeats the values and the order of the run that reported it',
  },
  explore: {
    type: 'string',
    value: 'TIME',
    summary: 'Afterwards, search this long for faults that show only after certain calls: 30s, 2m',
  },
  thorough: { type: 'boolean', summary: 'More samples and repetitions: slower, finds rarer faults' },
  ...reportingOptions,
  history: {
    type: 'string',
    value: 'DIR',
    summary: 'Folder that keeps the last 100 runs, for roadtest diff',
  },
  record: {
    type: 'string',
    value: 'FILE',
    excludes: ['explore', 'plan'],
    summary: 'Write what the run saw, without secrets: roadtest judge FILE judges it again',
  },
  'write-baseline': {
    type: 'string',
    value: 'FILE',
    summary: 'Write a baseline that accepts what fails now; entries that are there stay as they are',
  },
  ...concludingOptions,
  'max-time': {
    ...maxTimeOption,
    summary: 'Seconds for the whole run (1800, plus what rate limits and patience need)',
  },
} as const satisfies Options;

export type Given = Values<typeof verifyOptions>;
