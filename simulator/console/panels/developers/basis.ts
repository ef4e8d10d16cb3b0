/**
 * What an answer rests on: the rules of the document that speak of its operation, and the openings that were
 * filled to give it. Openings name the answers that they shape; texts come from the server.
 */
import type { JournalEntry, Operation, Specification } from '../../../control/schemas/index.ts';

interface Basis {
  rules: readonly string[];
  /** What kinds of answers it is: openings name those that they shape. */
  occasions: readonly string[];
}

const RULES: { readonly [operation: string]: readonly string[] } = {
  listDevices: ['devices/listed-can-be-read'],
  readDevice: ['devices/listed-can-be-read'],
  lastLocation: ['devices/last-location-of-device'],
  postLocations: ['devices/posted-location-becomes-last'],
  postAlerts: ['devices/posted-alert-is-taken'],
  ...people('Group', 'groups'),
  ...people('User', 'users'),
  listCountries: ['users/countries-listed'],
  listTimeZones: ['users/time-zones-listed'],
};

function people(name: string, family: string): { [operation: string]: readonly string[] } {
  return {
    [`list${name}s`]: [`${family}/created-is-listed`],
    [`create${name}`]: [`${family}/created-can-be-read`],
    [`read${name}`]: [`${family}/created-can-be-read`],
    [`replace${name}`]: [`${family}/replaced`],
    [`update${name}`]: [`${family}/updated-keeps-rest`],
    [`delete${name}`]: [`${family}/deleted-is-gone`, `${family}/deleted-spares-others`],
  };
}

const TOKEN_GRANTED = [
  'issued',
  'json-object',
  'is-jwt',
  'expires-iso-utc',
  'expires-ahead',
  'no-error-on-success',
];
const TOKEN_REFUSED = [
  'json-object',
  'wrong-api-key',
  'unknown-user',
  'empty-credentials',
  'missing-user-name',
  'missing-api-key',
  'api-disabled',
];
const AUTH_REFUSED = ['header-required', 'garbage-refused', 'tampered-refused', 'expired-refused'];

/** The rules that one call rests on, and what kind of answer it got. */
export function basisOf({ operation, reply }: Pick<JournalEntry, 'operation' | 'reply'>): Basis {
  const { status } = reply;
  if (operation === null) return { rules: [], occasions: ['refused'] };
  if (status === null) return { rules: [`operations/${operation}`], occasions: [] };
  if (operation === 'issueToken') {
    const names = status < 300 && !/"success"\s*:\s*false/.test(reply.body) ? TOKEN_GRANTED : TOKEN_REFUSED;
    return {
      rules: names.map((name) => `token/${name}`),
      occasions:
        status === 400 || status === 415 ? ['issueToken', 'malformed-token-request'] : ['issueToken'],
    };
  }
  if (status === 401 || status === 403) {
    return {
      rules: AUTH_REFUSED.map((name) => `auth/${name}`),
      occasions: [status === 401 ? 'unauthenticated' : 'forbidden'],
    };
  }
  if (status === 429) return { rules: [], occasions: ['rate-limited'] };
  if (status >= 400) {
    const unknown = operation.endsWith('Device') || operation === 'lastLocation';
    return {
      rules: unknown && status === 404 ? ['devices/unknown-device-not-served'] : [],
      occasions: ['refused'],
    };
  }
  return { rules: ['auth/bearer-accepted', ...(RULES[operation] ?? [])], occasions: [operation] };
}

export interface Ground {
  id: string;
  text: string;
  sections: readonly string[];
}

/** Rules and openings with their texts; an id that the server does not know is left out. */
export function groundsOf(
  entry: Pick<JournalEntry, 'operation' | 'reply'>,
  { rules, openings }: Specification,
): { rules: Ground[]; openings: Ground[] } {
  const basis = basisOf(entry);
  return {
    rules: basis.rules.flatMap((id) => {
      const rule = rules.find(
        (each) => each.id === id || (each.id === 'operations/*' && id.startsWith('operations/')),
      );
      return rule ? [{ id, text: rule.text, sections: rule.sections }] : [];
    }),
    openings: openings
      .filter(({ shapes }) => shapes.some((occasion) => basis.occasions.includes(occasion)))
      .map(({ id, open, default: usual, sections }) => ({
        id,
        text: `${open}. Unless a profile says otherwise: ${usual}`,
        sections,
      })),
  };
}

/** The section that a path is documented in, such as 4.1. */
export function sectionOf(operation: Operation | undefined): string {
  return operation ? `section ${operation.section}` : 'not in the document';
}
