/** Token requests whose answers are not what section 2 says, failures that are told wrongly, and tokens that are no JWT (sections 1, 4.1, 7). */
import { type Fields, fieldsOf } from '../../contracts/kit/fields.ts';
import { bearerOf, tokenIn, withBearer } from '../../simulator/deviations/calls.ts';
import type { Around } from '../../simulator/deviations/deviation.ts';
import { documentRules } from '../../simulator/options.ts';
import type { Simulator } from '../../simulator/simulator.ts';
import { type Fault, fault, ruled } from './fault.ts';
import { at, inReply, refusal, type Seen, withJson } from './wrapping.ts';

type Change = (answer: Fields, seen: Seen, time: number) => unknown;

/** Changes what is answered with a token; `time` counts the tokens. */
function issued(change: Change): Around {
  return at(['issueToken'], () => {
    let time = 0;
    return async (seen) => {
      const reply = await seen.pass();
      const answer = fieldsOf(JSON.parse(reply.body));
      return answer.success === true ? withJson(reply, change(answer, seen, ++time)) : reply;
    };
  });
}

type Given = (given: Fields, world: Simulator) => boolean;

/** Changes the failures of some requests. */
function failed(given: Given, change: (answer: Fields) => unknown): Around {
  return inReply(['issueToken'], (reply, { body, world }) => {
    const answer = fieldsOf(JSON.parse(reply.body));
    return answer.success === false && given(body, world) ? withJson(reply, change(answer)) : reply;
  });
}

const always: Given = () => true;
const wrongKey: Given = ({ userName, apiKey }, { fleet }) =>
  userName === fleet.account.userName && Boolean(apiKey);
const unknownUser: Given = ({ userName }, { fleet }) =>
  Boolean(userName) && userName !== fleet.account.userName;
const noUser: Given = ({ userName }) => userName === undefined;
const noKey: Given = ({ apiKey }) => apiKey === undefined;
const emptyKey: Given = ({ apiKey }) => apiKey === '';

const moved = (expires: unknown, hours: number): string =>
  new Date(Date.parse(String(expires)) + hours * 3_600_000).toISOString();

/** Why no token is issued when it should be. */
const busy = { success: false, error: 'You are logged in already.' };

const tokenAnswers: readonly Fault[] = [
  fault(
    'says `success` as 1',
    ['token/issued', 'token/json-object'],
    issued((answer) => ({ ...answer, success: 1 })),
  ),
  fault(
    'leaves `success` out of a failure',
    ['token/json-object', 'token/wrong-api-key', 'token/unknown-user'],
    failed(always, ({ error }) => ({ error })),
  ),
  fault(
    'gives an empty cause for a wrong key',
    ['token/wrong-api-key'],
    failed(wrongKey, (answer) => ({ ...answer, error: '' })),
  ),
  fault(
    'gives the cause of a missing key as an object',
    ['token/missing-api-key'],
    failed(noKey, ({ error, ...answer }) => ({ ...answer, error: { message: error } })),
  ),
  fault(
    'answers an empty key with text',
    ['token/empty-credentials', 'token/json-object'],
    inReply(['issueToken'], (reply, { body, world }) =>
      emptyKey(body, world)
        ? { ...reply, headers: { 'content-type': 'text/plain' }, body: 'apiKey is required' }
        : reply,
    ),
  ),
  fault(
    'answers a missing user name with the error body of the other operations',
    ['token/missing-user-name', 'token/json-object'],
    inReply(['issueToken'], (reply, { body, world }) => (noUser(body, world) ? refusal(400) : reply)),
  ),
  fault(
    'gives a token of a guest beside the failure for a wrong key',
    ['token/wrong-api-key'],
    failed(wrongKey, (answer) => ({ ...answer, token: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJndWVzdCJ9.c2ln' })),
  ),
  fault(
    'says success for an unknown user, with a cause and no token',
    ['token/unknown-user'],
    failed(unknownUser, (answer) => ({ ...answer, success: true })),
  ),
  fault(
    'writes `expires` without a zone',
    ['token/expires-iso-utc'],
    issued((answer) => ({ ...answer, expires: String(answer.expires).replace('Z', '') })),
  ),
  fault(
    'writes `expires` with a space between date and time',
    ['token/expires-iso-utc'],
    issued((answer) => ({ ...answer, expires: String(answer.expires).replace('T', ' ') })),
  ),
  fault(
    'writes `expires` as seconds since 1970, in quotes',
    ['token/expires-iso-utc'],
    issued((answer) => ({ ...answer, expires: String(Date.parse(String(answer.expires)) / 1000) })),
  ),
  fault(
    'says an hour before its issue in `expires` from the second token on',
    ['token/expires-ahead'],
    issued((answer, { world }, time) =>
      time > 1 ? { ...answer, expires: new Date(world.clock.now() - 3_600_000).toISOString() } : answer,
    ),
  ),
  fault(
    'warns in `error` beside the second token and later ones',
    ['token/no-error-on-success'],
    issued((answer, _, time) => (time > 1 ? { ...answer, error: 'Another session is open.' } : answer)),
  ),
  fault(
    'issues no second token within a minute',
    ['token/renewal'],
    at(['issueToken'], ({ clock }) => {
      let latest = Number.NEGATIVE_INFINITY;
      return async ({ pass }) => {
        const reply = await pass();
        if (reply.status !== 200) return reply;
        const isSoon = clock.now() - latest < 60_000;
        if (!isSoon) latest = clock.now();
        return isSoon ? withJson(reply, busy, 401) : reply;
      };
    }),
  ),
  fault(
    'issues an empty token to all requests but the first',
    ['token/renewal', 'token/issued'],
    issued((answer, _, time) => (time > 1 ? { ...answer, token: '' } : answer)),
  ),
  fault(
    'says an expiry that is two hours later than the end of the token',
    ['auth/valid-until-expiry/listDevices'],
    issued((answer) => ({ ...answer, expires: moved(answer.expires, 2) })),
  ),
  fault(
    'says an expiry that is half an hour before the end of the token',
    ['auth/expired-refused/listDevices'],
    issued((answer) => ({ ...answer, expires: moved(answer.expires, -0.5) })),
  ),
  fault(
    'issues a token with `success` true while API access is off',
    ['token/api-disabled'],
    at(['issueToken'], ({ fleet }) => async ({ pass }) => {
      const { account } = fleet;
      const isOn = account.apiEnabled;
      account.setApiEnabled(true);
      const reply = await pass();
      account.setApiEnabled(isOn);
      return reply;
    }),
  ),
  fault(
    'has API access off until it was switched on twice',
    ['token/api-enabled'],
    at(['setAccount'], () => {
      let asked = 0;
      return ({ call, body, pass }) => {
        if (body.apiEnabled === false) asked = 0;
        if (body.apiEnabled === true) asked += 1;
        return pass(asked === 1 ? { ...call, body: '{}' } : call);
      };
    }),
  ),
];

/** Tokens are written in another way when they are issued, and known again when they come back. */
function written(write: (token: string, time: number) => string): Around {
  return (handle) => {
    const known = new Map<string, string>();
    return async (call) => {
      const bearer = bearerOf(call);
      const meant = bearer === undefined ? undefined : known.get(bearer);
      const reply = await handle(meant === undefined ? call : withBearer(call, meant));
      const token = tokenIn(reply);
      if (token === undefined) return reply;
      const other = write(token, known.size + 1);
      known.set(other, token);
      return { ...reply, body: reply.body.replace(token, other) };
    };
  };
}

const part = (value: unknown): string => btoa(JSON.stringify(value)).replace(/=+$/, '');

function withPart(token: string, place: number, text: string): string {
  return token.split('.').with(place, text).join('.');
}

const isJwt = ['token/is-jwt'] as const;

const tokenForms: readonly Fault[] = [
  fault(
    'leaves the signature out of its tokens',
    isJwt,
    written((token) => token.split('.').slice(0, 2).join('.')),
  ),
  fault(
    'issues tokens with a list as payload',
    isJwt,
    written((token, time) => withPart(token, 1, part(['demo', time]))),
  ),
  fault(
    'pads the parts of its tokens',
    isJwt,
    written((token) => `${token.replace(/\.(?=[^.]*$)/, '==.')}`),
  ),
  fault(
    'issues opaque tokens from the second on',
    isJwt,
    written((token, time) => (time > 1 ? `tok-${time}-0123456789` : token)),
  ),
];

const renewals: readonly Fault[] = [
  ruled('issues one token at a time', ['token/renewal'], () => {
    let until = 0;
    let given = 0;
    return {
      tokenExpiry(issuedAt, lifetime) {
        until = documentRules.tokenExpiry(issuedAt, lifetime);
        return until;
      },
      issuedAnswer(token, expires) {
        if (until <= given) return documentRules.refusedAnswer('There is a token that is still in force.');
        given = until + 3_600_000;
        return documentRules.issuedAnswer(token, expires);
      },
    };
  }),
  ruled('refuses every token but the first', ['token/renewal'], () => {
    let first: number | undefined;
    let count = 0;
    return {
      tokenExpiry(issuedAt, lifetime) {
        first ??= documentRules.tokenExpiry(issuedAt, lifetime);
        return first + 1000 * count++;
      },
      tokenInForce: (expiresAt, now) => documentRules.tokenInForce(expiresAt, now) && expiresAt === first,
    };
  }),
  fault(
    'answers a failed token request in HTML',
    ['token/json-object', 'token/wrong-api-key'],
    inReply(['issueToken'], (reply) =>
      tokenIn(reply) === undefined
        ? { ...reply, headers: { ...reply.headers, 'content-type': 'text/html' }, body: '<h1>Error</h1>' }
        : reply,
    ),
  ),
];

export const tokenFaults: readonly Fault[] = [...tokenAnswers, ...tokenForms, ...renewals];
