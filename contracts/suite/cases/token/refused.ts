/** Token requests that must fail (sections 2, 4.1 and 7), and the shape of all answers. */
import { mapTable } from '../../../kit/tables.ts';
import type { RuleId } from '../../../specification/rules/index.ts';
import type { Answer } from '../../answer.ts';
import type { Case, Cases } from '../../case.ts';
import type { CaseContext } from '../../case-context.ts';
import { type Finding, fail, inconclusive, pass, suspect } from '../../finding.ts';
import { describeValue, formOfAnswer } from '../../reading/describe.ts';
import { busyBy, fieldsOf, isIssued, isObject, refusalFailure, refusalFaults } from './answer.ts';

type Credentials = { readonly userName: string; readonly apiKey: string };

/** Credentials that must fail, each in one thing alone. */
export const wrongCredentials = {
  'token/wrong-api-key': ({ userName, apiKey }: Credentials) => ({ userName, apiKey: almost(apiKey) }),
  'token/unknown-user': ({ apiKey }: Credentials, nonce: string) => ({
    userName: `roadtest-${nonce}`,
    apiKey,
  }),
  'token/empty-credentials': () => ({ userName: '', apiKey: '' }),
  'token/missing-user-name': ({ apiKey }: Credentials) => ({ apiKey }),
  'token/missing-api-key': ({ userName }: Credentials) => ({ userName }),
} satisfies { readonly [R in RuleId]?: unknown };

type RefusedRule = keyof typeof wrongCredentials;

export const refusedCases = {
  'token/json-object': {
    touches: 'nothing',
    cost: { requests: 1 },
    async judge(context) {
      const issued = await context.firstToken();
      if (!hasTruthValue(issued)) return shapeFailure(issued);
      const refused = await refusedRequest(context, 'token/wrong-api-key');
      if (!hasTruthValue(refused)) return confirmed(context, 'token/wrong-api-key', refused, shapeFailure);
      return pass(
        'Issued and refused, the answer is an object whose success is true or false.',
        issued,
        refused,
      );
    },
  },
  ...mapTable(
    wrongCredentials,
    (_, rule): Case => ({
      touches: 'nothing',
      cost: { requests: 1 },
      async judge(context) {
        if (!isIssued(await context.firstToken())) {
          return inconclusive('The valid credentials got no token either, so a refusal shows nothing.');
        }
        const answer = await refusedRequest(context, rule);
        const faults = refusalFaults(answer);
        const busy = faults.length === 0 ? busyBy(context, answer) : undefined;
        if (busy !== undefined) return inconclusive(`The deployment ${busy}.`, 'rate-limit');
        if (faults.length === 0)
          return pass('The request failed as it should: success false and an error.', answer);
        return confirmed(context, rule, answer, refusalFailure);
      },
    }),
  ),
} satisfies Cases;

/** The key with its last character replaced. */
function almost(key: string): string {
  return key.slice(0, -1) + (key.endsWith('x') ? 'y' : 'x');
}

/** A request with wrong credentials; the same one for all who ask. */
function refusedRequest(context: CaseContext, rule: RefusedRule): Promise<Answer> {
  return context.shared(rule, () => sendWrong(context, rule));
}

function sendWrong(context: CaseContext, rule: RefusedRule): Promise<Answer> {
  return context.requestToken((good) => wrongCredentials[rule](good, context.nonce));
}

/**
 * A failure counts when it shows again right after valid credentials were answered as they should be:
 * otherwise the deployment refuses for another cause, such as a rate limit that it does not announce.
 */
async function confirmed(
  context: CaseContext,
  rule: RefusedRule,
  first: Answer,
  finding: (answer: Answer) => Finding,
): Promise<Finding> {
  const twin = await context.requestToken();
  if (isIssued(await context.firstToken()) && !isIssued(twin)) {
    return inconclusive('The deployment has stopped issuing tokens: it may limit requests.', 'rate-limit');
  }
  const again = await sendWrong(context, rule);
  if (again.fingerprint === first.fingerprint) return finding(again);
  if (isIssued(first))
    return suspect('The same wrong request got a token once, and none later.', first, again);
  return inconclusive('The same request was answered in two ways.');
}

function hasTruthValue(answer: Answer): boolean {
  return typeof fieldsOf(answer).success === 'boolean';
}

function shapeFailure(answer: Answer): Finding {
  const { success } = fieldsOf(answer);
  const observed = isObject(answer.json) ? `success is ${describeValue(success)}` : 'not a JSON object';
  return fail('a JSON object with success true or false', `${observed} in ${formOfAnswer(answer)}`, answer);
}
