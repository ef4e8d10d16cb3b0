/** The answers of the operations behind a token, and their parameters in the query. */
import {
  describe,
  each,
  integer,
  object,
  oneOf,
  optional,
  optionals,
  orNull,
  partial,
  text,
  yesNo,
} from '../../kit/schema.ts';
import { mapTable, tableOf } from '../../kit/tables.ts';
import { forms, ref } from '../forms.ts';
import { guardedOperations, writeOperations } from '../operations.ts';
import { listResource } from '../records/kinds.ts';
import { defineOpening } from './define.ts';
import { constants, listWrapping, wrapping } from './payloads.ts';

/** Query parameters of lists, to be read after "the query parameter". */
const parameters = {
  limit: 'for the number of records on a page',
  offset: 'for the number of records to leave out',
  page: 'for the number of the page',
  cursor: 'for the cursor of the page',
  group: 'for the group whose devices alone are listed',
} as const;

const bare = { at: '' };
const bareList = { form: 'array', at: '' } as const;

export const operationOpenings = [
  defineOpening({
    id: 'operations.status',
    sections: ['4.2'],
    open: 'success statuses of the operations behind a token',
    shapes: guardedOperations.map(({ id }) => id),
    schema: () => partial(tableOf(guardedOperations, () => ref('successStatus'))),
    default: tableOf(guardedOperations, ({ success }) => success),
    words: (statuses) => {
      const operationsWith = (status: number): string =>
        Object.entries(statuses)
          .filter(([, other]) => other === status)
          .map(([operation]) => operation)
          .join(' and ');
      const special = [...new Set(Object.values(statuses))].sort().filter((status) => status !== 200);
      return ['200', ...special.map((status) => `${status} on ${operationsWith(status)}`)].join('; ');
    },
  }),
  defineOpening({
    id: 'operations.query',
    sections: ['4.2'],
    open: 'query parameters, filters and order of lists',
    shapes: ['listDevices', 'listGroups', 'listUsers'],
    /** Names of the query parameters. */
    schema: () =>
      partial({
        ...mapTable(parameters, (of) => describe(`The name of the query parameter ${of}.`, text)),
        anyCase: describe('Whether paths are taken in any case: /API/Devices as /api/devices.', yesNo),
      }),
    default: { ...mapTable(parameters, (_, name) => name), anyCase: false },
    words: ({ limit, offset, group, anyCase }) =>
      `\`${limit}\` and \`${offset}\`; devices also by \`${group}\`${anyCase ? '; paths in any case' : ''}`,
  }),
  defineOpening({
    id: 'operations.paging',
    sections: ['4.2'],
    open: 'how lists are paged',
    shapes: ['listDevices', 'listGroups', 'listUsers'],
    schema: () =>
      object({
        by: oneOf('none', 'offset', 'page', 'cursor', 'link'),
        size: optional(
          describe(
            'Records on a page when no size is asked for; null for all. Left out: not known.',
            orNull(integer({ minimum: 1 })),
          ),
        ),
        max: optional(
          describe('The largest size that can be asked for. Left out: not known.', integer({ minimum: 1 })),
        ),
        firstPage: oneOf(0, 1),
        totalHeader: describe(
          'the name of a header for the number of all records, or null',
          orNull(forms.answerHeader),
        ),
      }),
    // A caller who names no size gets everything, so that a first client needs no loop.
    default: { by: 'offset', size: null, max: 1000, firstPage: 1, totalHeader: 'X-Total-Count' },
    words: ({ by, size, totalHeader }) => {
      const pages =
        by === 'none' ? 'not at all' : (size ?? null) === null ? 'only on request' : `${size} records a page`;
      return totalHeader === null ? pages : `${pages}; \`${totalHeader}\` has the total`;
    },
  }),
  defineOpening({
    id: 'operations.envelope',
    sections: ['4.2'],
    open: 'what a record or a list is wrapped in',
    shapes: ['listDevices', 'listGroups', 'listUsers', 'listCountries', 'listTimeZones'],
    schema: () =>
      partial({
        records: describe(
          'Replies that carry one record.',
          partial(each(['device', 'location', 'alert', 'group', 'user'], wrapping)),
        ),
        lists: describe('Replies that carry many records.', partial(mapTable(listResource, listWrapping))),
        bodies: describe(
          'Requests that carry a group or a user; `at` is empty where the body is the record itself.',
          partial(each(['group', 'user'], wrapping)),
        ),
        answers: describe(
          'What each write returns: the record, only its id, nothing (with the constants of `nothing`), or no body at all.',
          partial(tableOf(writeOperations, () => oneOf('record', 'id', 'nothing', 'empty'))),
        ),
        id: describe('Where the id is in an answer that is the id alone.', wrapping),
        nothing: describe(
          'Constants of an answer with nothing in it; without any, the body is empty.',
          object({ constants }),
        ),
        families: optional(
          describe(
            'What differs for the writes of one resource.',
            object(
              each(
                ['alert', 'group', 'user'],
                optional(
                  object(optionals({ id: wrapping, nothing: object({ constants }), locationHeader: yesNo })),
                ),
              ),
            ),
          ),
        ),
        contentType: describe('The content type of replies with a body.', ref('mediaType')),
        locationHeader: describe('Whether a create returns a Location header.', yesNo),
      }),
    default: {
      records: { device: bare, location: bare, alert: bare, group: bare, user: bare },
      lists: mapTable(listResource, () => bareList),
      bodies: { group: bare, user: bare },
      answers: tableOf(writeOperations, ({ method }) => (method === 'DELETE' ? 'nothing' : 'record')),
      id: { at: '/id' },
      nothing: {},
      contentType: 'application/json',
      locationHeader: true,
    },
    words: ({ records, lists }) => {
      const wrapped = Object.entries({ ...records, ...lists }).filter(
        ([, { at, constants }]) => at !== '' || constants !== undefined,
      );
      if (wrapped.length === 0) return 'nothing: a plain object, a plain array';
      return wrapped.map(([name, { at }]) => `${name} at "${at}"`).join(', ');
    },
  }),
] as const;
