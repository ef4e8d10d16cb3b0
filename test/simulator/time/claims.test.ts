/** Every event of a saved timeline is awaited by one part, and every part's event is there. */
import { describe, expect, it } from 'vitest';
import { Claims } from '../../../simulator/time/claims.ts';

const events = () =>
  new Claims([
    { sequence: 1, at: 10, kind: 'beat', payload: { of: 'a' } },
    { sequence: 2, at: 20, kind: 'beat', payload: { of: 'b', more: 1 } },
  ]);

describe('the events of a saved timeline', () => {
  it('are claimed once, by their number, kind and facts', () => {
    const claims = events();
    expect(() => claims.take(1, 'other', undefined, '/x')).toThrow('event 1');
    expect(() => claims.take(2, 'beat', { of: 'b' }, '/x')).toThrow('event 2');
    expect(() => claims.take(1, 'beat', { of: 'b' }, '/x')).toThrow('event 1');
    expect(() => claims.take(1, 'beat', { on: 'a' }, '/x')).toThrow('event 1');
    expect(() => claims.take(3, 'beat', undefined, '/x')).toThrow('event 3');
    expect(claims.take(1, 'beat', { of: 'a' }, '/x')).toMatchObject({ at: 10 });
    expect(() => claims.take(1, 'beat', { of: 'a' }, '/x')).toThrow('event 1');
  });

  it('are claimed whatever their facts where none are given, and not by facts that are none', () => {
    const claims = new Claims([
      { sequence: 1, at: 10, kind: 'beat', payload: null },
      { sequence: 2, at: 20, kind: 'beat', payload: 'x' },
    ]);
    expect(() => claims.take(1, 'beat', {}, '/x')).toThrow('event 1');
    expect(() => claims.take(2, 'beat', { 0: 'x' }, '/x')).toThrow('event 2');
    expect(claims.take(1, 'beat', undefined, '/x')).toMatchObject({ at: 10 });
    expect(claims.take(2, 'beat', undefined, '/x')).toMatchObject({ at: 20 });
  });

  it('may not be left over', () => {
    const claims = events();
    expect(() => claims.close('other')).not.toThrow();
    expect(claims.takeAll('beat', { of: 'a' })).toHaveLength(1);
    expect(() => claims.close('beat')).toThrow('event 2');
    expect(() => claims.close('beat')).not.toThrow();
  });
});
