/** `roadtest export load`: the traffic of a story, for those who send it by other means. */
import { quoted } from '../../contracts/kit/untrusted.ts';
import { CliError, defineCommand } from '../command.ts';
import { storyOptions, storyPositional } from '../playing/story-options.ts';

export const exporting = defineCommand({
  name: 'export',
  summary: 'Write the traffic of a story as a ready Locust project, for loads beyond one machine',
  positionals: [{ name: 'WHAT', summary: 'load', required: true }, storyPositional],
  options: {
    output: { type: 'string', short: 'o', value: 'DIR', summary: 'Folder for it; it must be new or empty' },
    profile: {
      type: 'string',
      value: 'FILE',
      summary: 'Deployment profile (YAML or JSON) in whose dialect the requests are written',
    },
    ...storyOptions,
    at: {
      type: 'string',
      value: 'TIME',
      summary: 'Move the times in it: the story begins then, 2026-03-02T08:30:00Z',
    },
    devices: {
      type: 'string',
      value: 'IDS',
      summary: "The deployment's devices that play, in order: id,id,… or a file",
    },
    batch: {
      type: 'number',
      value: 'N',
      min: 1,
      max: 1_000,
      whole: true,
      summary: 'Reports of a device in one request, where the API takes many (1)',
    },
    force: { type: 'boolean', summary: 'Replace what an earlier export has left in the folder' },
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
      throw new CliError('UNKNOWN_ARGUMENT', `${quoted(what)} is nothing that can be exported.`, {
        hint: `Did you mean roadtest export load ${given}?`,
      });
    }
    const { exportLoad } = await import('../exporting/load.ts');
    await exportLoad({ ...options, given }, io);
  },
});
