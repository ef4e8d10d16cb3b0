/** The token request, refusals for want of a token, and what every answer has. */

import type { Answer, RawRequest } from '../deployment/answer.ts';
import type { Probe } from '../deployment/deployment.ts';
import { wordsOf } from '../deployment/fingerprint.ts';
import { shows } from '../deployment/probing/evidence.ts';
import { plainOperations } from '../deployment/probing/plain.ts';
import { readToken, tokenTimes } from '../deployment/reading/tokens.ts';
import { durationMs, spokenDuration } from '../kit/durations.ts';
import { fieldOf } from '../kit/json.ts';
import { splitPointer } from '../kit/json-pointer.ts';
import { follow } from '../profile/pointer.ts';
import { isSelected } from '../verify/run-options.ts';
import { compared, exchangesOf, type Look, type Parts } from './sight.ts';

/** `Date` and `expires` are rounded, and so may be the lifetime. */
const ROUNDING = 2_000;
/** Time is let pass in steps of about a second, so that a delay is known no better. */
const STEP = 1_500;

export const lifetime: Look = async ({ tokens, profile }) => {
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

export const tokenStatus: Look = async ({ tokens, profile }) => {
  const issued = await tokens.first();
  const { refused, incomplete } = tokens;
  const pinned = profile.openings['token.status'];
  const { fraction, zone } = pinned?.expires ?? {};
  const parts: Parts = {
    issued: [issued.status, pinned?.issued],
    ...(refused && { refused: [refused.status, pinned?.refused] }),
    ...(incomplete && { incomplete: [incomplete.status, pinned && (pinned.incomplete ?? pinned.refused)] }),
    ...fieldsOf(issued, pinned?.also?.issued),
    ...(refused && fieldsOf(refused, pinned?.also?.refused)),
    ...(pinned?.expires && {
      expires: [formOfTime(fieldOf(issued.json, 'expires')), `${fraction} digits ${zone}`],
    }),
  };
  return [compared('token.status', parts, issued, refused, incomplete)];
};

/** Fields that an answer to a token request is to have. Their values may differ from one to the next. */
function fieldsOf({ json }: Pick<Answer, 'json'>, fields: { readonly [at: string]: unknown } = {}): Parts {
  const isThere = (pointer: string) => follow(json, splitPointer(pointer)) !== undefined;
  return Object.fromEntries(Object.keys(fields).map((pointer) => [pointer, [isThere(pointer), true]]));
}

/** The digits of the second's fraction, and the zone. */
function formOfTime(time: unknown): string {
  const [, digits = '', zone] = /^[^.Z+]*(?:\.(\d+))?(Z|[+-]\d\d:\d\d)$/.exec(String(time)) ?? [];
  return zone === undefined ? 'another form' : `${digits.length} digits ${zone}`;
}

export const malformedTokenRequest: Look = async (session) => {
  if (session.signal.aborted || !isSelected('token/json-object', session.options)) return [];
  const pinned = session.profile.openings['token.malformed'];
  const ask = (body: string, contentType: string) => {
    const url = `${session.lens.basePath}/api/Auth/Token`;
    const headers = { accept: 'application/json', 'content-type': contentType };
    return session.as('calibration').send({ method: 'POST', url, headers, body });
  };
  const notJson = await ask('{"userName":', 'application/json');
  const other = await ask('{"userName":"roadtest","apiKey":"roadtest"}', 'text/plain');
  const pinnedOther = pinned?.contentType === 'ignored' ? undefined : pinned?.contentType;
  const parts: Parts = {
    'not JSON': [notJson.status, pinned?.notJson],
    'another content type': [other.status, pinnedOther],
  };
  return [compared('token.malformed', parts, notJson, other)];
};

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

export const otherWays: Look = async (session) => {
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
    if (await tokens.mayBeEnded(token)) continue;
    const accepted = tried.filter(({ answer }) => answer.fingerprint === good.answer.fingerprint);
    const named = (some: readonly string[]) => some.toSorted().join(', ') || 'none';
    const pinned = profile.openings['auth.other-ways'];
    const parts: Parts = { '': [named(accepted.map(({ way }) => way)), pinned && named(pinned.accepts)] };
    return [compared('auth.other-ways', parts, ...tried.map(({ answer }) => answer))];
  }
  return [];
};

export const bareRefusal: Look = async ({ probes, profile }) => {
  const look = await probes.refusal();
  const bare = (await probes.known.bare.all()).map(({ probe }) => probe.answer);
  const shown = bare.find(({ fingerprint }) => fingerprint === look);
  if (!shown) return [];
  const { 'auth.refusal': pinned, 'errors.body': body } = profile.openings;
  const headers = Object.entries({ 'WWW-Authenticate': undefined, ...pinned?.headers }).map(
    ([name, value]) => [name, [shown.headers[name.toLowerCase()] ?? null, value]] as const,
  );
  const isEmpty = pinned && (pinned.body === 'empty' || body?.form === 'empty');
  const parts: Parts = {
    status: [shown.status, pinned?.status],
    ...Object.fromEntries(headers),
    'no body': [shown.text === '', isEmpty],
  };
  return [compared('auth.refusal', parts, shown)];
};

export const roles: Look = async (session) => {
  const { probes, profile } = session;
  const look = await probes.refusal();
  const all = await probes.known.served.all();
  if (look === undefined || all.length === 0) return [];
  // Where every refusal looks alike, its words show what it is about.
  const words = (await probes.known.bare.all())
    .filter(({ probe }) => plainOperations.includes(probe.operation))
    .map(({ probe }) => wordsOf(probe.answer));
  const refused = all.filter(
    ({ answer, good }) => good && answer.fingerprint === look && words.includes(wordsOf(answer)),
  );
  const mayNot = profile.openings['auth.roles']?.mayNotCall;
  const served = all.filter((probe) => mayNot?.includes(probe.operation) && shows(session, probe));
  const names = (some: readonly Probe[]) => some.map(({ operation }) => operation);
  return [
    {
      opening: 'auth.roles',
      observed: `refused: ${names(refused).join(', ') || 'none'} of ${all.length} that were tried`,
      pinned: mayNot && `refused: ${mayNot.join(', ') || 'none'}`,
      holds: mayNot && served.length === 0 && names(refused).every((one) => mayNot.includes(one)),
      exchanges: exchangesOf(...refused.map(({ answer }) => answer)),
    },
  ];
};

export const versions: Look = async ({ tokens, profile }) => {
  const { headers, exchange } = await tokens.first();
  const pinned = profile.openings.versioning;
  const found = Object.entries(headers).filter(([name]) => /version/.test(name));
  const told = Object.entries(pinned?.headers ?? {}).map(
    ([name, value]) => [name, [headers[name.toLowerCase()] ?? null, value]] as const,
  );
  const others = [['headers:', [Object.fromEntries(found), pinned === null ? {} : undefined]]] as const;
  return [compared('versioning', Object.fromEntries(told.length > 0 ? told : others), { exchange })];
};

export const rates: Look = async ({ transport, profile }) => {
  const { limit, outage } = transport.putOffAt;
  const pinned = profile.openings['rate-limit'];
  const met = limit === undefined ? 'none met in' : 'met after';
  const requests = `${met} ${limit ?? transport.exchanges.length} requests`;
  return [
    {
      opening: 'rate-limit',
      // A service that is unavailable for a while has not limited requests.
      observed: outage === undefined ? requests : `${requests}; unavailable for a while after ${outage}`,
      pinned: pinned ? `${pinned.requests} requests per ${pinned.per}` : pinned === null ? 'none' : undefined,
      holds: pinned === null ? limit === undefined : undefined,
      notCompared: 'the run keeps below the limit that the profile states',
      exchanges: [limit, outage].filter((index) => index !== undefined),
    },
  ];
};

export const delays: Look = async ({ profile, counts: { slowestWrite }, made }) => {
  if (!made.any) return [];
  const pinned = profile.openings.consistency?.readableAfter;
  const observed = slowestWrite === 0 ? 'at once' : `after up to ${slowestWrite} ms`;
  const holds = pinned === undefined ? undefined : slowestWrite <= durationMs(pinned) + STEP;
  return [{ opening: 'consistency', observed, pinned, holds, exchanges: [] }];
};
