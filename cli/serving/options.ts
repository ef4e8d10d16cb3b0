/** The options that say what is served, which several commands have. */
import type { Options } from '../command.ts';
import { seedOption } from '../common-options.ts';

export const portOption = {
  type: 'number',
  value: 'N',
  min: 0,
  max: 65_535,
  whole: true,
  summary: 'Port; 0 takes a free one',
} as const;

export const servingOptions = {
  host: {
    type: 'string',
    value: 'ADDRESS',
    default: '127.0.0.1',
    summary: 'Address to listen on; 0.0.0.0 for every network',
  },
  'tls-cert': {
    type: 'string',
    value: 'FILE',
    needs: 'tls-key',
    summary: 'Serve https with this certificate (PEM, with its chain)',
  },
  'tls-key': { type: 'string', value: 'FILE', needs: 'tls-cert', summary: 'Its private key (PEM)' },
  'allow-host': {
    type: 'strings',
    value: 'NAME',
    summary: 'Another host name under which the control API may be called, such as a service name',
  },
  'allow-origin': {
    type: 'strings',
    value: 'ORIGIN',
    summary: 'An origin whose pages may use the control API, such as http://localhost:5173',
  },
  profile: {
    type: 'string',
    value: 'FILE',
    summary: 'Deployment profile (YAML or JSON) to serve',
  },
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
  frozen: { type: 'boolean', summary: 'Start with the clock frozen' },
  alive: {
    type: 'boolean',
    excludes: ['import', 'track'],
    summary: 'Vehicles drive about the town (unless --frozen, --at, --track or --import is given)',
  },
  still: {
    type: 'boolean',
    excludes: ['import', 'alive'],
    summary: 'No vehicle moves and nothing is reported by itself',
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
  'export-on-exit': {
    type: 'string',
    value: 'FILE',
    summary: 'Write a snapshot of the whole world on exit',
  },
  import: { type: 'string', value: 'FILE', summary: 'Start from a snapshot' },
  fixture: {
    type: 'string',
    value: 'FILE',
    excludes: ['import', 'devices', 'track', 'alive'],
    summary:
      'Start from a fixture (YAML or JSON): account, devices, groups, users, alerts, clock; with --scenario, the cast of the story',
  },
  watch: {
    type: 'boolean',
    needs: 'fixture',
    excludes: 'scenario',
    summary: 'Begin anew when the file of the fixture changes',
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
