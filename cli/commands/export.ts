/** `roadtest export`: the public API as a description, or the traffic of a story, to be sent by other means. */
import { quoted } from '../../contracts/kit/untrusted.ts';
import { CliError, defineCommand, type Io } from '../command.ts';
import { storyOptions, storyPositional } from '../playing/story-options.ts';

export const exporting = defineCommand({
  name: 'export',
  summary: 'Write the API in OpenAPI 3.1, or the traffic of a story as a Locust project',
  positionals: [
    { name: 'WHAT', summary: 'openapi, or load for the traffic of a story', required: true },
    { ...storyPositional, summary: `for load: ${storyPositional.summary}`, required: false },
  ],
  options: {
    output: { type: 'string', short: 'o', value: 'DIR', summary: 'Output folder; it must be new or empty' },
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
      line: 'roadtest export openapi --profile ours.yaml > openapi.json',
      does: 'The public API of a deployment, for generators of clients and documentation',
    },
    {
      line: 'roadtest export load rush-hour -o load --until 10m',
      does: 'Ten minutes of ten thousand vehicles',
    },
    {
      line: 'roadtest export load first-day -o load --profile staging.yaml --devices ids.txt',
      does: 'For a deployment of your own',
    },
  ],
  async run({ args: [what, given], options }, io) {
    if (what === 'openapi') {
      refuseFurther(given, options);
      return exportOpenApi(options.profile, io);
    }
    if (what !== 'load') {
      throw new CliError('UNKNOWN_ARGUMENT', `Unknown export ${quoted(what)}.`, {
        hint: `Did you mean roadtest export ${given === undefined ? 'openapi' : `load ${given}`}?`,
      });
    }
    if (given === undefined) {
      throw new CliError('MISSING_ARGUMENT', 'No story is named for the load.', {
        hint: 'roadtest export load STORY -o DIR',
      });
    }
    const { exportLoad } = await import('../exporting/load.ts');
    await exportLoad({ ...options, given }, io);
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
  throw new CliError('UNKNOWN_ARGUMENT', `${what} is not for export openapi.`, {
    hint: 'roadtest export openapi [--profile FILE]',
  });
}

/** Writes the public API as a profile has it. Throws CliError and ProfileError, each with a code; then nothing has been written. */
async function exportOpenApi(file: string | undefined, io: Io): Promise<void> {
  const [{ writeOpenApi }, { defaultProfile }, { readProfile }] = await Promise.all([
    import('../../contracts/openapi/write.ts'),
    import('../../contracts/profile/default.ts'),
    import('../verifying/profile.ts'),
  ]);
  const profile = (await readProfile(file, io))?.profile ?? defaultProfile;
  io.json(writeOpenApi(profile), 2);
}
