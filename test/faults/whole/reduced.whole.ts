/** No rule that is broken passes, whatever the profile leaves out. */
import { describe, expect, it } from 'vitest';
import { inPart } from '../../sample.ts';
import { cellsWith, wrongIn } from '../cells.ts';

describe.each(['made', 'known', 'expired'] as const)('with devices that are %s', (devices) => {
  const cells = inPart(cellsWith(devices));
  const rules = [...new Set(cells.map(({ broken }) => broken.what))];

  it.each(rules)('no rule passes that is broken: %s', async (what) => {
    const wrong: string[] = [];
    for (const cell of cells) if (cell.broken.what === what) wrong.push(...(await wrongIn(cell)));
    expect(wrong).toEqual([]);
  });
});
