/** `roadtest watch`: judges the traffic of clients. */
import { defineCommand } from '../command.ts';
import { concludingOptions, reportingOptions } from '../common-options.ts';

export const watch = defineCommand({
  name: 'watch',
  summary: 'Judge the traffic of any client with a deployment, and send nothing of your own',
  options: {
    target: { type: 'string', value: 'URL', summary: 'Base address of the deployment' },
    port: {
      type: 'number',
      value: 'N',
      min: 0,
      max: 65_535,
      whole: true,
      default: 4020,
      summary: 'Port on 127.0.0.1 that clients send their calls to (4020; 0 takes a free one)',
    },
    profile: {
      type: 'string',
      value: 'FILE',
      summary: 'Deployment profile (YAML or JSON): how its payloads are laid out',
    },
    for: { type: 'string', value: 'TIME', summary: 'End after this long: 30s, 10m' },
    alone: {
      type: 'boolean',
      summary: 'No other client writes meanwhile: what one could have brought about is a failure, too',
    },
    record: {
      type: 'string',
      value: 'FILE',
      summary: 'Write what was seen, without secrets: roadtest judge FILE judges it again',
    },
    ...concludingOptions,
    ...reportingOptions,
  },
  examples: [
    {
      line: 'roadtest watch --target https://fleet.example.com --port 4020 --profile fleet.yaml --record traffic.json',
      does: 'What clients do at http://127.0.0.1:4020',
    },
    { line: 'roadtest watch --target http://127.0.0.1:4010 --for 10m', does: 'For ten minutes' },
  ],
  async run({ options }, io) {
    const { watchTarget } = await import('../watching/run.ts');
    return watchTarget(options, io);
  },
});
