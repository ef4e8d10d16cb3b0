import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEventReader, type ServerEvent } from '../../simulator/console/api/stream.ts';

const text = [
  'event: world\ndata: {"world":"a"}\n\n',
  ': a comment\n\n',
  'id: 7\nevent: alert-raised\ndata: {"at":"…"}\n\n',
  'data: first\ndata: second\r\n\r\n',
  'event: clock\ndata:{}\n\n',
].join('');
const whole: ServerEvent[] = [
  { event: 'world', data: '{"world":"a"}', id: undefined },
  { event: 'alert-raised', data: '{"at":"…"}', id: '7' },
  { event: 'message', data: 'first\nsecond', id: '7' },
  { event: 'clock', data: '{}', id: '7' },
];

describe('the reader of event streams', () => {
  it('reports the same events however the stream is cut into pieces', () => {
    const cuts = fc.array(fc.nat(text.length), { maxLength: 12 });
    fc.assert(
      fc.property(cuts, (places) => {
        const read = createEventReader();
        const ends = [...new Set([...places, text.length])].sort((a, b) => a - b);
        const events = ends.flatMap((end, index) => read(text.slice(ends[index - 1] ?? 0, end)));
        expect(events).toEqual(whole);
      }),
    );
  });

  it('keeps back an event that is not whole yet', () => {
    const read = createEventReader();
    expect(read('event: clock\ndata: {}\n')).toEqual([]);
    expect(read('\n')).toHaveLength(1);
  });
});
