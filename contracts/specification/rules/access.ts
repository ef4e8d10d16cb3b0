/** The operations that are served, and their callers (sections 4 and 5). */
import { guardedOperations } from '../operations.ts';
import type { RuleRow } from './rule.ts';

const rows = [
  {
    id: 'auth/bearer-accepted',
    sections: ['4.2', '5'],
    needs: ['path-ids'],
    about: guardedOperations.map(({ id }) => id),
    text: 'With a fresh token the operation is not refused as the same request without one is.',
  },
  {
    id: 'auth/header-required',
    sections: ['4.2', '5'],
    needs: ['path-ids'],
    about: ['unauthenticated', 'forbidden'],
    text: 'Without the `Authorization` header the response differs from the one with a token.',
  },
  {
    id: 'auth/garbage-refused',
    sections: ['4.2', '5'],
    needs: ['path-ids'],
    about: ['unauthenticated', 'forbidden'],
    text: 'A made-up bearer value is rejected like a missing one.',
  },
  {
    id: 'auth/tampered-refused',
    basis: 'implied',
    sections: ['5'],
    about: ['unauthenticated', 'forbidden'],
    text: 'A token with an altered payload, signature or algorithm (`none`) is rejected like a missing one.',
  },
  {
    id: 'auth/valid-until-expiry',
    sections: ['5'],
    needs: ['clock'],
    text: 'Shortly before `expires` the token still works.',
  },
  {
    id: 'auth/expired-refused',
    basis: 'implied',
    sections: ['5'],
    needs: ['clock'],
    about: ['unauthenticated', 'forbidden'],
    text: 'After `expires` the token no longer works.',
  },
  {
    id: 'auth/no-way-round',
    basis: 'implied',
    sections: ['4.2', '5'],
    needs: ['path-ids'],
    text: 'No other spelling of the path or the method serves the operation without a valid token.',
  },
] as const satisfies readonly RuleRow[];

export const authRules = rows.map((row) => ({ ...row, per: 'guarded-operation' as const }));

export const operationRules = [
  {
    id: 'operations/*',
    sections: ['4', '4.1', '4.2'],
    needs: ['path-ids'],
    per: 'operation',
    about: ['unanswered'],
    text: 'The operation is served at its method and path: the response differs from that of an undocumented path.',
  },
] as const satisfies readonly RuleRow[];
