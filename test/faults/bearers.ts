/** Tokens that are taken or refused wrongly by some operations (section 5). */
import { createHmac } from 'node:crypto';
import { fromBase64Url } from '../../contracts/kit/base64.ts';
import { type Fields, fieldsOf } from '../../contracts/kit/fields.ts';
import { jsonIn } from '../../contracts/kit/json.ts';
import { type GuardedOperationId, guardedOperations } from '../../contracts/specification/operations.ts';
import { type Handling, handlingBearers, type Seen } from '../../simulator/deviations/bearers.ts';
import { bearerOf } from '../../simulator/deviations/calls.ts';
import type { Affected } from '../../simulator/deviations/deviation.ts';
import { type Fault, fault } from './fault.ts';
import { signatureLike } from './signatures.ts';
import { at } from './wrapping.ts';

const everyOperation = guardedOperations.map(({ id }) => id);
/** Writes whose effect can be read. */
const readable = guardedOperations.flatMap(({ id, method }) =>
  method !== 'GET' && id !== 'postAlerts' ? [id] : [],
);

type AuthRule = Extract<Affected, `auth/${string}`>;

/** Does something with the tokens of some calls; of all operations, unless it names some. */
function taken(
  does: string,
  rule: AuthRule,
  handling: (seen: Seen) => Handling,
  operations: readonly GuardedOperationId[] = everyOperation,
): Fault {
  const around = handlingBearers(handling);
  const breaks = operations.map((operation) => `${rule}/${operation}` as Affected);
  return fault(does, breaks, around({ operations: new Set(operations), channels: new Set() }));
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
  /** The text that the signature is of. */
  signed: string;
  signature: string;
}

/** The JWT that stands in the place of the token, other than those that were issued. */
function forged({ bearer, genuine }: Seen): Jwt | undefined {
  const parts = bearer?.split('.') ?? [];
  if (genuine || parts.length !== 3) return undefined;
  const [header = '', payload = '', signature = ''] = parts;
  return { header: decoded(header), payload: decoded(payload), signed: `${header}.${payload}`, signature };
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

const isSignedWith =
  (key: string) =>
  ({ signed, signature }: Jwt): boolean =>
    signature === createHmac('sha256', key).update(signed).digest('base64url');
const algorithm = ({ header }: Jwt): string => String(header.alg);

const missing = ({ header }: Seen): boolean => header === undefined;
const garbage = ({ bearer, endsAt }: Seen): boolean => bearer !== undefined && endsAt === undefined;
const ended = ({ genuine, endsAt = Number.POSITIVE_INFINITY, now }: Seen): boolean =>
  genuine && endsAt <= now;
const LIFETIME = 3_600_000;
const left = ({ endsAt = Number.POSITIVE_INFINITY, now }: Seen): number => endsAt - now;

export const bearerFaults: readonly Fault[] = [
  taken('refuses a good token at the deletion of users', 'auth/bearer-accepted', () => 'removed', [
    'deleteUser',
  ]),
  taken('refuses a good token at the list of time zones', 'auth/bearer-accepted', () => 'removed', [
    'listTimeZones',
  ]),
  fault(
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
  taken('tells the last location to everyone', 'auth/header-required', takes(missing), ['lastLocation']),
  taken(
    'carries out every write before it looks for the header',
    'auth/header-required',
    takes(missing, 'hidden'),
    readable,
  ),
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
    'carries out every write before it looks at the token',
    'auth/garbage-refused',
    takes(garbage, 'hidden'),
    readable,
  ),
  taken(
    'takes any Basic credentials',
    'auth/garbage-refused',
    takes(({ header }) => header?.startsWith('Basic ') === true),
  ),
  taken(
    'carries out every write before it looks at the signature',
    'auth/tampered-refused',
    takes((seen) => seen.endsAt !== undefined && !seen.genuine, 'hidden'),
    readable,
  ),
  taken('takes a signature with an empty key', 'auth/tampered-refused', forging(isSignedWith(''))),
  taken('takes a signature with the key secret', 'auth/tampered-refused', forging(isSignedWith('secret'))),
  taken(
    'takes unsigned tokens that say so in capitals',
    'auth/tampered-refused',
    forging((jwt) => algorithm(jwt) === 'NONE'),
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
    'takes the key for the signature from the header',
    'auth/tampered-refused',
    forging(({ header }) => header.jwk !== undefined),
  ),
  taken(
    'checks no signature where the token never ends',
    'auth/tampered-refused',
    forging(({ payload }) => payload.exp === undefined),
  ),
  fault(
    'compares the first ten letters of a signature',
    everyOperation.map((operation) => `auth/tampered-refused/${operation}` as const),
    signatureLike((given, right) => given.slice(0, 10) === right.slice(0, 10)),
  ),
  fault(
    'compares signatures without regard to letter case',
    everyOperation.map((operation) => `auth/tampered-refused/${operation}` as const),
    signatureLike((given, right) => given.toLowerCase() === right.toLowerCase()),
  ),
  fault(
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
    'carries out every write before it looks at the end of the token',
    'auth/expired-refused',
    takes(ended, 'hidden'),
    readable,
  ),
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
