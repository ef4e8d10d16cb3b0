import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { storySchema } from '../../../scenarios/language/schema/index.ts';
import { problemsOf, storyOf } from './reading.ts';

describe('the form of a story', () => {
  it('is read whole: a story that says everything once', async () => {
    expect(await problemsOf(storyOf({}))).toEqual([]);
  });

  it.each([
    [
      'a misspelt field',
      { fleet: '{ van: { limits: { dailySmss: 3 } } }' },
      'UNKNOWN_FIELD',
      'did you mean "dailySms"?',
    ],
    ['a misspelt section', { extra: 'tmeline: []' }, 'UNKNOWN_FIELD', 'did you mean "timeline"?'],
    ['a misspelt action', { do: '{ alrt: van, type: sos }' }, 'UNKNOWN_FIELD', 'did you mean "alert"?'],
    ['a misspelt action alone', { do: 'getTokn' }, 'NOT_ONE_OF', 'did you mean "getToken"?'],
    ['a misspelt condition', { when: '{ entres: zone }' }, 'UNKNOWN_FIELD', 'did you mean "enters"?'],
    [
      'a misspelt expectation',
      { expect: '{ licence: { used: 3 } }' },
      'UNKNOWN_FIELD',
      'did you mean "licences"?',
    ],
    [
      'a misspelt field of an action',
      { do: '{ alert: van, typ: sos }' },
      'UNKNOWN_FIELD',
      'did you mean "type"?',
    ],
    ['a misspelt value', { fleet: '{ van: { vehicle: truk } }' }, 'NOT_ONE_OF', 'did you mean "truck"?'],
    ['two actions in one', { do: '{ stop: van, activate: van }' }, 'SEVERAL_AT_ONCE', 'make two of it'],
    ['nothing to do', { do: '{ outcome: refused }' }, 'MISSING_FIELD', undefined],
    ['a field that is missing', { do: '{ alert: van }' }, 'MISSING_FIELD', undefined],
    [
      'a field that belongs to another action',
      { do: '{ stop: van, route: round }' },
      'UNKNOWN_FIELD',
      'there are:',
    ],
    ['a text for a number', { fleet: '{ van: { count: five } }' }, 'WRONG_TYPE', undefined],
    ['a number for a duration', { fleet: '{ van: { report: 30 } }' }, 'DURATION_INVALID', undefined],
    [
      'a duration with a unit that is invalid',
      { fleet: '{ van: { report: 30 lightyears } }' },
      'DURATION_INVALID',
      undefined,
    ],
    [
      'a length that is invalid',
      { places: '{ zone: { around: depot, radius: wide } }' },
      'LENGTH_INVALID',
      undefined,
    ],
    ['a date that is invalid', { fleet: '{ van: { expirationDate: tomorrow } }' }, 'DATE_INVALID', undefined],
    ['a limit below zero', { fleet: '{ van: { limits: { dailySms: -1 } } }' }, 'OUT_OF_RANGE', undefined],
    [
      'a limit above a million',
      { fleet: '{ van: { limits: { dailySms: 1000001 } } }' },
      'OUT_OF_RANGE',
      undefined,
    ],
    ['half a message a day', { fleet: '{ van: { limits: { dailySms: 0.5 } } }' }, 'WRONG_TYPE', undefined],
    [
      'an outcome that is invalid',
      { do: '{ activate: van, outcome: refuse }' },
      'NOT_ONE_OF',
      'did you mean "refused"?',
    ],
    ['a name with slashes', { groups: '{ "../north": Vans, north: Others }' }, 'NAME_INVALID', undefined],
    ['an empty name', { groups: '{ "": Vans, north: Others }' }, 'NAME_INVALID', undefined],
    ['an empty fleet', { fleet: '{}' }, 'EMPTY', undefined],
    ['a list for a map', { places: '[depot]' }, 'WRONG_TYPE', undefined],
    [
      'a position of three numbers',
      { places: '{ here: [47.2, 19.5, 3], zone: { around: depot, radius: 1km } }' },
      'POSITION_INVALID',
      undefined,
    ],
    [
      'a channel that is named twice',
      { do: '{ alert: van, type: sos, channels: [sms, sms] }' },
      'NAME_TWICE',
      undefined,
    ],
  ])('%s is reported once, with what was meant', async (_, change, code, hint) => {
    const problems = await problemsOf(storyOf(change));
    expect(problems.map((each) => each.code)).toEqual([code]);
    if (hint) expect(problems[0]?.hint).toContain(hint);
  });

  it('reports all that is wrong at once, by line', async () => {
    const problems = await problemsOf(`title: T
clock: { start: 2026-03-02 08:00, for: 1h, timeZone: Europe/Bukarest }
fleet:
  van: { count: 3, limits: { dailyMail: 5 } }
timeline:
  - at: 3h
    do: [{ drive: vam, route: round }, { stop: van-9 }]
  - at: 10m
    expect: { device: van, near: depo }
`);
    expect(problems.map(({ line, code }) => [line, code])).toEqual([
      [2, 'UNKNOWN_TIME_ZONE'],
      [4, 'UNKNOWN_FIELD'],
      [7, 'UNKNOWN_DEVICE'],
      [7, 'UNKNOWN_ROUTE'],
      [7, 'UNKNOWN_DEVICE'],
      [9, 'UNKNOWN_PLACE'],
    ]);
  });

  it('of a story without a fleet says that alone', async () => {
    const problems = await problemsOf(
      'title: T\nclock: { start: 2026-03-02 08:00, for: 1h }\ntimeline:\n  - { at: 1m, do: { stop: van } }\n',
    );
    expect(problems).toEqual([
      { code: 'MISSING_FIELD', line: 1, column: 1, path: '/fleet', message: '"fleet" is missing' },
    ]);
  });

  it('is published as a schema that represents itself, with a description for every field of the top', () => {
    const validate = new Ajv({ strict: false }).compile(storySchema);
    expect(
      validate({ title: 'T', clock: { start: '2026-03-02 08:00', for: '1h' }, fleet: { van: null } }),
    ).toBe(true);
    expect(validate({ title: 'T' })).toBe(false);
    for (const field of Object.values(storySchema.properties as object))
      expect(field).toHaveProperty('description');
  });
});
