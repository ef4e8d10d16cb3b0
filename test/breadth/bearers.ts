/** Tokens that are taken or refused wrongly by some operations (section 5). */
import { fromBase64Url } from '../../contracts/kit/base64.ts';
import { type Fields, fieldsOf } from '../../contracts/kit/fields.ts';
import { jsonIn } from '../../contracts/kit/json.ts';
import { type GuardedOperationId, guardedOperations } from '../../contracts/specification/operations.ts';
import { bearers as bearing, type Handling, type Seen } from '../../simulator/deviations/bearers.ts';
import { bearerOf } from '../../simulator/deviations/calls.ts';
import type { Affected } from '../../simulator/deviations/deviation.ts';
import { type Breakage, breakage } from './breakage.ts';
import { signatureLike } from './signatures.ts';
import { at, refusing } from './wrapping.ts';

const everyOperation = guardedOperations.map(({ id }) => id);

type AuthRule = Extract<Affected, `auth/${string}`>;

/** Does something with the tokens of some calls; of all operations, unless it names some. */
function taken(
  does: string,
  rule: AuthRule,
  handling: (seen: Seen) => Handling,
  operations: readonly GuardedOperationId[] = everyOperation,
): Breakage {
  const { around } = bearing(does, handling);
  const breaks = operations.map((operation) => `${rule}/${operation}` as Affected);
  if (!around) throw new Error('It wraps no service.');
  return breakage(does, breaks, around({ operations: new Set(operations), channels: new Set() }));
}

/** Takes the calls of which this is true as if they had a valid token. */
const takes =
  (isTaken: (seen: Seen) => boolean, how: Handling = 'replaced') =>
  (seen: Seen): Handling =>
    isTaken(seen) ? how : 'kept';

/** A JWT as it was sent. */
interface Jwt {
  header: Fields;
  payload: Fields;
  signature: string;
}

/** The JWT that stands in the place of the token, other than those that were issued. */
function forged({ bearer, genuine }: Seen): Jwt | undefined {
  const parts = bearer?.split('.') ?? [];
  if (genuine || parts.length !== 3) return undefined;
  const [header = '', payload = '', signature = ''] = parts;
  return { header: decoded(header), payload: decoded(payload), signature };
}

function decoded(part: string): Fields {
  const bytes = fromBase64Url(part);
  return fieldsOf(bytes && jsonIn(new TextDecoder().decode(bytes)));
}

const forging = (isTaken: (jwt: Jwt) => boolean) =>
  takes((seen) => {
    const jwt = forged(seen);
    return jwt !== undefined && isTaken(jwt);
  });

const algorithm = ({ header }: Jwt): string => String(header.alg);

const missing = ({ header }: Seen): boolean => header === undefined;
const garbage = ({ bearer, endsAt }: Seen): boolean => bearer !== undefined && endsAt === undefined;
const ended = ({ genuine, endsAt = Number.POSITIVE_INFINITY, now }: Seen): boolean =>
  genuine && endsAt <= now;
const LIFETIME = 3_600_000;
const left = ({ endsAt = Number.POSITIVE_INFINITY, now }: Seen): number => endsAt - now;

export const bearers: readonly Breakage[] = [
  taken('refuses a good token at the deletion of users', 'auth/bearer-accepted', () => 'removed', [
    'deleteUser',
  ]),
  taken('refuses a good token at the list of time zones', 'auth/bearer-accepted', () => 'removed', [
    'listTimeZones',
  ]),
  breakage(
    'takes each token for 60 calls alone',
    ['auth/bearer-accepted', 'auth/valid-until-expiry'].flatMap((rule) =>
      everyOperation.map((operation) => `${rule}/${operation}` as Affected),
    ),
    refusing(
      everyOperation,
      () => {
        const calls = new Map<string, number>();
        return ({ call }) => {
          const bearer = bearerOf(call) ?? '';
          const count = (calls.get(bearer) ?? 0) + 1;
          calls.set(bearer, count);
          return count > 60;
        };
      },
      401,
    ),
  ),
  breakage(
    'takes no second token at operations that write',
    ['token/renewal', 'auth/bearer-accepted/createGroup', 'auth/valid-until-expiry/createGroup'],
    at(['createGroup', 'updateGroup', 'deleteGroup', 'createUser', 'updateUser', 'deleteUser'], () => {
      let first: string | undefined;
      return ({ call, pass }) => {
        const bearer = bearerOf(call);
        first ??= bearer;
        return pass(bearer === first ? call : { ...call, headers: {} });
      };
    }),
  ),
  taken('lists countries for everyone', 'auth/header-required', takes(missing), ['listCountries']),
  taken('tells the last location to everyone', 'auth/header-required', takes(missing), ['lastLocation']),
  taken('changes a group before it looks for the header', 'auth/header-required', takes(missing, 'hidden'), [
    'updateGroup',
  ]),
  taken('deletes a user before it looks for the header', 'auth/header-required', takes(missing, 'hidden'), [
    'deleteUser',
  ]),
  taken(
    'records a location before it looks for the header',
    'auth/header-required',
    takes(missing, 'hidden'),
    ['postLocations'],
  ),
  taken('creates a user before it looks for the header', 'auth/header-required', takes(missing, 'hidden'), [
    'createUser',
  ]),
  taken(
    'takes the word null as a token',
    'auth/garbage-refused',
    takes(({ bearer }) => bearer === 'null' || bearer === 'undefined'),
  ),
  taken(
    'takes a scheme without a token',
    'auth/garbage-refused',
    takes(({ header }) => header !== undefined && /^bearer\s*$/i.test(header)),
  ),
  taken(
    'takes any three words with dots between them',
    'auth/garbage-refused',
    takes((seen) => garbage(seen) && seen.bearer?.split('.').length === 3),
  ),
  taken(
    'takes tokens of more than a thousand letters',
    'auth/garbage-refused',
    takes((seen) => garbage(seen) && (seen.bearer?.length ?? 0) > 1_000),
  ),
  taken(
    'takes any text of letters and digits as a key for reading',
    'auth/garbage-refused',
    takes((seen) => garbage(seen) && /^\w+$/.test(seen.bearer ?? '')),
    ['readDevice', 'readGroup', 'readUser'],
  ),
  taken('replaces a group before it looks at the token', 'auth/garbage-refused', takes(garbage, 'hidden'), [
    'replaceGroup',
  ]),
  taken(
    'takes unsigned tokens that say so in capitals',
    'auth/tampered-refused',
    forging((jwt) => algorithm(jwt) === 'NONE'),
  ),
  taken(
    'takes unsigned tokens that say so with a capital',
    'auth/tampered-refused',
    forging((jwt) => algorithm(jwt) === 'None'),
  ),
  taken(
    'takes tokens without a signature, whatever their algorithm',
    'auth/tampered-refused',
    forging(({ signature }) => signature === ''),
  ),
  taken(
    'checks no signature of an algorithm that it does not know',
    'auth/tampered-refused',
    forging((jwt) => !['HS256', 'none'].includes(algorithm(jwt))),
  ),
  taken(
    'checks no signature where the header names a key',
    'auth/tampered-refused',
    forging(({ header }) => header.kid !== undefined),
  ),
  taken(
    'takes the key for the signature from the header',
    'auth/tampered-refused',
    forging(({ header }) => header.jwk !== undefined),
  ),
  taken(
    'checks no signature where the token never ends',
    'auth/tampered-refused',
    forging(({ payload }) => payload.exp === undefined),
  ),
  taken(
    'checks no signature of an administrator',
    'auth/tampered-refused',
    forging(({ payload }) => payload.admin === true || payload.role === 'admin'),
  ),
  breakage(
    'compares the first ten letters of a signature',
    everyOperation.map((operation) => `auth/tampered-refused/${operation}` as const),
    signatureLike((given, right) => given.slice(0, 10) === right.slice(0, 10)),
  ),
  breakage(
    'compares signatures without regard to letter case',
    everyOperation.map((operation) => `auth/tampered-refused/${operation}` as const),
    signatureLike((given, right) => given.toLowerCase() === right.toLowerCase()),
  ),
  breakage(
    'takes any signature that it has given once',
    everyOperation.map((operation) => `auth/tampered-refused/${operation}` as const),
    signatureLike((given, right) => given === right, true),
  ),
  taken(
    'takes a token for five minutes after its end',
    'auth/expired-refused',
    takes((seen) => ended(seen) && left(seen) > -300_000),
  ),
  taken('takes ended tokens where it only reads', 'auth/expired-refused', takes(ended), [
    'listDevices',
    'readDevice',
    'readGroup',
    'listGroups',
    'readUser',
    'listUsers',
  ]),
  taken(
    'deletes a group before it looks at the end of the token',
    'auth/expired-refused',
    takes(ended, 'hidden'),
    ['deleteGroup'],
  ),
  taken('takes ended tokens at the change of a user', 'auth/expired-refused', takes(ended), ['updateUser']),
  taken('refuses a token in the last quarter of its life', 'auth/valid-until-expiry', (seen) =>
    seen.genuine && left(seen) < LIFETIME / 4 ? 'removed' : 'kept',
  ),
  taken(
    'refuses a token in its last two minutes, at the deletion of groups',
    'auth/valid-until-expiry',
    (seen) => (seen.genuine && left(seen) < 120_000 ? 'removed' : 'kept'),
    ['deleteGroup'],
  ),
];
