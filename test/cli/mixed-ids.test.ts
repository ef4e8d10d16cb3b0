/** Deployments that mix ids up: no command changes or removes a record that it did not make. */
import { expect, it } from 'vitest';
import type { Call, Handle, Reply } from '../../simulator/http/call.ts';
import { launchHere } from '../command/roadtest.ts';
import { demo, deployed, folder } from '../command/verifying.ts';
import { LONG, oneIn } from '../sample.ts';

type Family = 'groups' | 'users';
interface Mixing {
  /** The ids of the records that were there before. */
  readonly others: { readonly [F in Family]: readonly string[] };
  readonly handle: Handle;
}
type Mix = (mixing: Mixing) => Handle;

const familyOf = ({ target }: Call) =>
  /^\/api\/(groups|users)(?:\?|$)/.exec(target)?.[1] as Family | undefined;
const json = ({ body }: Reply) => JSON.parse(String(body ?? 'null'));
const written = (reply: Reply, value: unknown): Reply => ({ ...reply, body: JSON.stringify(value) });

/** Changes the answers to creates. */
const creates =
  (
    change: (
      reply: Reply,
      turn: number,
      ids: readonly string[],
      call: Call,
      handle: Handle,
    ) => Reply | Promise<Reply>,
  ): Mix =>
  ({ others, handle }) => {
    let turn = 0;
    return async (call) => {
      const family = familyOf(call);
      const reply = await handle(call);
      const isCreate = call.method === 'POST' && family !== undefined && reply.status === 201;
      return isCreate ? change(reply, turn++, others[family], call, handle) : reply;
    };
  };

const one = (ids: readonly string[], turn: number) => ids[turn % ids.length] ?? '';

/** Reads a record by its id with the token of a call. */
const readAs = (call: Call, id: string, handle: Handle) =>
  handle({ ...call, method: 'GET', target: `${call.target}/${id}`, body: undefined } as Call);

const ways: { readonly [way: string]: Mix } = {
  'the answer to a create has the id of another record': creates((reply, turn, ids) =>
    written(reply, { ...json(reply), id: one(ids, turn) }),
  ),
  'its Location is that of another record': creates((reply, turn, ids, call) => ({
    ...written(reply, {}),
    headers: { ...reply.headers, location: `${call.target}/${one(ids, turn)}` },
  })),
  'a create is answered with a record that is there': creates((_, turn, ids, call, handle) =>
    readAs(call, one(ids, turn), handle),
  ),
  'a create is answered from a cache, every other time': creates((reply, turn, ids, call, handle) =>
    turn % 2 === 1 ? readAs(call, one(ids, turn), handle) : reply,
  ),
  'each create is answered with the id of the one before it': ({ others, handle }) => {
    const last: { [F in Family]: string } = {
      groups: others.groups.at(-1) ?? '',
      users: others.users.at(-1) ?? '',
    };
    return async (call) => {
      const family = familyOf(call);
      const reply = await handle(call);
      if (call.method !== 'POST' || !family || reply.status !== 201) return reply;
      const { [family]: before } = last;
      last[family] = json(reply).id;
      return written(reply, { ...json(reply), id: before });
    };
  },
  'a read of another record shows what was created last': ({ others, handle }) => {
    const last: { [family: string]: object } = {};
    const mixed = creates((reply, turn, ids) => written(reply, { ...json(reply), id: one(ids, turn) }))({
      others,
      handle,
    });
    return async (call) => {
      const reply = await mixed(call);
      const family = familyOf(call);
      if (call.method === 'POST' && family && reply.status === 201) last[family] = json(reply);
      const [, of = '', id = ''] = /^\/api\/(groups|users)\/([^/?]+)/.exec(call.target) ?? [];
      const shown = call.method === 'GET' && last[of] && others[of as Family].includes(id);
      return shown ? written(reply, { ...last[of], id }) : reply;
    };
  },
  'a create breaks off, and the list shows its record by the id of another':
    ({ others, handle }) =>
    async (call) => {
      const family = familyOf(call);
      const reply = await handle(call);
      if (!family || reply.status >= 300) return reply;
      if (call.method === 'POST') return { ...reply, status: 500, headers: {}, body: '' };
      const ids = others[family];
      return written(
        reply,
        json(reply).map((record: { name: string }, at: number) =>
          record.name.startsWith('roadtest') ? { ...record, id: one(ids, at) } : record,
        ),
      );
    },
};

const commands: { readonly [name: string]: (url: string, journal: string) => readonly string[] } = {
  verify: (url, journal) => [
    'verify',
    url,
    '--in-place',
    '--only',
    'groups/,users/',
    '--max-time',
    '60',
    '--journal',
    journal,
  ],
  explore: (url, journal) => [
    'explore',
    url,
    '--in-place',
    '--only',
    'groups/,users/',
    '--requests',
    '200',
    '--shrink-time',
    '2s',
    '--journal',
    journal,
  ],
  'learn --write': (url) => ['learn', url, '--write', '-o', 'learned.yaml', '--force'],
};

const rows = Object.keys(ways).flatMap((way) =>
  Object.keys(commands).map((command) => [command, way] as const),
);

/** Customers' records, and each write at one of them. */
async function mixing(way: string) {
  const writes: string[] = [];
  const others = { groups: [] as string[], users: [] as string[] };
  const mix = ways[way] as Mix;
  let answer: Handle | undefined;
  const { url, simulator } = await deployed({
    around: (handle) => (call) => {
      answer ??= mix({ others, handle });
      const [, family = '', id = ''] = /^\/api\/(groups|users)\/([^/?]+)/.exec(call.target) ?? [];
      const isWrite = ['PUT', 'PATCH', 'DELETE'].includes(call.method);
      if (isWrite && (others[family as Family] ?? []).includes(id))
        writes.push(`${call.method} ${call.target}`);
      return answer(call);
    },
  });
  const headers = { 'content-type': 'application/json' };
  const ask = async (path: string, init: RequestInit) =>
    (await simulator.fetch(new Request(`http://127.0.0.1${path}`, init))).json();
  const body = JSON.stringify({ userName: 'demo', apiKey: 'demo-key' });
  const { token } = await ask('/api/Auth/Token', { method: 'POST', headers, body });
  for (const family of ['groups', 'users'] as const)
    for (const name of ['one', 'two', 'three']) {
      const customer = JSON.stringify({ name: `customer ${name}`, email: `${name}@example.test` });
      const authorized = { ...headers, authorization: `Bearer ${token}` };
      const { id } = await ask(`/api/${family}`, { method: 'POST', headers: authorized, body: customer });
      others[family].push(id);
    }
  return { url, writes };
}

it.each(oneIn(7, rows))('%s where %s', LONG, async (command, way) => {
  const { url, writes } = await mixing(way);
  const journal = `${folder}/${Math.random()}.journal`;
  const words = (commands[command] as (typeof commands)[string])(url, journal);
  await launchHere(words, { env: demo, cwd: folder }).ended;
  expect(writes).toEqual([]);
  if (command !== 'verify') return;
  await launchHere(['sweep', journal, url], { env: demo, cwd: folder }).ended;
  expect(writes).toEqual([]);
});
