/** Statuses and bodies: of successes, of refusals, of what a write answers with. */

import type { Status } from '../../../contracts/profile/openings.ts';
import type { GivenOpenings, Openings } from '../../../contracts/specification/openings/index.ts';
import { guardedOperations } from '../../../contracts/specification/operations.ts';
import type { Factors, Level } from '../level.ts';

const successes = (status: Status): Level => ({
  openings: {
    'operations.status': Object.fromEntries(guardedOperations.map(({ id }) => [id, status])),
  },
});

/** All refusals but those that tell of the service's own state. */
const refusals = [
  'malformed',
  'invalid',
  'content-type',
  'too-large',
  'unknown-id',
  'deleted-id',
  'unknown-path',
  'method-not-allowed',
  'conflict',
  'forbidden',
] as const;

const refused = (status: Status): Level => ({
  openings: { 'errors.status': Object.fromEntries(refusals.map((refusal) => [refusal, status])) },
});

const unauthorised = (
  status: Status,
  body: 'error' | 'empty' = 'error',
  headers: { [name: string]: string } = {},
): Level => ({ openings: { 'auth.refusal': { status, body, headers } } });

const deleted = (status: Status): Level => ({ openings: { 'errors.status': { 'deleted-id': status } } });

type ErrorBody = Openings['errors.body'];
const errors = (body: ErrorBody): Level => ({ openings: { 'errors.body': body } });
const jsonErrors = (fields: Extract<ErrorBody, { form: 'json' }>['fields'], constants = {}): Level =>
  errors({ form: 'json', contentType: 'application/json', fields, constants });

type Envelope = NonNullable<GivenOpenings['operations.envelope']>;
const envelope = (given: Envelope): Level => ({ openings: { 'operations.envelope': given } });
const creates = (
  answer: 'record' | 'id' | 'nothing',
  locationHeader: boolean,
  id: Envelope['id'] = { at: '/id' },
): Level =>
  envelope({ answers: { createGroup: answer, createUser: answer, postAlerts: answer }, locationHeader, id });

export const replyFactors = {
  success: {
    kinds: [1],
    levels: {
      'as HTTP has it': {},
      'always 200': successes(200),
      'always 201': successes(201),
      'always 202': successes(202),
      // `compose.ts` leaves 204 to those that have no body.
      '204 where there is no body': successes(204),
    },
  },
  refusal: {
    kinds: [1],
    levels: {
      'as HTTP has it': {},
      '400': refused(400),
      '401': refused(401),
      '403': refused(403),
      '404': refused(404),
      '409': refused(409),
      '410': refused(410),
      '422': refused(422),
      '429': refused(429),
      'success: false': refused(200),
    },
  },
  'refusal for want of a token': {
    kinds: [1],
    levels: {
      '401 with a challenge': {},
      '401 and nothing else': unauthorised(401, 'empty'),
      '400': unauthorised(400),
      '403': unauthorised(403),
      '404': unauthorised(404),
      '409 and nothing else': unauthorised(409, 'empty'),
      '410': unauthorised(410),
      '422 with a header': unauthorised(422, 'error', { 'X-Reason': 'token' }),
      '429': unauthorised(429),
      'success: false': unauthorised(200),
    },
  },
  'what was deleted': {
    kinds: [7],
    levels: {
      'is refused like any other': {},
      '404': deleted(404),
      '410': deleted(410),
      'success: false': deleted(200),
    },
  },
  'error body': {
    kinds: [12],
    levels: {
      'problem details': {},
      'JSON with success false': jsonErrors({ success: /* always false */ '/success', detail: '/message' }),
      'nested JSON': jsonErrors({ code: '/error/code', detail: '/error/text', status: '/status' }),
      'JSON with constants': jsonErrors({ title: '/title' }, { '/data': null, '/version': 3 }),
      text: errors({ form: 'text', contentType: 'text/plain; charset=utf-8' }),
      html: errors({ form: 'text', contentType: 'text/html' }),
      nothing: errors({ form: 'empty' }),
    },
  },
  'create answers': {
    kinds: [5],
    levels: {
      'the record and its address': creates('record', true),
      'the record': creates('record', false),
      'the id': creates('id', false),
      'the bare id': creates('id', false, { at: '' }),
      'the id in an envelope': creates('id', true, { at: '/data/id', constants: { '/success': true } }),
      'its address': creates('nothing', true),
      nothing: creates('nothing', false),
      'another thing for each family': envelope({
        answers: { createGroup: 'record', createUser: 'id', postAlerts: 'nothing' },
        locationHeader: false,
      }),
      'an id in a place of its own for each family': envelope({
        answers: { createGroup: 'id', createUser: 'id', postAlerts: 'id' },
        families: {
          group: { id: { at: '/groupId' }, locationHeader: false },
          user: { id: { at: '/data/userId', constants: { '/ok': true } }, locationHeader: true },
          alert: { id: { at: '/alertId' } },
        },
      }),
    },
  },
  'change answers': {
    kinds: [6],
    levels: {
      'the record': {},
      'PUT nothing': envelope({ answers: { replaceGroup: 'nothing', replaceUser: 'nothing' } }),
      nothing: envelope({
        answers: {
          replaceGroup: 'nothing',
          replaceUser: 'nothing',
          updateGroup: 'nothing',
          updateUser: 'nothing',
          postLocations: 'nothing',
        },
      }),
      'ids, and DELETE the record': envelope({
        answers: {
          replaceGroup: 'id',
          replaceUser: 'id',
          updateGroup: 'id',
          updateUser: 'id',
          deleteGroup: 'record',
          deleteUser: 'record',
        },
      }),
    },
  },
  'an answer with nothing': {
    kinds: [4, 5],
    levels: {
      'is empty': {},
      'says success': envelope({ nothing: { constants: { '/success': true } } }),
      'says success, but has no body after a DELETE': envelope({
        nothing: { constants: { '/success': true } },
        answers: {
          replaceGroup: 'nothing',
          replaceUser: 'nothing',
          deleteGroup: 'empty',
          deleteUser: 'empty',
        },
      }),
    },
  },
} as const satisfies Factors;
