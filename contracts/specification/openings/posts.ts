/** The bodies of posts to a device, and of changes by PATCH and PUT. */
import { object, oneOf, type Static } from '../../kit/schema.ts';
import { ref } from '../forms.ts';
import type { OperationId } from '../operations.ts';
import { choice, defineOpening } from './define.ts';
import { posting } from './payloads.ts';

const bodies = {
  bare: 'one object',
  array: 'an array',
  either: 'one object or an array',
  wrapper: 'an object with one or an array in it',
};

const patches = {
  partial: 'an object with the fields that change',
  'merge-patch': 'JSON Merge Patch (RFC 7396)',
  'json-patch': 'JSON Patch (RFC 6902)',
};

/** Opens whether a POST to a device records its body, or asks for a range. */
function purposeOpening<const Name extends 'locations' | 'alerts'>(
  name: Name,
  operation: OperationId,
  records: string,
  { form, many }: Pick<Static<typeof posting>['body'], 'form' | 'many'>,
) {
  return defineOpening({
    id: `${name}.purpose`,
    sections: ['4.2'],
    open: `whether a POST to ${name} ${records} or asks for a range`,
    shapes: [operation],
    schema: () => posting,
    default: {
      does: 'record',
      body: { form, at: '', many, required: {} },
      query: { from: '/from', to: '/to' },
    },
    words: (answer) =>
      answer.does === 'query' ? 'it asks for a range' : `it records: ${bodies[answer.body.form]}`,
  });
}

export const postOpenings = [
  purposeOpening('locations', 'postLocations', 'records them', { form: 'either', many: true }),
  purposeOpening('alerts', 'postAlerts', 'records one', { form: 'bare', many: false }),
  defineOpening({
    id: 'alerts.recipients',
    sections: ['4.2', '6'],
    open: 'who is notified of an alert, and by which channel',
    decides: 'state',
    shapes: ['postAlerts'],
    ...choice({
      'group-users': "the users of the device's groups, by the alert's channels",
      'all-users': "all users, by the alert's channels",
      'group-users-by-email': "the users of the device's groups, by e-mail alone",
      'all-users-by-email': 'all users, by e-mail alone',
      'group-users-or-all':
        "the users of the device's groups, or all where it has none, by the alert's channels",
      'group-users-by-own-channels':
        "the users of the device's groups, by the channels that each wants, whatever the alert says",
      'all-users-by-own-channels': 'all users, by the channels that each wants, whatever the alert says',
      none: 'no user',
    }),
    default: 'group-users',
  }),
  defineOpening({
    id: 'locations.order',
    sections: ['4.2'],
    open: 'which location is the last when some arrive late',
    decides: 'state',
    shapes: ['lastLocation', 'postLocations'],
    ...choice({
      'device-time': "the newest by the device's own time",
      received: 'the one that arrived last',
    }),
    default: 'device-time',
  }),
  defineOpening({
    id: 'patch.format',
    sections: ['4.2'],
    open: 'how a PATCH is written',
    shapes: ['updateGroup', 'updateUser'],
    schema: () =>
      object({ form: oneOf('partial', 'merge-patch', 'json-patch'), contentType: ref('mediaType') }),
    default: { form: 'merge-patch', contentType: 'application/merge-patch+json' },
    words: ({ form }) => patches[form],
  }),
  defineOpening({
    id: 'put.left-out',
    sections: ['4.2'],
    open: 'what becomes of a field of a group or user that the body of a PUT leaves out',
    decides: 'state',
    shapes: ['replaceGroup', 'replaceUser', 'refused'],
    ...choice({
      kept: 'it stays as it was',
      cleared: 'it is cleared',
      refused: 'a body that leaves one out is refused',
    }),
    default: 'cleared',
  }),
] as const;
