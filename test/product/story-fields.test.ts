/** Each field of the story language, played by the installed command and on a world of the installed server. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { oneIn } from '../sample.ts';
import { emptyFolder } from './folder.ts';
import { allMatched, fieldsIn, schemaOf, unmatched } from './listed.ts';
import { type StoryRow, storyRows } from './rows/story-fields.ts';
import { roadtest } from './run.ts';
import { newWorld } from './server.ts';

const folder = join(import.meta.dirname, 'stories');
const shown = storyRows.flatMap(({ shows }) => Object.keys(shows));

it('each field of the schema of stories has a row', async () => {
  // The content of a fixture is the subject of fixture-fields.test.ts.
  expect(unmatched(fieldsIn(await schemaOf('scenario'), ['fixture']), shown)).toEqual(allMatched);
});

describe.each(oneIn(6, storyRows))('$story', (row) => {
  it('shows what its fields do', async () => {
    const seen = await seenOf(row);
    for (const [field, sign] of Object.entries(row.shows)) expect.soft(sign.test(seen), field).toBe(true);
  });
});

/** The printed story, its trace, and the world that it makes: at its beginning and at its end. */
async function seenOf({ story, files, paced, sets }: StoryRow): Promise<string> {
  if (paced) return clockOf(story);
  const trace = join(emptyFolder(), 'trace.jsonl');
  const played = await roadtest(['play', `${story}.yaml`, '--trace', trace], { cwd: folder });
  expect(played).toMatchObject({ code: 0, err: '' });
  const printed = `${played.out}\n${readFileSync(trace, 'utf8')}`;
  // A server reads no file for a story.
  if (files) return printed;
  const world = await worldOf(story);
  const ask = async (path: string) => (await world.control('GET', path)).text;
  const { body } = await world.control('GET', '/story');
  const begun = [
    world.userName,
    world.apiKey,
    JSON.stringify(body.story),
    await ask('/fixture?apiKey=include'),
  ];
  const before = await ask('/lesson');
  await world.control('POST', '/lesson/answers', { question: 0 });
  if (sets) {
    await world.control('POST', '/clock/advance', { to: sets.at });
    expect((await world.control('PUT', `/devices/${sets.device}/limits`, sets.limits)).status).toBe(200);
  }
  await world.control('POST', '/clock/advance', { to: body.story.end });
  return [
    printed,
    'begins',
    ...begun,
    'ends',
    await ask('/fixture?locations=500'),
    await ask('/faults'),
    before,
    await ask('/lesson'),
  ].join('\n');
}

function worldOf(story: string) {
  const text = readFileSync(join(folder, `${story}.yaml`), 'utf8');
  return newWorld({ story: { file: `${story}.yaml`, text } });
}

/** The clock of a world of a story that runs until it is stopped. */
async function clockOf(story: string): Promise<string> {
  const world = await worldOf(story);
  await world.control('PUT', '/clock', { frozen: false, speed: 600 });
  return vi.waitFor(async () => {
    const { text, body } = await world.control('GET', '/clock');
    if (!body.frozen) throw new Error(text);
    return text;
  });
}
