import { describe, expect, it } from 'vitest';
import { type Change, problemsOf, read, storyOf } from './reading.ts';

const on = (entries: string): Change => ({ timeline: entries });

describe('what a story speaks of', () => {
  it.each<[what: string, change: Change, code: string, hint?: string]>([
    ['a place', { expect: '{ device: van, near: depott }' }, 'UNKNOWN_PLACE', '"depot"'],
    [
      'a place of a route',
      { routes: '{ round: { roads: [depot, market-sqare] } }' },
      'UNKNOWN_PLACE',
      '"market-square"',
    ],
    [
      'a place around which an area lies',
      { places: '{ zone: { around: nowhere-at-all, radius: 1km } }' },
      'UNKNOWN_PLACE',
    ],
    ['a route', { do: '{ drive: van, route: rund }' }, 'UNKNOWN_ROUTE', '"round"'],
    ['a group of a part', { fleet: '{ van: { count: 3, group: nort } }' }, 'UNKNOWN_GROUP', '"north"'],
    ['a group of a user', { users: '{ Ada: { groups: [south] } }' }, 'UNKNOWN_GROUP', '"north"'],
    ['a group of an action', { do: '{ deleteGroup: nroth }' }, 'UNKNOWN_GROUP', '"north"'],
    ['a user', { do: '{ deleteUser: Ada Nowak }' }, 'UNKNOWN_USER', '"Ada Novak"'],
    ['a part of the fleet', { do: '{ stop: vans }' }, 'UNKNOWN_DEVICE', '"van"'],
    ['a device', { do: '{ stop: van-4 }' }, 'UNKNOWN_DEVICE', 'there are van-1 to van-3'],
    ['the device 0', { do: '{ stop: van-0 }' }, 'UNKNOWN_DEVICE'],
    ['the end of a stretch', { do: '{ stop: van-1..van-9 }' }, 'UNKNOWN_DEVICE'],
    ['a type of alert', { do: '{ alert: van, type: speedin }' }, 'UNKNOWN_ALERT_TYPE', '"speeding"'],
    [
      'a type of alert that is never raised',
      { expect: '{ alerts: 1, type: door-open }' },
      'UNKNOWN_ALERT_TYPE',
    ],
    [
      'a sensor',
      {
        when: '{ sensor: temprature, above: 5 }',
        fleet: '{ van: { count: 3, sensors: { temperature: 4 } } }',
      },
      'UNKNOWN_SENSOR',
      '"temperature"',
    ],
    ['an operation', { expect: '{ reply: listDevice }' }, 'UNKNOWN_OPERATION', '"listDevices"'],
    [
      'an operation of a fault',
      { do: '{ faults: [{ operation: listDevice }] }' },
      'UNKNOWN_OPERATION',
      'listDevices',
    ],
    [
      'a fact of a reply',
      { expect: '{ reply: readDevice, of: van-1, facts: { license: used } }' },
      'UNKNOWN_FACT',
      '"licence"',
    ],
    [
      'a fact of a list',
      { expect: '{ reply: listDevices, facts: { name: Van } }' },
      'UNKNOWN_FIELD',
      'say "items"',
    ],
    [
      'a route without a name',
      { fleet: '{ van: { count: 3, drives: roaming } }' },
      'UNKNOWN_ROUTE',
      '"rounds: roaming"',
    ],
    ['an event', { expect: '{ happened: token-isued, count: 1 }' }, 'UNKNOWN_HAPPENING', '"token-issued"'],
    ['a country', { users: '{ Ada Novak: { country: UK2 } }' }, 'COUNTRY_INVALID'],
    ['a country that is invalid', { users: '{ Ada Novak: { country: QX } }' }, 'UNKNOWN_COUNTRY'],
    [
      'a time zone',
      { users: '{ Ada Novak: { timeZone: Europe/Budapset } }' },
      'UNKNOWN_TIME_ZONE',
      '"Europe/Budapest"',
    ],
  ])('%s that there is not is reported', async (_, change, code, hint) => {
    const problems = await problemsOf(storyOf(change));
    expect(problems.map((each) => each.code)).toContain(code);
    expect(problems).toHaveLength(1);
    if (hint) expect(problems[0]?.hint).toContain(hint);
  });

  it('may come into it only later', async () => {
    const timeline = `  - at: 10m
    do:
      - { addDevice: Spare, group: north }
      - { createGroup: south, devices: van-2..van-3 }
      - { patchGroup: south, name: far south }
      - { createUser: Bela Kiss, groups: [south] }
      - { alert: van, type: door-open }
  - at: 20m
    do: [{ stop: Spare }, { deleteGroup: far south }, { deleteUser: Bela Kiss }]
    expect: { alerts: 3, type: door-open }
  - at: 30m
    do: { addDevice: Second }
    expect: [{ device: Second, licence: expired }, { devices: 5 }]`;
    const story = await read(storyOf(on(timeline)));
    expect(story.timeline[1]?.actions[0]).toMatchObject({ devices: { first: 4, count: 1 } });
    expect(story.timeline[2]?.expectations[0]).toMatchObject({ devices: { first: 5, count: 1 } });
  });

  it('numbers devices that come later in the order of time, not of the file', async () => {
    const timeline = `  - { at: 30m, do: { addDevice: Second } }
  - { at: 10m, do: { addDevice: First } }
  - { at: 40m, do: { stop: First } }`;
    const story = await read(storyOf(on(timeline)));
    expect(story.timeline[2]?.actions[0]).toMatchObject({ devices: { first: 4 } });
  });

  it('names devices by part, one, a stretch, all of them, and it', async () => {
    const fleet = '{ van: { count: 3 }, lorry: { count: 2 }, solo: }';
    const stretches = [
      'van',
      'van-2',
      'van-2..van-3',
      'van-1..2',
      'van-3..lorry-1',
      'lorry',
      'solo',
      'solo-1',
      'all',
    ];
    const timeline = stretches.map((devices) => `  - { at: 1m, do: { stop: ${devices} } }`).join('\n');
    const story = await read(storyOf({ fleet, timeline, groups: '{ north: }' }));
    expect(story.timeline.map(({ actions: [stop] }) => stop && 'devices' in stop && stop.devices)).toEqual(
      [
        [1, 3],
        [2, 1],
        [2, 2],
        [1, 2],
        [3, 2],
        [4, 2],
        [6, 1],
        [6, 1],
        [1, 6],
      ].map(([first, count]) => ({ first, count })),
    );
  });

  it.each<[what: string, change: Change, code: string]>([
    ['a stretch that goes backwards', { do: '{ stop: van-3..van-1 }' }, 'DEVICES_INVALID'],
    ['a stretch of three', { do: '{ stop: van-1..van-2..van-3 }' }, 'DEVICES_INVALID'],
    ['"it" where nothing was set off', { do: '{ stop: it }' }, 'NO_TRIGGERING_DEVICE'],
    ['a reply about several devices', { expect: '{ reply: readDevice, of: van }' }, 'DEVICES_INVALID'],
    ['a reply about no record', { expect: '{ reply: readDevice }' }, 'MISSING_FIELD'],
    [
      'a reply about a user where none is meant',
      { expect: '{ reply: listDevices, of: van-1 }' },
      'UNKNOWN_FIELD',
    ],
    [
      'a reply to what changes something',
      { expect: '{ reply: deleteGroup, of: north }' },
      'OPERATION_CHANGES',
    ],
    [
      'items of what is not a list',
      { expect: '{ reply: readDevice, of: van-1, items: 3 }' },
      'UNKNOWN_FIELD',
    ],
    ['a place that is a point, to be entered', { when: '{ enters: here }' }, 'PLACE_WITHOUT_AREA'],
    [
      'a sensor without a bound',
      { when: '{ sensor: heat }', fleet: '{ van: { count: 3, sensors: { heat: 1 } } }' },
      'SENSOR_UNCLEAR',
    ],
    ['no setting', { do: '{ setLimits: van }' }, 'NOTHING_SAID'],
    ['nothing of a device', { expect: '{ device: van }' }, 'NOTHING_SAID'],
    ['no more and no less at once', { expect: '{ devices: { atLeast: 5, atMost: 3 } }' }, 'NEVER'],
    [
      'an answer that waits for an hour',
      { do: '{ faults: [{ operation: "*", latency: 1h }] }' },
      'FAULT_INVALID',
    ],
    ['an entry in which nothing happens', { timeline: '  - { at: 10m }' }, 'NOTHING_SAID'],
    [
      'a date that is in no calendar',
      { fleet: '{ van: { count: 3, expirationDate: 2026-02-30 } }' },
      'DATE_INVALID',
    ],
    [
      'a date of an action that is in no calendar',
      { do: '{ activate: van, expirationDate: 2026-13-01 }' },
      'DATE_INVALID',
    ],
    ['a view without words', { timeline: '  - { at: 10m, do: getToken, show: fleet }' }, 'CAPTION_MISSING'],
    [
      'a view of "it" with a chapter alone',
      { timeline: '  - { when: { enters: zone }, chapter: Now, show: { device: it } }' },
      'CAPTION_MISSING',
    ],
    [
      'a view of several devices',
      { timeline: '  - { at: 10m, caption: Now., show: { device: van } }' },
      'DEVICES_INVALID',
    ],
    [
      'a view of an area that is nowhere',
      { timeline: '  - { at: 10m, caption: Now., show: { area: zome } }' },
      'UNKNOWN_PLACE',
    ],
    [
      'a view of "it" where nothing was set off',
      { timeline: '  - { at: 10m, caption: Now., show: { device: it } }' },
      'NO_TRIGGERING_DEVICE',
    ],
    ['a device that is called like a part', { do: '{ addDevice: van }' }, 'NAME_TWICE'],
    [
      'reports more often than once a second',
      { fleet: '{ van: { count: 3, report: 200ms } }' },
      'REPORT_TOO_OFTEN',
    ],
  ])('%s is reported', async (_, change, code) => {
    expect((await problemsOf(storyOf(change))).map((each) => each.code)).toEqual([code]);
  });
});

describe('what is shown', () => {
  it('is a panel, a device, an area and a zoom, or the whole fleet; with a speed and a pause', async () => {
    const timeline = `
  - { at: 1m, caption: All., show: fleet, speed: 60 }
  - { at: 2m, chapter: One, show: { panel: account, device: van-2, area: zone, zoom: 15 }, pause: on }
  - { when: { enters: zone }, caption: It., show: { device: it }, pause: off }`;
    const story = await read(storyOf({ timeline }));
    expect(story.timeline).toMatchObject([
      { show: { panel: 'fleet', device: null, area: 'fleet', zoom: null }, speed: 60 },
      { show: { panel: 'account', device: 2, area: 1, zoom: 15 }, pause: true },
      { show: { panel: null, device: 'it', area: null, zoom: null } },
    ]);
    expect(story.timeline[2]).not.toHaveProperty('pause');
  });

  it.each<[what: string, shown: string, path: string]>([
    ['a panel that the page has not', 'show: { panel: licenses }', '/timeline/0/show/panel'],
    ['a zoom beyond a house', 'show: { zoom: 30 }', '/timeline/0/show/zoom'],
    ['a speed beyond an hour in a second', 'speed: 5000', '/timeline/0/speed'],
    ['a pause that is neither on nor off', 'pause: 3s', '/timeline/0/pause'],
  ])('%s is reported where it stands', async (_, shown, path) => {
    const problems = await problemsOf(storyOf({ timeline: `  - { at: 1m, caption: Now., ${shown} }` }));
    expect(problems.map((each) => [each.path, each.line])).toEqual([[path, 9]]);
  });
});

describe('the fleet', () => {
  it('is as large as all its parts', async () => {
    const story = await read(storyOf({ fleet: '{ van: { count: 3 }, lorry: { count: 4 } }' }));
    expect(story.devices).toBe(7);
    expect(story.account.licences).toBe(7);
  });

  it('of a million devices is reported, whichever part they are in', async () => {
    const one = await problemsOf(storyOf({ fleet: '{ van: { count: 1000000 } }' }));
    expect(one).toMatchObject([{ code: 'FLEET_TOO_LARGE', path: '/fleet/van/count' }]);
    expect(one[0]?.message).toContain('1,000,000 devices, and may have 100,000');
    const two = await problemsOf(storyOf({ fleet: '{ van: { count: 40000 }, lorry: { count: 70000 } }' }));
    expect(two).toMatchObject([{ code: 'FLEET_TOO_LARGE', path: '/fleet/lorry/count' }]);
  });

  it('of a hundred thousand devices is read', async () => {
    expect(await problemsOf(storyOf({ fleet: '{ van: { count: 100000 } }' }))).toEqual([]);
  });

  it('without a device is reported', async () => {
    const problems = await problemsOf(
      storyOf({ fleet: '{ van: { count: 0 } }', timeline: '  - { at: 1m, caption: A }' }),
    );
    expect(problems.map(({ code }) => code)).toEqual(['FLEET_EMPTY']);
  });

  it.each([['all'], ['it']])('may not have a part called %s', async (name) => {
    const problems = await problemsOf(storyOf({ fleet: `{ van: { count: 3 }, ${name}: }` }));
    expect(problems.map(({ code }) => code)).toEqual(['NAME_RESERVED']);
  });

  it('may not have a part that is called like a device of another', async () => {
    const problems = await problemsOf(storyOf({ fleet: '{ van: { count: 3 }, van-2: }' }));
    expect(problems.map(({ code }) => code)).toEqual(['NAME_TWICE']);
    expect(await problemsOf(storyOf({ fleet: '{ van: { count: 3 }, van-4: }' }))).toEqual([]);
  });

  it('distinguishes several devices of one label by their number', async () => {
    const story = await read(
      storyOf({
        fleet:
          '{ van: { count: 3, label: Van }, car: { count: 2, label: "{n}. car" }, solo: { label: Solo } }',
      }),
    );
    expect(story.fleet.map(({ label }) => label)).toEqual(['Van {n}', '{n}. car', 'Solo']);
  });
});

describe('triggers that would never end', () => {
  it.each([
    ['an alert that raises itself', '  - { when: { raises: sos }, do: { alert: it, type: sos } }', 1],
    [
      'two alerts that raise each other',
      '  - { when: { raises: sos }, do: { alert: it, type: tow } }\n  - { when: { raises: tow }, do: { alert: it, type: sos } }',
      1,
    ],
    [
      'a withheld message that is reported by another',
      '  - { when: { withheld: sms }, do: { alert: it, type: limit-reached, channels: [sms] } }',
      1,
    ],
    [
      'a withheld message that is sent again',
      '  - { when: { withheld: email }, do: { send: it, channel: email } }',
      1,
    ],
    [
      'an alert and a withheld message',
      '  - { when: { raises: tow }, do: { send: van-1, channel: sms } }\n  - { when: { device: van-1, withheld: any }, do: { alert: van-2, type: tow } }',
      1,
    ],
  ])('%s are reported', async (_, timeline, count) => {
    const problems = await problemsOf(storyOf({ timeline }));
    expect(problems.map((each) => each.code)).toEqual(Array(count).fill('ENDLESS_TRIGGERS'));
    expect(problems[0]?.hint).toContain('"most"');
  });

  it.each([
    ['at most so often', '  - { when: { raises: sos }, most: 3, do: { alert: it, type: sos } }'],
    ['not again for a while', '  - { when: { raises: sos }, notAgainFor: 1m, do: { alert: it, type: sos } }'],
    ['of other devices', '  - { when: { device: van-1, raises: sos }, do: { alert: van-2, type: sos } }'],
    ['of another type', '  - { when: { raises: sos }, do: { alert: it, type: tow } }'],
    [
      'on another channel',
      '  - { when: { withheld: sms }, do: { alert: it, type: tow, channels: [email] } }',
    ],
  ])('are not those %s', async (_, timeline) => {
    expect(await problemsOf(storyOf({ timeline }))).toEqual([]);
  });
});

describe('groups', () => {
  const partsOf = { fleet: '{ van: { count: 3 }, lorry: { count: 2 } }', when: '{ enters: zone }' };

  it('hold all devices where a story speaks of none, so that a user is notified of alerts', async () => {
    const { groups, fleet, users } = await read(storyOf({ ...partsOf, groups: '{}', users: '{}' }));
    expect(groups).toEqual([expect.objectContaining({ name: 'Fleet' })]);
    expect(fleet.map(({ group }) => group)).toEqual([0, 0]);
    expect(users).toEqual([]);
  });

  it('hold only who is said to be in them where there are some', async () => {
    const { fleet } = await read(
      storyOf({ ...partsOf, fleet: '{ van: { count: 3, group: north }, lorry: { count: 2 } }' }),
    );
    expect(fleet.map(({ group }) => group)).toEqual([0, null]);
  });
});
