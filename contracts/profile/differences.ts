/**
 * Differences between lawful deployments that a client of one of them must not notice: names, envelopes and statuses stay,
 * and beside them something that the document leaves open is another. `roadtest prove` runs a client's tests under each,
 * and the permutants of our own tests are made of them, too.
 */
import type { GivenOpenings, OpeningId, Openings } from '../specification/openings/index.ts';

export interface Difference {
  /** A sentence about the deployment. */
  readonly says: string;
  /** The openings that it answers: a profile that pins one of them has no such difference. */
  readonly answers: readonly OpeningId[];
  /** The answers in place of those of a profile; `undefined` where they would be the same. */
  openings(usual: Openings): GivenOpenings | undefined;
}

const resources = ['device', 'location', 'alert', 'group', 'user', 'country', 'timeZone'] as const;
type RecordOpening = `records.${(typeof resources)[number]}`;
const recordOpenings = resources.map((resource): RecordOpening => `records.${resource}`);

/** Fields that the document does not name. */
export const extraFields = { '/_links/self': '/somewhere', '/revision': 4, '/tags': ['a', 'b'] };

/** The facts that a record is never without. */
const kept: { readonly [O in RecordOpening]: readonly string[] } = {
  'records.device': ['id', 'name'],
  'records.location': ['deviceTime', 'latitude', 'longitude'],
  'records.alert': ['id', 'type'],
  'records.group': ['id', 'name', 'description', 'deviceIds'],
  'records.user': ['id', 'name', 'email', 'groupIds'],
  'records.country': ['code'],
  'records.timeZone': ['id'],
};

/** The openings of all records, each made anew from the fields that it has. */
function eachRecord(
  usual: Openings,
  anew: (fields: object, opening: RecordOpening) => object,
): GivenOpenings {
  return Object.fromEntries(
    recordOpenings.map((opening) => [
      opening,
      { ...usual[opening], ...anew(usual[opening].fields, opening) },
    ]),
  );
}

export const differences = {
  'extra-fields': {
    says: 'Records have fields that the client does not know.',
    answers: [],
    openings: (usual) => eachRecord(usual, () => ({ constants: extraFields })),
  },
  'fields-missing': {
    says: 'Records are without the fields that may be missing.',
    answers: recordOpenings,
    openings: (usual) =>
      eachRecord(usual, (fields, opening) => ({
        fields: Object.fromEntries(Object.entries(fields).filter(([fact]) => kept[opening].includes(fact))),
      })),
  },
  'volatile-fields': {
    says: 'Each answer has a request id, which is another each time.',
    answers: ['records.volatile'],
    openings: () => ({ 'records.volatile': ['/requestId', '/usage/calls'] }),
  },
  'pages-of-two': {
    says: 'A list has two records on a page where no size is asked for.',
    answers: ['operations.paging'],
    openings: ({ 'operations.paging': paging }) =>
      paging.by === 'none' || paging.size === 2 ? undefined : { 'operations.paging': { ...paging, size: 2 } },
  },
  'ids-uuid': {
    says: 'Ids are UUIDs.',
    answers: ['records.id'],
    openings: ({ 'records.id': id }) => (id.form === 'uuid' ? undefined : { 'records.id': { form: 'uuid' } }),
  },
  'ids-other-text': {
    says: 'Ids are texts of another form.',
    answers: ['records.id'],
    openings: () => ({ 'records.id': { form: 'string', prefixes: { device: 'D', user: 'U' } } }),
  },
  'times-offset': {
    says: 'Times are written with an offset of 5:45 hours, and not in UTC.',
    answers: ['records.time'],
    openings: ({ 'records.time': time }) =>
      time.form === 'iso' ? { 'records.time': { form: 'iso', offset: '+05:45' } } : undefined,
  },
  'expires-no-fraction': {
    says: 'The end of a token is written without a fraction of a second.',
    answers: ['token.status'],
    openings: ({ 'token.status': status }) => ({
      'token.status': { ...status, expires: { fraction: 0, zone: 'Z' } },
    }),
  },
  'expires-long-fraction': {
    says: 'The end of a token is written with nine digits of a second, and +00:00.',
    answers: ['token.status'],
    openings: ({ 'token.status': status }) => ({
      'token.status': { ...status, expires: { fraction: 9, zone: '+00:00' } },
    }),
  },
  'older-tokens-end': {
    says: 'A new token ends the one before.',
    answers: ['token.older'],
    openings: ({ 'token.older': older }) => (older === 'ends' ? undefined : { 'token.older': 'ends' }),
  },
  'token-issued-again': {
    says: 'A token request gets the same token as long as that lives.',
    answers: ['token.reissue'],
    openings: ({ 'token.reissue': reissue }) =>
      reissue === 'same' ? undefined : { 'token.reissue': 'same' },
  },
  'short-tokens': {
    says: 'A token lives for a minute.',
    answers: ['token.lifetime'],
    openings: () => ({ 'token.lifetime': 'PT1M' }),
  },
  'ids-given-again': {
    says: 'The id of a deleted record is given again.',
    answers: ['records.id-reuse'],
    openings: () => ({ 'records.id-reuse': 'reused' }),
  },
} as const satisfies { readonly [id: string]: Difference };
