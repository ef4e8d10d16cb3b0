/** The options of `roadtest prove`. */
import type { Options } from '../command.ts';
import { servingOptions } from '../serving/options.ts';

const { profile, devices, seed, at, frozen, still, fixture } = servingOptions;

export const proveOptions = {
  only: {
    type: 'string',
    value: 'IDS',
    summary: 'Only rows whose id starts with one of these: fault/token',
  },
  list: { type: 'boolean', summary: 'List the rows and what a right client does, and run nothing' },
  time: {
    type: 'number',
    value: 'S',
    min: 1,
    max: 86_400,
    summary: 'Seconds that a run may take (five plain runs and ten seconds, at least 20)',
  },
  jobs: {
    type: 'number',
    value: 'N',
    min: 1,
    max: 32,
    whole: true,
    default: 1,
    summary: 'Runs at the same time (1)',
  },
  require: {
    type: 'string',
    value: 'WHAT',
    summary: 'Exit code by what holds: exposed=0,reached>=80% (default exposed=0)',
  },
  json: { type: 'boolean', summary: 'Print the matrix as JSON' },
  html: { type: 'string', value: 'FILE', summary: 'Write the matrix as a page' },
  profile,
  devices: { ...devices, excludes: ['fixture'] },
  seed: { ...seed, excludes: [] },
  at: { type: at.type, value: at.value, summary: at.summary },
  frozen,
  still: { type: still.type, summary: still.summary },
  fixture: { type: fixture.type, value: fixture.value, summary: fixture.summary },
} as const satisfies Options;
