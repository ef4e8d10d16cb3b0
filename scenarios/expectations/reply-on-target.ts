/** Replies of a deployment to a call of the story. */
import type { AnyId } from '../../contracts/profile/facts.ts';
import { type OperationId, operation as operationOf } from '../../contracts/specification/operations.ts';
import { markedBy } from '../target/marking.ts';
import { type Replied, refusalIn } from '../target/refusal.ts';
import type { TargetView } from '../target/view.ts';
import type { Finding } from './finding.ts';
import { numberOnTarget } from './on-target.ts';
import type { ReplyWanted } from './reply-wanted.ts';

/** Lists that are the same on every deployment; others count what is not of the story. */
const lists: { readonly [Id in OperationId]?: 'countries' | 'timeZones' } = {
  listCountries: 'countries',
  listTimeZones: 'timeZones',
};

interface Comparable {
  resource: 'device' | 'location' | 'group' | 'user';
  facts: readonly string[];
}

/** Facts of replies that are the story's and not the deployment's own: its devices have names of their own. */
const comparable: { readonly [Id in OperationId]?: Comparable } = {
  readDevice: { resource: 'device', facts: ['licence'] },
  lastLocation: {
    resource: 'location',
    facts: ['latitude', 'longitude', 'speed', 'course', 'odometer', 'fuel', 'battery', 'ignition'],
  },
  readGroup: { resource: 'group', facts: ['name', 'description'] },
  readUser: { resource: 'user', facts: ['name', 'email', 'phone', 'country', 'timeZone', 'disabled'] },
};

export async function checkReplyOnTarget(
  wanted: ReplyWanted,
  view: TargetView,
): Promise<Finding | undefined> {
  const answer = await call(wanted, view);
  if (answer === undefined) return undefined;
  const refusal = refusalIn(answer, view.client.lens);
  const actual = refusal ? 'refused' : 'served';
  const outcome = {
    met: actual === wanted.answered,
    wanted: wanted.answered,
    actual: `${actual} (status ${answer.status})`,
  };
  if (!outcome.met || refusal) return outcome;
  const counted = await count(wanted, view);
  if (counted && !counted.met) return counted;
  return differing(wanted, answer.json, view) ?? outcome;
}

/** The answer to the call that is meant; `undefined` where what it names is not on the deployment. */
async function call(
  { operation, device, group, user, with: shown }: ReplyWanted,
  { client, ids, tokens }: TargetView,
): Promise<Replied | undefined> {
  if (operation === 'issueToken') return client.requestToken('expectation');
  const { pathId, method } = operationOf(operation);
  // Calls that change something are for the actions of a story.
  if (method !== 'GET') return undefined;
  let id: AnyId | undefined;
  if (pathId === 'device') {
    if (device === null) return undefined;
    id = ids.device(device);
  } else if (pathId !== null) {
    const name = { group, user }[pathId];
    if (name === null || !ids.has(pathId, name)) return undefined;
    id = ids.record(pathId, name).id;
  }
  const auth =
    shown === 'no-token'
      ? ('none' as const)
      : { bearer: await (shown === 'first-token' ? tokens.first() : tokens.current()) };
  return client.call(operation, { purpose: 'expectation', auth, ...(id !== undefined && { id }) });
}

async function count(
  { operation, items }: ReplyWanted,
  { client }: TargetView,
): Promise<Finding | undefined> {
  const list = lists[operation];
  if (list === undefined || items === undefined) return undefined;
  const { records } = await client.list(list);
  return numberOnTarget(records.length, items);
}

/** A fact that is not as the story wants it. */
function differing(
  { operation, facts: wanted }: ReplyWanted,
  json: unknown,
  { client }: TargetView,
): Finding | undefined {
  const read = comparable[operation];
  if (!wanted || !read) return undefined;
  const marking = markedBy(client.nonce);
  const plain = (value: unknown) => (typeof value === 'string' ? marking.plain(value) : value);
  const found: { readonly [fact: string]: unknown } = client.lens.reply(read.resource).read(json).facts;
  const fact = read.facts.find(
    (name) =>
      Object.hasOwn(wanted, name) && Object.hasOwn(found, name) && plain(found[name]) !== wanted[name],
  );
  if (fact === undefined) return undefined;
  return {
    met: false,
    wanted: `${fact} ${String(wanted[fact])}`,
    actual: `${fact} ${String(plain(found[fact]))}`,
  };
}
