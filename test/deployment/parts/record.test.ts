/** The record of a run's requests and answers: what is kept of them, and what is not. */
import { describe, expect, test } from 'vitest';
import { ExchangeRecord } from '../../../contracts/deployment/transport/record.ts';
import { Redactor } from '../../../contracts/kit/redact.ts';
import type { Exchange } from '../../../contracts/verify/run.ts';

const KEPT = 16_384;

function recording(now = { at: 100 }) {
  const heard: Exchange[] = [];
  const redactor = new Redactor();
  redactor.hide('open-sesame', '<KEY>');
  const record = new ExchangeRecord({ monotonic: () => now.at }, redactor, (exchange) =>
    heard.push(exchange),
  );
  return { record, heard, now, redactor };
}

const get = { method: 'GET', url: '/api/devices' } as const;
const noted = { purpose: 'set-up' };
const answer = (text: string, headers = {}) => ({ status: 200, headers, text });

describe('the record of a run', () => {
  test('has what was sent and answered, in the order of sending, without the secrets', () => {
    const { record, heard, now } = recording();
    const first = record.begin(
      {
        method: 'POST',
        url: '/a?key=open-sesame',
        headers: { accept: 'x/open-sesame' },
        body: 'open-sesame!',
      },
      { purpose: 'set-up', authorization: 'Bearer $ROADTEST_TOKEN' },
    );
    now.at = 350.6;
    const second = record.begin(get, noted);
    record.answered(second, answer('{"key":"open-sesame"}', { 'x-echo': 'open-sesame' }), {});
    record.failed(first, 'timeout: 5 s');
    expect(record.exchanges).toEqual([
      {
        index: 0,
        purpose: 'set-up',
        at: 0,
        milliseconds: 0,
        request: {
          method: 'POST',
          url: '/a?key=<KEY>',
          headers: { accept: 'x/<KEY>', authorization: 'Bearer $ROADTEST_TOKEN' },
          body: '<KEY>!',
        },
        failure: 'timeout: 5 s',
      },
      {
        index: 1,
        purpose: 'set-up',
        at: 250.6,
        milliseconds: 0,
        request: { method: 'GET', url: '/api/devices', headers: {} },
        reply: { status: 200, headers: { 'x-echo': '<KEY>' }, body: '{"key":"<KEY>"}', truncated: false },
      },
    ]);
    expect(heard).toEqual([second, first]);
    expect([first.index, second.index]).toEqual([0, 1]);
  });

  test('says of each request which exchange issued the token in it', () => {
    const { record } = recording();
    const issued = ['tok-one', 'tok-two'].map((token) => {
      const exchange = record.begin({ ...get, method: 'POST' }, noted);
      record.answered(exchange, answer(JSON.stringify({ token })), { token });
      return exchange.index;
    });
    const sent = ['tok-one', 'tok-two', 'made-up'].map((token) =>
      record.begin({ ...get, headers: { authorization: `Bearer ${token}` } }, noted),
    );
    expect(sent.map(({ issuedBy }) => issuedBy)).toEqual([...issued, undefined]);
  });

  test('keeps the beginning of a long body, and says whether that is all', () => {
    const { record } = recording();
    const bodyOf = (length: number) => {
      const exchange = record.begin({ ...get, method: 'POST', body: 'y'.repeat(length) }, noted);
      record.answered(exchange, answer('x'.repeat(length)), undefined);
      return exchange;
    };
    const [whole, cut] = [bodyOf(KEPT), bodyOf(KEPT + 1)];
    expect(whole.reply).toMatchObject({ body: 'x'.repeat(KEPT), truncated: false });
    expect(cut.reply).toMatchObject({ body: 'x'.repeat(KEPT), truncated: true });
    expect(cut.request.body).toBe('y'.repeat(KEPT));
  });

  test.each([
    ['a field of the answer', { token: 'abcd-efgh' }, true],
    ['a list in it', { token: ['other-text', 'abcd-efgh'] }, true],
    ['fields below it', { token: { access: { value: 'abcd-efgh', lasts: 5, refresh: null } } }, true],
    ['another field', { name: 'abcd-efgh' }, false],
    ['the answer itself', 'abcd-efgh', false],
    ['no field of nothing', null, false],
  ])('hides a token from the answer on that gives it: %s', (_where, json, isHidden) => {
    const { record, redactor } = recording();
    const exchange = record.begin(get, noted);
    record.answered(exchange, answer('abcd-efgh'), json);
    expect(exchange.reply?.body).toBe(isHidden ? '$ROADTEST_TOKEN' : 'abcd-efgh');
    expect(redactor.text('abcd-efgh')).toBe(isHidden ? '$ROADTEST_TOKEN' : 'abcd-efgh');
  });

  test('takes a hundred tokens from one answer, and no more', () => {
    const { record, redactor } = recording();
    const tokens = Array.from({ length: 101 }, (_, number) => `token-no-${1_000 + number}`);
    record.answered(record.begin(get, noted), answer(''), { token: tokens });
    expect(redactor.text('token-no-1099 token-no-1100')).toBe('$ROADTEST_TOKEN token-no-1100');
  });

  test('needs nobody who listens', () => {
    const record = new ExchangeRecord({ monotonic: () => 0 }, new Redactor());
    record.failed(record.begin(get, noted), 'not sent');
    record.answered(record.begin(get, noted), answer('{}'), {});
    expect(record.exchanges).toMatchObject([{ failure: 'not sent' }, { reply: { body: '{}' } }]);
  });
});
