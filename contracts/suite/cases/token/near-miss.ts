/** Almost right credentials are wrong (sections 4.1 and 7). */
import type { Json } from '../../../kit/json.ts';
import type { Answer } from '../../answer.ts';
import type { Cases } from '../../case.ts';
import { type Finding, fail, inconclusive, pass, suspect } from '../../finding.ts';
import type { Kit } from '../../kit.ts';
import type { Credentials } from '../../options.ts';
import { describeAnswer } from '../../reading/describe.ts';
import { perRun } from '../per-run.ts';
import { isIssued } from './answer.ts';

type NearMiss = (good: Credentials) => { [field: string]: Json };
type NearMisses = { readonly [what: string]: NearMiss };

const withKey =
  (change: (key: string) => Json): NearMiss =>
  ({ userName, apiKey }) => ({
    userName,
    apiKey: change(apiKey),
  });
const withName =
  (change: (name: string) => Json): NearMiss =>
  ({ userName, apiKey }) => ({
    userName: change(userName),
    apiKey,
  });

/** Wrong keys of the real user: a deployment may count them. This one is always tried; of the others some are drawn. */
const cutShort: NearMisses = { 'a key cut short': withKey((key) => key.slice(0, -1)) };
const wrongKeys: NearMisses = {
  'a key with a letter added': withKey((key) => `${key}a`),
  'a key with a wildcard': withKey((key) => `${key.slice(0, 1)}%`),
  'a wildcard as key': withKey(() => '*'),
  'a key with a quote': withKey(() => "' OR '1'='1"),
  'the key true': withKey(() => true),
  'a list as key': withKey((key) => [`${key}a`]),
  'an object as key': withKey(() => ({ $ne: '' })),
};

const wrongNames: NearMisses = {
  'a user name with a letter added': withName((name) => `${name}a`),
  'a user name cut short': withName((name) => name.slice(0, -1)),
  'a wildcard as user name': withName(() => '%'),
  'a user name with a wildcard': withName((name) => `${name.slice(0, 1)}*`),
  'a user name with a quote': withName((name) => `${name}' --`),
};

/** Whether these are taken is open. */
const observed: NearMisses = {
  'spaces around the user name': withName((name) => ` ${name} `),
  'a user name in other letters': withName((name) =>
    name === name.toUpperCase() ? name.toLowerCase() : name.toUpperCase(),
  ),
  'a list that holds the user name': withName((name) => [name]),
};

/** With those of the other rules at most five wrong keys of the real user. */
const KEYS = 3;
const NAMES = 3;
/** "Locked" and "too many requests". */
const LOCKED: readonly number[] = [423, 429];

const keysSent = perRun(() => ({ count: 0 }));

export const nearMissCases = {
  'token/near-miss-refused': {
    touches: 'account',
    cost: { requests: 2 * KEYS + NAMES + Object.keys(observed).length + 2 },
    async judge(kit) {
      if (!isIssued(await kit.firstToken()))
        return inconclusive('The valid credentials got no token either: the twin of this request.');
      const drawn = (all: NearMisses, count: number, key: string) =>
        kit.chance.shuffled(key, Object.entries(all)).slice(0, kit.thorough ? undefined : count);
      for (const [what, miss] of drawn(wrongNames, NAMES, 'wrong names')) {
        const answer = await kit.requestToken(miss);
        if (isIssued(answer)) return accepted(kit, what, miss, answer);
      }
      const keys = [...Object.entries(cutShort), ...drawn(wrongKeys, KEYS - 1, 'wrong keys')];
      for (const [what, miss] of keys) {
        if (++keysSent(kit).count > (kit.thorough ? 2 : 1) * KEYS) return inconclusive(TOO_MANY);
        const answer = await kit.requestToken(miss);
        if (isIssued(answer)) return accepted(kit, what, miss, answer);
        // In between a valid sign-in, which also shows whether the account is still open.
        const twin = await kit.requestToken();
        if (LOCKED.includes(answer.status) || !isIssued(twin))
          return inconclusive(lockedAfter(what), 'rate-limit');
      }
      return pass(`Almost right credentials got no token.${await taken(kit)}`);
    },
  },
} satisfies Cases;

const TOO_MANY = 'So many wrong keys were sent that one more might lock the account.';

function lockedAfter(what: string): string {
  return `After ${what} the deployment may have locked the account: no further wrong keys were sent.`;
}

/** A failure counts when valid credentials work beside it. */
async function accepted(kit: Kit, what: string, miss: NearMiss, answer: Answer): Promise<Finding> {
  const twin = await kit.requestToken();
  const again = await kit.requestToken(miss);
  if (!isIssued(twin)) return inconclusive('The valid credentials got no token any more.', 'account');
  if (!isIssued(again)) return suspect(`A token was issued once for ${what}, and none later.`, answer, again);
  return fail(`no token for ${what}`, `one in ${describeAnswer(again)}`, answer, twin, again);
}

/** What of that which is open got a token, as a sentence. */
async function taken(kit: Kit): Promise<string> {
  const names: string[] = [];
  for (const [what, miss] of Object.entries(observed))
    if (isIssued(await kit.requestToken(miss))) names.push(what);
  return names.length === 0 ? '' : ` What is open: ${names.join(', ')} got one.`;
}
