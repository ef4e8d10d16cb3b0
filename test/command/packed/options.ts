/** The files and the deployments that the rows of `options.yaml` name. */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'yaml';
import { completeProfile, defaultProfile } from '../../../contracts/profile/index.ts';
import type { DeployedOptions } from '../verifying.ts';

export interface Line {
  line: string;
  shows: { readonly [option: string]: string };
  files?: readonly (keyof typeof files)[];
  at?: string;
  before?: string;
  until?: string;
  writes?: readonly string[];
}
export const lines: readonly Line[] = parse(readFileSync(new URL('options.yaml', import.meta.url), 'utf8'));

/** A history that shows what a deployment breaks, with steps that it does not need. */
const history = JSON.stringify({
  ...{ format: 'roadtest-history', version: 1, broken: [['groups/replaced']] },
  steps: ['create', 'read', 'read', 'replace', 'read'].map((what) => ({
    do: what,
    family: 'group',
    record: 1,
  })),
});

const answered = { status: 200, headers: [], content: { text: '{"items":[{"id":"V1"},{"id":"V2"}]}' } };
const asked = { method: 'GET', url: 'https://fleet.example.com/v1/api/devices', headers: [] };
const entry = { startedDateTime: '2026-01-05T08:00:00.000Z', time: 12, request: asked, response: answered };
const har = JSON.stringify({ log: { entries: [entry] } });

/** The report of a run. */
const ran = (seed: number, verdict: string) =>
  JSON.stringify({
    ...{
      format: 'roadtest-run',
      version: 1,
      tool: 'roadtest 0.1.0',
      target: 'http://127.0.0.1:1',
      profile: null,
    },
    ...{ startedAt: `2026-01-0${seed}T08:00:00.000Z`, nonce: `abcd234${seed}`, seed, exitCode: 0 },
    outcomes: [{ id: 'groups/replaced', rule: 'groups/replaced', verdict, reason: 'So it was.' }],
    observations: [],
  });

const groups = [1, 2].map((number) => ({ name: `roadtest abcd2345-${number}` }));
/** The journal of a run that left two groups. */
const left = [
  {
    ...{
      entry: 'run',
      format: 'roadtest-journal',
      version: 3,
      nonce: 'abcd2345',
      target: '{url}',
      basePath: '',
    },
    startedAt: '2026-01-05T08:00:00.000Z',
  },
  ...groups.map(({ name }, at) => ({
    ...{ entry: 'change', number: at + 1, do: { call: 'createGroup', name }, undo: { call: 'deleteGroup' } },
    id: `grp-${at + 1}`,
  })),
];

const cast = (fixture: string) =>
  `title: A cast\nfixture: ${fixture}\nclock: { start: 2026-03-02 08:00, for: 10m }\n`;
const profile = (name: string, rest: string) => `roadtest: 1\nname: ${name}\n${rest}\n`;

export const files = {
  'ours.yaml': profile('our staging system', 'openings: {}'),
  'ours.json': JSON.stringify({ ...completeProfile(defaultProfile), name: 'our staging system' }),
  'elsewhere.yaml': profile('elsewhere', 'basePath: /elsewhere\nopenings: {}'),
  'limited.yaml': profile('limited', 'openings: { limits.default: { sms: 0 } }'),
  'vehicles.yaml': profile(
    'vehicles',
    'openings: { records.id: { form: string, prefixes: { device: veh-, alert: alr-, group: grp-, user: usr- } } }',
  ),
  'known.yaml': ['groups/replaced', 'users/countries-listed']
    .map((id) => `- { id: ${id}, reason: mended in May, until: 2999-12-31 }\n`)
    .join(''),
  'yard.yaml': 'devices: [{ id: dev-77, name: Tow truck }]\n',
  'vans.yaml': 'devices: [{ id: veh-77, name: Tow truck }]\n',
  'cast.yaml': cast('none.yaml'),
  'vans-cast.yaml': cast('vans.yaml'),
  'story.yaml':
    'title: Two vans\nclock: { start: 2026-03-02 08:00, for: 1h }\nfleet: { van: { count: 2, drives: there, report: 10s } }\nroutes: { there: { roads: [depot, harbour, depot] } }\n',
  'message.yaml':
    'title: A message\nclock: { start: 2026-03-02 08:00, for: 1h }\nfleet: { van: }\ntimeline: [{ at: 5m, do: { send: van, channel: sms } }]\n',
  'fault.json': history,
  'traffic.har': har,
  'session.har': har,
  'learned.yaml': 'an older one',
  'before.json': ran(1, 'pass'),
  'after.json': ran(2, 'fail'),
  'left.jsonl': `${left.map((one) => JSON.stringify(one)).join('\n')}\n`,
  /** Tests that pass without a fault only, and say what they see of the service. */
  'tests.sh': `curl -s "$ROADTEST_CONTROL_URL/devices" "$ROADTEST_CONTROL_URL/clock"
curl -s "$ROADTEST_BASE_URL/api/devices" > /dev/null
test "$ROADTEST_PROVE" = plain\n`,
} as const;

/** An answer only after so many milliseconds. */
const slow = (ms: number, methods: RegExp, path: RegExp): DeployedOptions => ({
  onReply: async (reply, { method, target }) => {
    if (methods.test(method) && path.test(target)) await sleep(ms);
    return reply;
  },
});

export type Place = DeployedOptions & { late?: true; hidden?: true; env?: { [name: string]: string } };

/** Deployments by a word for each: other credentials, a broken rule, one that comes up later or answers slowly. */
export const places: { readonly [word: string]: Place } = {
  guarded: {
    fixture: { account: { userName: 'kim', apiKey: 'key-of-kim-1' }, devices: [{}, {}], groups },
    env: { ROADTEST_USER_NAME: 'kim', ROADTEST_API_KEY: 'key-of-kim-1' },
  },
  groups: { fixture: { devices: [{}], groups } },
  broken: { deviate: 'groups/replaced' },
  without: { deviate: 'users/countries-listed' },
  late: { late: true },
  hidden: { hidden: true },
  slow: slow(1_000, /./, /^\/api\//),
  slowly: slow(300, /./, /^\/api\//),
  stuck: slow(1_500, /DELETE/, /grp-/),
  /** Some requests are asked to come later, for ever. */
  limited: {
    onReply: (reply, { target }) =>
      /^\/api\/groups/.test(target) ? { ...reply, status: 429, headers: { 'retry-after': '1' } } : reply,
  },
};
