/** Credentials of token requests that must fail, each wrong in one thing alone. */

import type { Credentials as Good } from '../deployment/options.ts';
import type { Chance } from '../deployment/sharing/chance.ts';
import type { Credentials } from '../judge/event.ts';
import type { Json } from '../kit/json.ts';
import { entriesOf, namesOf } from '../kit/tables.ts';
import { drawn, type NearMiss, nearMisses } from '../specification/dangers/credentials.ts';

export type Near = keyof typeof nearMisses;

const misses: { readonly [N in Near]: NearMiss } = nearMisses;

/** Credentials that are almost right, each by what is wrong with them. */
export const nearlyRight = namesOf(nearMisses);

/** Returns whether a wrong key of the real user is sent: an account may be locked after some. */
export function isOfKey(near: Near): boolean {
  return !('userName' in misses[near]);
}

/** Returns whether a service is asked no more of than what it is made for: nothing before it takes a letter for an attack. */
export function isPlain(near: Near): boolean {
  const { apiKey, userName: value = apiKey }: { apiKey?: Json; userName?: Json } = misses[near];
  return typeof value === 'string' && /^(\{(good|begun|ended|first|name|key)\}|[a-z])*$/.test(value);
}

type Wrong = Exclude<Credentials, 'good' | 'near-miss'>;

const wrong: { readonly [C in Wrong]: (good: Good, nonce: string) => Json } = {
  'wrong-api-key': ({ userName, apiKey }) => ({ userName, apiKey: almost(apiKey) }),
  'unknown-user': ({ apiKey }, nonce) => ({ userName: `roadtest-${nonce}`, apiKey }),
  'empty-credentials': () => ({ userName: '', apiKey: '' }),
  'missing-user-name': ({ apiKey }) => ({ apiKey }),
  'missing-api-key': ({ userName }) => ({ userName }),
  'missing-both': () => ({}),
};

/** The body of a token request. */
export function bodyFor(
  credentials: Exclude<Credentials, 'good'>,
  near: Near | undefined,
  chance: Chance,
): (good: Good, nonce: string) => Json {
  if (credentials !== 'near-miss') return wrong[credentials];
  const miss = misses[near ?? 'a key cut short'] as { readonly [F in keyof Good]: Json };
  return (good) => {
    const made = entriesOf<keyof Good, Json>(miss).map(([of, value]) => [
      of,
      nearTo(good, of, value, chance),
    ]);
    return { ...good, ...Object.fromEntries(made) };
  };
}

/** The key with its last character replaced. */
function almost(key: string): string {
  return key.slice(0, -1) + (key.endsWith('x') ? 'y' : 'x');
}

/** Another value than the good one: a key may end in what is a wildcard elsewhere. */
function nearTo(good: Good, of: keyof Good, value: Json, chance: Chance): Json {
  const made = filled(value, of, good, chance);
  return made === good[of] ? `${good[of]}a` : made;
}

function filled(value: Json, of: keyof Good, credentials: Good, chance: Chance): Json {
  if (Array.isArray(value)) return value.map((item) => filled(item, of, credentials, chance));
  if (typeof value !== 'string') return value;
  const { [of]: good, userName: name, apiKey: key } = credentials;
  const parts: { readonly [part: string]: string } = {
    sign: chance.pick(`signs of the ${of}`, drawn.sign),
    otherSign: chance.pick(`other signs of the ${of}`, drawn.otherSign),
    hidden: chance.pick(`hidden characters of the ${of}`, drawn.hidden),
    control: chance.pick(`control characters of the ${of}`, drawn.control),
    ...{ good, name, key, first: good.slice(0, 1), begun: good.slice(0, -1), ended: good.slice(1) },
    encoded: Array.from(new TextEncoder().encode(good.slice(0, 1)), (byte) => `%${byte.toString(16)}`).join(
      '',
    ),
  };
  return value.replace(/\{(\w+)\}/g, (whole, part: string) => parts[part] ?? whole);
}
