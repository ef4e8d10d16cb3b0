/** The token request and its answers (sections 2, 4.1, 5 and 7). Most rules look at the same first answer. */
import { type Case, type Cost, type Finding, fail, inconclusive, pass, Unreached } from '../case.ts';
import type { Answer, Kit } from '../kit.ts';
import { describeAnswer, describeValue } from '../reading/describe.ts';
import { readJwt } from '../reading/jwt.ts';
import { readIsoTime } from '../reading/time.ts';

/** What the answer to a token request holds, whatever it is. */
interface TokenFields {
  success?: unknown;
  token?: unknown;
  expires?: unknown;
  error?: unknown;
}

/** A clock may be off by so much before a token that ends before it began is no mistake of clocks. */
const CLOCK_SKEW = 300_000;

const shared: Cost = { requests: 0 };

export const tokenCases: readonly Case[] = [
  {
    rule: 'token/issued',
    touches: 'nothing',
    cost: { requests: 1 },
    async judge(kit) {
      const answer = await kit.firstToken();
      const { success, token, expires } = fieldsOf(answer);
      const faults = [
        ...(success === true ? [] : [`success is ${describeValue(success)}`]),
        ...(isFilledText(token) ? [] : [`token is ${describeValue(token, 'token')}`]),
        ...(typeof expires === 'string' ? [] : [`expires is ${describeValue(expires)}`]),
      ];
      if (faults.length === 0) return pass('Valid credentials got a token and its expiry.', answer);
      return fail(
        'success true, a token with text in it, and expires as text',
        `${faults.join(', ')} in ${describeAnswer(answer)}`,
        answer,
      );
    },
  },
  {
    rule: 'token/json-object',
    touches: 'nothing',
    cost: { requests: 1 },
    async judge(kit) {
      const issued = await kit.firstToken();
      if (!hasTruthValue(issued)) return shapeFailure(issued);
      const refused = await refusedRequest(kit, 'token/wrong-api-key');
      if (!hasTruthValue(refused)) return confirmed(kit, 'token/wrong-api-key', refused, shapeFailure);
      return pass(
        'Issued and refused, the answer is an object whose success is true or false.',
        issued,
        refused,
      );
    },
  },
  {
    rule: 'token/is-jwt',
    touches: 'nothing',
    cost: shared,
    async judge(kit) {
      const answer = await kit.firstToken();
      const jwt = readJwt(tokenIn(answer));
      if (!('fault' in jwt)) return pass('The token has the form of a JWT.', answer);
      return fail(
        'a token of three base64url parts with JSON in the first two',
        `a token that ${jwt.fault}`,
        answer,
      );
    },
  },
  {
    rule: 'token/expires-iso-utc',
    touches: 'nothing',
    cost: shared,
    async judge(kit) {
      const answer = await kit.firstToken();
      tokenIn(answer);
      const { expires } = fieldsOf(answer);
      const read = typeof expires === 'string' ? readIsoTime(expires) : undefined;
      if (read?.utc) return pass(`expires is ${describeValue(expires)}.`, answer);
      return fail('expires as an ISO 8601 date and time in UTC', describeValue(expires), answer);
    },
  },
  {
    rule: 'token/expires-ahead',
    touches: 'nothing',
    cost: shared,
    async judge(kit) {
      const answer = await kit.firstToken();
      tokenIn(answer);
      const { expires } = fieldsOf(answer);
      const read = typeof expires === 'string' ? readIsoTime(expires) : undefined;
      if (!read) return inconclusive(`expires is ${describeValue(expires)}, which is no time.`);
      if (answer.date === undefined)
        return inconclusive('The answer has no Date header to compare expires with.');
      const ahead = (read.time - answer.date) / 1000;
      if (ahead > 0) return pass(`expires lies ${ahead} s after the Date header.`, answer);
      const observed = `${describeValue(expires)}, ${-ahead} s before the Date header`;
      if (-ahead * 1000 >= CLOCK_SKEW) return fail('expires after the moment of issue', observed, answer);
      // Clocks that differ a little look the same; but then the token works.
      const bearer = tokenIn(await kit.requestToken());
      const touchstone = await kit.probes.touchstone().catch(() => undefined);
      const tried = await kit.call(touchstone?.operation ?? 'listDevices', { auth: { bearer } });
      const refused = touchstone === undefined || tried.look !== touchstone.answer.look;
      if (refused)
        return fail(
          'expires after the moment of issue',
          `${observed}; the token does not work`,
          answer,
          tried,
        );
      return inconclusive(`expires is ${observed}, but the token works: two clocks may differ.`);
    },
  },
  {
    rule: 'token/no-error-on-success',
    touches: 'nothing',
    cost: shared,
    async judge(kit) {
      const answer = await kit.firstToken();
      tokenIn(answer);
      const { error } = fieldsOf(answer);
      if (isNone(error)) return pass('The issued token comes without an error text.', answer);
      return fail('no error beside an issued token', `error is ${describeValue(error)}`, answer);
    },
  },
  ...(
    [
      'token/wrong-api-key',
      'token/unknown-user',
      'token/empty-credentials',
      'token/missing-user-name',
      'token/missing-api-key',
    ] as const
  ).map(
    (rule): Case => ({
      rule,
      touches: 'nothing',
      cost: { requests: 1 },
      async judge(kit) {
        if (!isIssued(await kit.firstToken())) {
          return inconclusive('The valid credentials got no token either: the twin of this request.');
        }
        const answer = await refusedRequest(kit, rule);
        const faults = refusalFaults(answer);
        if (faults.length === 0)
          return pass('The request failed as it should: success false and an error.', answer);
        return confirmed(kit, rule, answer, (again) => refusalFailure(again));
      },
    }),
  ),
  {
    rule: 'token/no-bearer-needed',
    touches: 'nothing',
    cost: shared,
    async judge(kit) {
      const answer = await kit.firstToken();
      if (isIssued(answer))
        return pass('The request carried no Authorization header and got a token.', answer);
      const observed = `no token in ${describeAnswer(answer)}`;
      return fail('a token for a request without Authorization header', observed, answer);
    },
  },
  {
    rule: 'token/renewal',
    touches: 'nothing',
    cost: { requests: 2 },
    async judge(kit) {
      const first = await kit.firstToken();
      tokenIn(first);
      const second = await kit.requestToken();
      if (!isIssued(second)) {
        return fail(
          'a further token while the first is valid',
          `none in ${describeAnswer(second)}`,
          first,
          second,
        );
      }
      const { operation, answer } = await kit.probes.touchstone();
      const used = await kit.call(operation, { auth: { bearer: tokenIn(second) } });
      if (used.look === answer.look)
        return pass('A second token was issued before the first ended, and works.', second, used);
      const bare = await kit.probes.bare(operation);
      if (used.look === bare.answer.look) {
        return fail(
          'a further token that works',
          `${operation} refuses it: ${describeAnswer(used)}`,
          second,
          used,
        );
      }
      return inconclusive(
        `${operation} answered the second token as it answers neither with nor without one.`,
      );
    },
  },
  {
    rule: 'token/api-disabled',
    touches: 'account',
    cost: { requests: 4 },
    async judge(kit) {
      const { off } = await switchedApi(kit);
      const faults = refusalFaults(off);
      if (faults.length === 0)
        return pass('With API access off, valid credentials failed like wrong ones.', off);
      return refusalFailure(off);
    },
  },
  {
    rule: 'token/api-enabled',
    touches: 'account',
    cost: { requests: 1 },
    async judge(kit) {
      const { off, on } = await switchedApi(kit);
      if (isIssued(off))
        return inconclusive('Switching API access off had no effect, so switching it on shows nothing.');
      if (isIssued(on)) return pass('Once API access was on again, the credentials got a token.', off, on);
      return fail('a token once API access is on again', `none in ${describeAnswer(on)}`, off, on);
    },
  },
];

type RefusedRule =
  | 'token/wrong-api-key'
  | 'token/unknown-user'
  | 'token/empty-credentials'
  | 'token/missing-user-name'
  | 'token/missing-api-key';

/** Credentials that must fail, each in one thing alone. */
const wrongCredentials: {
  readonly [R in RefusedRule]: (
    good: { userName: string; apiKey: string },
    nonce: string,
  ) => { [field: string]: string };
} = {
  'token/wrong-api-key': ({ userName, apiKey }) => ({ userName, apiKey: almost(apiKey) }),
  'token/unknown-user': ({ apiKey }, nonce) => ({ userName: `roadtest-${nonce}`, apiKey }),
  'token/empty-credentials': () => ({ userName: '', apiKey: '' }),
  'token/missing-user-name': ({ apiKey }) => ({ apiKey }),
  'token/missing-api-key': ({ userName }) => ({ userName }),
};

/** The key with its last character replaced. */
function almost(key: string): string {
  return key.slice(0, -1) + (key.endsWith('x') ? 'y' : 'x');
}

/** A request with wrong credentials; the same one for all who ask. */
function refusedRequest(kit: Kit, rule: RefusedRule): Promise<Answer> {
  return kit.shared(rule, () => sendWrong(kit, rule));
}

function sendWrong(kit: Kit, rule: RefusedRule): Promise<Answer> {
  return kit.requestToken((good) => wrongCredentials[rule](good, kit.nonce));
}

/**
 * A failure counts when it shows again right after valid credentials were answered as they should be:
 * otherwise the deployment refuses for another cause, such as a rate limit that it does not announce.
 */
async function confirmed(
  kit: Kit,
  rule: RefusedRule,
  first: Answer,
  finding: (answer: Answer) => Finding,
): Promise<Finding> {
  const twin = await kit.requestToken();
  if (isIssued(await kit.firstToken()) && !isIssued(twin)) {
    return inconclusive('The deployment has stopped issuing tokens: it may limit requests.', 'rate-limit');
  }
  const again = await sendWrong(kit, rule);
  return again.look === first.look
    ? finding(again)
    : inconclusive('The same request was answered in two ways.');
}

function hasTruthValue(answer: Answer): boolean {
  return typeof fieldsOf(answer).success === 'boolean';
}

function shapeFailure(answer: Answer): Finding {
  const { success } = fieldsOf(answer);
  const observed = isObject(answer.json) ? `success is ${describeValue(success)}` : 'no JSON object';
  return fail('a JSON object with success true or false', `${observed} in ${describeAnswer(answer)}`, answer);
}

function refusalFailure(answer: Answer): Finding {
  return fail(
    'success false, an error with text in it, and no token',
    `${refusalFaults(answer).join(', ')} in ${describeAnswer(answer)}`,
    answer,
  );
}

/** What is wrong with the answer to a request that must fail. */
function refusalFaults(answer: Answer): string[] {
  if (!isObject(answer.json)) return ['no JSON object'];
  const { success, token, error } = fieldsOf(answer);
  return [
    ...(success === false ? [] : [`success is ${describeValue(success)}`]),
    ...(isFilledText(error) ? [] : [`error is ${describeValue(error)}`]),
    ...(isNone(token) ? [] : ['there is a token']),
  ];
}

/** API access switched off and on again, with a token request in each state. */
function switchedApi(kit: Kit): Promise<{ off: Answer; on: Answer }> {
  return kit.shared('API access', async () => {
    if (!kit.controls.has('setApiEnabled')) {
      throw new Unreached('the profile offers no way to switch API access', 'controls.setApiEnabled');
    }
    if (!isIssued(await kit.firstToken())) throw new Unreached('no token could be had before');
    const { value: bearer } = await kit.token();
    const touchstone = await kit.probes.touchstone().catch(() => undefined);
    let enabled = true;
    kit.afterwards(async () => {
      if (!enabled) await kit.controls.setApiEnabled(true);
    });
    enabled = false;
    await kit.controls.setApiEnabled(false);
    const off = await kit.eventually(
      () => kit.requestToken(),
      (answer) => !isIssued(answer),
    );
    if (touchstone) {
      const live = await kit.call(touchstone.operation, { auth: { bearer } });
      kit.observe(
        'token.live-when-disabled',
        live.look === touchstone.answer.look ? 'works' : 'refused',
        live,
      );
    }
    await kit.controls.setApiEnabled(true);
    enabled = true;
    kit.forgetToken();
    const on = await kit.eventually(() => kit.requestToken(), isIssued);
    return { off, on };
  });
}

function fieldsOf({ json }: Answer): TokenFields {
  return isObject(json) ? json : {};
}

function isIssued(answer: Answer): boolean {
  const { success, token } = fieldsOf(answer);
  return success !== false && isFilledText(token);
}

/** The token of an answer; without one there is nothing to be said about it. */
function tokenIn(answer: Answer): string {
  const { token } = fieldsOf(answer);
  if (isFilledText(token)) return token;
  throw new Unreached('no token was issued');
}

function isObject(json: unknown): json is object {
  return json !== null && typeof json === 'object' && !Array.isArray(json);
}

function isFilledText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

/** Absent, null and empty all say that there is none. */
function isNone(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}
