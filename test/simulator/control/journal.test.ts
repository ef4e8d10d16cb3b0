/** The last calls, as people read them. */
import { describe, expect, it } from 'vitest';
import { Redactor } from '../../../contracts/kit/redact.ts';
import { newest } from '../../../simulator/control/filters/filter.ts';
import { inShort, type JournalEntry, RequestJournal } from '../../../simulator/control/journal.ts';

const entry = (facts: Partial<JournalEntry> = {}, target = '/api/devices'): JournalEntry => ({
  receivedAt: 0,
  simulatedAt: 0,
  took: 1,
  operation: undefined,
  call: { method: 'GET', target, headers: {}, body: undefined },
  reply: { status: 200, headers: {}, body: '' },
  ...facts,
});

const read = (journal: RequestJournal, limit: number) => journal.read(newest(limit), new Redactor()).requests;

describe('the journal', () => {
  it('has the newest calls, oldest first, no more than it keeps or was asked for', () => {
    const journal = new RequestJournal(3);
    for (const number of [1, 2, 3, 4, 5]) journal.add(entry({}, `/${number}`));
    const targets = (limit: number) => read(journal, limit).map(({ request }) => request.target);
    expect(targets(10)).toEqual(['/3', '/4', '/5']);
    expect(targets(2)).toEqual(['/4', '/5']);
    expect(targets(0)).toEqual([]);
    journal.clear();
    expect(targets(10)).toEqual([]);
    expect(journal.bytes).toBe(0);
  });

  it('counts the bytes of what it keeps, and keeps the beginning of a long body', () => {
    const journal = new RequestJournal(1);
    const add = (length: number) => {
      journal.add(entry({ reply: { status: 200, headers: {}, body: 'x'.repeat(length) } }));
      return journal.bytes;
    };
    const none = add(0);
    expect(add(16_384) - none).toBe(2 * 16_384);
    expect(add(1_000_000) - none).toBe(2 * 16_384);
    expect(add(0)).toBe(none);
    add(1_000_000);
    expect(read(journal, 1)[0]?.reply.body).toBe('x'.repeat(4_096));
  });

  it('keeps the beginning of what was sent, too', () => {
    const journal = new RequestJournal(1);
    const add = (length: number) => {
      const body = 'y'.repeat(length);
      journal.add(entry({ call: { method: 'POST', target: '/', headers: {}, body } }));
      return journal.bytes;
    };
    const none = add(0);
    expect(add(5) - none).toBe(2 * 5);
    expect(add(1_000_000) - none).toBe(2 * 16_384);
    expect(read(journal, 1)[0]?.request.body).toBe('y'.repeat(4_096));
  });

  it('shows the headers that were sent, as texts', () => {
    const journal = new RequestJournal(1);
    const headers = { 'content-length': '5', accept: ['a', 'b'], none: undefined };
    journal.add(entry({ call: { method: 'GET', target: '/', headers, body: undefined } }));
    const request = read(journal, 1)[0]?.request;
    expect(request?.headers).toEqual({ 'content-length': '5', accept: 'a,b' });
    expect(request?.body).toBe('');
  });

  it('takes no memory where it is to keep nothing', () => {
    const journal = new RequestJournal(0);
    journal.add(entry());
    expect(journal.bytes).toBe(0);
    expect(read(journal, 1)).toEqual([]);
  });

  it.each([
    [0.0004, 0],
    [1.2345, 1.235],
    [1.2344, 1.234],
    [20, 20],
  ])('says how long a call took to the nearest microsecond: %s ms as %s', (took, shown) => {
    expect(inShort(entry({ took }), new Redactor()).milliseconds).toBe(shown);
  });

  it('shows no secret of an address: a parameter with the name of one keeps its name', () => {
    const shown = (target: string) => inShort(entry({}, target), new Redactor()).target;
    expect(shown('/a?token=abc&page=2&api%4Bey=x')).toBe('/a?token=<REDACTED>&page=2&api%4Bey=<REDACTED>');
    expect(shown('/a?token=&token&token=$ROADTEST_TOKEN')).toBe('/a?token=&token&token=$ROADTEST_TOKEN');
    expect(shown('/token=abc')).toBe('/token=abc');
    expect(shown('/?token=abc')).toBe('/?token=<REDACTED>');
    expect(shown('/a?tokens&=x')).toBe('/a?tokens&=x');
  });
});
