import { expect, it } from 'vitest';
import { comparedBody, type ErrorBody } from '../../../contracts/verify/openings/bodies.ts';

const answer = (json: object) => ({
  ...{ status: 404, json, text: JSON.stringify(json) },
  headers: { 'content-type': 'application/json' },
});
const pinned: ErrorBody = {
  ...{ form: 'json', contentType: 'application/json', fields: { code: '/code', status: '/status' } },
  apart: { 'deleted-id': { form: 'more', constants: { '/kind': 'gone' } } },
};

it.each([
  ['unknown-id', {}, 'nothing at /code, /status'],
  ['unknown-id', { status: 200 }, '200 at /status with status 404'],
  ['deleted-id', { code: 'X', kind: 'other' }, '"other" at /kind'],
  ['deleted-id', { code: 'X' }, 'nothing at /kind'],
] as const)(
  'a body of %s that drifted, %j, is seen in other words than the pinned one',
  (refusal, json, words) => {
    const compared = comparedBody(pinned, refusal, answer(json));
    expect(compared.holds).toBe(false);
    expect(compared.observed).toContain(words);
    expect(compared.observed).not.toBe(compared.pinned);
  },
);
