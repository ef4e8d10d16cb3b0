/** Answers to the token request that are not what section 2 says, and failures that are told wrongly (4.1, 7). */
import { type Fields, fieldsOf } from '../../contracts/kit/fields.ts';
import type { Around } from '../../simulator/deviations/deviation.ts';
import type { Simulator } from '../../simulator/simulator.ts';
import { type Breakage, breakage } from './breakage.ts';
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

export const tokenAnswers: readonly Breakage[] = [
  breakage(
    'says `success` as 1',
    ['token/issued', 'token/json-object'],
    issued((answer) => ({ ...answer, success: 1 })),
  ),
  breakage(
    'leaves `success` out of a failure',
    ['token/json-object', 'token/wrong-api-key', 'token/unknown-user'],
    failed(always, ({ error }) => ({ error })),
  ),
  breakage(
    'writes `success` of a failure as text',
    ['token/json-object', 'token/wrong-api-key'],
    failed(wrongKey, (answer) => ({ ...answer, success: 'false' })),
  ),
  breakage(
    'gives no cause for an unknown user',
    ['token/unknown-user'],
    failed(unknownUser, (answer) => ({ ...answer, error: null })),
  ),
  breakage(
    'gives an empty cause for a wrong key',
    ['token/wrong-api-key'],
    failed(wrongKey, (answer) => ({ ...answer, error: '' })),
  ),
  breakage(
    'gives the cause of a missing key as an object',
    ['token/missing-api-key'],
    failed(noKey, ({ error, ...answer }) => ({ ...answer, error: { message: error } })),
  ),
  breakage(
    'gives the causes of a missing user name as a list',
    ['token/missing-user-name'],
    failed(noUser, ({ error, ...answer }) => ({ ...answer, error: [error] })),
  ),
  breakage(
    'answers an empty key with text',
    ['token/empty-credentials', 'token/json-object'],
    inReply(['issueToken'], (reply, { body, world }) =>
      emptyKey(body, world)
        ? { ...reply, headers: { 'content-type': 'text/plain' }, body: 'apiKey is required' }
        : reply,
    ),
  ),
  breakage(
    'answers a missing user name with the error body of the other operations',
    ['token/missing-user-name', 'token/json-object'],
    inReply(['issueToken'], (reply, { body, world }) => (noUser(body, world) ? refusal(400) : reply)),
  ),
  breakage(
    'gives a token of a guest beside the failure for a wrong key',
    ['token/wrong-api-key'],
    failed(wrongKey, (answer) => ({ ...answer, token: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJndWVzdCJ9.c2ln' })),
  ),
  breakage(
    'says success for an unknown user, with a cause and no token',
    ['token/unknown-user'],
    failed(unknownUser, (answer) => ({ ...answer, success: true })),
  ),
  breakage(
    'writes `expires` without a zone',
    ['token/expires-iso-utc'],
    issued((answer) => ({ ...answer, expires: String(answer.expires).replace('Z', '') })),
  ),
  breakage(
    'writes `expires` with a space between date and time',
    ['token/expires-iso-utc'],
    issued((answer) => ({ ...answer, expires: String(answer.expires).replace('T', ' ') })),
  ),
  breakage(
    'writes `expires` as HTTP dates are written',
    ['token/expires-iso-utc'],
    issued((answer) => ({ ...answer, expires: new Date(String(answer.expires)).toUTCString() })),
  ),
  breakage(
    'writes the date of `expires` alone',
    ['token/expires-iso-utc'],
    issued((answer) => ({ ...answer, expires: String(answer.expires).slice(0, 10) })),
  ),
  breakage(
    'writes `expires` as seconds since 1970, in quotes',
    ['token/expires-iso-utc'],
    issued((answer) => ({ ...answer, expires: String(Date.parse(String(answer.expires)) / 1000) })),
  ),
  breakage(
    'says an hour before its issue in `expires` from the second token on',
    ['token/expires-ahead'],
    issued((answer, { world }, time) =>
      time > 1 ? { ...answer, expires: new Date(world.clock.now() - 3_600_000).toISOString() } : answer,
    ),
  ),
  breakage(
    'sends "null" as the error beside a token',
    ['token/no-error-on-success'],
    issued((answer) => ({ ...answer, error: 'null' })),
  ),
  breakage(
    'warns in `error` beside the second token and later ones',
    ['token/no-error-on-success'],
    issued((answer, _, time) => (time > 1 ? { ...answer, error: 'Another session is open.' } : answer)),
  ),
  breakage(
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
  breakage(
    'issues an empty token to all requests but the first',
    ['token/renewal', 'token/issued'],
    issued((answer, _, time) => (time > 1 ? { ...answer, token: '' } : answer)),
  ),
  breakage(
    'says an expiry that is two hours later than the end of the token',
    ['auth/valid-until-expiry/listDevices'],
    issued((answer) => ({ ...answer, expires: moved(answer.expires, 2) })),
  ),
  breakage(
    'says an expiry that is half an hour before the end of the token',
    ['auth/expired-refused/listDevices'],
    issued((answer) => ({ ...answer, expires: moved(answer.expires, -0.5) })),
  ),
  breakage(
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
  breakage(
    'says no cause while API access is off',
    ['token/api-disabled'],
    failed(
      (_, { fleet }) => !fleet.account.apiEnabled,
      () => ({ success: false }),
    ),
  ),
  breakage(
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
