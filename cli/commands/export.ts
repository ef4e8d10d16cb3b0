/** `roadtest export load`: the traffic of a story, to be sent by other means. */
import { quoted } from '../../contracts/kit/untrusted.ts';
import { CliError, defineCommand } from '../command.ts';
import { storyOptions, storyPositional } from '../playing/story-options.ts';

export const exporting = defineCommand({
  name: 'export',
  summary: 'Write the traffic of a story as a Locust project, for load tests beyond one machine',
  positionals: [{ name: 'WHAT', summary: 'load', required: true }, storyPositional],
  options: {
    output: { type: 'string', short: 'o', value: 'DIR', summary: 'Output folder; it must be new or empty' },
    profile: {
      type: 'string',
      value: 'FILE',
      summary: 'Deployment profile (YAML or JSON) that the requests follow',
    },
    ...storyOptions,
    at: {
      type: 'string',
      value: 'TIME',
      summary: 'Shift the story to begin at this time, such as 2026-03-02T08:30:00Z',
    },
    devices: {
      type: 'string',
      value: 'IDS|FILE',
      summary: "The deployment's devices to use, in order: id,id,… or a file",
    },
    batch: {
      type: 'number',
      value: 'N',
      min: 1,
      max: 1_000,
      whole: true,
      summary: 'Location reports per request, where the API accepts several (1)',
    },
    force: { type: 'boolean', summary: 'Replace an earlier export in the folder' },
  },
  examples: [
    {
      line: 'roadtest export load rush-hour -o load --until 10m',
      does: 'Ten minutes of ten thousand vehicles',
    },
    {
      line: 'roadtest export load first-day -o load --profile staging.yaml --devices ids.txt',
      does: 'For a deployment of your own',
    },
  ],
  async run({ args: [what, given = ''], options }, io) {
    if (what !== 'load') {
      throw new CliError('UNKNOWN_ARGUMENT', `Unknown export ${quoted(what)}.`, {
        hint: `Did you mean roadtest export load ${given}?`,
      });
    }
    const { exportLoad } = await import('../exporting/load.ts');
    await exportLoad({ ...options, given }, io);
  },
});
