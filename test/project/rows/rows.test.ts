/**
 * Whoever adds a row is led by the compiler: it names everything else that the row needs, and a table of another
 * part that must follow does not compile without its entry.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { startCompiler } from './compiler.ts';
import { kinds } from './kinds.ts';

const compiler = startCompiler();
afterAll(() => compiler.close());

// The whole product is read and checked.
describe.each(Object.entries(kinds))('adding %s', { timeout: 180_000 }, (_, { most, steps }) => {
  const edits = steps.flatMap((step) => step.edits);

  it(`takes at most ${most} files, with which the product compiles`, () => {
    const counted = steps.filter(({ listing }) => !listing).flatMap((step) => step.edits);
    expect(new Set(counted.map(({ file }) => file)).size).toBeLessThanOrEqual(most);
    expect(compiler.errors(edits)).toEqual([]);
  });

  it.each(steps)('does not compile without $what', (left) => {
    const others = steps.filter((step) => step !== left).flatMap((step) => step.edits);
    const { file, says } = left.forgotten;
    expect(compiler.errors(others, [file]).join('\n')).toContain(says);
  });
});
