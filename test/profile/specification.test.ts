/** The interface document as data: its operations, and ids that never change, since reports, profiles and scripts hold on to them. */
import { describe, expect, it } from 'vitest';
import {
  opening,
  openings,
  operation,
  operations,
  rule,
  rules,
  sections,
} from '../../contracts/specification/index.ts';

/** Method and path of every operation, as section 4 of the document has them. */
const document = `POST /api/Auth/Token, GET /api/devices, GET /api/devices/{deviceId}, GET /api/devices/{deviceId}/lastLocation,
POST /api/devices/{deviceId}/locations, POST /api/devices/{deviceId}/alerts, GET /api/groups, POST /api/groups,
GET /api/groups/{groupId}, PUT /api/groups/{groupId}, PATCH /api/groups/{groupId}, DELETE /api/groups/{groupId},
GET /api/users, POST /api/users, GET /api/users/countries, GET /api/users/timeZones, GET /api/users/{userId},
PUT /api/users/{userId}, PATCH /api/users/{userId}, DELETE /api/users/{userId}`;

const ofRecords = `created-can-be-read created-is-listed replaced updated-keeps-rest deleted-is-gone deleted-spares-others
replaced-spares-others updated-spares-others listed-once kept-as-sent`;

/** All there are, by area. None goes. */
const rulesOf = {
  token: `issued json-object is-jwt expires-iso-utc expires-ahead no-error-on-success wrong-api-key unknown-user empty-credentials
missing-user-name missing-api-key no-bearer-needed renewal api-disabled api-enabled near-miss-refused renewal-extends`,
  auth: `bearer-accepted header-required garbage-refused tampered-refused valid-until-expiry expired-refused no-way-round`,
  operations: '*',
  devices: `listed-can-be-read last-location-of-device posted-location-becomes-last posted-alert-is-taken
unknown-device-not-served location-is-own listed-once`,
  groups: ofRecords,
  users: `${ofRecords} countries-listed time-zones-listed`,
  limits: `sends-below-limit stops-at-limit zero-sends-none next-day-restores per-device channels-apart raise-takes-effect
lower-takes-effect usage-counts usage-read-only usage-restarts negative-refused holds-each-day changes-repeat holds-at-once`,
  expiry: `off-by-default on-needs-date off-never-expires reached-expires change-any-time earlier-takes-effect only-its-own`,
  licences: `device-uses-one expiry-releases-one activation-takes-one activation-refused-when-none released-serves-another
never-over-allotted active-takes-no-second expires-again`,
};

const openingsOf = {
  token: 'lifetime status malformed live-when-disabled older reissue',
  auth: 'refusal roles other-ways',
  errors: 'body status',
  operations: 'status query paging envelope',
  records: `device location alert group user country timeZone id time units id-reuse volatile required text unknown-fields`,
  limits: 'names range default',
  locations: 'purpose order',
  alerts: 'purpose recipients',
  patch: 'format',
  put: 'left-out',
  day: 'ends time-zone',
  expiry: 'instant limits',
  expired: 'may leaves-by',
  activation: 'also',
  groups: 'delete-devices',
  users: 'delete-self',
  states: 'other',
};

const idsOf = (table: { [area: string]: string }, mark: string) =>
  Object.entries(table).flatMap(([area, names]) => names.split(/\s+/).map((name) => `${area}${mark}${name}`));
const known = sections.map(({ id }) => id);

describe('the document', () => {
  it('has its 20 operations, in its order, all behind a token but the token request', () => {
    expect(operations.map(({ method, path }) => `${method} ${path}`)).toEqual(document.split(/,\s/));
    expect(operations.filter(({ guarded }) => !guarded).map(({ id }) => id)).toEqual(['issueToken']);
    for (const one of operations) expect(operation(one.id)).toBe(one);
  });

  it('has these rules and no others, each with a sentence of its own and sections that there are', () => {
    expect(rules.map(({ id }) => id).toSorted()).toEqual(idsOf(rulesOf, '/').toSorted());
    const said = rules.map(({ id, text }) => `${id.split('/')[0]}: ${text}`);
    expect(new Set(said).size).toBe(rules.length);
    for (const one of rules) {
      expect(one.text, one.id).toMatch(/^[A-Z`].+\.$/);
      expect(known, one.id).toEqual(expect.arrayContaining([...one.sections]));
      expect(rule(one.id)).toBe(one);
    }
  });

  it('leaves these questions open and no others, each with what the simulator does', () => {
    const single = ['events', 'rate-limit', 'versioning', 'consistency'];
    expect(openings.map(({ id }) => id).toSorted()).toEqual(
      [...idsOf(openingsOf, '.'), ...single].toSorted(),
    );
    for (const one of openings) {
      expect([one.open, one.default], one.id).not.toContain('');
      expect(known, one.id).toEqual(expect.arrayContaining([...one.sections]));
      expect(opening(one.id)).toBe(one);
    }
  });
});
