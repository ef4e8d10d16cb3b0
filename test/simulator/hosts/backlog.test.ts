/** The text that open streams hold for readers who are behind is bounded, for each of them and for all together. */
import { describe, expect, it } from 'vitest';
import { Backlog, MOST_BEHIND, MOST_BEHIND_TOGETHER } from '../../../simulator/hosts/backlog.ts';

/** Streams of one host, each behind by so many characters; `cut` are the places of those that were ended, in their order. */
function streams(behind: readonly number[]) {
  const backlog = new Backlog();
  const cut: number[] = [];
  for (const [index, characters] of behind.entries()) {
    const stream = { behind: () => characters, cut: () => void cut.push(index) };
    backlog.open(stream);
    backlog.wrote(stream, characters);
  }
  return cut;
}

describe('a reader who is behind', () => {
  it('is kept at the bound, and cut off beyond it', () => {
    expect(streams([MOST_BEHIND])).toEqual([]);
    expect(streams([MOST_BEHIND, MOST_BEHIND + 1, MOST_BEHIND])).toEqual([1]);
  });

  it('is kept while all together are at their bound', () => {
    expect(streams(new Array(MOST_BEHIND_TOGETHER / MOST_BEHIND).fill(MOST_BEHIND))).toEqual([]);
  });

  it('is cut off with those furthest behind, the first of equals first, until half of the bound is held', () => {
    const equal = MOST_BEHIND / 2;
    const full = new Array(MOST_BEHIND_TOGETHER / equal - 2).fill(equal);
    const cut = streams([...full, MOST_BEHIND, 1]);
    expect(cut[0]).toBe(full.length);
    expect(cut.slice(1)).toEqual(Array.from({ length: 7 }, (_, index) => index));
  });

  it('is kept where exactly half of the bound is held', () => {
    const readers = MOST_BEHIND_TOGETHER / MOST_BEHIND + 1;
    expect(streams(new Array(readers).fill(MOST_BEHIND))).toHaveLength(
      readers - MOST_BEHIND_TOGETHER / 2 / MOST_BEHIND,
    );
  });

  it('counts no longer once it has gone', () => {
    const backlog = new Backlog();
    const cut: string[] = [];
    const open = (name: string) => {
      const stream = { behind: () => MOST_BEHIND, cut: () => void cut.push(name) };
      backlog.open(stream);
      return stream;
    };
    const gone = open('gone');
    const there = open('there');
    const others = Array.from({ length: 8 }, () => open('gone'));
    backlog.wrote(gone, MOST_BEHIND_TOGETHER);
    for (const stream of [gone, ...others]) backlog.close(stream);
    backlog.wrote(there, MOST_BEHIND);
    expect(cut).toEqual([]);
  });
});
