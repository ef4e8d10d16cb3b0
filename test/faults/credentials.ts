/** Credentials that are wrong and still bring a token (sections 4.1 and 7). */
import type { Fields } from '../../contracts/kit/fields.ts';
import type { Affected } from '../../simulator/deviations/deviation.ts';
import type { Simulator } from '../../simulator/simulator.ts';
import { type Fault, fault } from './fault.ts';
import { at, withBody } from './wrapping.ts';

type Account = Simulator['fleet']['account'];

function accepts(
  what: string,
  breaks: readonly Affected[],
  taken: (given: Fields, account: Account) => boolean,
): Fault {
  return fault(
    `accepts ${what}`,
    breaks,
    at(['issueToken'], ({ fleet: { account } }) => ({ call, body, pass }) => {
      const { userName, apiKey } = account;
      return pass(taken(body, account) ? withBody(call, { userName, apiKey }) : call);
    }),
  );
}

const near = ['token/near-miss-refused'] as const;

/** The right user name, and a key like this. */
function key(isGood: (given: unknown, key: string) => boolean) {
  return ({ userName, apiKey }: Fields, account: Account): boolean =>
    userName === account.userName && isGood(apiKey, account.apiKey);
}

/** The right key, and a user name like this. */
function user(isGood: (given: unknown, name: string) => boolean) {
  return ({ userName, apiKey }: Fields, account: Account): boolean =>
    apiKey === account.apiKey && isGood(userName, account.userName);
}

const isText = (given: unknown): given is string => typeof given === 'string';

export const credentialFaults: readonly Fault[] = [
  accepts(
    'a key of which the first half is right',
    near,
    key(
      (given, right) =>
        isText(given) && given.slice(0, right.length / 2) === right.slice(0, right.length / 2),
    ),
  ),
  accepts(
    'the key with more letters after it',
    near,
    key((given, right) => isText(given) && given.startsWith(right)),
  ),
  accepts(
    'a percent sign for the user name',
    near,
    user((given, name) => isText(given) && given.includes('%') && name.startsWith(given.split('%')[0] ?? '')),
  ),
  accepts(
    'a key with underscores for its letters',
    near,
    key(
      (given, right) =>
        isText(given) &&
        given.length === right.length &&
        [...given].every((letter, place) => letter === '_' || letter === right[place]),
    ),
  ),
  accepts(
    'a user name with backslashes in it',
    near,
    user((given, name) => isText(given) && given.replaceAll('\\', '') === name),
  ),
  accepts(
    'a user name with control characters in it',
    near,
    user((given, name) => isText(given) && given.replace(/\p{Cc}/gu, '') === name),
  ),
  accepts(
    'what follows a NUL in the key',
    near,
    key((given, right) => isText(given) && given.split('\0')[0] === right),
  ),
  accepts(
    '`true` as the key',
    [...near, 'token/wrong-api-key'],
    key((given) => given === true),
  ),
  accepts(
    '`null` as the key',
    ['token/missing-api-key', ...near],
    key((given) => given === null),
  ),
  accepts(
    "user name and key in each other's place",
    near,
    ({ userName, apiKey }, account) => userName === account.apiKey && apiKey === account.userName,
  ),
  accepts(
    'the user name as the key',
    [...near, 'token/wrong-api-key'],
    key((given, _) => given === 'demo'),
  ),
  accepts(
    'a request with an empty object',
    ['token/missing-user-name', 'token/missing-api-key'],
    ({ userName, apiKey }) => userName === undefined && apiKey === undefined,
  ),
];
