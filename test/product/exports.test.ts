/** Each name that an entry exports when it is loaded, as a module and as CommonJS, has an example that is run. */
import { describe, expect, it } from 'vitest';
import { exportedNames } from '../project/api.ts';
import { allMatched, entriesListed, namesListed, unmatched } from './listed.ts';

const described = exportedNames();
// This entry needs Vitest around it: examples.test.ts loads it there.
const entries = (await entriesListed()).filter(({ entry }) => entry !== 'roadtest/vitest');

const required = entries.filter(({ commonJs }) => commonJs).map(({ entry }) => entry);
const names = {
  imported: await namesListed(
    entries.map(({ entry }) => entry),
    'import',
  ),
  required: await namesListed(required, 'require'),
};

describe.each(entries)('$entry', ({ entry, commonJs }) => {
  it('exports what its declarations describe, each with an example', () => {
    const shown = described
      .filter((each) => each.entry === entry && each.examples.length > 0)
      .map(({ name }) => name);
    const loaded = names.imported[entry] ?? [];
    // Types are among the described names alone.
    expect(unmatched(loaded, shown).missing).toEqual([]);
    expect(loaded.length).toBeGreaterThan(0);
    if (commonJs) expect(unmatched(names.required[entry] ?? [], loaded)).toEqual(allMatched);
  });
});
