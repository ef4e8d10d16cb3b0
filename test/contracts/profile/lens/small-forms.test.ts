/** Ids, times, words and refusals at the edges of their forms, and what is said of what does not belong there. */
import { describe, expect, it } from 'vitest';
import { compileLens } from '../../../../contracts/profile/index.ts';
import { idAnswer, nothingAnswer } from '../../../../contracts/profile/lens/answers.ts';
import { ChosenIds } from '../../../../contracts/profile/lens/chosen-ids.ts';
import { codecOf, type Dialect, readName } from '../../../../contracts/profile/lens/codecs.ts';
import { numberedIds, opaqueId, opaqueIds } from '../../../../contracts/profile/lens/ids.ts';
import { applyJsonPatch } from '../../../../contracts/profile/lens/json-patch.ts';
import { timeForm } from '../../../../contracts/profile/lens/times.ts';
import { conversion } from '../../../../contracts/profile/lens/units.ts';
import { uuidCode } from '../../../../contracts/profile/lens/uuids.ts';

const numbers = numberedIds({ form: 'number' }, 1);
const dialect: Dialect = {
  ids: () => numbers,
  times: () => timeForm({ form: 'epoch-seconds' }),
  unit: (quantity) =>
    conversion(quantity, { speed: 'm/s', distance: 'km', altitude: 'm', course: 'degrees' }),
};

describe('an id', () => {
  it('is said to be what it is', () => {
    expect(numbers.expected('alert')).toBe('the id of an alert, a whole number');
    expect(numbers.expected('device')).toBe('the id of a device, a whole number');
    expect(numberedIds({ form: 'number', check: 'luhn' }, 1).expected('user')).toBe(
      'the id of a user, a whole number with check digits',
    );
    expect(opaqueIds({ form: 'number' }).expected('group')).toBe('the id of a group');
    expect(numberedIds({ form: 'string', prefixes: { user: 'u-' } }, 1).expected('user')).toBe(
      'the id of a user, such as "u-1"',
    );
  });

  it.each(['device', 'alert', 'group', 'user'] as const)(
    'of a %s without a prefix is its number as text',
    (resource) => {
      const form = numberedIds({ form: 'string', prefixes: {} }, 1);
      expect(form.write(resource, 17)).toBe('17');
      expect(form.read(resource, '17')).toBe(17);
      expect(form.read(resource, 17)).toBeUndefined();
    },
  );

  it.each([
    '',
    '0',
    '01',
    '1a',
    'a1',
    '1/',
    '1:',
    '-1',
    '1.0',
    ' 1',
    '12345678901234567',
    '9007199254740992',
  ])('is not the text %j', (text) => {
    expect(numbers.readText('user', text)).toBeUndefined();
    expect(
      numberedIds({ form: 'string', prefixes: { user: 'u-' } }, 1).read('user', `u-${text}`),
    ).toBeUndefined();
  });

  it.each([0, -1, 1.5, 2 ** 53, '5', null, [5], true])('is not %j in a payload', (json) => {
    expect(numbers.read('user', json)).toBeUndefined();
  });

  it.each(['luhn', 'mod-97'] as const)(
    'with the check digits %s is read with the right ones alone',
    (check) => {
      for (const form of [
        numberedIds({ form: 'number', check }, 1),
        numberedIds({ form: 'string', prefixes: { user: 'u' }, check }, 1),
      ]) {
        const written = form.write('user', 123);
        const digits = String(written);
        expect(form.read('user', written)).toBe(123);
        expect(form.readText('user', digits)).toBe(123);
        const other = digits.slice(0, -1) + ((Number(digits.at(-1)) + 1) % 10);
        expect(form.readText('user', other)).toBeUndefined();
        expect(form.read('user', typeof written === 'number' ? Number(other) : other)).toBeUndefined();
      }
      expect(numberedIds({ form: 'number', check }, 1).read('user', '123')).toBeUndefined();
    },
  );

  it('that somebody else made passes through, where a path can hold it', () => {
    const ids = opaqueIds({ form: 'number' });
    expect(['x/1', 7, 0.5, Number.NaN, '..', null].map((json) => ids.read('user', json))).toEqual([
      'x/1',
      7,
      0.5,
      undefined,
      undefined,
      undefined,
    ]);
    expect(['7', 'x', '.'].map((text) => ids.readText('user', text))).toEqual([7, undefined, undefined]);
    expect(['7', 'x', ''].map((text) => opaqueIds(undefined).readText('user', text))).toEqual([
      '7',
      'x',
      undefined,
    ]);
    expect(['', '.', '..', '\ud800', '...', 'a.', 'ü'].map((id) => opaqueId(id) !== undefined)).toEqual([
      ...[false, false, false, false],
      ...[true, true, true],
    ]);
    const long = 9007199254740993n;
    expect([long, 2 ** 53, 1e23, 0.1, 0.1 + 0.2, 'x'.repeat(1_001)].map(opaqueId)).toEqual([
      ...[long, undefined, undefined],
      ...[0.1, undefined, undefined],
    ]);
    expect([String(long), '1e20', '09007199254740993'].map((text) => ids.readText('user', text))).toEqual([
      ...[long, undefined, undefined],
    ]);
    expect(ids.write('user', long)).toBe(long);
  });

  it('as a UUID is the same in each release, and of another resource or seed no id', () => {
    const written = uuidCode(1).write('group', 5);
    expect(written).toBe('eecf4fef-4926-46ee-bff5-954209ee5d9c');
    expect(uuidCode(1).read('group', written)).toBe(5);
    expect(uuidCode(1).read('user', written)).toBeUndefined();
    expect(uuidCode(2).read('group', written)).toBeUndefined();
    expect(uuidCode(1).read('group', uuidCode(1).write('group', 0))).toBeUndefined();
  });

  it('that was chosen is that of its record; any other number is its own', () => {
    const ids = new ChosenIds();
    ids.choose('device', 1, 4_711);
    ids.choose('device', 2, 'dev-tow');
    expect([4_711, 'dev-tow', 7, 'dev-none'].map((outer) => ids.numberOf('device', outer))).toEqual([
      1,
      2,
      7,
      undefined,
    ]);
    expect([5, 'x'].map((outer) => ids.numberOf('group', outer))).toEqual([5, undefined]);
  });
});

describe('a time', () => {
  const iso = (offset: string) => timeForm({ form: 'iso', offset });

  it.each(['+00:00', '-00:00', '+00'])('of no offset is written with it as it is: %s', (offset) => {
    expect(iso(offset).write(0)).toBe(`1970-01-01T00:00:00.000${offset}`);
    expect(iso('Z').write(0)).toBe('1970-01-01T00:00:00.000Z');
  });

  it('as a number has whole days as dates, and dates that no calendar has are none', () => {
    const [seconds, milliseconds] = [
      timeForm({ form: 'epoch-seconds' }),
      timeForm({ form: 'epoch-milliseconds' }),
    ];
    expect(seconds.writeDate('1970-01-03')).toBe(172_800);
    expect(milliseconds.writeDate('1970-01-03')).toBe(172_800_000);
    expect(seconds.readDate(172_800)).toBe('1970-01-03');
    expect(milliseconds.readDate(172_800_000)).toBe('1970-01-03');
    expect(seconds.readDate('1970-01-03')).toBeUndefined();
    expect(seconds.expectedDate).toBe('a date as a number of seconds since 1970');
    expect(milliseconds.expected).toBe('a number of milliseconds since 1970');
    expect(['2026-04-30', '2026-04-31', '2026-04-30', 5].map((json) => iso('Z').readDate(json))).toEqual([
      '2026-04-30',
      undefined,
      '2026-04-30',
      undefined,
    ]);
  });

  it('is a number as far as dates reach', () => {
    const { read } = timeForm({ form: 'epoch-milliseconds' });
    expect([8.64e15, -8.64e15, 8.64e15 + 2, Number.NaN, '5', 0.4].map(read)).toEqual([
      ...[8.64e15, -8.64e15],
      ...[undefined, undefined, undefined, 0],
    ]);
  });
});

describe('a value', () => {
  it('of a list spoils it where it does not belong there', () => {
    const ids = codecOf('ids:user', dialect);
    expect(ids.read([1, 2])).toEqual([1, 2]);
    expect([[1, '2'], 'x', { 0: 1, length: 1 }].map((json) => ids.read(json))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(ids.expected).toBe('a list, each the id of a user, a whole number');
    expect(ids.write([3])).toEqual([3]);
  });

  it('that tells who was notified has all its parts', () => {
    const codec = codecOf('notifications', dialect);
    const one = { channel: 'sms', userId: 5, outcome: 'sent', reason: null };
    expect(codec.read([one])).toEqual([one]);
    expect(codec.read([{ ...one, reason: 'daily-limit' }])).toEqual([{ ...one, reason: 'daily-limit' }]);
    for (const part of ['channel', 'userId', 'outcome'])
      expect(codec.read([{ ...one, [part]: undefined }])).toBeUndefined();
    expect(codec.write([one])).toEqual([one]);
  });

  it('can be the name of an entry in a map', () => {
    expect(readName(codecOf('id:user', dialect), '5')).toBe(5);
    expect(readName(codecOf('id:user', dialect), '05')).toBeUndefined();
    expect(readName(codecOf('number', dialect), '5.5')).toBe(5.5);
    for (const name of ['', ' ']) expect(readName(codecOf('number', dialect), name)).toBeUndefined();
    expect(readName(codecOf('text', dialect), '')).toBe('');
    expect(readName(codecOf('speed', dialect), '10')).toBe(36);
  });

  it('in the unit of the document is exactly what came, and in another is rounded to six decimals', () => {
    const units = { speed: 'm/s', distance: 'km', altitude: 'm', course: 'degrees' } as const;
    expect(conversion('distance', units).write(1.23456789)).toBe(1.23456789);
    expect(conversion('speed', units).write(1)).toBe(0.277778);
    expect(Object.is(conversion('speed', units).write(-1e-9), 0)).toBe(true);
  });

  it('has other words where the profile lists them', () => {
    const flag = codecOf('boolean', dialect, { true: 'yes', false: 'no', null: '-' });
    expect([true, false, null].map((value) => flag.write(value))).toEqual(['yes', 'no', '-']);
    expect(['yes', 'no', '-', true, 'maybe'].map((json) => flag.read(json))).toEqual([
      true,
      false,
      null,
      true,
      undefined,
    ]);
    expect(flag.expected).toBe('"yes" or "no" or "-"');
    expect(readName(flag, 'no')).toBe(false);
    const number = codecOf('number', dialect, { 0: 'none', 5: 'five' });
    expect(['none', 'five', 7].map((json) => number.read(json))).toEqual([0, 5, 7]);
    expect([0, 5, 7].map((value) => number.write(value))).toEqual(['none', 'five', 7]);
    const words = codecOf('text', dialect, { true: 'T' });
    expect(words.read('T')).toBe('true');
  });
});

describe('an answer', () => {
  it('that is nothing says so, and of an id that is not there tells none', () => {
    expect(nothingAnswer(undefined).kind).toBe('nothing');
    const answer = idAnswer({ write: (id) => String(id), read: () => ({ id: undefined, issues: [] }) });
    expect(answer.kind).toBe('id');
    expect(answer.read({})).toStrictEqual({ facts: {}, issues: [] });
  });
});

describe('a refusal with a body of its own', () => {
  const facts = { title: 'No', status: 401, code: 'X', detail: 'Go away.' };
  const { bodyOf, read } = compileLens({
    'errors.body': {
      form: 'json',
      contentType: 'application/json',
      fields: { detail: '/message' },
      constants: { '/ok': false },
      apart: {
        forbidden: { form: 'text', contentType: 'text/plain', text: 'Who are you?' },
        conflict: {
          form: 'json',
          contentType: 'application/x',
          constants: { '/error/a': 1, '/error/b': 2 },
        },
        'rate-limited': { form: 'empty' },
        'unknown-id': { form: 'more', constants: { '/hint': 'look' } },
      },
    },
  }).errors;

  it('is written as the profile says, and the others as usual', () => {
    const json = 'application/json';
    const usual = { ok: false, message: 'Go away.' };
    const written = (refusal: Parameters<typeof bodyOf>[0]) => {
      const { contentType, text } = bodyOf(refusal, facts);
      return [contentType, text.startsWith('{') ? JSON.parse(text) : text];
    };
    expect(written('forbidden')).toEqual(['text/plain', 'Who are you?']);
    expect(written('conflict')).toEqual(['application/x', { error: { a: 1, b: 2 } }]);
    expect(written('rate-limited')).toEqual([null, '']);
    expect(written('unknown-id')).toEqual([json, { ...usual, hint: 'look' }]);
    expect(written('invalid')).toEqual([json, usual]);
  });

  it('is known again, whatever the layout of its JSON', () => {
    for (const text of ['Who are you?', '{"error":{"a":1,"b":2}}', '{ "error": { "b": 2, "a": 1 } }'])
      expect(read(text)).toEqual({ facts: { success: false }, issues: [] });
    expect(read('{"message":"Go away."}')).toEqual({ facts: { detail: 'Go away.' }, issues: [] });
    expect(read('Who?').issues).toHaveLength(1);
  });
});

describe('an operation of a JSON Patch', () => {
  it('names the unsafe name in its value', () => {
    const value = JSON.parse('{"a":{"__proto__":1}}');
    const { issues } = applyJsonPatch({}, [{ op: 'add', path: '/x', value }]);
    expect(issues).toMatchObject([
      { pointer: '/0/value/a/__proto__', expected: 'a safe name and no deeper nesting' },
    ]);
  });
});
