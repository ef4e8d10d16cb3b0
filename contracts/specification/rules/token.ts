/** The token request and its answers (sections 2, 4.1, 5 and 7). */
import type { RuleRow } from './rule.ts';

export const tokenRules = [
  {
    id: 'token/issued',
    sections: ['2', '4.1'],
    about: ['issueToken'],
    text: 'Valid credentials are answered with `success` true, a `token` with text in it, and `expires` as text.',
  },
  {
    id: 'token/json-object',
    sections: ['2', '4.1', '7'],
    about: ['issueToken', 'refused-token-request'],
    text: 'Issued or not, the answer is a JSON object in which `success` is true or false.',
  },
  {
    id: 'token/is-jwt',
    sections: ['2', '5'],
    about: ['issueToken'],
    text: 'The token has the three base64url parts of a JWT; its header and its payload are JSON objects.',
  },
  {
    id: 'token/expires-iso-utc',
    sections: ['2'],
    about: ['issueToken'],
    text: '`expires` is a date and time by ISO 8601 in UTC, written with `Z` or an offset of zero.',
  },
  {
    id: 'token/expires-ahead',
    basis: 'implied',
    sections: ['2', '5'],
    about: ['issueToken'],
    text: "`expires` is after the moment of issue by the deployment's own `Date` header.",
  },
  {
    id: 'token/no-error-on-success',
    sections: ['2'],
    about: ['issueToken'],
    text: 'An issued token comes without an error text: `error` is absent, null or empty.',
  },
  {
    id: 'token/wrong-api-key',
    sections: ['4.1', '7'],
    about: ['refused-token-request'],
    text: 'A known user name with a wrong key gets `success` false, an `error` with text in it, and no token.',
  },
  {
    id: 'token/unknown-user',
    sections: ['4.1', '7'],
    about: ['refused-token-request'],
    text: 'A user name that does not exist fails in the same shape.',
  },
  {
    id: 'token/empty-credentials',
    sections: ['4.1', '7'],
    about: ['refused-token-request'],
    text: 'Empty credentials fail in the same shape.',
  },
  {
    id: 'token/missing-user-name',
    sections: ['2', '4.1', '7'],
    about: ['refused-token-request'],
    text: 'A request without `userName` fails in the same shape.',
  },
  {
    id: 'token/missing-api-key',
    sections: ['2', '4.1', '7'],
    about: ['refused-token-request'],
    text: 'A request without `apiKey` fails in the same shape.',
  },
  {
    id: 'token/no-bearer-needed',
    sections: ['4.1'],
    text: 'A token is issued to a request that carries no `Authorization` header.',
  },
  {
    id: 'token/renewal',
    sections: ['5'],
    text: 'A further token can be had while the first is still valid, and it works.',
  },
  {
    id: 'token/api-disabled',
    sections: ['1', '5'],
    needs: ['do:setApiEnabled'],
    about: ['refused-token-request'],
    text: 'While API access is off for the account, valid credentials fail like wrong ones.',
  },
  {
    id: 'token/api-enabled',
    sections: ['1', '5'],
    needs: ['do:setApiEnabled'],
    text: 'Once API access is on again, the same credentials get a token.',
  },
  {
    id: 'token/near-miss-refused',
    basis: 'implied',
    sections: ['4.1', '7'],
    about: ['refused-token-request'],
    text: 'Almost right credentials get no token: a key cut short, a letter added, a wildcard, a quote.',
  },
  {
    id: 'token/renewal-extends',
    basis: 'implied',
    sections: ['5'],
    needs: ['clock'],
    text: 'A token that is requested before the first ends lasts longer than the first.',
  },
] as const satisfies readonly RuleRow[];
