import { describe, expect, test } from 'vitest';
import { fingerprintOf } from '../../../contracts/deployment/fingerprint.ts';
import { unlike } from '../../../contracts/deployment/probing/known-ids.ts';

const json = (body: unknown, status = 200, type = 'application/json') => {
  const text = JSON.stringify(body);
  return fingerprintOf({ status, headers: { 'content-type': type }, text, json: body });
};
const plain = (text: string, status = 404) =>
  fingerprintOf({ status, headers: { 'content-type': 'text/plain' }, text, json: undefined });

describe('Two answers look alike', () => {
  test('when they differ in ids, times and words alone', () => {
    expect(json({ id: 7, name: 'a' })).toBe(json({ name: 'b', id: 8 }));
    expect(json({ title: 'Gone', detail: 'There is no group 7' }, 404)).toBe(
      json({ title: 'Gone', detail: 'no' }, 404),
    );
    expect(plain('There is no group grp-999 at /api/groups/grp-999.')).toBe(
      plain('There is no group grp-1 at /api/groups/grp-1.'),
    );
    expect(plain('at 2026-01-05T08:00:00Z nothing')).toBe(plain('at 2027-11-30T23:59:59.123Z nothing'));
  });

  test('when they are maps with other keys', () => {
    expect(json({ 'dev-1': {}, 'dev-2': {} })).toBe(json({ 'dev-1': {}, 'dev-2': {}, 'dev-3': {} }));
    const codes = (letter: string) =>
      Object.fromEntries(
        Array.from({ length: 30 }, (_, at) => [letter + 'abcdefghijklmnopqrstuvwxyzABCD'[at], {}]),
      );
    expect(json(codes('x'))).toBe(json(codes('y')));
  });

  test('whatever the charset', () => {
    expect(json({}, 200, 'application/json; charset=utf-8')).toBe(json({}));
  });
});

describe('Two answers look different', () => {
  test.each([
    ['by their status', json({ a: 1 }, 401), json({ a: 1 }, 403)],
    ['by their names', json({ error: 1 }), json({ id: 1 })],
    ['by success', json({ success: false }), json({ success: true })],
    ['by their form', json([]), json({})],
    ['by their content', json({}), plain('{}', 200)],
    ['by their words', plain('Sign in first'), plain('Not found')],
  ])('%s', (_what, one, other) => expect(one).not.toBe(other));
});

describe('An id that names nothing', () => {
  test.each<[string | number, RegExp]>([
    [17, /^9\d{8}$/],
    ['17', /^9\d{8}$/],
    ['dev-17', /^dev-9\d{8}$/],
    ['V0007', /^V9\d{8}$/],
    [
      '0b21a0f8-1c5f-4f0e-9d21-5a3f0c9e7b11',
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/,
    ],
    ['north-depot', /^unknown-abcd2345$/],
  ])('has the form of %s', (sample, form) => {
    const id = unlike(sample, 'abcd2345');
    expect(String(id)).toMatch(form);
    expect(typeof id).toBe(typeof sample);
    expect(id).not.toBe(sample);
  });
});
