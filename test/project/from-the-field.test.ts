/** The cases from the field: each says what a client should do, and where the mistake was reported. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parseProfile } from '../../contracts/profile/load.ts';
import { libraryStories, readLibraryStory } from '../../scenarios/library/index.ts';
import { createSimulator, type Simulator } from '../../simulator/index.ts';

const names = libraryStories.map(({ name }) => name).filter((name) => name.startsWith('field/'));
const page = readFileSync(new URL('../../docs/from-the-field.md', import.meta.url), 'utf8');
const REPORT = /^(.+ A client .+; an? .+\.) ([\w-]+\/[\w-]+)#(\d+)$/;

it('are all on their page, and no others', () => {
  const listed = [...page.matchAll(/^\|.*`roadtest play (field\/[\w-]+)` \|/gm)].map(([, name]) => name);
  expect(listed).toEqual(names);
  expect(names.length).toBeGreaterThan(11);
});

it.each(names)(
  '%s says what a client should do and what a wrong one shows, and cites its report as the page does',
  async (name) => {
    const story = await readLibraryStory(name);
    const [, , repository, number] = REPORT.exec(story?.summary ?? '') ?? [];
    const row = page.split('\n').find((line) => line.includes(`\`roadtest play ${name}\``)) ?? '';
    const [cited] = /\[[^\]]+\]\([^)]+\)/.exec(row) ?? [];
    expect(story?.summary).toMatch(REPORT);
    expect(cited).toMatch(
      new RegExp(
        `^\\[${repository}#${number}\\]\\(https://github\\.com/${repository}/(issues|pull)/${number}\\)$`,
      ),
    );
  },
);

/** Calls under the rules of the page that need no story, by the number of the report. */
const shown: { readonly [report: string]: (call: Call) => Promise<unknown> } = {
  async '155917'(call) {
    const sizes = [];
    for (let turn = 0; turn < 11; turn++) sizes.push((await call('GET', '/devices')).json.length);
    expect(sizes).toEqual([5, 5, 5, 5, 5, 5, 5, 5, 5, 5, undefined]);
  },
  async '14977'(call) {
    const { id } = (await call('POST', '/groups', { name: 'North' })).json;
    const statuses = [];
    for (let turn = 0; turn < 2; turn++)
      statuses.push((await call('PUT', `/groups/${id}`, { name: 'South' })).status);
    expect(statuses).toEqual([409, 200]);
  },
  async '1304'(call) {
    for (let turn = 0; turn < 300; turn++) expect((await call('GET', '/devices/dev-1')).status).toBe(200);
    const { status, headers } = await call('GET', '/devices/dev-1');
    expect([status, headers.get('ratelimit')]).toEqual([429, expect.stringContaining('r=0')]);
    expect((await call('GET', '/devices/dev-2')).status).toBe(200);
  },
};
type Call = (method: string, path: string, body?: object) => Promise<Answer>;
interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: whatever was answered.
  json: any;
}

const ruleRows = [...page.matchAll(/^\| \[[^\]]+#(\d+)\]\([^)]+\) \| `(\{.+\})` \|/gm)];

it('without a story: each rule of the page shows what its report says', async () => {
  expect(ruleRows.map(([, report = '']) => report).sort()).toEqual(Object.keys(shown).sort());
  for (const [, report = '', rule = ''] of ruleRows) {
    const simulator = createSimulator({ devices: 5 });
    simulator.faults.set([JSON.parse(rule)]);
    await shown[report]?.(await callsOf(simulator));
    simulator.stop();
  }
});

it('without a story: the profile of the page answers in pages', async () => {
  const [, text = ''] = /END'\n(.*?)END\n/s.exec(page) ?? [];
  const simulator = createSimulator({ devices: 5, profile: parseProfile(text, 'pages.yaml') });
  const { json, headers } = await (await callsOf(simulator))('GET', '/devices');
  expect([json.length, headers.get('x-total-count')]).toEqual([2, null]);
  simulator.stop();
});

async function callsOf(simulator: Simulator): Promise<Call> {
  const send = async (method: string, path: string, body?: object, headers: HeadersInit = {}) => {
    const reply = await simulator.fetch(
      new Request(`http://localhost/api${path}`, {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        ...(body && { body: JSON.stringify(body) }),
      }),
    );
    return { status: reply.status, headers: reply.headers, json: await reply.json() };
  };
  const { json } = await send('POST', '/Auth/Token', { userName: 'demo', apiKey: 'demo-key' });
  const bearer = { authorization: `Bearer ${json.token}` };
  return (method, path, body) => send(method, path, body, bearer);
}
