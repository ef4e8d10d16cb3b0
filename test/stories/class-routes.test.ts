/** A class by the control API, as the trainer's page makes it: over a socket. */
import { afterEach, expect, it } from 'vitest';
import { type Running, start } from '../../cli/serving/server.ts';
import type { ServerOptions } from '../../cli/serving/settings.ts';
import { testIo } from '../command/world.ts';

const CONTROL = 'the-trainers-own-token';
const running: Running[] = [];
afterEach(async () => {
  for (const { server, worlds } of running.splice(0)) {
    await server.close();
    worlds.stop();
  }
});

async function served({
  controlToken = CONTROL,
  ofClass,
}: {
  controlToken?: string;
  ofClass?: ServerOptions['ofClass'];
} = {}) {
  const env = { ROADTEST_CONTROL_TOKEN: controlToken };
  const started = await start({ port: 0, frozen: true, ...(ofClass && { ofClass }) }, { ...testIo(), env });
  running.push(started);
  const { url } = started.server;
  const call = async (method: string, path: string, body?: object, token = CONTROL) => {
    const headers = { 'x-control-token': token };
    const reply = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    return { status: reply.status, json: await reply.json() };
  };
  const add = (body: object) => call('POST', '/_control/class', body);
  const names = async (): Promise<string[]> =>
    (await call('GET', '/_control/class')).json.trainees.map(({ name }: { name: string }) => name);
  return { ...started, url, call, add, names };
}

it('makes a world for each trainee, whose link opens it and no other', async () => {
  const { add, call, names, url } = await served();
  const { status, json } = await add({
    trainees: ['Anna K', ' ben ', "Ünal O'Neil", '李'],
    may: ['rewind'],
    story: { name: 'lesson/midnight' },
  });
  expect(status).toBe(201);
  const [anna, ben] = json.trainees;
  expect(anna).toMatchObject({
    name: 'Anna K',
    world: 'anna-k',
    userName: 'anna-k',
    baseUrl: `${url}/w/anna-k`,
  });
  expect(await names()).toEqual(['Anna K', 'ben', "Ünal O'Neil", '李']);
  const worlds = json.trainees.map(({ world }: { world: string }) => world);
  expect(worlds).toEqual(['anna-k', 'ben', 'unal-o-neil', 'trainee-4']);
  expect((await add({ trainees: ['王'] })).json.trainees).toMatchObject([{ world: 'trainee-5' }]);
  const tokenOf = (link: string) => new URL(link).hash.slice('#token='.length);
  const role = (world: string, link: string) =>
    call('GET', `/w/${world}/_control/role`, undefined, tokenOf(link));
  expect((await role('anna-k', anna.link)).json).toMatchObject({
    role: 'trainee',
    rights: ['look', 'act', 'rewind'],
  });
  expect((await role('anna-k', anna.viewer)).json.role).toBe('viewer');
  expect((await role('anna-k', ben.link)).status).toBe(401);
  expect((await call('GET', '/w/ben/_control/lesson')).json.lesson.of).toBe(4);
  expect((await call('GET', '/_control/class', undefined, tokenOf(anna.link))).status).toBe(401);
});

it('takes a trainee out, whose link opens nothing from then on', async () => {
  const { add, call, names } = await served();
  const { json } = await add({ trainees: ['anna', 'ben'] });
  await call('DELETE', '/_control/worlds/anna');
  expect(await names()).toEqual(['ben']);
  await add({ trainees: ['anna'] });
  const token = new URL(json.trainees[0].link).hash.slice('#token='.length);
  expect((await call('GET', '/w/anna/_control/role', undefined, token)).status).toBe(401);
});

it('begins as the class does, unless something else is asked for', async () => {
  const put: string[] = [];
  const story = {
    name: 'tunnel',
    putOn: async ({ simulator }: { simulator: { seed: number } }) => void put.push(String(simulator.seed)),
  };
  const { add, call } = await served({ ofClass: { may: ['inject'], story } });
  expect((await call('GET', '/_control/class')).json).toEqual({
    trainees: [],
    most: 50,
    may: ['inject'],
    story: 'tunnel',
    takesTrainees: true,
  });
  await add({ trainees: ['anna'] });
  expect(put).toHaveLength(1);
  await add({ trainees: ['ben'], story: null, may: [] });
  await add({ trainees: ['cleo'], story: { file: 'own.yaml', text: OWN } });
  expect(put).toHaveLength(1);
  expect((await call('GET', '/w/ben/_control/story')).json.story).toBeNull();
  expect((await call('GET', '/w/cleo/_control/story')).json.story.title).toBe('Their own');
});

const OWN =
  'title: Their own\nclock: { start: 2026-05-04 08:00, for: 2h }\nfleet: { van: { start: depot } }\n';

it.each([
  ['no trainee', { trainees: [] }, 'BODY_INVALID'],
  ['a name that is none', { trainees: ['dora', '<b>'] }, 'TRAINEES_INVALID'],
  ['a name that is taken', { trainees: ['dora', 'Anna'] }, 'TRAINEES_INVALID'],
  ['too many', { trainees: Array.from({ length: 50 }, (_, at) => `t${at}`) }, 'TRAINEES_INVALID'],
  ['a world that is there', { trainees: ['dora', 'apart'] }, 'WORLD_EXISTS'],
  ['a story that there is not', { trainees: ['dora'], story: { name: 'lesson/none' } }, 'UNKNOWN_STORY'],
  ['a story that is wrong', { trainees: ['dora'], story: { text: 'title: [' } }, 'STORY_INVALID'],
  ['a right that there is not', { trainees: ['dora'], may: ['direct'] }, 'BODY_INVALID'],
])('is refused for %s, and nothing is left of it', async (_, body, code) => {
  const { add, call, names } = await served();
  await add({ trainees: ['anna'] });
  await call('POST', '/_control/worlds', { name: 'apart' });
  const { status, json } = await add(body);
  expect([status >= 400, json.code]).toEqual([true, code]);
  expect(await names()).toEqual(['anna']);
  expect((await call('GET', '/_control/worlds')).json.worlds).toHaveLength(2);
});

it('takes no trainee where no token is asked for', async () => {
  const { add, call } = await served({ controlToken: '' });
  expect((await call('GET', '/_control/class')).json.takesTrainees).toBe(false);
  expect((await add({ trainees: ['anna'] })).json.code).toBe('WORLD_INVALID');
});
