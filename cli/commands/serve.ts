/** `roadtest serve`: the simulator on a port, until it is stopped. */
import { defineCommand, type Io } from '../command.ts';
import { seedOption } from '../shared-options.ts';

export const serve = defineCommand({
  name: 'serve',
  summary: 'Serve a simulated fleet tracking service over HTTP',
  options: {
    port: {
      type: 'number',
      value: 'N',
      default: 4010,
      min: 0,
      max: 65_535,
      whole: true,
      summary: 'Port; 0 takes a free one',
    },
    host: {
      type: 'string',
      value: 'ADDRESS',
      default: '127.0.0.1',
      summary: 'Address to listen on; 0.0.0.0 for every network',
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
      summary: 'GPX, GeoJSON or CSV tracks that the first devices follow',
    },
    scenario: {
      type: 'string',
      value: 'STORY',
      excludes: 'import',
      summary: 'Play a story while serving: a shipped one by its name, or a file',
    },
    open: { type: 'boolean', summary: 'Show the live page in the browser' },
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
    'with-api-key': { type: 'boolean', summary: 'Include the API key in that snapshot' },
    import: { type: 'string', value: 'FILE', summary: 'Start from a snapshot' },
    deviate: {
      type: 'string',
      value: 'RULE',
      summary: 'Break this rule, to see what a failing verify run looks like',
    },
    json: { type: 'boolean', summary: 'Print one JSON line: baseUrl, controlUrl, userName, apiKey' },
  },
  examples: [
    { line: 'roadtest serve', does: 'Ten vehicles driving about a town, in real time, on port 4010' },
    { line: 'roadtest serve --still', does: 'Ten devices of which none moves' },
    { line: 'roadtest serve --track trip.gpx --speed 600', does: 'A recorded trip, ten minutes per second' },
    { line: 'roadtest serve --scenario licence-crunch --speed 60 --open', does: 'A story on the live page' },
    { line: 'roadtest serve --deviate limits/stops-at-limit/sms', does: 'A service that breaks one rule' },
    { line: 'roadtest serve --frozen --port 0 --json', does: 'For a test that advances the clock itself' },
  ],
  async run({ options }, io) {
    const [{ start }, { printWelcome }] = await Promise.all([
      import('../serving/start.ts'),
      import('../serving/welcome.ts'),
    ]);
    const {
      track: tracks,
      'export-on-exit': exportOnExit,
      'with-api-key': withApiKey,
      json,
      open,
      ...settings
    } = options;
    const running = await start({ ...settings, tracks, exportOnExit }, io);
    printWelcome(running, io, { json });
    if (open) await (await import('../serving/browser.ts')).openPage(running.pageUrl, io);
    await stopped(io);
    await running.server.close(); // calls under way are still part of the world that is written
    try {
      if (exportOnExit === undefined) return;
      const { writeWhole } = await import('../serving/files.ts');
      const snapshot = io.outlet.disclosedJson(
        running.simulator.snapshot({ apiKey: withApiKey ? 'include' : 'omit' }),
      );
      await writeWhole(exportOnExit, snapshot, 'snapshot', io);
      if (!json) io.out(`Snapshot written to ${exportOnExit}.\n`);
    } finally {
      running.stage.stop();
    }
  },
});

/** Settles when the process is asked to stop. */
export function stopped({ stop }: Io): Promise<void> {
  return new Promise((resolve) => {
    if (stop.aborted) resolve();
    else stop.addEventListener('abort', () => resolve(), { once: true });
  });
}
