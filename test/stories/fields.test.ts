/** Each field of the story language, played by the command and on a world of a server. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { allMatched, fieldsIn, unmatched } from '../command/packed/listed.ts';
import { launchHere, root } from '../command/roadtest.ts';
import { type StoryRow, storyRows } from './fields.ts';
import { newWorld } from './served.ts';

const folder = join(import.meta.dirname, 'fields');
const scratch = mkdtempSync(join(tmpdir(), 'roadtest-fields-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

it('each field of the schema of stories has a row', () => {
  const schema = JSON.parse(readFileSync(join(root, 'dist/scenario.schema.json'), 'utf8'));
  const shown = storyRows.flatMap(({ shows }) => Object.keys(shows).flatMap((fields) => fields.split(' ')));
  // The contents of a fixture are shown beside fixtures.
  expect(unmatched(fieldsIn(schema, ['fixture']), shown)).toEqual(allMatched);
});

describe.each(storyRows)('$story', (row) => {
  it('shows what its fields do', async () => {
    const seen = await seenOf(row);
    const unseen = Object.entries(row.shows).filter(([, sign]) => !sign.test(seen));
    expect(unseen.map(([field, sign]) => `${field}: ${sign}`)).toEqual([]);
  });
});

/** The printed story, its trace, and the world that it makes: at its beginning and at its end. */
async function seenOf({ story, files, paced, sets }: StoryRow): Promise<string> {
  if (paced) return clockOf(story);
  const trace = join(scratch, `${story}.jsonl`);
  const played = await launchHere(['play', `${story}.yaml`, '--trace', trace], { cwd: folder }).ended;
  expect(played).toMatchObject({ code: 0, err: '' });
  const printed = `${played.out}\n${readFileSync(trace, 'utf8')}`;
  // A server reads no file for a story.
  if (files) return printed;
  const { control, userName, apiKey } = await worldOf(story);
  const ask = async (path: string) => (await control('GET', path)).text;
  const { body } = await control('GET', '/story');
  const begun = [userName, apiKey, JSON.stringify(body.story), await ask('/fixture?apiKey=include')];
  const before = await ask('/lesson');
  await control('POST', '/lesson/answers', { question: 0 });
  if (sets) {
    await control('POST', '/clock/advance', { to: sets.at });
    expect((await control('PUT', `/devices/${sets.device}/limits`, sets.limits)).status).toBe(200);
  }
  await control('POST', '/clock/advance', { to: body.story.end });
  const ended = await Promise.all(['/fixture?locations=500', '/faults'].map(ask));
  return [printed, 'begins', ...begun, 'ends', ...ended, before, await ask('/lesson')].join('\n');
}

function worldOf(story: string) {
  const text = readFileSync(join(folder, `${story}.yaml`), 'utf8');
  return newWorld({ story: { file: `${story}.yaml`, text } });
}

/** The clock of a world of a story that runs until it is stopped. */
async function clockOf(story: string): Promise<string> {
  const { control } = await worldOf(story);
  await control('PUT', '/clock', { frozen: false, speed: 600 });
  return vi.waitFor(async () => {
    const { text, body } = await control('GET', '/clock');
    if (!body.frozen) throw new Error(text);
    return text;
  });
}
