/**
 * The compiler leads through adding a row: it names everything else that the row needs, and a table of another
 * part that must follow does not compile without its entry.
 *
 * The kinds have nothing to do with each other, so that one program holds an edit of each: one with all that each
 * kind needs, and one for the first file that each leaves out, the second, and so on. The compiler is hard work: of these
 * `npm test` has one, drawn by the seed, and looks at what an edit touches; `npm run test:whole` has all, and looks at all.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { oneIn, WHOLE } from '../../sample.ts';
import { type Edit, startCompiler } from './compiler.ts';
import { type Kind, kinds, type Step } from './kinds.ts';

const compiler = startCompiler();
afterAll(() => compiler.close());

const all = Object.values(kinds);
const rounds = [...Array(Math.max(...all.map(({ steps }) => steps.length))).keys()];
/** By round, what the compiler says where each kind leaves out its step of that number. */
const complaints = new Map(oneIn(rounds.length, rounds).map((round) => [round, complaintsOf(round)]));

function editsOf(steps: readonly Step[]): Edit[] {
  return steps.flatMap((step) => step.edits);
}

/** A kind with fewer steps than rounds is complete in the later ones. */
function complaintsOf(round: number): readonly string[] {
  const files = all.flatMap(({ steps }) => steps[round]?.forgotten?.file ?? []);
  const edits = all.flatMap(({ steps }) => editsOf(steps.filter((_, place) => place !== round)));
  return compiler.errors(edits, [...new Set(files)]);
}

function filesOf({ steps }: Kind): Set<string> {
  return new Set(editsOf(steps.filter(({ listing }) => !listing)).map(({ file }) => file));
}

it('with a row of each kind, and all that it needs, the product compiles', () => {
  const steps = all.flatMap((kind) => kind.steps);
  const edits = editsOf(steps);
  const concerned = [
    ...edits.map(({ file }) => file),
    ...steps.flatMap(({ forgotten }) => forgotten?.file ?? []),
  ];
  expect(compiler.errors(edits, WHOLE ? undefined : [...new Set(concerned)])).toEqual([]);
});

describe.each(Object.entries(kinds))('adding %s', (_, kind) => {
  it(`takes at most ${kind.most} files`, () => {
    expect(filesOf(kind).size).toBeLessThanOrEqual(kind.most);
  });

  const judged = kind.steps.flatMap(({ what, forgotten }, round) => {
    const said = complaints.get(round);
    return said && forgotten ? [{ what, ...forgotten, said }] : [];
  });
  it.each(judged)('does not compile without $what', ({ file, says, said }) => {
    expect(said.filter((line) => line.startsWith(`${file}:`)).join('\n')).toContain(says);
  });
});
