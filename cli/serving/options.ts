/** The options that say what is served: `exec` has them all, `serve` prints more, `class` and `prove` take some. */
import type { Options, Values } from '../command.ts';
import { profileOption, seedOption } from '../common-options.ts';

export const portOption = {
  type: 'number',
  value: 'N',
  min: 0,
  max: 65_535,
  whole: true,
  summary: 'Port; 0 takes a free one',
} as const;

export const BEGINNING =
  'Start from a fixture (YAML or JSON): account, devices, groups, users, alerts, clock';

export const servingOptions = {
  host: {
    type: 'string',
    value: 'ADDRESS',
    default: '127.0.0.1',
    summary: 'Address to listen on; 0.0.0.0 for every network',
  },
  allow: {
    type: 'strings',
    value: 'NAME',
    summary:
      'Also let the control API be called under this host name, such as a service name, or by pages of this origin, such as http://localhost:5173',
  },
  profile: { ...profileOption, summary: 'Deployment profile (YAML or JSON) to serve' },
  devices: {
    type: 'number',
    value: 'N',
    min: 0,
    max: 1_000_000,
    whole: true,
    excludes: ['import', 'scenario'],
    summary: 'Number of devices at the start (10)',
  },
  seed: {
    ...seedOption,
    excludes: 'import',
    summary: 'Random seed for generated data (default 1)',
  },
  at: {
    type: 'string',
    value: 'TIME',
    excludes: ['import', 'scenario'],
    summary: 'Simulated start time, or "now" (now; with --frozen 2026-01-05T08:00:00Z)',
  },
  speed: {
    type: 'number',
    value: 'N',
    min: 0.001,
    max: 1_000_000,
    excludes: 'frozen',
    summary: 'Simulated seconds per real second (1)',
  },
  frozen: { type: 'boolean', summary: 'Start with the clock frozen, and vehicles parked' },
  still: {
    type: 'boolean',
    excludes: 'import',
    summary: 'No vehicle moves, and no device reports by itself',
  },
  track: {
    type: 'strings',
    value: 'FILE',
    excludes: 'scenario',
    summary: 'GPX, KML, GeoJSON, CSV or NMEA tracks that the first devices follow',
  },
  scenario: {
    type: 'string',
    value: 'STORY',
    excludes: 'import',
    summary: 'Play a story while serving: a shipped one by its name, or a file',
  },
  tiles: {
    type: 'string',
    value: 'URL|FILE',
    summary: 'Map tiles for the live page: an address with {z}/{x}/{y}, or a .pmtiles file',
  },
  import: {
    type: 'string',
    value: 'FILE',
    summary: 'Start from a snapshot, as GET /_control/snapshot returns it',
  },
  fixture: {
    type: 'string',
    value: 'FILE',
    excludes: ['import', 'devices', 'track'],
    summary: `${BEGINNING}; with --scenario, the devices and users of the story`,
  },
  strict: {
    type: 'string',
    value: 'WHAT',
    summary:
      'Report misspelt and unknown fields, query parameters and headers of calls: warn (a note in journal and log) or refuse',
  },
  deviate: {
    type: 'string',
    value: 'RULE',
    summary:
      'Break this rule, to see what a failing verify run looks like; roadtest rules --deviations lists them',
  },
} as const satisfies Options;

export type ServingOptions = Values<typeof servingOptions>;
