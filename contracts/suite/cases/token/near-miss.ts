/** Almost right credentials are wrong (sections 4.1 and 7). */
import type { Json } from '../../../kit/json.ts';
import type { Answer } from '../../answer.ts';
import type { Cases } from '../../case.ts';
import type { CaseContext } from '../../case-context.ts';
import { type Finding, fail, inconclusive, pass, suspect } from '../../finding.ts';
import type { Credentials } from '../../options.ts';
import { formOfAnswer } from '../../reading/describe.ts';
import { perRun } from '../per-run.ts';
import { isIssued } from './answer.ts';

type NearMiss = (good: Credentials) => { [field: string]: Json };
type NearMisses = { readonly [what: string]: NearMiss };

/** Another value than the good one: a key may end in what is a wildcard elsewhere. */
const other = (good: string, near: Json): Json => (near === good ? `${good}a` : near);

const withKey =
  (change: (key: string, userName: string) => Json): NearMiss =>
  ({ userName, apiKey }) => ({ userName, apiKey: other(apiKey, change(apiKey, userName)) });
const withName =
  (change: (name: string) => Json): NearMiss =>
  ({ userName, apiKey }) => ({ userName: other(userName, change(userName)), apiKey });

/**
 * Wrong keys of the real user: a deployment may count them. These are always tried: each would also be taken where less
 * than a whole key is looked at, where more may follow it, or where a quote ends it.
 */
const wrongKeys = {
  'a key cut short': withKey((key) => key.slice(0, -1)),
  'a key with more after it': withKey((key) => `${key}a' OR '1'='1`),
  'an empty key': withKey(() => ''),
} as const satisfies NearMisses;

/** Of these one is drawn. */
const rareKeys = {
  'a key with wildcards': withKey((key) => `${key.slice(0, 1)}%_`),
  'a key with another first letter': withKey((key) => (key.startsWith('x') ? 'y' : 'x') + key.slice(1)),
  'a key of wildcards for each letter': withKey((key) => '_'.repeat(key.length)),
  'a wildcard as key': withKey(() => '*'),
  'a key that a null character ends': withKey((key) => `${key}\0a`),
  'the user name as key': withKey((_, userName) => userName),
  'the key true': withKey(() => true),
  'the key 0': withKey(() => 0),
  'the key null': withKey(() => null),
  'a list as key': withKey((key) => [`${key}a`]),
  'an object as key': withKey(() => ({ $ne: '' })),
} as const satisfies NearMisses;

/** Wrong names with the real key: no account counts them. */
const wrongNames = {
  'a user name cut short': withName((name) => name.slice(0, -1)),
  'a user name with more after it': withName((name) => `${name}' --`),
  'a user name with wildcards': withName((name) => `${name.slice(0, 1)}%_`),
  'a user name with a wildcard for its last letter': withName((name) => `${name.slice(0, -1)}_`),
  'a user name with a star': withName((name) => `${name.slice(0, 1)}*`),
  'a pattern as user name': withName((name) => `${name.slice(0, 1)}.*`),
} as const satisfies NearMisses;

/** All that are almost right, by what they are. */
export const nearMisses = { ...wrongNames, ...wrongKeys, ...rareKeys };

/** Whether these are taken is open. */
const observed: NearMisses = {
  'spaces around the user name': withName((name) => ` ${name} `),
  'a user name in other letters': withName((name) =>
    name === name.toUpperCase() ? name.toLowerCase() : name.toUpperCase(),
  ),
  'a list that holds the user name': withName((name) => [name]),
};

/** With that of `token/wrong-api-key` five wrong keys of the real user. */
const KEYS = Object.keys(wrongKeys).length + 1;
const ALL_KEYS = KEYS - 1 + Object.keys(rareKeys).length;
const NAMES = Object.keys(wrongNames).length;
/** "Locked" and "too many requests". */
const LOCKED: readonly number[] = [423, 429];

const keysSent = perRun(() => ({ count: 0 }));

export const nearMissCases = {
  'token/near-miss-refused': {
    touches: 'account',
    cost: { requests: 2 * KEYS + NAMES + 1 + 2 },
    async judge(context) {
      if (!isIssued(await context.firstToken()))
        return inconclusive('The valid credentials got no token either, so a refusal shows nothing.');
      const oneOf = (rare: NearMisses, key: string) =>
        context.chance.shuffled(key, Object.entries(rare)).slice(0, context.thorough ? undefined : 1);
      for (const [what, miss] of Object.entries(wrongNames)) {
        const answer = await context.requestToken(miss);
        if (isIssued(answer)) return accepted(context, what, miss, answer);
      }
      for (const [what, miss] of [...Object.entries(wrongKeys), ...oneOf(rareKeys, 'wrong keys')]) {
        if (++keysSent(context).count > (context.thorough ? ALL_KEYS : KEYS)) return inconclusive(TOO_MANY);
        const answer = await context.requestToken(miss);
        if (isIssued(answer)) return accepted(context, what, miss, answer);
        // In between a valid sign-in, which also shows whether the account is still open.
        const twin = await context.requestToken();
        if (LOCKED.includes(answer.status) || !isIssued(twin))
          return inconclusive(lockedAfter(what), 'rate-limit');
      }
      return pass(
        `Almost right credentials got no token.${await taken(context, oneOf(observed, 'open credentials'))}`,
      );
    },
  },
} satisfies Cases;

const TOO_MANY = 'So many wrong keys were sent that one more might lock the account.';

function lockedAfter(what: string): string {
  return `After ${what} the deployment may have locked the account: no further wrong keys were sent.`;
}

/** A failure counts when valid credentials work beside it. */
async function accepted(
  context: CaseContext,
  what: string,
  miss: NearMiss,
  answer: Answer,
): Promise<Finding> {
  const twin = await context.requestToken();
  const again = await context.requestToken(miss);
  if (!isIssued(twin)) return inconclusive('The valid credentials got no token any more.', 'account');
  if (!isIssued(again)) return suspect(`A token was issued once for ${what}, and none later.`, answer, again);
  return fail(`no token for ${what}`, `one in ${formOfAnswer(again)}`, answer, twin, again);
}

/** What of that which is open got a token, as a sentence. */
async function taken(context: CaseContext, tried: readonly [string, NearMiss][]): Promise<string> {
  const names: string[] = [];
  for (const [what, miss] of tried) if (isIssued(await context.requestToken(miss))) names.push(what);
  return names.length === 0 ? '' : ` The document leaves open ${names.join(', ')}: that got one.`;
}
