/**
 * What an answer rests on: the rules of the document that speak of its operation, and the openings that were
 * filled to give it. A table of ids; their texts come from the server.
 */
import type { JournalEntry, Operation, Specification } from '../../api/index.ts';

interface Basis {
  rules: readonly string[];
  openings: readonly string[];
}

const record = (family: string, name: string, ...openings: string[]): Basis => ({
  rules: [`${family}/${name}`],
  openings: [`records.${family.slice(0, -1)}`, 'records.id', 'records.time', ...openings],
});
const list = (family: string, ...rules: string[]): Basis => ({
  rules: rules.map((name) => `${family}/${name}`),
  openings: [
    `records.${family.slice(0, -1)}`,
    'operations.paging',
    'operations.query',
    'operations.envelope',
  ],
});

const BY_OPERATION: { readonly [operation: string]: Basis } = {
  issueToken: { rules: [], openings: ['token.lifetime', 'token.status'] },
  listDevices: list('devices', 'listed-can-be-read'),
  readDevice: record('devices', 'listed-can-be-read'),
  lastLocation: {
    rules: ['devices/last-location-of-device'],
    openings: ['records.location', 'records.units', 'locations.order'],
  },
  postLocations: {
    rules: ['devices/posted-location-becomes-last'],
    openings: ['locations.purpose', 'records.location', 'locations.order', 'expired.may'],
  },
  postAlerts: {
    rules: ['devices/posted-alert-is-taken'],
    openings: ['alerts.purpose', 'records.alert', 'alerts.recipients', 'expired.may'],
  },
  ...people('Group', 'groups', 'groups.delete-devices'),
  ...people('User', 'users', 'users.delete-self'),
  listCountries: { rules: ['users/countries-listed'], openings: ['records.country', 'operations.envelope'] },
  listTimeZones: {
    rules: ['users/time-zones-listed'],
    openings: ['records.timeZone', 'operations.envelope'],
  },
};

function people(name: string, family: string, deleting: string): { [operation: string]: Basis } {
  return {
    [`list${name}s`]: list(family, 'created-is-listed'),
    [`create${name}`]: record(family, 'created-can-be-read', 'operations.status'),
    [`read${name}`]: record(family, 'created-can-be-read'),
    [`replace${name}`]: record(family, 'replaced'),
    [`update${name}`]: record(family, 'updated-keeps-rest', 'patch.format'),
    [`delete${name}`]: {
      rules: [`${family}/deleted-is-gone`, `${family}/deleted-spares-others`],
      openings: [deleting, 'operations.status'],
    },
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

/** The ids that one call rests on; `granted` says whether it was answered as wished. */
export function basisOf({ operation, reply }: Pick<JournalEntry, 'operation' | 'reply'>): Basis {
  const { status } = reply;
  if (operation === null) return { rules: [], openings: ['errors.status', 'errors.body'] };
  const own = BY_OPERATION[operation] ?? { rules: [], openings: [] };
  const served = `operations/${operation}`;
  if (status === null) return { rules: [served], openings: [] };
  if (operation === 'issueToken') {
    const names = status < 300 && !/"success"\s*:\s*false/.test(reply.body) ? TOKEN_GRANTED : TOKEN_REFUSED;
    return {
      rules: names.map((name) => `token/${name}`),
      openings: status === 400 || status === 415 ? [...own.openings, 'token.malformed'] : own.openings,
    };
  }
  if (status === 401 || status === 403) {
    return {
      rules: AUTH_REFUSED.map((name) => `auth/${name}`),
      openings: ['auth.refusal', ...(status === 403 ? ['auth.roles'] : []), 'token.live-when-disabled'],
    };
  }
  if (status === 429) return { rules: [], openings: ['rate-limit', 'errors.status', 'errors.body'] };
  if (status >= 400) {
    const unknown = operation.endsWith('Device') || operation === 'lastLocation';
    return {
      rules: unknown && status === 404 ? ['devices/unknown-device-not-served'] : [],
      openings: ['errors.status', 'errors.body'],
    };
  }
  return {
    rules: ['auth/bearer-accepted', ...own.rules],
    openings: [...new Set([...own.openings, 'operations.status'])],
  };
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
    openings: basis.openings.flatMap((id) => {
      const opening = openings.find((each) => each.id === id);
      return opening
        ? [
            {
              id,
              text: `${opening.open}. Unless a profile says otherwise: ${opening.default}`,
              sections: opening.sections,
            },
          ]
        : [];
    }),
  };
}

/** The section that a path is documented in, such as 4.1. */
export function sectionOf(operation: Operation | undefined): string {
  return operation ? `section ${operation.section}` : 'not in the document';
}
