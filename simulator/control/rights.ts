/** The right that each call of the control API needs. */
import type { Right } from './roles.ts';
import type { RouteKey } from './schemas/index.ts';

type Row = RouteKey | 'GET /events' | 'GET /positions' | 'GET /verification/report';

/** The right that each call needs. One that is not here, such as a route of a host, needs the trainer. */
export const rightTo: { readonly [Key in Row]: Right } = {
  'GET /role': 'look',
  'GET /events': 'look',
  'GET /positions': 'look',

  'GET /clock': 'look',
  'PUT /clock': 'act',
  'POST /clock/advance': 'act',
  'DELETE /clock/advance': 'act',
  'GET /deadlines': 'look',

  'GET /account': 'look',
  'PUT /account': 'act',
  'GET /devices': 'look',
  'POST /devices': 'inject',
  'GET /devices/{id}': 'look',
  'DELETE /devices/{id}': 'inject',
  'GET /devices/{id}/track': 'look',
  'GET /devices/{id}/limits': 'look',
  'PUT /devices/{id}/limits': 'act',
  'POST /devices/{id}/activate': 'act',
  'POST /devices/{id}/send': 'inject',
  'GET /outbox': 'look',
  'GET /alerts': 'look',
  'GET /names': 'look',

  'GET /health': 'look',
  'GET /requests': 'look',
  'POST /wait': 'act',
  'GET /faults': 'look',
  'PUT /faults': 'inject',
  'GET /profile': 'look',
  'GET /openapi.json': 'look',
  'GET /control-openapi.json': 'look',
  'GET /specification': 'look',
  'POST /reset': 'rewind',
  'GET /fixture': 'act', // with its credentials, where asked for
  'PUT /fixture': 'direct',
  'GET /snapshot': 'act', // with tokens of the public API
  'PUT /snapshot': 'direct',

  'POST /shutdown': 'direct',

  'GET /stories': 'look',
  'GET /story': 'look',
  'PUT /story': 'direct',
  'POST /story/seek': 'rewind',
  'GET /devices/{id}/trips': 'look',
  'GET /trips': 'look',
  'POST /inject': 'inject',
  'POST /caption': 'inject',
  'GET /lesson': 'look',
  'POST /lesson/answers': 'act',
  'GET /verification': 'look',
  'GET /verification/report': 'look',

  'GET /worlds': 'direct',
  'POST /worlds': 'direct',
  'DELETE /worlds/{id}': 'direct',
  'GET /class': 'direct', // with the tokens of all trainees
  'POST /class': 'direct',
};

/** The calls that some rights allow. */
export function callsBy(rights: readonly Right[]): string[] {
  return Object.entries(rightTo).flatMap(([call, right]) => (rights.includes(right) ? [call] : []));
}

/** The right to a call by its method and the path of its route. */
export function rightFor(method: string, path: string): Right {
  const rows: { readonly [key: string]: Right | undefined } = rightTo;
  return rows[`${method} ${path}`] ?? 'direct';
}
