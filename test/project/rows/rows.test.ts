/**
 * The compiler leads through adding a row: it names everything else that the row needs, and a table of another
 * part that must follow does not compile without its entry.
 *
 * The kinds have nothing to do with each other, so that one program holds an edit of each: one with all that each
 * kind needs, and one for the first file that each leaves out, the second, and so on.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { type Edit, startCompiler } from './compiler.ts';
import { type Kind, kinds, type Step } from './kinds.ts';

const compiler = startCompiler();
afterAll(() => compiler.close());

const all = Object.values(kinds);
const rounds = Math.max(...all.map(({ steps }) => steps.length));
/** By round, what the compiler says where each kind leaves out its step of that number. */
const complaints = Array.from({ length: rounds }, (_, round) => complaintsOf(round));

function editsOf(steps: readonly Step[]): Edit[] {
  return steps.flatMap((step) => step.edits);
}

/** A kind with fewer steps than rounds is complete in the later ones. */
function complaintsOf(round: number): readonly string[] {
  const files = all.flatMap(({ steps }) => steps[round]?.forgotten.file ?? []);
  const edits = all.flatMap(({ steps }) => editsOf(steps.filter((_, place) => place !== round)));
  return compiler.errors(edits, [...new Set(files)]);
}

function filesOf({ steps }: Kind): Set<string> {
  return new Set(editsOf(steps.filter(({ listing }) => !listing)).map(({ file }) => file));
}

it('with a row of each kind, and all that it needs, the product compiles', () => {
  expect(compiler.errors(all.flatMap(({ steps }) => editsOf(steps)))).toEqual([]);
});

describe.each(Object.entries(kinds))('adding %s', (_, kind) => {
  it(`takes at most ${kind.most} files`, () => {
    expect(filesOf(kind).size).toBeLessThanOrEqual(kind.most);
  });

  it.each(kind.steps.map((step, round) => ({ ...step, round })))(
    'does not compile without $what',
    ({ forgotten: { file, says }, round }) => {
      const said = complaints[round]?.filter((line) => line.startsWith(`${file}:`)) ?? [];
      expect(said.join('\n')).toContain(says);
    },
  );
});
