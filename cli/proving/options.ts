/** The options of `roadtest prove`: its own, and those of the service beside the tests. */
import type { Options, Values } from '../command.ts';
import { BEGINNING, servingOptions } from '../serving/options.ts';

const { profile, devices, seed, at, frozen, still, fixture } = servingOptions;

export const proveOptions = {
  only: {
    type: 'string',
    value: 'IDS',
    summary: 'Only rows whose id starts with one of these: fault/token',
  },
  list: { type: 'boolean', summary: 'List the rows and what a correct client does, and run nothing' },
  time: {
    type: 'number',
    value: 'S',
    min: 1,
    max: 86_400,
    summary: 'Seconds that a run may take (five plain runs and ten seconds, at least 20)',
  },
  json: { type: 'boolean', summary: 'Print the matrix as JSON' },
  ...{ profile, devices, seed, at, frozen, still },
  fixture: { ...fixture, summary: BEGINNING },
} as const satisfies Options;

export type ProveValues = Values<typeof proveOptions>;
