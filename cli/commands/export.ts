/** `roadtest export`: the public API as a description, or the traffic of a story, to be sent by other means. */
import { quoted } from '../../contracts/kit/untrusted.ts';
import { CliError, defineCommand, type Io } from '../command.ts';
import { storyOptions, storyPositional } from '../playing/story-options.ts';

export const exporting = defineCommand({
  name: 'export',
  summary: 'Write the API in OpenAPI 3.1, or the requests of a story for Locust',
  positionals: [
    { name: 'WHAT', summary: 'openapi, or load for the requests of a story', required: true },
    { ...storyPositional, summary: `for load: ${storyPositional.summary}`, required: false },
  ],
  options: {
    output: {
      type: 'string',
      short: 'o',
      value: 'DIR',
      summary: 'Output folder; an earlier export in it is replaced',
    },
    profile: {
      type: 'string',
      value: 'FILE',
      summary: 'Deployment profile (YAML or JSON) of the API that is described or called',
    },
    ...storyOptions,
    at: {
      type: 'string',
      value: 'TIME',
      summary: 'Shift the story to begin at this time, such as 2026-03-02T08:30:00Z',
    },
  },
  examples: [
    {
      line: 'roadtest export openapi --profile ours.yaml > openapi.json',
      does: 'The public API of a deployment, for generators of clients and documentation',
    },
    {
      line: 'roadtest export load rush-hour -o load --until 10m',
      does: 'Ten minutes of ten thousand vehicles',
    },
    {
      line: 'roadtest export load mine.yaml --profile staging.yaml -o load',
      does: 'For a deployment of your own',
    },
  ],
  async run({ args: [what, given], options }, io) {
    if (what === 'openapi') {
      refuseFurther(given, options);
      return exportOpenApi(options.profile, io);
    }
    if (what !== 'load')
      throw new CliError('UNKNOWN_ARGUMENT', `Unknown export ${quoted(what)}.`, {
        hint: `Did you mean roadtest export ${given === undefined ? 'openapi' : `load ${given}`}?`,
      });
    const { output } = options;
    if (given === undefined || output === undefined) {
      const missing = given === undefined ? 'a story' : 'an output folder';
      throw new CliError('MISSING_ARGUMENT', `export load needs ${missing}.`, {
        hint: 'roadtest export load STORY -o DIR',
      });
    }
    const { exportLoad } = await import('../exporting/load.ts');
    await exportLoad(given, output, options, io);
  },
});

/** A description rests on the profile alone. @throws CliError */
function refuseFurther(
  story: string | undefined,
  { profile: _, ...options }: { readonly [name: string]: unknown },
): void {
  const further = Object.keys(options).find((name) => options[name] !== undefined && options[name] !== false);
  if (story === undefined && further === undefined) return;
  const what = story === undefined ? `--${further}` : quoted(story);
  throw new CliError('UNKNOWN_ARGUMENT', `export openapi does not take ${what}.`, {
    hint: 'roadtest export openapi [--profile FILE]',
  });
}

/** Writes the public API as a profile has it. Throws CliError and ProfileError, each with a code; then nothing has been written. */
async function exportOpenApi(file: string | undefined, io: Io): Promise<void> {
  const { writeOpenApi } = await import('../../contracts/openapi/write.ts');
  const { defaultProfile } = await import('../../contracts/profile/default.ts');
  const { readProfile } = await import('../serving/reading.ts');
  io.json(writeOpenApi((await readProfile(file, io)) ?? defaultProfile), 2);
}
