/**
 * The sentences of the interface document in order, section by section, each in a few words of our own: the rules and
 * openings that come of it, or why none does. An area stands for all its rules. Counted are sentences, items of lists
 * and rows of tables, of a row each sentence of its last cell; headings, and what only introduces a table, are not.
 */
import type { OpeningId } from '../../contracts/specification/openings/index.ts';
import type { Area, RuleId } from '../../contracts/specification/rules/index.ts';
import type { SectionId } from '../../contracts/specification/sections.ts';

export type Sentence = [says: string, from: Source] | [says: string, rules: readonly (RuleId | Area)[]];
interface Source {
  rules?: readonly (RuleId | Area)[];
  openings?: readonly OpeningId[];
  /** The reason why nothing is judged and nothing is left open. */
  excluded?: string;
}

const refusals = [
  'token/wrong-api-key',
  'token/unknown-user',
  'token/empty-credentials',
  'token/missing-user-name',
  'token/missing-api-key',
  'token/near-miss-refused',
] as const;
const aDay = [
  'limits/sends-below-limit',
  'limits/stops-at-limit',
  'limits/zero-sends-none',
  'limits/next-day-restores',
  'limits/per-device',
  'limits/channels-apart',
  'limits/usage-restarts',
  'limits/holds-each-day',
  'limits/holds-at-once',
] as const;
const amount = [
  'limits/stops-at-limit',
  'limits/zero-sends-none',
  'limits/negative-refused',
  'limits/channels-apart',
] as const;

/** The six operations of groups, and of users, without what only one of them has. */
const listing = (family: 'groups' | 'users'): Source => ({
  rules: ['operations/*', `${family}/created-is-listed`, `${family}/listed-once`],
  openings: ['operations.paging', 'operations.envelope'],
});
const creating = (family: 'groups' | 'users'): Source => ({
  rules: ['operations/*', `${family}/created-can-be-read`, `${family}/kept-as-sent`],
  openings: ['records.required'],
});
const reading = (family: 'groups' | 'users') =>
  ['operations/*', `${family}/created-can-be-read`, `${family}/kept-as-sent`] as const;
const replacing = (family: 'groups' | 'users'): Source => ({
  rules: ['operations/*', `${family}/replaced`, `${family}/replaced-spares-others`],
  openings: ['put.left-out'],
});
const updating = (family: 'groups' | 'users'): Source => ({
  rules: ['operations/*', `${family}/updated-keeps-rest`, `${family}/updated-spares-others`],
  openings: ['patch.format'],
});
const deleting = (family: 'groups' | 'users', opening: OpeningId): Source => ({
  rules: ['operations/*', `${family}/deleted-is-gone`, `${family}/deleted-spares-others`],
  openings: [opening],
});

export const sentences: { readonly [S in 'preamble' | SectionId]: readonly Sentence[] } = {
  preamble: [
    ['What the document covers.', { excluded: 'about the document' }],
    ['All is at a base address.', { excluded: 'each run is given one' }],
    ['What is not shown must not be assumed.', { excluded: 'it is why there are openings' }],
  ],
  '1': [
    ['The service tracks a fleet.', { excluded: 'a purpose, and no behaviour' }],
    ['It manages devices, locations, alerts, groups and users.', ['devices', 'groups', 'users']],
    ['The API is one of resources, over HTTP.', ['operations/*']],
    ['Bodies that are shown are JSON.', ['token/json-object']],
    [
      'Callers sign in with a user name and a key.',
      ['token/issued', 'token/wrong-api-key', 'token/unknown-user'],
    ],
    [
      'They get a JWT, which goes with every other request.',
      ['token/is-jwt', 'auth/bearer-accepted', 'auth/header-required'],
    ],
    ['API access has to be on for the account.', ['token/api-disabled', 'token/api-enabled']],
    [
      'A device can have two daily limits and an expiry date.',
      ['limits/per-device', 'limits/channels-apart', 'expiry/off-by-default', 'expiry/reached-expires'],
    ],
    ['An expired device is no used licence.', ['licences/expiry-releases-one']],
    ['The operations, in four families.', ['operations', 'devices', 'groups', 'users']],
  ],
  '2': [
    ['A token request needs the user name.', ['token/missing-user-name', 'token/unknown-user']],
    ['It needs the key.', ['token/missing-api-key', 'token/wrong-api-key']],
    ['The key has a stand-in in the text.', { excluded: 'a way of writing' }],
    ['Whether a token was issued is always said.', ['token/issued', 'token/json-object']],
    ['A token, when one is issued, is a JWT.', ['token/issued', 'token/is-jwt']],
    [
      'With it comes its expiry, by ISO 8601 in UTC.',
      ['token/issued', 'token/expires-iso-utc', 'token/expires-ahead'],
    ],
    [
      'A failure has a message, and only a failure.',
      ['token/no-error-on-success', 'token/wrong-api-key', 'token/unknown-user'],
    ],
    ['Limit settings are told as a user sees them.', { openings: ['limits.names'] }],
    ['With Expires on there has to be a date.', ['expiry/on-needs-date']],
    ['It is optional, and off unless set.', ['expiry/off-by-default', 'expiry/off-never-expires']],
    [
      'On that date the limits and the licence use expire.',
      {
        rules: ['expiry/reached-expires', 'expiry/only-its-own'],
        openings: ['expiry.instant', 'expiry.limits'],
      },
    ],
    ['The date means something only with Expires on.', ['expiry/off-never-expires']],
    ['The e-mail limit: so many a day, none below zero.', amount],
    ['The SMS limit: so many a day, none below zero.', amount],
    [
      'Counters of the day, to be read only.',
      ['limits/usage-counts', 'limits/usage-read-only', 'limits/usage-restarts'],
    ],
    [
      'The other resources, seven of them.',
      ['devices', 'groups', 'users/created-can-be-read', 'users/countries-listed', 'users/time-zones-listed'],
    ],
    [
      'Their fields are open.',
      {
        openings: [
          'records.device',
          'records.location',
          'records.alert',
          'records.group',
          'records.user',
          'records.country',
          'records.timeZone',
          'records.id',
          'records.id-reuse',
          'records.volatile',
          'records.required',
          'records.text',
          'records.unknown-fields',
          'records.time',
          'records.units',
        ],
      },
    ],
    ['What the API calls the limits is open.', { openings: ['limits.names'] }],
  ],
  '3': [
    [
      'A device is a used licence, or is expired.',
      {
        rules: ['licences/device-uses-one', 'licences/active-takes-no-second', 'expiry/off-never-expires'],
        openings: ['expired.may'],
      },
    ],
    [
      'Once the date is reached a device expires, and frees a licence.',
      {
        rules: [
          'expiry/reached-expires',
          'expiry/only-its-own',
          'licences/expiry-releases-one',
          'licences/released-serves-another',
          'licences/expires-again',
        ],
        openings: ['expiry.instant'],
      },
    ],
    [
      'Activation brings it back while a licence is available.',
      {
        rules: ['licences/activation-takes-one', 'licences/expires-again'],
        openings: ['activation.also', 'expired.leaves-by'],
      },
    ],
    [
      'With none available it stays expired.',
      ['licences/activation-refused-when-none', 'licences/never-over-allotted'],
    ],
    ['Other states are open.', { openings: ['states.other', 'expired.may', 'expired.leaves-by'] }],
  ],
  '4': [['Paths begin at the base address.', ['operations/*']]],
  '4.1': [
    ['The method of the token request.', ['operations/*']],
    ['Its path.', ['operations/*']],
    ['Its body says that it is JSON.', { rules: ['token/issued'], openings: ['token.malformed'] }],
    ['No token is needed to get one.', ['token/no-bearer-needed']],
    [
      'The body has both credentials.',
      { rules: ['token/missing-user-name', 'token/missing-api-key'], openings: ['token.malformed'] },
    ],
    ['The fields of the answer.', ['token/issued', 'token/json-object']],
    ['Valid credentials bring a token.', { rules: ['token/issued'], openings: ['token.status'] }],
    ['Invalid ones bring a message and no token.', { rules: refusals, openings: ['token.status'] }],
  ],
  '4.2': [
    [
      'Every operation needs the header.',
      ['auth/bearer-accepted', 'auth/header-required', 'auth/garbage-refused', 'auth/no-way-round'],
    ],
    [
      'Devices are listed.',
      {
        rules: ['operations/*', 'devices/listed-can-be-read', 'devices/listed-once'],
        openings: ['operations.paging', 'operations.envelope'],
      },
    ],
    [
      'A device is read.',
      ['operations/*', 'devices/listed-can-be-read', 'devices/unknown-device-not-served'],
    ],
    [
      'The last location of a device is read.',
      {
        rules: [
          'operations/*',
          'devices/last-location-of-device',
          'devices/posted-location-becomes-last',
          'devices/location-is-own',
        ],
        openings: ['locations.order'],
      },
    ],
    [
      'Locations are posted to a device.',
      {
        rules: ['operations/*', 'devices/posted-location-becomes-last', 'devices/location-is-own'],
        openings: ['locations.purpose'],
      },
    ],
    [
      'Alerts are posted to a device.',
      {
        rules: ['operations/*', 'devices/posted-alert-is-taken'],
        openings: ['alerts.purpose', 'alerts.recipients'],
      },
    ],
    ['Groups are listed.', listing('groups')],
    ['A group is created.', creating('groups')],
    ['A group is read.', reading('groups')],
    ['A group is replaced.', replacing('groups')],
    ['A group is updated.', updating('groups')],
    ['A group is deleted.', deleting('groups', 'groups.delete-devices')],
    ['Users are listed.', listing('users')],
    ['A user is created.', creating('users')],
    ['Countries are listed.', ['operations/*', 'users/countries-listed']],
    ['Time zones are listed.', ['operations/*', 'users/time-zones-listed']],
    ['A user is read.', reading('users')],
    ['A user is replaced.', replacing('users')],
    ['A user is updated.', updating('users')],
    ['A user is deleted.', deleting('users', 'users.delete-self')],
    [
      'An id in a path means one record.',
      {
        rules: [
          'devices/unknown-device-not-served',
          'devices/location-is-own',
          'groups/replaced-spares-others',
          'groups/updated-spares-others',
          'groups/deleted-spares-others',
          'users/replaced-spares-others',
          'users/updated-spares-others',
          'users/deleted-spares-others',
        ],
        openings: ['records.id', 'records.id-reuse'],
      },
    ],
    [
      'Payloads, queries, pages, statuses and further effects are open.',
      {
        openings: [
          'operations.status',
          'operations.query',
          'operations.paging',
          'operations.envelope',
          'records.volatile',
          'records.required',
          'records.text',
          'records.unknown-fields',
          'locations.purpose',
          'locations.order',
          'alerts.purpose',
          'alerts.recipients',
          'patch.format',
          'put.left-out',
          'groups.delete-devices',
          'users.delete-self',
          'consistency',
        ],
      },
    ],
  ],
  '5': [
    ['A JWT is had for credentials.', { rules: ['token/is-jwt'], openings: ['auth.other-ways'] }],
    [
      'Every other request has it in its header.',
      {
        rules: [
          'auth/bearer-accepted',
          'auth/header-required',
          'auth/garbage-refused',
          'auth/tampered-refused',
          'auth/no-way-round',
        ],
        openings: ['auth.refusal', 'auth.other-ways'],
      },
    ],
    [
      'The answer says when it expires.',
      ['token/expires-ahead', 'auth/valid-until-expiry', 'auth/expired-refused'],
    ],
    [
      'Another is requested before, and access goes on.',
      {
        rules: ['token/renewal', 'token/renewal-extends', 'auth/valid-until-expiry'],
        openings: ['token.older', 'token.reissue'],
      },
    ],
    ['A token is secret.', { excluded: 'it binds callers; reports show no token' }],
    ['It is not passed on to others.', { excluded: 'it binds callers' }],
    [
      'Credentials work only while API access is on.',
      { rules: ['token/api-disabled', 'token/api-enabled'], openings: ['token.live-when-disabled'] },
    ],
    ['How long a token lives is open.', { openings: ['token.lifetime'] }],
    ['Who may call what is open.', { openings: ['auth.roles'] }],
  ],
  '6': [['Events are open.', { openings: ['events', 'alerts.recipients'] }]],
  '7': [
    ['A failed token request has a shape.', ['token/json-object', ...refusals]],
    ['The message has text in it.', refusals],
    ['Its status is open.', { openings: ['token.status', 'token.malformed'] }],
    ['All other errors are open.', { openings: ['errors.body', 'errors.status', 'auth.refusal'] }],
  ],
  '8': [
    ['At its e-mail limit a device sends none until the next day.', aDay],
    ['At its SMS limit a device sends none until the next day.', aDay],
    ['Expiry is optional.', ['expiry/off-by-default']],
    [
      'Once reached, the device is no used licence.',
      {
        rules: ['expiry/reached-expires', 'licences/expiry-releases-one'],
        openings: ['expiry.limits'],
      },
    ],
    ['A device is one used licence.', ['licences/device-uses-one', 'licences/active-takes-no-second']],
    [
      'An expiry releases one.',
      ['licences/expiry-releases-one', 'licences/released-serves-another', 'licences/expires-again'],
    ],
    [
      'Without one available there is no activation.',
      ['licences/activation-refused-when-none', 'licences/never-over-allotted'],
    ],
    [
      'Limits change at any time.',
      [
        'limits/raise-takes-effect',
        'limits/lower-takes-effect',
        'limits/changes-repeat',
        'expiry/change-any-time',
        'expiry/earlier-takes-effect',
      ],
    ],
    ['Rate limits are open.', { openings: ['rate-limit'] }],
    [
      'Range and default of the limits are open, and when days end.',
      { openings: ['limits.range', 'limits.default', 'day.ends', 'day.time-zone'] },
    ],
  ],
  '9': [
    ['Paths have no version in them.', ['operations/*']],
    ['Versions are open.', { openings: ['versioning'] }],
  ],
};
