/** Token requests that are answered otherwise than sections 2, 4.1, 5 and 7 say. */
import { documentRules, type Rules } from '../../simulator/simulator.ts';
import { always, type DeviationsOf } from './deviation.ts';
import { renewedTokensWait } from './tokens.ts';

const HOUR = 3_600_000;

export const tokenDeviations: DeviationsOf<'token'> = {
  'token/issued': always('tells `expires` as a number', () =>
    issued((answer) => ({ ...answer, expires: Date.parse(answer.expires ?? '') as never })),
  ),
  'token/json-object': always('writes `success` as a text', () =>
    issued((answer) => ({ ...answer, success: 'true' as never })),
  ),
  'token/is-jwt': always('issues tokens that are no JWT', () => ({
    ...issued((answer) => ({ ...answer, token: (answer.token ?? '').replaceAll('.', '~') })),
    bearerToken: (authorization) => documentRules.bearerToken(authorization)?.replaceAll('~', '.'),
  })),
  'token/expires-iso-utc': always('tells `expires` with the offset of its own time zone', () =>
    issued((answer) => ({ ...answer, expires: inZone(answer.expires ?? '', 2) })),
  ),
  'token/expires-ahead': always('tells an `expires` that has passed', () =>
    issued((answer) => ({ ...answer, expires: later(answer.expires ?? '', -48) })),
  ),
  'token/no-error-on-success': always('tells an `error` beside an issued token', () =>
    issued((answer) => ({ ...answer, error: 'OK' })),
  ),
  'token/wrong-api-key': always('does not look at the API key', () => ({
    credentialsMatch: (account, { userName, apiKey }) => userName === account.userName && !!apiKey,
  })),
  'token/unknown-user': always('does not look at the user name', () => ({
    credentialsMatch: (account, { userName, apiKey }) => apiKey === account.apiKey && !!userName,
  })),
  'token/empty-credentials': always('takes empty credentials', () => ({
    credentialsMatch: (account, given) =>
      (given.userName === '' && given.apiKey === '') || documentRules.credentialsMatch(account, given),
  })),
  'token/missing-user-name': always('takes a request without user name', () => takesWithout('userName')),
  'token/missing-api-key': always('takes a request without API key', () => takesWithout('apiKey')),
  'token/no-bearer-needed': always('asks the token request for a token', () => ({ needsToken: () => true })),
  'token/renewal': renewedTokensWait,
  'token/api-disabled': always('issues tokens while API access is off', () => ({
    apiAccessAllowsTokens: () => true,
  })),
  'token/api-enabled': always('issues no token any more once API access was off', () => {
    let wasOff = false;
    return {
      apiAccessAllowsTokens: (account) => {
        wasOff ||= !documentRules.apiAccessAllowsTokens(account);
        return !wasOff;
      },
    };
  }),
};

type Answer = ReturnType<Rules['issuedAnswer']>;

function issued(change: (answer: Answer) => Answer): Partial<Rules> {
  return { issuedAnswer: (token, expires) => change(documentRules.issuedAnswer(token, expires)) };
}

/** The good value is put in for the field that is missing. */
function takesWithout(field: 'userName' | 'apiKey'): Partial<Rules> {
  return {
    missingCredential: (body) => {
      const missing = documentRules.missingCredential(body);
      return missing === field && body[field] === undefined ? undefined : missing;
    },
    credentialsMatch: (account, given) =>
      documentRules.credentialsMatch(
        account,
        given[field] === undefined ? { ...given, [field]: account[field] } : given,
      ),
  };
}

function later(iso: string, hours: number): string {
  return new Date(Date.parse(iso) + hours * HOUR).toISOString();
}

/** The same moment as the clocks of a zone tell it. */
function inZone(iso: string, hours: number): string {
  return later(iso, hours).replace('Z', `+0${hours}:00`);
}
