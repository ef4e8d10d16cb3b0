/** Generated stories. */
import fc from 'fast-check';
import type { OperationId } from '../../../contracts/specification/operations.ts';
import type { Moment, Story } from '../../../scenarios/language/story.ts';
import type { Devices } from '../../../scenarios/language/terms.ts';
import {
  type GivenAction,
  type GivenEntry,
  type GivenExpectation,
  hour,
  minute,
  part,
  start,
  storyOf,
  user,
} from './stories.ts';
import type { Request } from './ways.ts';

const length = 3 * hour;
const devices = 4;
const alertTypes = ['sos', 'tow', 'vibration'] as const;

const moment = fc.integer({ min: 0, max: length / minute }).map((minutes) => start + minutes * minute);
const stretch: fc.Arbitrary<Devices> = fc
  .integer({ min: 1, max: devices })
  .chain((first) => fc.integer({ min: 1, max: devices - first + 1 }).map((count) => ({ first, count })));
const channel = fc.constantFrom('email' as const, 'sms' as const);
const limit = fc.option(fc.integer({ min: 0, max: 6 }), { nil: null });
const driving = fc.record({
  route: fc.integer({ min: 0, max: 1 }),
  repeat: fc.constantFrom('once' as const, 'loop' as const, 'back-and-forth' as const),
  above: fc.constantFrom(0, 25),
  dwell: fc.constantFrom(0, 2 * minute),
});

function action(who: fc.Arbitrary<Devices>): fc.Arbitrary<GivenAction> {
  const outcome = fc.constantFrom('done' as const, 'refused' as const, 'any' as const);
  return fc
    .oneof(
      fc.record({ kind: fc.constant('drive' as const), devices: who, driving }),
      fc.record({
        kind: fc.constant('stop' as const),
        devices: who,
        for: fc.constantFrom(null, 5 * minute),
      }),
      fc.record({
        kind: fc.constant('alert' as const),
        devices: who,
        type: fc.constantFrom(...alertTypes),
        times: fc.integer({ min: 1, max: 4 }),
        apart: fc.constantFrom(0, 1_000, 7 * minute),
      }),
      fc.record({
        kind: fc.constant('send' as const),
        devices: who,
        channel,
        count: fc.integer({ min: 1, max: 5 }),
      }),
      fc.record({
        kind: fc.constant('set-limits' as const),
        devices: who,
        change: fc.record({ dailyEmail: limit, dailySms: limit }),
      }),
      fc.record({
        kind: fc.constant('set-limits' as const),
        devices: who,
        change: fc.constant({ expires: true, expirationDate: '2026-03-01' }),
      }),
      fc.record({ kind: fc.constant('activate' as const), devices: who }),
      fc.record({ kind: fc.constant('set-licences' as const), total: fc.integer({ min: 0, max: 6 }) }),
      fc.record({ kind: fc.constant('api-access' as const), on: fc.boolean() }),
      fc.record({
        kind: fc.constant('lose-signal' as const),
        devices: who,
        for: fc.constantFrom(null, 12 * minute),
        buffered: fc.boolean(),
      }),
      fc.record({ kind: fc.constant('regain-signal' as const), devices: who }),
      fc.record({
        kind: fc.constant('device-faults' as const),
        devices: who,
        faults: fc.constantFrom({ clock: 1e11, copies: 2 }, { position: 'frozen' as const }),
        for: fc.constantFrom(null, 12 * minute),
      }),
      fc.record({ kind: fc.constant('end-device-faults' as const), devices: who }),
      fc.record({
        kind: fc.constant('set-sensor' as const),
        devices: who,
        sensor: fc.constant('temperature'),
        value: fc.integer({ min: -20, max: 20 }),
      }),
      fc.record({
        kind: fc.constantFrom('set-fuel' as const, 'set-battery' as const),
        devices: who,
        percent: fc.integer({ min: 0, max: 100 }),
      }),
      fc.record({
        kind: fc.constant('add-device' as const),
        name: fc.constant('New'),
        group: fc.constant(null),
      }),
      fc.constantFrom({ kind: 'token' as const }, { kind: 'rotate-key' as const }),
      fc.record({
        kind: fc.constant('create-group' as const),
        facts: fc.record({
          name: fc.constantFrom('Vans', 'Cars'),
          description: fc.constant(''),
          devices: fc.option(who, { nil: null }),
        }),
      }),
      fc.record({ kind: fc.constant('delete-group' as const), name: fc.constantFrom('Vans', 'Cars') }),
      fc.record({
        kind: fc.constant('patch-user' as const),
        name: fc.constantFrom('Dana', 'Robin'),
        change: fc.record({ notify: fc.subarray(['email' as const, 'sms' as const]) }),
      }),
    )
    .chain((given): fc.Arbitrary<GivenAction> => outcome.map((wanted) => ({ ...given, outcome: wanted })));
}

const recipient = fc.constantFrom(null, 'Dana', 'account', 'robin@example.com');
const wanted = fc.integer({ min: 0, max: 9 }).map((is) => ({ is }));

function expectation(who: fc.Arbitrary<Devices>): fc.Arbitrary<GivenExpectation> {
  return fc.oneof(
    fc.record({ kind: fc.constant('usage' as const), devices: who, channel, wanted }),
    fc.record({
      kind: fc.constantFrom('sent' as const, 'withheld' as const),
      devices: fc.option(who, { nil: null }),
      channel: fc.option(channel, { nil: null }),
      reason: fc.constant(null),
      to: recipient,
      wanted,
    }),
    fc.record({ kind: fc.constant('locations' as const), devices: who, wanted }),
    fc.record({
      kind: fc.constant('position' as const),
      devices: who,
      site: fc.constant(0),
      within: fc.constant(50),
      not: fc.boolean(),
    }),
    fc.record({
      kind: fc.constant('last-location' as const),
      devices: who,
      fact: fc.constantFrom('speed' as const, 'odometer' as const, 'fuel' as const, 'age' as const),
      wanted,
    }),
    fc.record({
      kind: fc.constant('reply' as const),
      operation: fc.constantFrom<OperationId[]>(
        'listDevices',
        'readDevice',
        'lastLocation',
        'listGroups',
        'issueToken',
      ),
      device: fc.constant(1),
      group: fc.constant(null),
      user: fc.constant(null),
      with: fc.constantFrom('token' as const, 'first-token' as const, 'no-token' as const),
      answered: fc.constantFrom('served' as const, 'refused' as const),
    }),
  );
}

const window = { from: start, until: start + length };
const fixed: fc.Arbitrary<Moment> = fc.oneof(
  moment.map((at): Moment => ({ kind: 'at', at })),
  fc
    .integer({ min: 7, max: 60 })
    .map((minutes): Moment => ({ kind: 'every', every: minutes * minute, ...window })),
  fc
    .constantFrom('*/17 * * * *', '30 8 * * *', '5 7-9 * * 1')
    .map((expression): Moment => ({ kind: 'cron', expression, ...window })),
  fc.constant<Moment>({ kind: 'end' }),
);
const condition: fc.Arbitrary<Moment> = fc
  .record({
    condition: fc.oneof(
      stretch.map((who) => ({ kind: 'enters' as const, devices: who, site: 0 })),
      stretch.map((who) => ({ kind: 'leaves' as const, devices: who, site: 0 })),
      stretch.map((who) => ({ kind: 'speed-above' as const, devices: who, speed: 45, site: null })),
      stretch.map((who) => ({ kind: 'stands-still' as const, devices: who, for: 10 * minute })),
      stretch.map((who) => ({
        kind: 'counter-reaches' as const,
        devices: who,
        channel: 'sms' as const,
        count: 3,
      })),
      stretch.map((who) => ({ kind: 'device-expires' as const, devices: who })),
      fc.record({
        kind: fc.constantFrom('message-sent' as const, 'message-withheld' as const),
        devices: stretch,
        channel: fc.option(channel, { nil: null }),
        to: recipient,
      }),
      fc
        .record({ who: stretch, type: fc.constantFrom(...alertTypes) })
        .map(({ who, type }) => ({ kind: 'alert-raised' as const, devices: who, type })),
    ),
    most: fc.integer({ min: 1, max: 5 }),
    notAgainFor: fc.constantFrom(0, 10 * minute),
  })
  .map((given): Moment => ({ kind: 'when', ...window, ...given }));

function entries(when: fc.Arbitrary<Moment>, who: fc.Arbitrary<Devices>): fc.Arbitrary<GivenEntry> {
  return fc.record({
    when,
    caption: fc.constant('Something happens.'),
    actions: fc.array(action(who), { maxLength: 2 }),
    expectations: fc.array(expectation(who), { maxLength: 1 }),
  });
}

/** Three hours of four devices in Berlin: some drive, some stand, all of it by chance. */
export const anyStory: fc.Arbitrary<Story> = fc
  .record({
    seed: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
    limits: fc.record({ dailyEmail: limit, dailySms: limit }),
    drives: fc.option(driving, { nil: null }),
    fixedEntries: fc.array(entries(fixed, stretch), { minLength: 1, maxLength: 5 }),
    triggered: fc.array(entries(condition, fc.oneof(stretch, fc.constant<Devices>('it'))), { maxLength: 4 }),
  })
  .map(({ seed, limits, drives, fixedEntries, triggered }) =>
    storyOf([...fixedEntries, ...triggered], {
      clock: { start, end: start + length, timeZone: 'Europe/Berlin', seed },
      account: { licences: 3, apiAccess: true, userName: 'demo', apiKey: 'demo-key' },
      sites: [{ name: 'School', at: [52.503, 13.403], area: { centre: [52.503, 13.403], radius: 150 } }],
      routes: [
        {
          name: 'there',
          kind: 'waypoints',
          points: [
            [52.5, 13.4],
            [52.505, 13.405],
            [52.51, 13.4],
          ],
          speedLimit: 50,
        },
        {
          name: 'around',
          kind: 'waypoints',
          points: [
            [52.5, 13.4],
            [52.5, 13.41],
            [52.506, 13.41],
            [52.5, 13.4],
          ],
          speedLimit: 30,
        },
      ],
      users: [user(), user({ name: 'Robin', email: 'robin@example.com', notify: ['sms'] })],
      fleet: [
        part({ count: 3, limits, drives, sensors: { temperature: 4 } }),
        part({ name: 'spare', label: 'Spare', first: 4, count: 1, group: null }),
      ],
      devices,
    }),
  );

const posted = { 'content-type': 'application/json' };
const tokenCall = {
  method: 'POST',
  target: '/api/Auth/Token',
  headers: posted,
  body: JSON.stringify({ userName: 'demo', apiKey: 'demo-key' }),
};
const calls = [
  tokenCall,
  { method: 'GET', target: '/api/devices', headers: {}, body: undefined },
  {
    method: 'POST',
    target: '/_control/devices/2/send',
    headers: posted,
    body: JSON.stringify({ channel: 'sms', count: 2 }),
  },
  {
    method: 'PUT',
    target: '/_control/devices/1/limits',
    headers: posted,
    body: JSON.stringify({ dailySms: 1 }),
  },
] as const;

/** Calls at moments that a clock at any of the tested speeds shows exactly. */
export const anyRequests: fc.Arbitrary<Request[]> = fc.array(
  fc.record({
    at: fc.integer({ min: 1, max: length / 3_600_000 / 0.001 }).map((step) => start + step * 3_600),
    call: fc.constantFrom(...calls),
  }),
  { maxLength: 4 },
);
