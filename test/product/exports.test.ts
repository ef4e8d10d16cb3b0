/** Each name that an entry exports when it is loaded, as a module and as CommonJS, has an example that is run. */
import { describe, expect, it } from 'vitest';
import { exportedNames } from '../project/api.ts';
import { allMatched, entriesListed, namesListed, unmatched } from './listed.ts';

const described = exportedNames();
// This entry needs Vitest around it: examples.test.ts loads it there.
const entries = (await entriesListed()).filter(({ entry }) => entry !== 'roadtest/vitest');

describe.each(entries)('$entry', ({ entry, commonJs }) => {
  it('exports what its declarations describe, each with an example', async () => {
    const names = described
      .filter((each) => each.entry === entry && each.examples.length > 0)
      .map(({ name }) => name);
    const loaded = await namesListed(entry, 'import');
    // Types are among the described names alone.
    expect(unmatched(loaded, names).missing).toEqual([]);
    expect(loaded.length).toBeGreaterThan(0);
    if (commonJs) expect(unmatched(await namesListed(entry, 'require'), loaded)).toEqual(allMatched);
  });
});
