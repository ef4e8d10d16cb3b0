/** The token request, and refusals for want of a token. */

import type { Answer, RawRequest } from '../../deployment/answer.ts';
import type { Probe } from '../../deployment/deployment.ts';
import { type Fingerprint, wordsOf } from '../../deployment/fingerprint.ts';
import { shows } from '../../deployment/probing/evidence.ts';
import { plainOperations } from '../../deployment/probing/plain.ts';
import { readToken, tokenTimes } from '../../deployment/reading/tokens.ts';
import { durationMs, spokenDuration } from '../../kit/durations.ts';
import { fieldOf } from '../../kit/json.ts';
import { splitPointer } from '../../kit/json-pointer.ts';
import { follow } from '../../profile/pointer.ts';
import { guardedOperations } from '../../specification/operations.ts';
import { isSelected } from '../run-options.ts';
import type { RunSession } from '../run-session.ts';
import type { SomeWatches } from './observer.ts';

/** `Date` and `expires` are rounded, and so may be the lifetime. */
const ROUNDING = 2_000;

export const tokenObservers = {
  async 'token.lifetime'({ tokens, profile }) {
    const answer = await tokens.first();
    const { expires } = readToken(answer);
    // A Date header may be that of a proxy: the token itself says better when it was issued.
    const issued = tokenTimes(answer.json)?.issued?.from;
    const pinned = profile.openings['token.lifetime'];
    const began = [issued, answer.date].filter((moment) => moment !== undefined);
    const isAsPinned = (moment: number) =>
      pinned !== undefined &&
      expires !== undefined &&
      Math.abs(expires - moment - durationMs(pinned)) <= ROUNDING;
    const from = began.find(isAsPinned) ?? began[0];
    if (expires === undefined || from === undefined) return undefined;
    const life = expires - from;
    return {
      observed: spokenDuration(life),
      pinned,
      holds: pinned === undefined ? undefined : isAsPinned(from),
      exchanges: [answer.exchange],
    };
  },

  async 'token.status'(session) {
    const issued = await session.tokens.first();
    const { refused, incomplete } = session.tokens;
    const pinned = session.profile.openings['token.status'];
    const expires = fieldOf(issued.json, 'expires');
    const faults = [
      ...missing(issued, pinned?.also?.issued),
      ...(refused ? missing(refused, pinned?.also?.refused) : []),
      ...(pinned?.expires && !isOfForm(expires, pinned.expires) ? [`expires ${expires}`] : []),
    ];
    const holds =
      issued.status === pinned?.issued &&
      (!refused || refused.status === pinned.refused) &&
      (!incomplete || incomplete.status === (pinned.incomplete ?? pinned.refused)) &&
      faults.length === 0;
    const more = [...Object.keys(pinned?.also?.issued ?? {}), ...Object.keys(pinned?.also?.refused ?? {})];
    return {
      observed: [...statusesOf(issued.status, refused?.status, incomplete?.status), ...faults].join(', '),
      pinned: pinned && [...statusesOf(pinned.issued, pinned.refused, pinned.incomplete), ...more].join(', '),
      holds: pinned && holds,
      exchanges: [issued, refused, incomplete].flatMap((one) => one?.exchange ?? []),
    };
  },

  async 'token.malformed'(session) {
    if (session.signal.aborted || !isSelected('token/json-object', session.options)) return undefined;
    const notJson = await malformedRequest(session, '{"userName":', 'application/json');
    const otherType = await malformedRequest(
      session,
      '{"userName":"roadtest","apiKey":"roadtest"}',
      'text/plain',
    );
    const pinned = session.profile.openings['token.malformed'];
    const ignores = pinned?.contentType === 'ignored';
    // In the shape of a failed request it has a cause too (section 7).
    const causeless = [notJson, otherType].filter(
      ({ json }) => fieldOf(json, 'success') === false && fieldOf(json, 'error') === '',
    );
    const statuses = `not JSON ${notJson.status}, another content type ${otherType.status}`;
    return {
      observed: causeless.length > 0 ? `${statuses}, an empty error` : statuses,
      pinned: pinned && `not JSON ${pinned.notJson}, another content type ${pinned.contentType}`,
      holds:
        pinned &&
        causeless.length === 0 &&
        notJson.status === pinned.notJson &&
        (ignores || otherType.status === pinned.contentType),
      exchanges: [notJson.exchange, otherType.exchange],
    };
  },

  async 'auth.other-ways'(session) {
    const { options, profile, signal } = session;
    if (signal.aborted || !isSelected('auth/no-way-round/listTimeZones', options)) return undefined;
    const knownGood = (await session.memo.get('knownGood')) as Probe | undefined;
    if (!knownGood) return undefined;
    const tried = await whileInForce(session, (value) => otherWays(session, knownGood, value));
    if (!tried) return undefined;
    const { accepts, decorated, exchanges } = tried;
    const pinned = profile.openings['auth.other-ways'];
    const named = (ways: readonly string[]) => ways.toSorted().join(', ') || 'none';
    const also = decorated.length === 0 ? [] : [`and in the header with ${decorated.join(', ')}`];
    return {
      observed: [named(accepts), ...also].join('; '),
      pinned: pinned && named(pinned.accepts),
      holds: pinned && named(pinned.accepts) === named(accepts),
      exchanges,
    };
  },

  async 'auth.refusal'({ probes, profile }) {
    const refusal = await probes.refusal();
    const bare = (await probes.known.bare.all()).map(({ probe }) => probe.answer);
    const shown = bare.find(({ fingerprint }) => fingerprint === refusal);
    if (!shown) return undefined;
    const { status, headers, text } = shown;
    const challenge = headers['www-authenticate'];
    const pinned = profile.openings['auth.refusal'];
    const pinnedHeaders = Object.entries(pinned?.headers ?? {});
    return {
      observed: [
        status,
        ...(challenge ? [`WWW-Authenticate: ${challenge}`] : []),
        text === '' ? 'no body' : 'a body',
      ].join(', '),
      pinned:
        pinned && [pinned.status, ...pinnedHeaders.map(([name, value]) => `${name}: ${value}`)].join(', '),
      holds:
        pinned &&
        status === pinned.status &&
        (text === '') === (pinned.body === 'empty' || profile.openings['errors.body']?.form === 'empty') &&
        pinnedHeaders.every(([name, value]) => headers[name.toLowerCase()] === value),
      exchanges: [shown.exchange],
    };
  },

  async 'auth.roles'(session) {
    const { profile } = session;
    const refusal = await session.probes.refusal();
    const probes = await session.probes.known.served.all();
    if (refusal === undefined || probes.length === 0) return undefined;
    // Where every refusal looks alike, its words show what it is about.
    const bare = (await session.probes.known.bare.all()).map(({ probe }) => probe);
    const words = bare
      .filter(({ operation }) => plainOperations.includes(operation))
      .map(({ answer }) => wordsOf(answer));
    const refused = probes.filter(
      ({ answer, good }) => good && answer.fingerprint === refusal && words.includes(wordsOf(answer)),
    );
    const names = refused.map(({ operation }) => operation);
    const mayNot = profile.openings['auth.roles']?.mayNotCall;
    const all = `all ${probes.length} that were tried may be called`;
    return {
      observed: names.length === 0 ? all : `refused: ${names.join(', ')}`,
      pinned:
        mayNot &&
        (mayNot.length === 0 ? `all ${guardedOperations.length} may be called` : `not ${mayNot.join(', ')}`),
      holds:
        mayNot &&
        names.every((operation) => mayNot.includes(operation)) &&
        !probes.some((probe) => mayNot.includes(probe.operation) && shows(session, probe)),
      exchanges: refused.map(({ answer }) => answer.exchange),
    };
  },
} satisfies SomeWatches;

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

interface OtherWays {
  accepts: string[];
  /** Ways to decorate the token in its header that are taken. */
  decorated: string[];
  exchanges: number[];
}

async function otherWays(
  session: RunSession,
  { operation, answer }: Probe,
  value: string,
): Promise<OtherWays> {
  const exchanges: number[] = [];
  const fingerprintOf = async (reshape: Reshape): Promise<Fingerprint> => {
    const caller = session.as('calibration');
    const tried = await caller.call(operation, { auth: 'none', provoking: true, reshape });
    exchanges.push(tried.exchange);
    return tried.fingerprint;
  };
  const isTaken = async (reshape: Reshape) => (await fingerprintOf(reshape)) === answer.fingerprint;
  const elsewhere = otherPlaces(value);
  const everywhere: Reshape = (sending) => elsewhere.reduce((sent, [, reshape]) => reshape(sent), sending);
  const takenOf = async <W extends string>(ways: readonly (readonly [W, Reshape])[]): Promise<W[]> => {
    const taken = await Promise.all(
      ways.map(async ([way, reshape]) => ((await isTaken(reshape)) ? [way] : [])),
    );
    return taken.flat();
  };
  const inHeader = (text: string) => withHeader('authorization', text);
  const [ofPlaces, ofSchemes, decorated] = await Promise.all([
    // Where all together are no token, none of them is. More than one may be refused for that alone (RFC 6750, section 2).
    fingerprintOf(everywhere).then(async (found) =>
      found === (await session.probes.refusal()) ? [] : takenOf(elsewhere),
    ),
    takenOf(OTHER_SCHEMES.map((scheme) => ['scheme', inHeader(`${scheme} ${value}`)] as const)),
    takenOf(decorations(value).map(([decoration, header]) => [decoration, inHeader(header)] as const)),
  ]);
  return { accepts: [...ofPlaces, ...new Set(ofSchemes)], decorated, exchanges };
}

/** Fields that an answer to a token request lacks. Their values may differ from one to the next. */
function missing(
  { json }: Pick<Answer, 'json'>,
  fields: { readonly [pointer: string]: unknown } = {},
): string[] {
  return Object.keys(fields)
    .filter((pointer) => follow(json, splitPointer(pointer)) === undefined)
    .map((pointer) => `no ${pointer}`);
}

/** Returns whether a time is written with so many digits of the second's fraction, and its zone so. */
function isOfForm(time: unknown, { fraction, zone }: { fraction: number; zone: string }): boolean {
  const [, digits = '', given] = /^[^.Z+]*(?:\.(\d+))?(Z|[+-]\d\d:\d\d)$/.exec(String(time)) ?? [];
  return digits.length === fraction && given === zone;
}

type Reshape = (sending: RawRequest) => RawRequest;

/** The last one is as long as the documented one, which a service may cut off without a look at it. */
const OTHER_SCHEMES = ['Token', 'Digest'];

function withHeader(name: string, value: string): Reshape {
  return (sending) => ({ ...sending, headers: { ...sending.headers, [name]: value } });
}

/** The header with a token that is valid as it is, and decorated: no rule says whether it is taken. */
function decorations(token: string): (readonly [decoration: string, header: string])[] {
  return [
    ['a fourth part of the token', `Bearer ${token}.${token.split('.').at(-1)}`],
    ['two blanks before the token', `Bearer  ${token}`],
    ['the scheme in small letters', `bearer ${token}`],
    ['the scheme in capitals', `BEARER ${token}`],
  ];
}

/** A good token, elsewhere than in the header. */
function otherPlaces(token: string): (readonly [way: string, reshape: Reshape])[] {
  return [
    ['query', (sending) => ({ ...sending, url: `${sending.url}?access_token=${encodeURIComponent(token)}` })],
    ['cookie', withHeader('cookie', `access_token=${token}`)],
    ['header', withHeader('x-access-token', token)],
  ];
}

function malformedRequest(session: RunSession, body: string, contentType: string): Promise<Answer> {
  const url = `${session.lens.basePath}/api/Auth/Token`;
  const headers = { accept: 'application/json', 'content-type': contentType };
  return session.as('calibration').send({ method: 'POST', url, headers, body });
}

/** Statuses of the token request in words; one that is not known, or not another one, is left out. */
function statusesOf(issued: number, refused?: number, incomplete = refused): string[] {
  return [
    `issued ${issued}`,
    ...(refused === undefined ? [] : [`refused ${refused}`]),
    ...(incomplete === refused ? [] : [`incomplete ${incomplete}`]),
  ];
}
