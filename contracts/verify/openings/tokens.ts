/** The token request, refusals for want of a token, and what every answer has. */

import type { Answer, RawRequest } from '../../deployment/answer.ts';
import type { Probe } from '../../deployment/deployment.ts';
import { wordsOf } from '../../deployment/fingerprint.ts';
import { shows } from '../../deployment/probing/evidence.ts';
import { plainOperations } from '../../deployment/probing/plain.ts';
import { readToken, tokenTimes } from '../../deployment/reading/tokens.ts';
import { durationMs, spokenDuration } from '../../kit/durations.ts';
import { fieldOf } from '../../kit/json.ts';
import { splitPointer } from '../../kit/json-pointer.ts';
import { follow } from '../../profile/pointer.ts';
import { isSelected } from '../run-options.ts';
import type { RunSession } from '../run-session.ts';
import { compared, type Look, type Parts } from './sight.ts';

/** `Date` and `expires` are rounded, and so may be the lifetime. */
const ROUNDING = 2_000;
/** Time is let pass in steps of about a second, so that a delay is known no better. */
const STEP = 1_500;

export const tokenLooks: readonly Look[] = [
  async function lifetime({ tokens, profile }) {
    const answer = await tokens.first();
    const { expires } = readToken(answer);
    const pinned = profile.openings['token.lifetime'];
    // A Date header may be that of a proxy: the token itself says better when it was issued.
    const began = [tokenTimes(answer.json)?.issued?.from, answer.date].filter((one) => one !== undefined);
    if (expires === undefined || began.length === 0) return [];
    const lives = began.map((moment) => expires - moment);
    const wanted = pinned === undefined ? undefined : durationMs(pinned);
    const asPinned = lives.find((life) => wanted !== undefined && Math.abs(life - wanted) <= ROUNDING);
    const observed = spokenDuration(asPinned ?? lives[0] ?? 0);
    const holds = wanted === undefined ? undefined : asPinned !== undefined;
    return [{ opening: 'token.lifetime', observed, pinned, holds, exchanges: [answer.exchange] }];
  },

  async function status({ tokens, profile }) {
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
  },

  async function malformed(session) {
    if (session.signal.aborted || !isSelected('token/json-object', session.options)) return [];
    const pinned = session.profile.openings['token.malformed'];
    const notJson = await malformedRequest(session, '{"userName":', 'application/json');
    const body = '{"userName":"roadtest","apiKey":"roadtest"}';
    const other = await malformedRequest(session, body, 'text/plain');
    const pinnedOther = pinned?.contentType === 'ignored' ? undefined : pinned?.contentType;
    const parts: Parts = {
      'not JSON': [notJson.status, pinned?.notJson],
      'another content type': [other.status, pinnedOther],
    };
    return [compared('token.malformed', parts, notJson, other)];
  },

  async function otherWays(session) {
    const { options, profile, signal } = session;
    if (signal.aborted || !isSelected('auth/no-way-round/listTimeZones', options)) return [];
    const good = (await session.memo.get('knownGood')) as Probe | undefined;
    const tried = good && (await whileInForce(session, (value) => acceptedWays(session, good, value)));
    if (!tried) return [];
    const { accepts, answers } = tried;
    const named = (ways: readonly string[]) => ways.toSorted().join(', ') || 'none';
    const pinned = profile.openings['auth.other-ways'];
    return [
      compared('auth.other-ways', { '': [named(accepts), pinned && named(pinned.accepts)] }, ...answers),
    ];
  },

  async function refusal({ probes, profile }) {
    const look = await probes.refusal();
    const bare = (await probes.known.bare.all()).map(({ probe }) => probe.answer);
    const shown = bare.find(({ fingerprint }) => fingerprint === look);
    if (!shown) return [];
    const { 'auth.refusal': pinned, 'errors.body': body } = profile.openings;
    const wanted: { [name: string]: string | undefined } = {
      'WWW-Authenticate': undefined,
      ...pinned?.headers,
    };
    const headers = Object.entries(wanted).map(
      ([name, value]) => [name, [shown.headers[name.toLowerCase()] ?? null, value]] as const,
    );
    const isEmpty = pinned && (pinned.body === 'empty' || body?.form === 'empty');
    const parts: Parts = {
      status: [shown.status, pinned?.status],
      ...Object.fromEntries(headers),
      'no body': [shown.text === '', isEmpty],
    };
    return [compared('auth.refusal', parts, shown)];
  },

  async function roles(session) {
    const look = await session.probes.refusal();
    const probes = await session.probes.known.served.all();
    if (look === undefined || probes.length === 0) return [];
    // Where every refusal looks alike, its words show what it is about.
    const words = (await session.probes.known.bare.all())
      .filter(({ probe }) => plainOperations.includes(probe.operation))
      .map(({ probe }) => wordsOf(probe.answer));
    const refused = probes.filter(
      ({ answer, good }) => good && answer.fingerprint === look && words.includes(wordsOf(answer)),
    );
    const mayNot = session.profile.openings['auth.roles']?.mayNotCall;
    const served = probes.filter((probe) => mayNot?.includes(probe.operation) && shows(session, probe));
    const names = (some: readonly Probe[]) => some.map(({ operation }) => operation);
    return [
      {
        opening: 'auth.roles',
        observed: `refused: ${names(refused).join(', ') || 'none'} of ${probes.length} that were tried`,
        pinned: mayNot && `refused: ${mayNot.join(', ') || 'none'}`,
        holds: mayNot && served.length === 0 && names(refused).every((one) => mayNot.includes(one)),
        exchanges: refused.map(({ answer }) => answer.exchange),
      },
    ];
  },

  async function versioning({ tokens, profile }) {
    const { headers, exchange } = await tokens.first();
    const pinned = profile.openings.versioning;
    const isVersion = ([name]: [string, string]) => /version/.test(name);
    const found = Object.fromEntries(Object.entries(headers).filter(isVersion));
    const told = Object.entries(pinned?.headers ?? {}).map(
      ([name, value]) => [name, [headers[name.toLowerCase()] ?? null, value]] as const,
    );
    const others = { 'headers:': [found, pinned === null ? {} : undefined] as const };
    const all: Parts = told.length > 0 ? Object.fromEntries(told) : others;
    return [compared('versioning', all, { exchange })];
  },

  async function rates({ transport, profile }) {
    const { limit, outage } = transport.putOffAt;
    const pinned = profile.openings['rate-limit'];
    const met =
      limit === undefined
        ? `none met in ${transport.exchanges.length} requests`
        : `met after ${limit} requests`;
    return [
      {
        opening: 'rate-limit',
        // A service that is unavailable for a while has not limited requests.
        observed: outage === undefined ? met : `${met}; unavailable for a while after ${outage}`,
        pinned:
          pinned === undefined
            ? undefined
            : pinned
              ? `${pinned.requests} requests per ${pinned.per}`
              : 'none',
        holds: pinned === null ? limit === undefined : undefined,
        notCompared: 'the run keeps below the limit that the profile states',
        exchanges: [limit, outage].filter((index) => index !== undefined),
      },
    ];
  },

  async function consistency({ profile, counts: { slowestWrite }, made }) {
    if (!made.any) return [];
    const pinned = profile.openings.consistency?.readableAfter;
    const observed = slowestWrite === 0 ? 'at once' : `after up to ${slowestWrite} ms`;
    const holds = pinned === undefined ? undefined : slowestWrite <= durationMs(pinned) + STEP;
    return [{ opening: 'consistency', observed, pinned, holds, exchanges: [] }];
  },
];

/** Fields that an answer to a token request is to have. Their values may differ from one to the next. */
function fieldsOf(
  { json }: Pick<Answer, 'json'>,
  fields: { readonly [pointer: string]: unknown } = {},
): Parts {
  const isThere = (pointer: string) => follow(json, splitPointer(pointer)) !== undefined;
  return Object.fromEntries(Object.keys(fields).map((pointer) => [pointer, [isThere(pointer), true]]));
}

/** The digits of the second's fraction, and the zone. */
function formOfTime(time: unknown): string {
  const [, digits = '', zone] = /^[^.Z+]*(?:\.(\d+))?(Z|[+-]\d\d:\d\d)$/.exec(String(time)) ?? [];
  return zone === undefined ? 'another form' : `${digits.length} digits ${zone}`;
}

function malformedRequest(session: RunSession, body: string, contentType: string): Promise<Answer> {
  const url = `${session.lens.basePath}/api/Auth/Token`;
  const headers = { accept: 'application/json', 'content-type': contentType };
  return session.as('calibration').send({ method: 'POST', url, headers, body });
}

/** So many tokens are tried. */
const TOKENS = 3;

/** The answers to a token that was in force all the time: another client that signs in may end it. */
async function whileInForce<T>(
  session: RunSession,
  see: (value: string) => Promise<T>,
): Promise<T | undefined> {
  for (let attempt = 0; attempt < TOKENS; attempt++) {
    const token = await session.tokens.current();
    const seen = await see(token.value);
    if (!(await session.tokens.mayBeEnded(token))) return seen;
  }
  return undefined;
}

type Reshape = (sending: RawRequest) => RawRequest;

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

function withHeader(name: string, value: string): Reshape {
  return (sending) => ({ ...sending, headers: { ...sending.headers, [name]: value } });
}

async function acceptedWays(session: RunSession, { operation, answer }: Probe, token: string) {
  const caller = session.as('calibration');
  const tried = await Promise.all(
    Object.entries(ways).map(async ([way, reshape]) => ({
      way,
      tried: await caller.call(operation, { auth: 'none', provoking: true, reshape: reshape(token) }),
    })),
  );
  const accepted = tried.filter((one) => one.tried.fingerprint === answer.fingerprint);
  return { accepts: accepted.map(({ way }) => way), answers: tried.map((one) => one.tried) };
}
