/** Histories put aside in parts: each moment has again exactly what was kept then. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { History } from '../../../simulator/fleet/locations/history.ts';
import { RowReader, RowWriter } from '../../../simulator/fleet/locations/packed-rows.ts';
import { Stretch } from '../../../simulator/fleet/locations/stretch.ts';

const DEVICES = 3;
const row = fc.array(fc.oneof(fc.integer(), fc.integer({ min: -5, max: 5 })), {
  minLength: 8,
  maxLength: 8,
});
const write = fc.record({ device: fc.integer({ min: 0, max: DEVICES - 1 }), row });

function put(history: History, device: number, words: readonly number[]): void {
  const place = history.next(device);
  history.wordsOf(place).set(words, history.offsetOf(place));
  history.commit(device);
}

function kept(history: History): number[][][] {
  return Array.from({ length: DEVICES }, (_, device) =>
    Array.from({ length: history.kept(device) }, (_row, index) => {
      const place = history.row(device, index);
      const offset = history.offsetOf(place);
      return [...history.wordsOf(place).subarray(offset, offset + 8)];
    }),
  );
}

describe('packed rows', () => {
  it('are read as they were written, whatever they hold', () => {
    fc.assert(
      fc.property(fc.array(fc.array(row, { maxLength: 40 }), { maxLength: 5 }), (devices) => {
        const writer = new RowWriter();
        const starts = devices.map((rows) => {
          const start = writer.begin();
          for (const words of rows) writer.write(Int32Array.from(words), 0);
          return start;
        });
        const reader = new RowReader(writer.finish());
        const words = new Int32Array(10);
        devices.toReversed().forEach((rows, turn) => {
          reader.begin(starts[devices.length - 1 - turn] ?? 0);
          for (const expected of rows) {
            reader.read(words, 1);
            expect([...words.subarray(1, 9)]).toEqual(expected);
          }
        });
      }),
    );
  });

  it('grow with what is written', () => {
    const writer = new RowWriter();
    writer.begin();
    const words = Int32Array.from({ length: 8 }, (_, index) => (index + 1) * 0x0fff_ffff);
    for (let turn = 0; turn < 10_000; turn++) writer.write(turn % 2 === 0 ? words : new Int32Array(8), 0);
    expect(writer.finish().length).toBeGreaterThan(64 * 1024);
  });
});

describe('stretches', () => {
  const parts = fc.array(fc.array(write, { maxLength: 30 }), { minLength: 1, maxLength: 8 });

  it.each([1, 4, 7])('hold the history at the end of each, with %s rows a device', (perDevice) => {
    fc.assert(
      fc.property(parts, fc.nat(), (written, chosen) => {
        const history = new History(perDevice);
        const moments: { stretch: Stretch; rows: number[][][] }[] = [];
        for (const part of written) {
          for (const { device, row: words } of part) put(history, device, words);
          moments.push({
            stretch: new Stretch(history, DEVICES, moments.at(-1)?.stretch),
            rows: kept(history),
          });
        }
        for (const { stretch, rows } of moments) expect(kept(stretch.history())).toEqual(rows);
        // The one that stands alone does not lose anything, nor do those after it.
        const alone = chosen % moments.length;
        moments[alone]?.stretch.standAlone();
        expect(moments[alone]?.stretch.before).toBeUndefined();
        for (const { stretch, rows } of moments) expect(kept(stretch.history())).toEqual(rows);
      }),
    );
  });

  it('take what was written since, and go on from there', () => {
    const history = new History(100);
    for (let turn = 0; turn < 90; turn++) put(history, 0, [turn, 0, 0, 0, 0, 0, 0, 0]);
    const first = new Stretch(history, DEVICES);
    put(history, 0, [90, 0, 0, 0, 0, 0, 0, 0]);
    const second = new Stretch(history, DEVICES, first);
    expect(second.bytes).toBeLessThan(first.bytes / 2);
    const again = second.history();
    for (let turn = 91; turn < 120; turn++) {
      put(history, 0, [turn, 0, 0, 0, 0, 0, 0, 0]);
      put(again, 0, [turn, 0, 0, 0, 0, 0, 0, 0]);
    }
    expect(kept(again)).toEqual(kept(history));
  });
});
