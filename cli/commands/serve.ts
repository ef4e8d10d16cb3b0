/** `roadtest serve`: the simulator on a port, until it is stopped. */
import { defineCommand } from '../command.ts';
import { portOption, servingOptions } from '../serving/options.ts';

export const serve = defineCommand({
  name: 'serve',
  summary: 'Serve a simulated fleet tracking service over HTTP',
  options: {
    port: { ...portOption, default: 4010 },
    ...servingOptions,
    log: {
      type: 'string',
      value: 'FORMAT',
      summary: 'Print each request: pretty (on a terminal), json, or off',
    },
    json: { type: 'boolean', summary: 'Print one JSON line: baseUrl, controlUrl, userName, apiKey' },
  },
  examples: [
    { line: 'roadtest serve', does: 'Ten vehicles driving about a town, in real time, on port 4010' },
    { line: 'roadtest serve --still', does: 'Ten parked devices' },
    { line: 'roadtest serve --track trip.gpx --speed 600', does: 'A recorded trip, ten minutes per second' },
    { line: 'roadtest serve --scenario licence-crunch --speed 60', does: 'A story on the live page' },
    { line: 'roadtest serve --deviate limits/stops-at-limit/sms', does: 'A service that breaks one rule' },
    { line: 'roadtest serve --frozen --port 0 --json', does: 'For a test that advances the clock itself' },
  ],
  async run({ options: { json, log, ...options } }, io) {
    const { serving, stopped } = await import('../serving/server.ts');
    const { printWelcome } = await import('../serving/welcome.ts');
    const { requestLog } = await import('../serving/request-log.ts');
    await serving({ ...options, onRequest: requestLog(log, io, json) }, io, async (running, ioOfServer) => {
      printWelcome(running, io, { json });
      await stopped(ioOfServer);
    });
  },
});
