/**
 * Refusals: why a request is not served, and how the profile's deployment says so.
 *
 * The document leaves status codes and bodies of all refusals but the token's open (section 7).
 */

import type { Lens } from '../../contracts/profile/lens/lens.ts';
import type { Refusal } from '../../contracts/specification/openings/errors.ts';
import type { Answers } from '../../contracts/specification/openings/index.ts';
import type { FleetError } from '../fleet/errors.ts';
import type { FleetErrorCode } from '../fleet/types.ts';
import type { Reply } from './call.ts';

export interface RefusalFacts {
  /** Stable, in capitals. */
  code: string;
  detail: string;
  /** The place in the request that is wrong, as a JSON Pointer, or the name of a query parameter. */
  field?: string | undefined;
  headers?: { [name: string]: string };
}

/** Thrown while a request is performed; the service answers it in the profile's dialect. */
export class Refused extends Error {
  readonly refusal: Refusal;
  readonly facts: RefusalFacts;

  constructor(refusal: Refusal, facts: RefusalFacts) {
    super(facts.detail);
    this.name = 'Refused';
    this.refusal = refusal;
    this.facts = facts;
  }
}

const titles: { readonly [R in Refusal | 'unauthorised']: string } = {
  malformed: 'The body cannot be read',
  invalid: 'The request is not valid',
  'content-type': 'The content type is not supported',
  'too-large': 'The body is too large',
  'unknown-id': 'There is no such record',
  'deleted-id': 'The record was deleted',
  'unknown-path': 'There is no such path',
  'method-not-allowed': 'The method is not allowed here',
  conflict: 'The state of the record does not allow this',
  forbidden: 'This is not allowed',
  'rate-limited': 'Too many requests',
  failed: 'The service failed',
  unauthorised: 'A valid token is needed',
};

/** The refusal of the public API for an error of the fleet; any error that is not listed is `invalid`. */
const refusalOfFleetError: { readonly [C in FleetErrorCode]?: Refusal } = {
  UNKNOWN_DEVICE: 'unknown-id',
  UNKNOWN_GROUP: 'unknown-id',
  UNKNOWN_USER: 'unknown-id',
  DELETED_GROUP: 'deleted-id',
  DELETED_USER: 'deleted-id',
  DEVICE_EXPIRED: 'conflict',
  DEVICE_NOT_EXPIRED: 'conflict',
  NO_LICENCE_AVAILABLE: 'conflict',
  FLEET_FULL: 'conflict',
  GROUP_HAS_DEVICES: 'conflict',
  OWN_USER: 'forbidden',
};

/** A refusal by the fleet as a refusal of the public API. `field` is the place in the body that is to blame. */
export function refusedByFleet(error: FleetError, lens: Lens, field?: string): Refused {
  const { code, message, missing } = error;
  // The fleet counts devices and groups; callers know them by the ids of their dialect.
  const detail = missing
    ? `There is no ${missing.resource} ${lens.writeId(missing.resource, missing.id)}.`
    : message;
  return new Refused(refusalOfFleetError[code] ?? 'invalid', { code, detail, field });
}

export interface RefusalWriter {
  refuse(refusal: Refusal, facts: RefusalFacts): Reply;
  /** For a missing, wrong or expired token (section 5; opening `auth.refusal`). */
  refuseToken(facts: RefusalFacts): Reply;
}

export type RefusalAnswers = Answers<'auth.refusal' | 'errors.status'>;

/** Writes refusals in one profile's dialect. */
export function createRefusalWriter(openings: RefusalAnswers, lens: Lens): RefusalWriter {
  const statuses = openings['errors.status'];
  const auth = openings['auth.refusal'];
  const authHeaders = lowerCased(auth.headers);

  const write = (
    kind: Refusal | 'unauthorised',
    status: number,
    facts: RefusalFacts,
    withBody: boolean,
  ): Reply => {
    const headers: Reply['headers'] = { ...facts.headers };
    const { code, detail, field } = facts;
    const written = {
      type: `urn:roadtest:refusal:${kind}`,
      title: titles[kind],
      status,
      code,
      detail,
      ...(field !== undefined && { field }),
    };
    const { contentType, text } =
      kind === 'unauthorised'
        ? { contentType: lens.errors.contentType, text: lens.errors.write(written) }
        : lens.errors.bodyOf(kind, written);
    if (!withBody || status === 204 || contentType === null) return { status, headers, body: '' };
    headers['content-type'] = contentType;
    return { status, headers, body: text };
  };

  return {
    refuse: (refusal, facts) => write(refusal, statuses[refusal], facts, true),
    refuseToken(facts) {
      const reply = write('unauthorised', auth.status, facts, auth.body === 'error');
      return { ...reply, headers: { ...reply.headers, ...authHeaders } };
    },
  };
}

/** Headers of a profile under the names that replies have them by. */
export function lowerCased(headers: { readonly [name: string]: string }): { [name: string]: string } {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
