/** The options of `roadtest verify`, `judge` and `sweep`. */
import type { Options, Values } from '../command.ts';
import {
  baselineOption,
  callingOptions,
  judgingOptions,
  maxTimeOption,
  profileOption,
  reportingOptions,
  requireOption,
} from '../common-options.ts';

export const verifyOptions = {
  ...judgingOptions,
  'learned-profile': {
    type: 'string',
    short: 'o',
    value: 'FILE',
    excludes: ['profile', 'plan'],
    summary: 'Write the profile that the run learned when --profile named none',
  },
  openapi: {
    type: 'string',
    value: 'FILE',
    excludes: ['profile', 'plan'],
    summary: 'Learn from this description of the API (OpenAPI 3.0 or 3.1), too',
  },
  plan: {
    type: 'boolean',
    summary: 'Print what a run would judge, send and change, and exit without sending it',
  },
  thorough: { type: 'boolean', summary: 'More samples and repetitions: slower, finds rarer faults' },
  record: {
    type: 'string',
    value: 'FILE',
    excludes: 'plan',
    summary: 'Write what the run saw, without secrets: roadtest judge FILE judges it again',
  },
  require: requireOption,
  'max-time': {
    ...maxTimeOption,
    summary: 'Seconds for the whole run (1800, plus what rate limits and patience need)',
  },
} as const satisfies Options;

export type VerifyValues = Values<typeof verifyOptions>;

export const judgeOptions = {
  profile: { ...profileOption, summary: 'Deployment profile (YAML or JSON) for a HAR' },
  require: requireOption,
  baseline: baselineOption,
  ...reportingOptions,
} as const satisfies Options;

export type JudgeValues = Values<typeof judgeOptions>;

export const sweepOptions = {
  profile: { ...profileOption, summary: 'Deployment profile, as for the run' },
  ...callingOptions,
  'max-time': {
    ...maxTimeOption,
    summary: 'Seconds for the whole sweep (no limit); anything left after that is listed',
  },
  json: {
    type: 'boolean',
    summary:
      'Print one JSON object: removed, restored, left, lasting, ignored, warnings; ended, where it was',
  },
} as const satisfies Options;

export type SweepValues = Values<typeof sweepOptions>;
