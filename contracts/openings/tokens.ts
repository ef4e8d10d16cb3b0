/** The token request, refusals for want of a token, and what every answer has. */

import type { Answer, RawRequest } from '../deployment/answer.ts';
import type { Probe } from '../deployment/deployment.ts';
import { shows } from '../deployment/probing/evidence.ts';
import { learnedOf } from '../deployment/probing/learned.ts';
import { readToken, tokenTimes } from '../deployment/reading/tokens.ts';
import { mayBeEnded } from '../deployment/tokens/renewal.ts';
import { durationMs, spokenDuration } from '../kit/durations.ts';
import { exactJsonText } from '../kit/exact-json.ts';
import { fieldOf, type Json } from '../kit/json.ts';
import { splitPointer } from '../kit/json-pointer.ts';
import { follow } from '../profile/pointer.ts';
import { isSelected } from '../verify/run-options.ts';
import { compared, type Observer, type Parts } from './observation.ts';

/** `Date` and `expires` are rounded, and so may be the lifetime. */
const ROUNDING = 2_000;
/** Time is let pass in steps of about a second, so that a delay is known no better. */
const STEP = 1_500;

export const lifetime: Observer = async ({ tokens, profile }) => {
  const answer = await tokens.first();
  const { expires } = readToken(answer);
  const pinned = profile.openings['token.lifetime'];
  // A Date header may be that of a proxy: the token itself says better when it was issued.
  const began = [tokenTimes(answer.json)?.issued?.from, answer.date].filter((one) => one !== undefined);
  if (expires === undefined || began.length === 0) return [];
  const lives = began.map((moment) => expires - moment);
  const asPinned = lives.find((life) => pinned && Math.abs(life - durationMs(pinned)) <= ROUNDING);
  const observed = spokenDuration(asPinned ?? lives[0] ?? 0);
  const holds = pinned === undefined ? undefined : asPinned !== undefined;
  return [{ opening: 'token.lifetime', observed, pinned, holds, exchanges: [answer.exchange] }];
};

/** Fields that the answers to token requests are to have, of whatever value, and the form of `expires`. Statuses are learned (`looking.ts`). */
export const tokenAnswers: Observer = async ({ tokens, profile }) => {
  const issued = await tokens.first();
  const pinned = profile.openings['token.status'];
  const { also, expires } = pinned ?? {};
  const { incomplete } = tokens;
  const places = (answer: Pick<Answer, 'json'> | undefined, fields: object = {}): Parts[string][] =>
    answer
      ? Object.keys(fields).map((at) => [follow(answer.json, splitPointer(at)) !== undefined && at, at])
      : [];
  const found = [...places(issued, also?.issued), ...places(tokens.refused, also?.refused)];
  const parts: Parts = {
    // Without a word about it, a request without a key is refused as one with a wrong key.
    ...(incomplete && { incomplete: [incomplete.status, pinned && (pinned.incomplete ?? pinned.refused)] }),
    ...Object.fromEntries(found.map((pair, index) => [`field ${index + 1}:`, pair])),
    ...(expires && {
      expires: [formOfTime(fieldOf(issued.json, 'expires')), `${expires.fraction} digits ${expires.zone}`],
    }),
  };
  return Object.keys(parts).length === 0
    ? []
    : [compared('token.status', parts, issued, tokens.refused, incomplete)];
};

/** The digits of the second's fraction, and the zone. */
function formOfTime(time: unknown): string {
  const [, digits = '', zone] = /^[^.Z+]*(?:\.(\d+))?(Z|[+-]\d\d:\d\d)$/.exec(String(time)) ?? [];
  return zone === undefined ? 'another form' : `${digits.length} digits ${zone}`;
}

type Reshape = (sending: RawRequest) => RawRequest;

function withHeader(name: string, value: string): Reshape {
  return (sending) => ({ ...sending, headers: { ...sending.headers, [name]: value } });
}

/** A good token, elsewhere than in the header or by another scheme. */
const ways: { readonly [way: string]: (token: string) => Reshape } = {
  query: (token) => (sending) => ({
    ...sending,
    url: `${sending.url}?access_token=${encodeURIComponent(token)}`,
  }),
  cookie: (token) => withHeader('cookie', `access_token=${token}`),
  header: (token) => withHeader('x-access-token', token),
  scheme: (token) => withHeader('authorization', `Token ${token}`),
};

/** So many tokens are tried: another client that signs in may end one meanwhile. */
const TOKENS = 3;

export const otherWays: Observer = async (session) => {
  const { options, profile, signal, tokens, memo } = session;
  if (signal.aborted || !isSelected('auth/no-way-round/listTimeZones', options)) return [];
  const good = (await memo.get('knownGood')) as Probe | undefined;
  const caller = session.as('calibration');
  for (let attempt = 0; good && attempt < TOKENS; attempt++) {
    const token = await tokens.current();
    const sent = Object.entries(ways).map(async ([way, reshape]) => {
      const manner = { auth: 'none', provoking: true, reshape: reshape(token.value) } as const;
      return { way, answer: await caller.call(good.operation, manner) };
    });
    const tried = await Promise.all(sent);
    if (await mayBeEnded(session, token)) continue;
    const accepted = tried.filter(({ answer }) => answer.fingerprint === good.answer.fingerprint);
    const named = (some: readonly string[]) => some.toSorted().join(', ') || 'none';
    const pinned = profile.openings['auth.other-ways'];
    const parts: Parts = { '': [named(accepted.map(({ way }) => way)), pinned && named(pinned.accepts)] };
    return [compared('auth.other-ways', parts, ...tried.map(({ answer }) => answer))];
  }
  return [];
};

export const versions: Observer = async ({ tokens, profile }) => {
  const { headers, exchange } = await tokens.first();
  const pinned = profile.openings.versioning;
  const found = Object.entries(headers).filter(([name]) => /version/.test(name));
  const told = Object.entries(pinned?.headers ?? {}).map(
    ([name, value]) => [name, [headers[name.toLowerCase()] ?? null, value]] as const,
  );
  const others = [['headers:', [Object.fromEntries(found), pinned === null ? {} : undefined]]] as const;
  return [compared('versioning', Object.fromEntries(told.length > 0 ? told : others), { exchange })];
};

export const rates: Observer = async ({ transport, profile }) => {
  const { limitedAt } = transport;
  const pinned = profile.openings['rate-limit'];
  const met = limitedAt === undefined ? 'none met in' : 'met after';
  return [
    {
      opening: 'rate-limit',
      observed: `${met} ${limitedAt ?? transport.exchanges.length} requests`,
      pinned: pinned ? `${pinned.requests} requests per ${pinned.per}` : pinned === null ? 'none' : undefined,
      holds: pinned === null ? limitedAt === undefined : undefined,
      notCompared: 'the run keeps below the limit that the profile states',
      exchanges: limitedAt === undefined ? [] : [limitedAt],
    },
  ];
};

export const delays: Observer = async ({ profile, counts: { slowestWrite }, made }) => {
  if (!made.any) return [];
  const pinned = profile.openings.consistency?.readableAfter;
  const observed = slowestWrite === 0 ? 'at once' : `after up to ${slowestWrite} ms`;
  const holds = pinned === undefined ? undefined : slowestWrite <= durationMs(pinned) + STEP;
  return [{ opening: 'consistency', observed, pinned, holds, exchanges: [] }];
};

/** Fields that are to have another value in each answer: one answer does not show whether the next one differs. */
export const volatile: Observer = async (session) => {
  const { profile } = session;
  const served = (await learnedOf(session).served.all()).filter((probe) => shows(session, probe));
  const answers = served.map(({ answer }) => answer);
  const parts = (profile.openings['records.volatile'] ?? []).flatMap((pointer) => {
    const values = answers.flatMap(({ json }) => follow(json, splitPointer(pointer)) ?? []);
    const differ = new Set(values.map((value) => exactJsonText(value as Json))).size === values.length;
    const seen = values.length === 0 ? 'in no answer' : differ ? 'another each time' : 'the same again';
    return values.length === 1 ? [] : [[pointer, [seen, 'another each time']] as const];
  });
  const isShown = answers.length > 0 && parts.length > 0;
  return isShown ? [compared('records.volatile', Object.fromEntries(parts), ...answers)] : [];
};
