/** The token request and its answers (sections 2, 4.1, 5 and 7). */
import { isOfKey, type Near, nearlyRight, type Step } from '../play/steps.ts';
import type { History } from './history.ts';
import { access, token, tryToken } from './steps.ts';

const nearly = (near: Near): Step => ({ do: 'token', credentials: 'near-miss', near });

const wrong = [
  'wrong-api-key',
  'unknown-user',
  'empty-credentials',
  'missing-user-name',
  'missing-api-key',
] as const;

function inPairs<T>(all: readonly T[]): (readonly T[])[] {
  return all.flatMap((_, place) => (place % 2 === 0 ? [all.slice(place, place + 2)] : []));
}

export const tokenHistories: readonly History[] = [
  {
    name: 'a token is issued and renewed',
    about: [
      'token/issued',
      'token/json-object',
      'token/is-jwt',
      'token/expires-iso-utc',
      'token/expires-ahead',
      'token/no-error-on-success',
      'token/no-bearer-needed',
      'operations/issueToken',
      'token/renewal',
    ],
    steps: [{ do: 'firstToken' }, tryToken(0), token(), tryToken(0), tryToken(1), token(), tryToken(0)],
  },
  // Each by itself: a deployment may refuse one of them otherwise than the others. A wrong key may be counted until a right one comes.
  ...wrong.map((credentials): History => {
    const about = [`token/${credentials}`, 'token/json-object'] as const;
    const name = credentials.replaceAll('-', ' ');
    return credentials === 'wrong-api-key'
      ? { name: `${name}, and the right credentials`, about, steps: [token(credentials), token()] }
      : {
          name: `the right credentials, and ${name}`,
          about,
          steps: [
            { do: 'firstToken' },
            token(credentials),
            ...(credentials === 'missing-user-name' ? [token('missing-both')] : []),
          ],
        };
  }),
  {
    name: 'API access is switched off and on, and off again',
    about: ['token/api-disabled', 'token/api-enabled'],
    steps: [
      token(),
      access(false),
      token(),
      tryToken(0),
      access(true),
      token(),
      access(false),
      token(),
      access(true),
      token(),
    ],
  },
  // No more than two wrong keys in a row, also where it is played again: an account may be locked after a few.
  ...inPairs(nearlyRight.filter(isOfKey)).map(
    (pair): History => ({
      name: `${pair.join(', ')}, and the right one`,
      about: ['token/near-miss-refused'],
      steps: [...pair.map(nearly), token()],
    }),
  ),
  {
    name: 'user names that are almost right',
    about: ['token/near-miss-refused', 'token/json-object'],
    // No account counts a name that is none.
    steps: [...nearlyRight.filter((near) => !isOfKey(near)).map(nearly), token()],
  },
  {
    name: 'another token shortly before the end of one',
    about: ['token/renewal-extends'],
    // Played again it begins with another token than the one that is about to end.
    steps: [
      token(),
      { do: 'until', side: 'after', back: 0, again: true },
      token(),
      { do: 'until', side: 'before', back: 0, single: true },
      token(),
    ],
  },
];
