/** Which operations are served, and to whom (sections 4 and 5). */
import type { RuleRow } from './rule.ts';

export const authRules = [
  {
    id: 'auth/bearer-accepted',
    basis: 'stated',
    sections: ['4.2', '5'],
    needs: ['path-ids'],
    per: 'guarded-operation',
    text: 'With a fresh token the operation is not refused as the same request without one is.',
  },
  {
    id: 'auth/header-required',
    basis: 'stated',
    sections: ['4.2', '5'],
    needs: ['path-ids'],
    per: 'guarded-operation',
    text: 'Without the `Authorization` header the operation answers otherwise than with a token.',
  },
  {
    id: 'auth/garbage-refused',
    basis: 'stated',
    sections: ['4.2', '5'],
    needs: ['path-ids'],
    per: 'guarded-operation',
    text: 'A bearer value that never was a token is worth no more than none.',
  },
  {
    id: 'auth/tampered-refused',
    basis: 'implied',
    sections: ['5'],
    needs: [],
    per: 'guarded-operation',
    text: 'A token with its payload, its signature or its algorithm (`none`) altered is worth no more than none.',
  },
  {
    id: 'auth/valid-until-expiry',
    basis: 'stated',
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
    text: 'After `expires` the token works no longer.',
  },
] as const satisfies readonly RuleRow[];

export const operationRules = [
  {
    id: 'operations/*',
    basis: 'stated',
    sections: ['4', '4.1', '4.2'],
    needs: ['path-ids'],
    per: 'operation',
    text: 'The operation is served at its method and path: it answers otherwise than a neighbouring path nobody documents.',
  },
] as const satisfies readonly RuleRow[];
