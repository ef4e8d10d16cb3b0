/** Ids that were chosen for single records. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ChosenIds } from '../../../../contracts/profile/lens/chosen-ids.ts';
import { numberedIds } from '../../../../contracts/profile/lens/ids.ts';
import { expectLinear } from '../../../growth.ts';

const form = numberedIds({ form: 'string', prefixes: { device: 'dev-' } }, 1);

/** Chooses ids for some of the first devices. */
function chosen(ids: readonly (readonly [number, number | string])[]) {
  const all = new ChosenIds();
  for (const [id, outer] of ids) all.choose('device', id, outer);
  return all.over(form);
}

it('a record is written by its chosen id, and read by it', () => {
  const ids = chosen([
    [1, 4711],
    [2, 'dev-tow'],
  ]);
  expect([1, 2, 3].map((id) => ids.write('device', id))).toEqual(['dev-4711', 'dev-tow', 'dev-3']);
  expect(['dev-4711', 'dev-tow'].map((text) => ids.read('device', text))).toEqual([1, 2]);
  expect(ids.readText('device', 'dev-tow')).toBe(2);
});

it('the id that a record would have is of no record while another is chosen', () => {
  const ids = chosen([
    [1, 4711],
    [2, 'dev-tow'],
  ]);
  for (const text of ['dev-1', 'dev-2']) {
    const unknown = ids.read('device', text);
    expect(unknown).toBeGreaterThan(100);
    expect(ids.write('device', Number(unknown))).toBe(text);
  }
});

it('a record that is added later never has an id that was chosen', () => {
  const ids = chosen([[1, 2]]);
  expect([1, 2, 3].map((id) => ids.write('device', id))).toEqual(['dev-2', 'dev-1', 'dev-3']);
});

it('ids of other resources stay as they are', () => {
  expect(chosen([[1, 4711]]).write('group', 1)).toBe(form.write('group', 1));
});

it('whatever is chosen, each record has one id, and each id one record', () => {
  const outer = fc.oneof(
    fc.integer({ min: 1, max: 30 }),
    fc.constantFrom('dev-a', 'dev-b', 'dev-c', 'dev-d'),
  );
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 20 }), outer), { selector: ([id]) => id }),
      (drawn) => {
        const seen = new Set<number | string>();
        const ids = chosen(drawn.filter(([, id]) => !seen.has(id) && seen.add(id)));
        const written = Array.from({ length: 40 }, (_, index) => ids.write('device', index + 1));
        expect(new Set(written).size).toBe(40);
        expect(written.map((id) => ids.read('device', id))).toEqual(written.map((_, index) => index + 1));
        expect(written.map((id) => ids.readText('device', String(id)))).toEqual(written.map((_, i) => i + 1));
      },
    ),
  );
});

it('the time to choose ids grows with their number', () => {
  expectLinear((size) => {
    const all = new ChosenIds();
    for (let id = 1; id <= size; id++) all.choose('device', id, id % 2 === 0 ? `van-${id}` : id + 500);
  }, 1000);
});
