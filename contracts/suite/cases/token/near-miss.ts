/** Almost right credentials are wrong (sections 4.1 and 7). */
import type { Json } from '../../../kit/json.ts';
import { entriesOf, mapTable } from '../../../kit/tables.ts';
import {
  nearMisses as misses,
  type NearMiss,
  openMisses,
} from '../../../specification/dangers/credentials.ts';
import type { Answer } from '../../answer.ts';
import type { Cases } from '../../case.ts';
import type { CaseContext } from '../../case-context.ts';
import { type Finding, fail, inconclusive, pass, suspect } from '../../finding.ts';
import type { Credentials } from '../../options.ts';
import { formOfAnswer } from '../../reading/describe.ts';
import { perRun } from '../per-run.ts';
import { isIssued } from './answer.ts';

type Miss = (good: Credentials) => { [field: string]: Json };

function missOf({ of, value }: NearMiss): Miss {
  return (good) => ({ ...good, [of]: near(good, of, value) });
}

/** Another value than the good one: a key may end in what is a wildcard elsewhere. */
function near(good: Credentials, of: NearMiss['of'], value: Json): Json {
  const made = filled(value, of === 'apiKey' ? good.apiKey : good.userName, good.userName);
  return made === good[of] ? `${good[of]}a` : made;
}

function filled(value: Json, good: string, name: string): Json {
  if (Array.isArray(value)) return value.map((item) => filled(item, good, name));
  if (typeof value !== 'string') return value;
  const upper = good.toUpperCase();
  const parts: { readonly [part: string]: string } = {
    ...{ good, name, first: good.slice(0, 1), begun: good.slice(0, -1), ended: good.slice(1) },
    other: good === upper ? good.toLowerCase() : upper,
    wide: good.replace(/[!-~]/g, (sign) => String.fromCodePoint(sign.charCodeAt(0) + FULL_WIDTH)),
  };
  return value.replace(/\{(\w+)\}/g, (whole, part: string) => parts[part] ?? whole);
}

/** The letters of ASCII stand so much further on once more, as wide as those of East Asia. */
const FULL_WIDTH = 0xfee0;

/** All that are almost right, by what they are. */
export const nearMisses = mapTable<keyof typeof misses, NearMiss, Miss>(misses, missOf);

function missesOf(isMeant: (row: NearMiss) => boolean): [what: string, miss: Miss][] {
  const rows = entriesOf<string, NearMiss>(misses).filter(([, row]) => isMeant(row));
  return rows.map(([what, row]) => [what, missOf(row)]);
}

const wrongKeys = missesOf(({ of, beyond }) => of === 'apiKey' && !beyond);
const furtherKeys = missesOf(({ beyond }) => beyond === true);
const wrongNames = missesOf(({ of }) => of === 'userName');
const observed = entriesOf(mapTable<keyof typeof openMisses, NearMiss, Miss>(openMisses, missOf));

/** Wrong keys of the real user, which a deployment may count: with that of `token/wrong-api-key`. */
const KEYS = wrongKeys.length + 1;
const ALL_KEYS = KEYS + furtherKeys.length;
/** "Locked" and "too many requests". */
const LOCKED: readonly number[] = [423, 429];

const keysSent = perRun(() => ({ count: 0 }));

export const nearMissCases = {
  'token/near-miss-refused': {
    touches: 'account',
    cost: { requests: 2 * KEYS + wrongNames.length + observed.length + 2 },
    async judge(context) {
      if (!isIssued(await context.firstToken()))
        return inconclusive('The valid credentials got no token either, so a refusal shows nothing.');
      // No account counts a name that is none.
      for (const [what, miss] of wrongNames) {
        const answer = await context.requestToken(miss);
        if (isIssued(answer)) return accepted(context, what, miss, answer);
      }
      for (const [what, miss] of context.thorough ? [...wrongKeys, ...furtherKeys] : wrongKeys) {
        if (++keysSent(context).count > (context.thorough ? ALL_KEYS : KEYS)) return inconclusive(TOO_MANY);
        const answer = await context.requestToken(miss);
        if (isIssued(answer)) return accepted(context, what, miss, answer);
        // In between a valid sign-in, which also shows whether the account is still open.
        const twin = await context.requestToken();
        if (LOCKED.includes(answer.status) || !isIssued(twin))
          return inconclusive(lockedAfter(what), 'rate-limit');
      }
      return pass(`Almost right credentials got no token.${await taken(context)}`);
    },
  },
} satisfies Cases;

const TOO_MANY = 'So many wrong keys were sent that one more might lock the account.';

function lockedAfter(what: string): string {
  return `After ${what} the deployment may have locked the account: no further wrong keys were sent.`;
}

/** A failure counts when valid credentials work beside it. */
async function accepted(context: CaseContext, what: string, miss: Miss, answer: Answer): Promise<Finding> {
  const twin = await context.requestToken();
  const again = await context.requestToken(miss);
  if (!isIssued(twin)) return inconclusive('The valid credentials got no token any more.', 'account');
  if (!isIssued(again)) return suspect(`A token was issued once for ${what}, and none later.`, answer, again);
  return fail(`no token for ${what}`, `one in ${formOfAnswer(again)}`, answer, twin, again);
}

/** What of that which is open got a token, as a sentence. */
async function taken(context: CaseContext): Promise<string> {
  const names: string[] = [];
  for (const [what, miss] of observed) if (isIssued(await context.requestToken(miss))) names.push(what);
  return names.length === 0 ? '' : ` The document leaves open ${names.join(', ')}: that got one.`;
}
