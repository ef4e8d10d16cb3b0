/** How a story is named on the command line, and the options of every story. */
import type { Options, Positional } from '../command.ts';
import { seedOption } from '../common-options.ts';

export const storyPositional = {
  name: 'STORY',
  summary: 'name of a shipped story, or a file (YAML)',
  required: true,
} as const satisfies Positional;

export const storyOptions = {
  until: {
    type: 'string',
    value: 'TIME',
    summary: 'Stop at this time: 90m after the start, 08:30, or 2026-03-02T08:30:00Z',
  },
  seed: {
    ...seedOption,
    summary: "Random seed in place of the story's own",
  },
  fixture: {
    type: 'string',
    value: 'FILE',
    summary: 'Fixture (YAML or JSON) in place of the one that the story names',
  },
} as const satisfies Options;
