/** The options that commands have in common. */
import type { Options, Values } from './command.ts';

/** The form of `--seed`: each command adds its own summary. */
export const seedOption = { type: 'number', value: 'N', min: 0, max: 4_294_967_295, whole: true } as const;

export const profileOption = {
  type: 'string',
  value: 'FILE',
  summary: 'Deployment profile (YAML or JSON): how its payloads are laid out',
} as const;

/** The form of `--max-time`: each command adds its own summary. */
export const maxTimeOption = { type: 'number', value: 'S', min: 1, max: 604_800 } as const;

/** Options of each command that talks to a deployment. */
export const callingOptions = {
  patience: {
    type: 'number',
    value: 'S',
    min: 0,
    max: 86_400,
    summary: 'Seconds to wait for an expected moment, such as a token expiry (60); for an answer at most 10',
  },
} as const satisfies Options;

/** The same, for commands that may start before the deployment is up and send many requests. */
export const reachingOptions = {
  ...callingOptions,
  wait: {
    type: 'string',
    value: 'TIME',
    summary: 'Wait up to this long for the deployment to answer: 10s, 2m',
  },
  'max-rps': {
    type: 'number',
    value: 'N',
    min: 0.1,
    max: 10_000,
    summary: 'Requests a second (20; unlimited on this machine)',
  },
} as const satisfies Options;

/** Options of each command that reports on a run in several formats. */
export const reportingOptions = {
  reporter: {
    type: 'string',
    value: 'NAMES',
    default: 'text',
    summary: 'Reports: text,json,junit,html,github,markdown; one alone is printed',
  },
  output: { type: 'string', value: 'DIR', summary: 'Folder for the reports' },
} as const satisfies Options;

export const baselineOption = {
  type: 'string',
  value: 'FILE',
  summary: 'Accepted failures; an entry that has expired, or whose rule now holds, is an error',
} as const;

export const requireOption = {
  type: 'string',
  value: 'THRESHOLDS',
  summary: 'Extra conditions for exit code 0: inconclusive=0,judged>=90%,sharpness>=80%',
} as const;

/** Options of each command that judges a deployment. */
export const judgingOptions = {
  profile: profileOption,
  ...reachingOptions,
  'max-messages': {
    type: 'number',
    value: 'N',
    min: 0,
    whole: true,
    summary: 'E-mails and SMS that the run may cause (500)',
  },
  'max-advance': {
    type: 'number',
    value: 'DAYS',
    min: 0,
    max: 36_500,
    summary: "Days in total that the run may move the deployment's time forward (400)",
  },
  'read-only': { type: 'boolean', summary: 'Send only requests that create and change nothing' },
  'in-place': {
    type: 'boolean',
    summary: 'On a roadtest server, judge the world itself instead of a fork',
  },
  only: {
    type: 'string',
    value: 'IDS',
    summary: 'Only rules whose id starts with one of these: limits/,token/issued',
  },
  skip: { type: 'string', value: 'IDS', summary: 'Skip rules whose id starts with one of these' },
  seed: { ...seedOption, summary: 'Random seed: repeats the random choices of the run that reported it' },
  journal: {
    type: 'string',
    value: 'FILE',
    summary: 'Where to record what is created and changed, for roadtest sweep',
  },
  baseline: baselineOption,
  'write-baseline': {
    type: 'string',
    value: 'FILE',
    summary: 'Write a baseline that accepts what fails now; entries that are there stay as they are',
  },
  ...reportingOptions,
} as const satisfies Options;

export type JudgingOptions = Values<typeof judgingOptions>;
