/** `{deviceId}` and the like in the texts of a profile. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  asText,
  fillJson,
  fillText,
  namesIn,
  ValueMissing,
} from '../../../contracts/deployment/controls/templates.ts';

const encode = (value: Parameters<typeof asText>[0]) => encodeURIComponent(asText(value));

describe('a text', () => {
  it('has each value in its place, encoded for where it stands', () => {
    const values = { deviceId: 'dev/1 & more', channel: 'sms' };
    expect(fillText('/devices/{deviceId}/send?by={channel}', values, encode)).toBe(
      '/devices/dev%2F1%20%26%20more/send?by=sms',
    );
  });

  it('carries any value, and nothing of it is taken for a part of the address', () => {
    fc.assert(
      fc.property(fc.string(), (id) => {
        const url = new URL(fillText('http://host/a/{id}/b?c={id}', { id }, encode));
        expect(url.searchParams.get('c')).toBe(id);
        fc.pre(id !== '.' && id !== '..');
        expect(url.pathname.split('/').map(decodeURIComponent)).toEqual(['', 'a', id, 'b']);
      }),
    );
  });

  it('does not look for names in values', () => {
    expect(fillText('{a}{b}', { a: '{b}', b: 'x' }, asText)).toBe('{b}x');
  });

  it('leaves braces alone that name none of the values', () => {
    expect(fillText('{"a":{b},"c":"{constructor}"}', { b: 1 }, asText)).toBe('{"a":1,"c":"{constructor}"}');
  });

  it('says which value is missing', () => {
    const fill = () => fillText('/{deviceId}/{dailySms}', { deviceId: 1, dailySms: undefined }, asText);
    expect(fill).toThrow(ValueMissing);
    expect(fill).toThrow('{dailySms}');
  });

  it('writes "none" as nothing', () => {
    expect(fillText('limit={limit}', { limit: null }, asText)).toBe('limit=');
  });
});

describe('a JSON body', () => {
  const values = { count: 3, on: true, date: null, name: 'Van "7"', unknown: undefined };

  it('has numbers, booleans and null for placeholders that stand alone', () => {
    expect(fillJson({ count: '{count}', on: '{on}', date: '{date}', text: '{count} times' }, values)).toEqual(
      {
        count: 3,
        on: true,
        date: null,
        text: '3 times',
      },
    );
  });

  it('leaves out what has no value, and what is empty without it', () => {
    const template = {
      a: '{unknown}',
      b: ['{unknown}', '{count}'],
      c: { d: '{unknown}' },
      e: {},
      f: 'x {unknown}',
    };
    expect(fillJson(template, values)).toEqual({ b: [3], e: {} });
    expect(fillJson({ a: '{unknown}' }, values)).toBeUndefined();
  });

  it('holds any value unchanged', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), (constant, name) => {
        fc.pre(!JSON.stringify(constant).includes('{name}'));
        expect(fillJson([constant as never, '{name}'], { name })).toEqual([constant, name]);
      }),
    );
  });
});

it('names are found at any depth', () => {
  expect([...namesIn({ url: '/{a}', body: [{ b: '{b}' }, 7, null, '{ c }'] })]).toEqual(['a', 'b']);
});
