/** Expectations of a story that can be looked at from outside: what the API itself answers. */

import { type OperationId, operation as operationOf } from '../../../contracts/specification/index.ts';
import { type Client, Unreached } from '../../../contracts/suite/index.ts';
import type { Expectation, Wanted } from '../../../scenarios/language/story.ts';
import { type Cast, refusalIn, type SeenExpectation } from '../../../scenarios/target/index.ts';
import type { StoryTokens } from './tokens.ts';

export interface Judged {
  label: string;
  line: number;
  met: boolean;
  wanted: string;
  actual: string;
  /**
   * Whether the story's own service meets it, which behaves as the profile says: what it does not meet either, such
   * as the end of a token that lives longer here, is the story's affair and not the deployment's.
   */
  metByStory: boolean;
}

interface Looking {
  client: Client;
  cast: Cast;
  tokens: StoryTokens;
}

type Kind = Expectation['kind'];
type Finding = Pick<Judged, 'met' | 'wanted' | 'actual'>;
type Look<K extends Kind> = (
  expectation: Extract<Expectation, { kind: K }>,
  on: Looking,
) => Promise<Finding | undefined>;

const lists = {
  listDevices: 'devices',
  listGroups: 'groups',
  listUsers: 'users',
  listCountries: 'countries',
  listTimeZones: 'timeZones',
} as const;
const records = {
  readDevice: 'device',
  lastLocation: 'location',
  readGroup: 'group',
  readUser: 'user',
} as const;

/**
 * What can be told from outside. How many devices, groups and users there are is the deployment's own affair, and
 * so are lengths of lists: they count what the story did not make.
 */
const looks: { readonly [K in Kind]?: Look<K> } = {
  async reply(expectation, on) {
    const operation = expectation.operation as OperationId;
    const { answered, facts, items } = expectation;
    if (items && ['listDevices', 'listGroups', 'listUsers'].includes(operation)) return undefined;
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
    if (items && Object.hasOwn(lists, operation)) {
      const { records } = await on.client.list(lists[operation as keyof typeof lists]);
      const found = within(records.length, items);
      if (!found.met) return found;
    }
    if (!facts || !Object.hasOwn(records, operation)) return outcome;
    const lens = on.client.lens.reply(records[operation as keyof typeof records]);
    const told: { readonly [fact: string]: unknown } = lens.read(answer.json).facts;
    const differing = Object.entries(facts).find(([fact, wanted]) =>
      typeof wanted !== 'string' || !isTime(wanted) ? told[fact] !== wanted : false,
    );
    if (!differing) return outcome;
    const [fact, wanted] = differing;
    return { met: false, wanted: `${fact} ${String(wanted)}`, actual: `${fact} ${String(told[fact])}` };
  },

  async group({ name, exists, devices }, { client, cast }) {
    const known = cast.has('group', name) ? cast.record('group', name) : undefined;
    if (!known) return existence(false, exists);
    const answer = await client.call('readGroup', { purpose: 'expectation', id: known.id });
    const there = refusalIn(answer, client.lens) === undefined;
    if (there !== exists || !devices) return existence(there, exists);
    const { deviceIds } = client.lens.reply('group').read(answer.json).facts;
    return deviceIds ? within(deviceIds.length, devices) : undefined;
  },

  async user({ name, exists }, { client, cast }) {
    const known = cast.has('user', name) ? cast.record('user', name) : undefined;
    if (!known) return existence(false, exists);
    const answer = await client.call('readUser', { purpose: 'expectation', id: known.id });
    return existence(refusalIn(answer, client.lens) === undefined, exists);
  },
};

/** `undefined` for what cannot be judged here. Nothing else may be under way meanwhile. */
export async function judge({ expectation, met }: SeenExpectation, on: Looking): Promise<Judged | undefined> {
  const look = looks[expectation.kind] as Look<never> | undefined;
  try {
    const finding = await look?.(expectation as never, on);
    return finding && { label: expectation.label, line: expectation.place.line, ...finding, metByStory: met };
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (error instanceof Unreached || code === 'PROFILE_UNBOUND') return undefined;
    throw error;
  }
}

/** The call that is meant; `undefined` where what it names is not on the deployment. */
async function call(
  operation: OperationId,
  expectation: Extract<Expectation, { kind: 'reply' }>,
  { client, cast, tokens }: Looking,
) {
  if (operation === 'issueToken') return client.requestToken('expectation');
  const { device, group, user } = expectation;
  const { pathId, method } = operationOf(operation);
  // A story asks with calls that have no body; those that change something are for its actions.
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
      ? 'none'
      : { bearer: await (shown === 'first-token' ? tokens.first() : tokens.current()) };
  return client.call(operation, { purpose: 'expectation', auth, ...(id !== undefined && { id }) });
}

function existence(there: boolean, wanted: boolean): Finding {
  const words = (is: boolean) => (is ? 'there' : 'not there');
  return { met: there === wanted, wanted: words(wanted), actual: words(there) };
}

function within(actual: number, wanted: Wanted): Finding {
  if ('is' in wanted) return { met: actual === wanted.is, wanted: String(wanted.is), actual: String(actual) };
  const { atLeast = Number.NEGATIVE_INFINITY, atMost = Number.POSITIVE_INFINITY } = wanted;
  const words = [
    wanted.atLeast !== undefined && `at least ${atLeast}`,
    wanted.atMost !== undefined && `at most ${atMost}`,
  ];
  return {
    met: actual >= atLeast && actual <= atMost,
    wanted: words.filter(Boolean).join(', '),
    actual: String(actual),
  };
}

/** Times are moved here, so that they are none to compare. */
function isTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT/.test(text);
}
