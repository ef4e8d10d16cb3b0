import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** Every module that a file leads to, by the imports that remain after the types are gone. */
function reached(file: URL, seen = new Set<string>()): Set<string> {
  if (seen.has(file.href)) return seen;
  seen.add(file.href);
  const text = readFileSync(file, 'utf8');
  for (const [, clause, source] of text.matchAll(/^(?:import|export) ([^;'"=]*?)(?: from )?'([^']+)';/gms)) {
    if (clause?.startsWith('type ')) continue;
    if (source?.startsWith('.')) reached(new URL(source, file), seen);
    else if (source) seen.add(source);
  }
  return seen;
}

const root = new URL('../../../', import.meta.url);
const packagesOf = (...entries: readonly string[]): string[] => {
  const names = entries.flatMap((entry) => [...reached(new URL(entry, root))]);
  return [...new Set(names)].filter((name) => !name.startsWith('file:')).sort();
};
/** Modules of the profile that the simulator loads. */
const ofSimulator = [...reached(new URL('simulator/simulator.ts', root))]
  .filter((name) => name.startsWith(new URL('contracts/profile/', root).href))
  .map((name) => name.slice(root.href.length));

describe('the part of the profile that every start loads', () => {
  it('brings no parser and no validator', () => {
    expect(ofSimulator).toContain('contracts/profile/lens/compile.ts');
    expect(packagesOf(...ofSimulator)).toEqual([
      'fast-json-patch',
      'fastest-levenshtein',
      'json-merge-patch',
      'typebox',
    ]);
  });

  it('is all but the reading of files', () => {
    expect(packagesOf('contracts/profile/index.ts')).toEqual([
      'ajv',
      'fast-json-patch',
      'fastest-levenshtein',
      'json-merge-patch',
      'typebox',
      'typebox/schema',
      'yaml',
    ]);
  });
});
