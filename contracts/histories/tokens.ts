/** The token request and its answers (sections 2, 4.1, 5 and 7). */
import { nearlyRight, type Step } from '../play/steps.ts';
import type { History } from './history.ts';
import { access, call, token } from './steps.ts';

const nearly = (near: (typeof nearlyRight)[number]): Step => ({
  do: 'token',
  credentials: 'near-miss',
  near,
});
const isKey = (near: string) => / key\b|\bkey /.test(near);
/** Wrong keys of the real user that are tried each time: an account may be locked after a few. */
const keys = ['a key cut short', 'a key with more after it', 'an empty key'] as const;
const isAlways = (near: string) => keys.some((key) => key === near);

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
    steps: [
      { do: 'firstToken' },
      call('listCountries'),
      call('listGroups'),
      token(),
      call('listCountries'),
      call('listGroups'),
      call('listGroups', 'token', 1),
      token(),
      call('listDevices'),
    ],
  },
  {
    name: 'wrong credentials between right ones',
    about: [
      'token/wrong-api-key',
      'token/unknown-user',
      'token/empty-credentials',
      'token/missing-user-name',
      'token/missing-api-key',
      'token/json-object',
    ],
    steps: [
      token(),
      token('wrong-api-key'),
      token('unknown-user'),
      token('empty-credentials'),
      token('missing-user-name'),
      token('missing-api-key'),
      token(),
    ],
  },
  {
    name: 'credentials that are almost right',
    about: ['token/near-miss-refused'],
    steps: [
      token(),
      ...nearlyRight.filter((near) => !isKey(near)).map(nearly),
      ...keys.flatMap((near) => [nearly(near), token()]),
    ],
  },
  {
    name: 'API access is switched off and on, and off again',
    about: ['token/api-disabled', 'token/api-enabled', 'token/issued'],
    steps: [
      token(),
      call('listGroups'),
      access(false),
      token(),
      access(true),
      token(),
      call('listGroups'),
      access(false),
      token(),
      access(true),
      token(),
    ],
  },
];

/** Histories of a run that may take longer, and may lock an account. */
export const rareTokenHistories: readonly History[] = nearlyRight
  .filter((near) => isKey(near) && !isAlways(near))
  .map((near) => ({
    name: near,
    about: ['token/near-miss-refused'],
    steps: [token(), nearly(near), token()],
  }));
