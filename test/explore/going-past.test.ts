/** Known failures are gone past: what is accepted or not asked for ends no search, and hides no other failure. */
import { describe, expect, it } from 'vitest';
import type { Exploration } from '../../contracts/explore/exploration.ts';
import { judgedIds } from '../../contracts/explore/going-past.ts';
import type { ExploreOptions } from '../../contracts/explore/options.ts';
import type { Rules } from '../../simulator/options.ts';
import { sequenceFaults } from '../faults/sequences.ts';
import { turns } from '../sample.ts';
import { exploreSimulator } from './exploring.ts';

const inTurn = turns(1);

/** A service with these history faults. */
function faulty(...names: string[]): { rules: Partial<Rules> } {
  return { rules: Object.assign({}, ...names.map((name) => sequenceFaults[name]?.rules?.())) };
}

const of = (failures: Exploration['failures']) => failures.flatMap(({ broken }) => broken[0] ?? []);
const records = ['groups/updated-keeps-rest', 'users/updated-keeps-rest'];
const explored = (names: string[], options: Partial<ExploreOptions>) =>
  exploreSimulator(faulty(...names), { seed: 2, requests: 1_500, ...options });

describe('an exploration', () => {
  it.runIf(inTurn())(
    'goes past failures that are accepted, names each rule once, and ends with 0',
    async () => {
      const { failures, gonePast, exitCode, requests } = await explored(['fourth-patch'], {
        accepted: records,
      });
      expect(failures).toEqual([]);
      const passed = of(gonePast);
      expect(records).toEqual(expect.arrayContaining(passed));
      expect(passed).toHaveLength(new Set(passed).size);
      expect(new Set(gonePast.map(({ past }) => past))).toEqual(new Set(['accepted']));
      expect(exitCode).toBe(0);
      expect(requests).toBeGreaterThanOrEqual(1_500);
    },
  );

  it.runIf(inTurn())('finds another failure behind one that is accepted', async () => {
    const both = ['cached-after-three-reads', 'withheld-counted'];
    const { failures, gonePast, exitCode } = await explored(both, { accepted: records });
    expect(of(failures)).toEqual([expect.stringMatching(/^limits\//)]);
    expect(new Set([...records, ...of(gonePast)]).size).toBe(2);
    expect(exitCode).toBe(1);
  });

  it.runIf(inTurn())('is about what was asked for alone', async () => {
    const { themes, failures } = await explored(['withheld-counted'], { only: ['users/', 'licences/'] });
    expect(themes.toSorted()).toEqual(['licences', 'users']);
    expect(failures).toEqual([]);
  });

  it.runIf(inTurn())('goes past failures of rules that are left out', async () => {
    const skip = judgedIds.filter((id) => id.startsWith('limits/') && id.endsWith('/email'));
    const { failures, gonePast } = await explored(['withheld-counted'], { skip });
    expect(of(failures)).toEqual([expect.stringMatching(/\/sms$/)]);
    expect(gonePast.every(({ past }) => past === 'not-selected')).toBe(true);
  });

  it('says that no history was played where none is about what was asked for', async () => {
    const run = await explored([], { only: ['limits/'], readOnly: true });
    expect(run).toMatchObject({ themes: [], histories: 0, exitCode: 3 });
    expect(run.warnings).toEqual([expect.stringContaining('none about the rules that were asked for')]);
  });
});
