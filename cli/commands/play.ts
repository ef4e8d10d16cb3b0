/** `roadtest play`: a story told and checked, on a simulator of its own. */
import { defineCommand } from '../command.ts';

export const play = defineCommand({
  name: 'play',
  summary: 'Play a story on a simulator: told as it goes, and checked against what it promises',
  positionals: [{ name: 'STORY', summary: 'name of a shipped story, or a file (YAML)', required: true }],
  options: {
    speed: {
      type: 'string',
      value: 'N|max',
      default: 'max',
      summary: 'Simulated seconds per real second, or as fast as possible',
    },
    until: {
      type: 'string',
      value: 'TIME',
      summary: 'Stop there: 90m after the start, 08:30, or 2026-03-02T08:30:00Z',
    },
    seed: {
      type: 'number',
      value: 'N',
      min: 0,
      max: 4_294_967_295,
      whole: true,
      summary: "In place of the story's own",
    },
    profile: {
      type: 'string',
      value: 'FILE',
      summary: 'Deployment profile (YAML or JSON) whose dialect and limits the service has',
    },
    report: {
      type: 'string',
      value: 'FORM',
      default: 'text',
      summary: 'text tells the story; json or junit print what came of it',
    },
    trace: {
      type: 'string',
      value: 'FILE',
      summary: 'Write everything that happens as JSON lines, locations too',
    },
  },
  examples: [
    {
      line: 'roadtest play licence-crunch',
      does: 'The story in a moment; exit code 1 if a promise is broken',
    },
    { line: 'roadtest play school-zone --speed 60', does: 'A minute each second' },
    { line: 'roadtest play my-story.yaml --report junit', does: 'For a build server' },
  ],
  async run({ args: [given = ''], options }, io) {
    const { playStory } = await import('../playing/playing.ts');
    return playStory({ ...options, given }, io);
  },
});
