import { describe, expect, it } from 'vitest';
import type { DocumentBounds } from '../../../contracts/kit/bounds.ts';
import { DocumentError, type DocumentProblem, readDocument } from '../../../contracts/kit/document.ts';
import { cpuMsOf } from '../../cpu.ts';
import { expectLinear } from '../../growth.ts';
import { oneIn } from '../../sample.ts';

const bounds: DocumentBounds = {
  characters: 400_000,
  depth: 20,
  values: 150_000,
  repeated: 1_000,
  name: 50,
  text: 400_000,
};
const dataOf = (text: string): unknown => readDocument(text, bounds).data;

function problemsOf(text: string, own: Partial<DocumentBounds> = {}): readonly DocumentProblem[] {
  try {
    readDocument(text, { ...bounds, ...own });
  } catch (error) {
    expect(error).toBeInstanceOf(DocumentError);
    if (error instanceof DocumentError) return error.problems;
  }
  throw new Error('this text was read');
}

describe('a document', () => {
  it.each<[what: string, text: string, data: unknown]>([
    ['YAML', 'a: 1\nb: [x, "y", true, null, 1.5]\n', { a: 1, b: ['x', 'y', true, null, 1.5] }],
    ['JSON', '{"a": {"b": [1, "\\u00fc", null]}}', { a: { b: [1, 'ü', null] } }],
    ['with a byte order mark', '\ufeffa: 1\n', { a: 1 }],
    ['with ends of lines as on Windows', 'a: 1\r\nb: |\r\n  x\r\n  y\r\n', { a: 1, b: 'x\ny\n' }],
    ['with tabs between values', 'a:\t1\n', { a: 1 }],
    ['that says its version', '%YAML 1.2\n---\na: 1\n', { a: 1 }],
    ['with numbers for names', '1: a\n2.5: b\n', { 1: 'a', '2.5': 'b' }],
    [
      'whose words are words of YAML 1.1',
      'a: yes\nb: 08\nc: 2026-03-02\nd: 1:30',
      { a: 'yes', b: 8, c: '2026-03-02', d: '1:30' },
    ],
    ['without a value', '# nothing\n', null],
    ['that is empty', '', null],
    [
      'with an anchor and aliases',
      'a: &x { b: 1 }\nc: *x\nd: [*x]\n',
      { a: { b: 1 }, c: { b: 1 }, d: [{ b: 1 }] },
    ],
    [
      'with an anchor that is defined again',
      'a: &x 1\nb: &y [*x]\nc: &x 2\nd: *y\ne: *x\n',
      { a: 1, b: [1], c: 2, d: [1], e: 2 },
    ],
    [
      'with a merge key',
      'a: &x { b: 1, c: 2 }\nd: { c: 0, <<: *x }\ne: { <<: *x, c: 3 }\n',
      { a: { b: 1, c: 2 }, d: { c: 0, b: 1 }, e: { b: 1, c: 3 } },
    ],
    [
      'with a merge key of several maps',
      'a: &x { b: 1 }\nc: &y { b: 2, d: 3 }\ne: { <<: [*x, *y] }\n',
      { a: { b: 1 }, c: { b: 2, d: 3 }, e: { b: 1, d: 3 } },
    ],
    [
      'with a merge key inside another',
      'a: &x { b: 1 }\nc: &y { <<: *x }\nd: { <<: *y }\n',
      { a: { b: 1 }, c: { b: 1 }, d: { b: 1 } },
    ],
    [
      'with tags of what it has anyway',
      'a: !!str 5\nb: !!map { c: ! 1, d: "!x" }\ne: |\n  !x\n',
      { a: '5', b: { c: '1', d: '!x' }, e: '!x\n' },
    ],
    ['with "<<" as a name', 'a: { "<<": 1 }\n', { a: { '<<': 1 } }],
  ])('%s is read', (_, text, data) => {
    expect(dataOf(text)).toEqual(data);
  });

  it('makes each repetition a value of its own', () => {
    const { a, b } = dataOf('a: &x { c: 1 }\nb: *x\n') as { a: object; b: object };
    expect(a).not.toBe(b);
  });

  it('knows where everything is, also by alias and merge key', () => {
    const { place } = readDocument('a: &x\n  b: 1\nc:\n  <<: *x\n  d: [5,\n      6]\n', bounds);
    expect(place(['a'])).toEqual({ line: 1, column: 1 });
    expect(place(['a', 'b'])).toEqual({ line: 2, column: 6 });
    expect(place(['a', 'b'], true)).toEqual({ line: 2, column: 3 });
    expect(place(['c', 'b'])).toEqual({ line: 2, column: 6 });
    expect(place(['c', 'd', 1])).toEqual({ line: 6, column: 7 });
    expect(place(['c', 'none', 'deeper'])).toEqual({ line: 3, column: 1 });
    expect(place([])).toEqual({ line: 1, column: 1 });
  });

  it.each<[code: string, text: string, line: number, column: number]>([
    ['SYNTAX', 'a: [\n', 2, 1],
    ['SYNTAX', 'a:\n\tb: 1\n', 2, 2],
    ['QUOTES_MISSING', 'a: b: c\n', 1, 4],
    ['FIELD_TWICE', 'a: 1\nb: 2\na: 3\n', 3, 1],
    ['FIELD_TWICE', '{"a": 1, "a": 2}', 1, 10],
    ['SEVERAL_DOCUMENTS', 'a: 1\n---\nb: 2\n', 2, 1],
    ['UNKNOWN_TAG', 'a: !!binary aGk=\n', 1, 4],
    ['UNKNOWN_TAG', 'a: !!set { b, c }\n', 1, 4],
    ['UNKNOWN_TAG', 'a: !!js/function "f"\n', 1, 4],
    ['UNKNOWN_TAG', 'a: !own 1\n', 1, 4],
    ['UNKNOWN_TAG', 'a: !<tag:yaml.org,2002:set> { b }\n', 1, 4],
    ['DIRECTIVE', '%YAML 1.1\n---\na: yes\n', 1, 1],
    ['DIRECTIVE', '%TAG ! tag:example.com,2000:\n---\na: !x 1\n', 1, 1],
    ['NAME_NOT_TEXT', '? [a, b]\n: 1\n', 1, 3],
    ['NAME_NOT_TEXT', 'a: &x b\n*x : 1\n', 2, 1],
    ['NAME_NOT_TEXT', '{ { a: 1 }: 2 }\n', 1, 3],
    ['UNSAFE_NAME', 'a: { __proto__: 1 }', 1, 6],
    ['UNSAFE_NAME', 'a: &x { constructor: 1 }\n', 1, 9],
    ['UNKNOWN_ALIAS', 'a: *x\n', 1, 4],
    ['UNKNOWN_ALIAS', 'a: *x\nb: &x 1\n', 1, 4],
    ['MERGE_INVALID', 'a: { <<: 1 }\n', 1, 6],
    ['MERGE_INVALID', 'a: { <<: [1] }\n', 1, 6],
    ['MERGE_INVALID', 'a:\n  <<:\n  b: 1\n', 2, 3],
    ['TOO_DEEP', 'a: &x [*x]\n', 1, 7],
    ['TOO_DEEP', 'a: &x { <<: *x }\n', 1, 7],
    ['NUMBER_INVALID', 'a: 1e400\n', 1, 4],
    ['NUMBER_INVALID', 'a: .nan\n', 1, 4],
    ['NUMBER_ROUNDED', 'a: 9007199254740993\n', 1, 4],
    ['NUMBER_ROUNDED', '{"a": [1, -9007199254740993]}', 1, 11],
    ['NOT_TEXT', 'a: 1\nb: \0\n', 2, 4],
    ['NOT_TEXT', 'a: "\\ud800"\n', 1, 4],
    ['NOT_TEXT', 'a: \ud800\n', 1, 4],
  ])('with a fault is refused with its place: %s %j', (code, text, line, column) => {
    const [problem] = problemsOf(text);
    expect(problem).toMatchObject({
      code,
      line,
      column,
      message: expect.any(String),
      hint: expect.any(String),
    });
  });

  it('reports the first slips of many, and does not look for more', () => {
    expect(problemsOf(`[${','.repeat(100_000)}]`)).toHaveLength(3);
    expect(problemsOf('a b\n: '.repeat(20_000))).toHaveLength(3);
  });

  it('is not read on after the first few slips', () => {
    const count = 10_000;
    const quickest = (run: () => void) => Math.min(...Array.from({ length: 5 }, () => cpuMsOf(run)));
    const slips = 'a b\n: '.repeat(count);
    const sound = Array.from({ length: count }, (_, line) => `a${line}: b\n`).join('');
    expect(quickest(() => problemsOf(slips))).toBeLessThan(quickest(() => dataOf(sound)) / 4);
  });
});

describe('a limit of a document', () => {
  const depth = (open: string, close: string) => (count: number) =>
    open.repeat(count) + 1 + close.repeat(count);
  it.each<[bound: keyof DocumentBounds, most: number, text: (count: number) => string, code: string]>([
    ['characters', 30, (count) => 'x'.repeat(count), 'TOO_LONG'],
    ['depth', 5, depth('[', ']'), 'TOO_DEEP'],
    ['depth', 5, depth('{ a: ', ' }'), 'TOO_DEEP'],
    ['depth', 5, depth('- ', ''), 'TOO_DEEP'],
    [
      'depth',
      5,
      (count) => Array.from({ length: count }, (_, at) => `${' '.repeat(at)}a:\n`).join(''),
      'TOO_DEEP',
    ],
    ['depth', 5, (count) => `a: &x ${depth('[', ']')(count - 3)}\nb: [[*x]]\n`, 'TOO_DEEP'],
    ['values', 10, (count) => `[${Array(count - 1).fill('1')}]`, 'TOO_MANY_VALUES'],
    ['repeated', 10, (count) => `- &x a\n${'- *x\n'.repeat(count)}`, 'TOO_MANY_ALIASES'],
    ['repeated', 10, (count) => `- &x [${Array(count - 1).fill('1')}]\n- *x\n`, 'TOO_MANY_ALIASES'],
    ['name', 10, (count) => `${'x'.repeat(count)}: 1`, 'NAME_TOO_LONG'],
    ['text', 10, (count) => `a: ${'x'.repeat(count)}`, 'TEXT_TOO_LONG'],
  ])('%s lets %i pass and not one more', (bound, most, text, code) => {
    expect(() => readDocument(text(most), { ...bounds, [bound]: most })).not.toThrow();
    expect(problemsOf(text(most + 1), { [bound]: most })[0]).toMatchObject({ code });
  });

  it.each(['[', '{a: ', '- ', '? ', ': ', '[[{', '- - ? ', '{ - '])('holds however deep %j nests', (open) => {
    expect(problemsOf(open.repeat(100_001), { characters: 1_000_000 })[0]?.code).toMatch(
      /^(TOO_DEEP|SYNTAX)$/,
    );
  });

  it('holds for a bomb of aliases', () => {
    const levels = Array.from(
      { length: 9 },
      (_, level) => `l${level}: &l${level} [${Array(9).fill(level === 0 ? 'boom' : `*l${level - 1}`)}]`,
    );
    expect(problemsOf(levels.join('\n'))[0]?.code).toBe('TOO_MANY_ALIASES');
    const merges = Array.from(
      { length: 15 },
      (_, level) =>
        `l${level}: &l${level} { k${level}: 1, <<: [${Array(9).fill(level === 0 ? '{}' : `*l${level - 1}`)}] }`,
    );
    expect(problemsOf(merges.join('\n'))[0]?.code).toBe('TOO_MANY_ALIASES');
  });
});

/** Texts of a length, each a way of making a reader work. */
const texts: { readonly [what: string]: (size: number) => string } = {
  'names in a block': (size) => lines(size / 8, (at) => `k${at}: 1`),
  'names in a flow map': (size) => `{${lines(size / 8, (at) => `k${at}: 1,`)}}`,
  'names without values': (size) => `{${lines(size / 6, (at) => `k${at},`)}}`,
  'a long name': (size) => `${'x'.repeat(size)}: 1`,
  'a text of many lines': (size) => `a: ${'b\n  '.repeat(size / 4)}`,
  'a quoted text of many lines': (size) => `a: "${'b\n  '.repeat(size / 4)}"`,
  'a literal block': (size) => `a: |\n${'  b\n'.repeat(size / 4)}`,
  'a folded block': (size) => `a: >+\n${'  b\n\n'.repeat(size / 5)}`,
  'an empty block': (size) => `a: |+\n${'\n'.repeat(size)}`,
  'space at the ends of lines': (size) => `a: ${'b   \n  '.repeat(size / 7)}`,
  'comments before': (size) => `${'# c\n'.repeat(size / 4)}a: 1`,
  'comments inside': (size) => `a:\n${'  # c\n'.repeat(size / 6)}  b: 1`,
  'anchors and aliases': (size) => lines(size / 16, (at) => `- &a${at} x\n- *a${at}`),
  'many anchors at one value': (size) => `- ${'&a '.repeat(size / 3)}`,
  'many tags at one value': (size) => `- ${'!a '.repeat(size / 3)}`,
  'empty lines': (size) => `${'\n'.repeat(size)}a: 1`,
  spaces: (size) => `a:${' '.repeat(size)}1`,
  tabs: (size) => `a:${'\t'.repeat(size)}1`,
  colons: (size) => ':'.repeat(size),
  ampersands: (size) => '& '.repeat(size / 2),
  stars: (size) => '* '.repeat(size / 2),
  percents: (size) => '%a\n'.repeat(size / 3),
  escapes: (size) => `a: "${'\\n'.repeat(size / 2)}"`,
  'double quotes': (size) => '"'.repeat(size),
  'single quotes': (size) => "'".repeat(size),
  commas: (size) => `[${','.repeat(size)}]`,
  'items of a flow list': (size) => `[${'a,'.repeat(size / 2)}]`,
  'items of a list': (size) => '- a\n'.repeat(size / 4),
  'pairs in a list': (size) => `[${'a: b,'.repeat(size / 5)}]`,
  'closing brackets': (size) => ']'.repeat(size),
  'brackets that do not match': (size) => '[}'.repeat(size / 2),
  'values without names': (size) => 'a\n: b\n'.repeat(size / 6),
  'steps down': (size) => lines(Math.sqrt(size), (at) => `${' '.repeat(at)}a:`),
  'many documents': (size) => '---\n'.repeat(size / 4),
  'returns without new lines': (size) => '\r'.repeat(size),
};

function lines(count: number, line: (at: number) => string): string {
  return Array.from({ length: Math.floor(count) }, (_, at) => line(at)).join('\n');
}

describe('reading a document takes time in proportion to its length', () => {
  it.each(oneIn(3, Object.entries(texts)))('%s', (_, text) => {
    const [small, large] = [text(3_000), text(30_000)];
    expectLinear((size) => {
      try {
        readDocument(size === 3_000 ? small : large, {
          ...bounds,
          repeated: bounds.values,
          name: bounds.characters,
        });
      } catch (error) {
        if (!(error instanceof DocumentError)) throw error;
      }
    }, 3_000);
  });
});
