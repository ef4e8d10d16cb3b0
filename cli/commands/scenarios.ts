/** `roadtest scenarios`: the shipped stories, what is in one, and whether a file of one's own can be played. */

import { suggestion } from '../../contracts/kit/suggest.ts';
import { quoted } from '../../contracts/kit/untrusted.ts';
import { CliError, defineCommand, exitCodes, type Io } from '../command.ts';

interface Options {
  json: boolean;
  profile: string | undefined;
}

type Verb = (args: readonly string[], options: Options, io: Io) => Promise<number>;

export const scenarios = defineCommand({
  name: 'scenarios',
  summary: 'List the shipped stories, show one, or check files of your own',
  positionals: [
    { name: 'VERB', summary: 'list, show or check', required: true },
    { name: 'STORY', summary: 'the name of a shipped story, or a file; check takes several', several: true },
  ],
  options: {
    json: { type: 'boolean', summary: 'Print JSON: the list, the story, or the problems' },
    profile: {
      type: 'string',
      value: 'FILE',
      summary: 'Deployment profile (YAML or JSON) that a fixture writes its ids by',
    },
  },
  examples: [
    { line: 'roadtest scenarios list', does: 'Name, devices, length and title of each story' },
    { line: 'roadtest scenarios show licence-crunch', does: 'Devices, users, chapters and timeline of one' },
    {
      line: 'roadtest scenarios check my-story.yaml',
      does: 'Every mistake with file, line and column; else the timeline, without playing it',
    },
  ],
  run({ args: [verb = '', ...rest], options }, io) {
    const act = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
    if (!act) {
      throw new CliError('UNKNOWN_VERB', `Unknown verb ${quoted(verb)} for roadtest scenarios.`, {
        hint: suggestion(verb, Object.keys(verbs)) ?? 'The verbs are list, show and check.',
      });
    }
    return act(rest, options, io);
  },
});

const verbs: { readonly [verb: string]: Verb } = {
  async list([surplus], { json }, io) {
    if (surplus !== undefined)
      throw tooMany(surplus, 'list', `roadtest scenarios show ${surplus} shows one.`);
    const { listStories } = await import('../scenarios/list.ts');
    await listStories(json, io);
    return exitCodes.ok;
  },

  async show([name, surplus], { json, profile }, io) {
    if (name === undefined) throw missing('the story to show', 'roadtest scenarios list names them.');
    if (surplus !== undefined) throw tooMany(surplus, 'show', 'It shows one story at a time.');
    const { findStory } = await import('../playing/stories.ts');
    const { story } = await findStory(name, { profile: await profileIn(profile, io) }, io);
    const { showStory } = await import('../scenarios/show.ts');
    if (json) io.json(story, 2);
    else io.out(showStory(story, io));
    return exitCodes.ok;
  },

  async check(files, { json, profile }, io) {
    if (files.length === 0) throw missing('the file to check', 'roadtest scenarios check my-story.yaml');
    const { checkStories } = await import('../scenarios/check.ts');
    const isFine = await checkStories(files, { json, profile: await profileIn(profile, io) }, io);
    return isFine ? exitCodes.ok : exitCodes.failed;
  },
};

async function profileIn(file: string | undefined, io: Io) {
  const { readProfile } = await import('../serving/reading.ts');
  return readProfile(file, io);
}

function missing(what: string, hint: string): CliError {
  return new CliError('MISSING_ARGUMENT', `STORY is missing: ${what}.`, { hint });
}

function tooMany(word: string, verb: string, hint: string): CliError {
  const message = `Unexpected argument ${quoted(word)} for roadtest scenarios ${verb}.`;
  return new CliError('UNKNOWN_ARGUMENT', message, { hint });
}
