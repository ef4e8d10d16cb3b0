import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { forge, readJwt } from '../../../contracts/deployment/reading/jwt.ts';
import { readIsoTime } from '../../../contracts/deployment/reading/time.ts';
import { forgeries } from '../../../contracts/specification/dangers/forgeries.ts';

describe('A date and time by ISO 8601', () => {
  test.each([
    ['2026-01-05T09:00:00Z', '2026-01-05T09:00:00.000Z', true],
    ['2026-01-05T09:00:00.1234567Z', '2026-01-05T09:00:00.123Z', true],
    ['2026-01-05T09:00:00,5Z', '2026-01-05T09:00:00.500Z', true],
    ['2026-01-05T09:00Z', '2026-01-05T09:00:00.000Z', true],
    ['20260105T090000Z', '2026-01-05T09:00:00.000Z', true],
    ['2026-01-05T09:00:00+00:00', '2026-01-05T09:00:00.000Z', true],
    ['2026-01-05T09:00:00-00', '2026-01-05T09:00:00.000Z', true],
    ['2026-01-05T09:00:00+02:00', '2026-01-05T07:00:00.000Z', false],
    ['2026-01-05T09:00:00-0330', '2026-01-05T12:30:00.000Z', false],
    ['2026-01-05T09:00:00', '2026-01-05T09:00:00.000Z', false],
    ['2026-02-28T24:00:00Z', '2026-03-01T00:00:00.000Z', true],
  ])('%s is read', (text, time, utc) => {
    const read = readIsoTime(text);
    expect(new Date(read?.time ?? Number.NaN).toISOString()).toBe(time);
    expect(read?.utc).toBe(utc);
  });

  test.each([
    '',
    'tomorrow',
    '2026-01-05',
    '1767603600',
    '2026-13-05T09:00:00Z',
    '2026-02-30T09:00:00Z',
    '2026-01-05T25:00:00Z',
    '2026-01-05 09:00:00Z',
    'Mon, 05 Jan 2026 09:00:00 GMT',
    '05/01/2026 09:00',
    '2026-01-05T09:00:00 Z',
  ])('"%s" is none', (text) => expect(readIsoTime(text)).toBeUndefined());

  test('whatever a date writes is read back', () => {
    const date = fc.date({
      min: new Date('1970-01-01T00:00:00Z'),
      max: new Date('9999-12-31T00:00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(date, (at) => {
        expect(readIsoTime(at.toISOString())).toEqual({ time: at.getTime(), utc: true });
      }),
    );
  });
});

describe('A JWT by its form', () => {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const good = `${part({ alg: 'HS256' })}.${part({ sub: 'Zoë', exp: 1 })}.${'ab-_'.repeat(8)}`;

  test.each([
    ['one part', 'opaque'],
    ['two parts', good.split('.').slice(0, 2).join('.')],
    ['five parts', `${good}.a.b`],
    ['padding', good.replace('.', '=.')],
    ['a header that is not JSON', `bm8.${good.split('.')[1]}.x`],
    ['a payload that is a list', `${part({})}.${part([1])}.x`],
    ['a payload that is not UTF-8', `${part({})}.${Buffer.from([0x7b, 0xff, 0x7d]).toString('base64url')}.x`],
  ])('%s is none', (_what, token) => expect(readJwt(token)).toHaveProperty('fault'));

  test('a good one is taken apart', () => {
    expect(readJwt(good)).toMatchObject({ header: { alg: 'HS256' }, payload: { sub: 'Zoë', exp: 1 } });
  });

  test('each forgery is another text, and changes what its row says', () => {
    const jwt = readJwt(good);
    if ('fault' in jwt) throw new Error(jwt.fault);
    const forged = (name: keyof typeof forgeries) => forge(jwt, forgeries[name])?.split('.') ?? [];
    const [header, payload, signature] = good.split('.');
    expect(forged('another payload')).toEqual([
      header,
      expect.not.stringMatching(payload as string),
      signature,
    ]);
    expect(forged('another signature')).toEqual([
      header,
      payload,
      expect.not.stringMatching(signature as string),
    ]);
    expect(forged('the algorithm none')).toEqual([part({ alg: 'none' }), payload, '']);
    expect(forged('no signature')).toEqual([header, payload]);
    expect(forged('no algorithm')).toEqual([part({}), payload, '']);
    const all = Object.keys(forgeries).map((name) => forged(name as keyof typeof forgeries).join('.'));
    expect(all).not.toContain(good);
    const none = all.filter((text) => text === '').length;
    // One of them would make an algorithm of the one that it is.
    expect([none, new Set(all).size]).toEqual([1, all.length]);
  });

  test('a signature with a known key is that of the algorithm', () => {
    const jwt = readJwt(good);
    if ('fault' in jwt) throw new Error(jwt.fault);
    const [head, body, made] = forge(jwt, forgeries['a signature with the key secret'])?.split('.') ?? [];
    expect(made).toBe(createHmac('sha256', 'secret').update(`${head}.${body}`).digest('base64url'));
  });
});
