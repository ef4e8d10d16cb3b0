import { describe, expect, it } from 'vitest';
import { laidOut } from '../../simulator/console/panels/time/labels.ts';

const at = (from: number, length: number) => ({ from, length });

describe('names of chapters', () => {
  it('are in one row where there is room', () => {
    const labels = laidOut([at(0, 80), at(100, 80), at(200, 80)], 400);
    expect(labels).toEqual([0, 1, 2].map(() => ({ left: 0, room: 80, row: 0 })));
  });

  it('are in a second row where the first has none', () => {
    const labels = laidOut([at(0, 80), at(20, 120), at(95, 60), at(160, 50)], 400);
    expect(labels.map(({ row }) => row)).toEqual([0, 1, 0, 1]);
    expect(labels.map(({ room }) => room)).toEqual([80, 120, 60, 50]);
  });

  it('end with the line, and are cut where no row has room', () => {
    expect(laidOut([at(390, 60)], 400)).toEqual([{ left: -50, room: 60, row: 0 }]);
    const crowded = laidOut([at(0, 300), at(10, 300), at(20, 300), at(30, 300)], 400);
    expect(crowded.map(({ room }) => room)).toEqual([300, 300, 300, 94]);
  });
});
