/** Every sentence of the document leads somewhere, and every rule and opening comes from one: docs/traceability.md. */
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openings } from '../../contracts/specification/openings/index.ts';
import { rules } from '../../contracts/specification/rules/index.ts';
import { sections } from '../../contracts/specification/sections.ts';
import { traceabilityPage, traced } from './traceability.ts';

describe('the sentences of the document', () => {
  it('are of every section', () => {
    const seen = new Set(traced.map(({ section }) => section));
    expect([...seen]).toEqual(['preamble', ...sections.map(({ id }) => id)]);
  });

  it('are judged or leave something open, or are left out for a reason, told in few words', () => {
    for (const { says, rules: judging, openings: open, excluded } of traced) {
      expect(judging.length + open.length > 0, says).toBe(excluded === undefined);
      expect(says.split(/\s+/).length, says).toBeLessThanOrEqual(12);
      expect(new Set([...judging, ...open]).size, says).toBe(judging.length + open.length);
    }
  });

  it.each([
    ['rule', rules, traced.map((one) => ({ ...one, ids: one.rules }))],
    ['opening', openings, traced.map((one) => ({ ...one, ids: one.openings }))],
  ])('name each %s in every section that it rests on, and none that there is not', (_, rows, named) => {
    for (const { id, sections: rest } of rows) {
      const places = named.filter(({ ids }) => ids.includes(id)).map(({ section }) => section);
      expect(places, id).toEqual(expect.arrayContaining([...rest]));
    }
    const known = rows.map(({ id }: { id: string }) => id);
    expect(named.flatMap(({ ids }) => ids).filter((id) => !known.includes(id))).toEqual([]);
  });

  it('are what docs/traceability.md shows: --update writes it', async () => {
    const page = fileURLToPath(new URL('../../docs/traceability.md', import.meta.url));
    await expect(traceabilityPage()).toMatchFileSnapshot(page);
  });
});
