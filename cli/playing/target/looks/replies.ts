/** What the API answers to a call of the story. */
import {
  type OperationId,
  operation as operationOf,
} from '../../../../contracts/specification/operations.ts';
import { markedBy } from '../../../../scenarios/target/marking.ts';
import { refusalIn } from '../../../../scenarios/target/served.ts';
import { type ExpectationOf, type Finding, type Looking, type Looks, within } from './look.ts';

/** Lists that are the same on every deployment; others count what is not of the story. */
const lists = { listCountries: 'countries', listTimeZones: 'timeZones' } as const;

/** Facts of replies that are the story's and not the deployment's own: its devices have names of their own. */
const facts: {
  readonly [operation: string]: {
    resource: 'device' | 'location' | 'group' | 'user';
    told: readonly string[];
  };
} = {
  readDevice: { resource: 'device', told: ['licence'] },
  lastLocation: {
    resource: 'location',
    told: ['latitude', 'longitude', 'speed', 'course', 'odometer', 'fuel', 'battery', 'ignition'],
  },
  readGroup: { resource: 'group', told: ['name', 'description'] },
  readUser: { resource: 'user', told: ['name', 'email', 'phone', 'country', 'timeZone', 'disabled'] },
};

export const replies = {
  async reply(expectation, on) {
    const operation = expectation.operation as OperationId;
    const { answered, items } = expectation;
    const answer = await call(operation, expectation, on);
    if (answer === undefined) return undefined;
    const refusal = refusalIn(answer, on.client.lens);
    const actual = refusal ? 'refused' : 'served';
    const outcome = {
      met: actual === answered,
      wanted: answered,
      actual: `${actual} (status ${answer.status})`,
    };
    if (!outcome.met || refusal) return outcome;
    const counted = items && (await count(operation, items, on));
    if (counted && !counted.met) return counted;
    return differing(operation, expectation, answer.json, on) ?? outcome;
  },
} satisfies Looks;

/** The call that is meant; `undefined` where what it names is not on the deployment. */
async function call(
  operation: OperationId,
  expectation: ExpectationOf<'reply'>,
  { client, cast, tokens }: Looking,
) {
  if (operation === 'issueToken') return client.requestToken('expectation');
  const { device, group, user } = expectation;
  const { pathId, method } = operationOf(operation);
  // Calls that change something are for the actions of a story.
  if (method !== 'GET') return undefined;
  const named = { device, group, user };
  let id: string | number | undefined;
  if (pathId === 'device' && device !== null) id = cast.device(device);
  else if (pathId !== null) {
    const name = named[pathId];
    if (typeof name !== 'string' || pathId === 'device' || !cast.has(pathId, name)) return undefined;
    id = cast.record(pathId, name).id;
  }
  const shown = expectation.with;
  const auth =
    shown === 'no-token'
      ? ('none' as const)
      : { bearer: await (shown === 'first-token' ? tokens.first() : tokens.current()) };
  return client.call(operation, { purpose: 'expectation', auth, ...(id !== undefined && { id }) });
}

async function count(
  operation: string,
  items: NonNullable<ExpectationOf<'reply'>['items']>,
  { client }: Looking,
): Promise<Finding | undefined> {
  if (!Object.hasOwn(lists, operation)) return undefined;
  const { records } = await client.list(lists[operation as keyof typeof lists]);
  return within(records.length, items);
}

/** A fact that is not as the story wants it. */
function differing(
  operation: string,
  { facts: wanted }: ExpectationOf<'reply'>,
  json: unknown,
  { client }: Looking,
): Finding | undefined {
  const read = facts[operation];
  if (!wanted || !read) return undefined;
  const marking = markedBy(client.nonce);
  const plain = (value: unknown) => (typeof value === 'string' ? marking.plain(value) : value);
  const told: { readonly [fact: string]: unknown } = client.lens.reply(read.resource).read(json).facts;
  const fact = read.told.find(
    (name) => Object.hasOwn(wanted, name) && Object.hasOwn(told, name) && plain(told[name]) !== wanted[name],
  );
  if (fact === undefined) return undefined;
  return {
    met: false,
    wanted: `${fact} ${String(wanted[fact])}`,
    actual: `${fact} ${String(plain(told[fact]))}`,
  };
}
