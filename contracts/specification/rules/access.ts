/** The operations that are served, and their callers (sections 4 and 5). */
import { guardedOperations } from '../operations.ts';
import type { RuleRow } from './rule.ts';

export const authRules = [
  {
    id: 'auth/bearer-accepted',
    sections: ['4.2', '5'],
    needs: ['path-ids'],
    per: 'guarded-operation',
    about: guardedOperations.map(({ id }) => id),
    text: 'With a fresh token the operation is not refused as the same request without one is.',
  },
  {
    id: 'auth/header-required',
    sections: ['4.2', '5'],
    needs: ['path-ids'],
    per: 'guarded-operation',
    about: ['unauthenticated', 'forbidden'],
    text: 'Without the `Authorization` header the response differs from the one with a token.',
  },
  {
    id: 'auth/garbage-refused',
    sections: ['4.2', '5'],
    needs: ['path-ids'],
    per: 'guarded-operation',
    about: ['unauthenticated', 'forbidden'],
    text: 'A made-up bearer value is rejected like a missing one.',
  },
  {
    id: 'auth/tampered-refused',
    basis: 'implied',
    sections: ['5'],
    needs: [],
    per: 'guarded-operation',
    about: ['unauthenticated', 'forbidden'],
    text: 'A token with an altered payload, signature or algorithm (`none`) is rejected like a missing one.',
  },
  {
    id: 'auth/valid-until-expiry',
    sections: ['5'],
    needs: ['clock'],
    per: 'guarded-operation',
    text: 'Shortly before `expires` the token still works.',
  },
  {
    id: 'auth/expired-refused',
    basis: 'implied',
    sections: ['5'],
    needs: ['clock'],
    per: 'guarded-operation',
    about: ['unauthenticated', 'forbidden'],
    text: 'After `expires` the token no longer works.',
  },
  {
    id: 'auth/no-way-round',
    basis: 'implied',
    sections: ['4.2', '5'],
    needs: ['path-ids'],
    per: 'guarded-operation',
    text: 'No other spelling of the path or the method serves the operation without a valid token.',
  },
] as const satisfies readonly RuleRow[];

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
