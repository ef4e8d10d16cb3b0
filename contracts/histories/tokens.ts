/** Tokens, and what is served with them (sections 4.1 and 5). */
import type { JudgedId } from '../specification/judged.ts';
import type { History } from './history.ts';
import { access, call, hours, token } from './steps.ts';

const lists = ['listDevices', 'listGroups', 'listUsers', 'listCountries', 'listTimeZones'] as const;
const rules = ['valid-until-expiry', 'garbage-refused', 'tampered-refused', 'expired-refused'] as const;

export const tokenHistories: readonly History[] = [
  {
    name: 'tokens are issued, tried and outlived',
    about: [
      'token/issued',
      'token/renewal',
      'token/wrong-api-key',
      'token/unknown-user',
      'token/empty-credentials',
      'token/api-disabled',
      ...rules.flatMap((rule) => lists.map((operation): JudgedId => `auth/${rule}/${operation}`)),
    ],
    steps: [
      token(),
      ...lists.flatMap((operation) => [
        call(operation),
        call(operation, 'garbage'),
        call(operation, 'tampered'),
      ]),
      token('wrong-api-key'),
      token('unknown-user'),
      token('empty-credentials'),
      token(),
      call('listDevices'),
      access(false),
      token(),
      access(true),
      token(),
      call('listGroups'),
      hours(3),
      ...lists.map((operation) => call(operation)),
    ],
  },
];
