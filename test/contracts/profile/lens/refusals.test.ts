import { describe, expect, it } from 'vitest';
import { compileLens, defaultProfile } from '../../../../contracts/profile/index.ts';
import type { ErrorBody } from '../../../../contracts/profile/openings.ts';

const errorsOf = (body: ErrorBody) => compileLens({ 'errors.body': body }).errors;
const facts = {
  title: 'Not found',
  status: 404,
  code: 'UNKNOWN_GROUP',
  detail: 'There is no group "grp-9".',
};

describe('the body of a refusal', () => {
  it('is a problem document by default', () => {
    const { contentType, write, read } = compileLens(defaultProfile.openings).errors;
    expect(contentType).toBe('application/problem+json');
    expect(JSON.parse(write({ type: 'about:blank', ...facts, field: '/id' }))).toEqual({
      type: 'about:blank',
      ...facts,
      field: '/id',
    });
    expect(read(write(facts))).toEqual({ facts, issues: [] });
  });

  it('has its own names, constants and words, and says that it is not a success', () => {
    const { write, read } = errorsOf({
      form: 'json',
      contentType: 'application/json',
      fields: { success: '/success', detail: '/error/message', code: '/error/number' },
      constants: { '/data': null },
      values: { code: { UNKNOWN_GROUP: 4041 } },
    });
    const text = write(facts);
    expect(JSON.parse(text)).toEqual({
      success: false,
      error: { message: facts.detail, number: 4041 },
      data: null,
    });
    expect(read(text).facts).toEqual({ success: false, detail: facts.detail, code: 'UNKNOWN_GROUP' });
    expect(read('{"success":true}').facts).toEqual({ success: true });
  });

  it('may be text', () => {
    const { contentType, write, read } = errorsOf({ form: 'text', contentType: 'text/plain' });
    expect(contentType).toBe('text/plain');
    expect(write(facts)).toBe(facts.detail);
    expect(read('Go away').facts).toEqual({ detail: 'Go away' });
  });

  it('may be empty', () => {
    const { contentType, write, read } = errorsOf({ form: 'empty' });
    expect([contentType, write(facts)]).toEqual([null, '']);
    expect(read('')).toEqual({ facts: {}, issues: [] });
  });

  it.each(['', 'Bad gateway', '<html>', '[1]', '7'])('is not read from %j', (text) => {
    expect(compileLens(defaultProfile.openings).errors.read(text).issues).toHaveLength(1);
  });
});
