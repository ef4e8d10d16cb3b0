import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StoryError } from '../../../scenarios/language/problems.ts';
import { runs } from '../../sample.ts';
import { problemsOf, read, storyOf } from './reading.ts';

const bomb = `a: &a [x, x, x, x, x, x, x, x, x]
b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a]
c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b]
d: &d [*c, *c, *c, *c, *c, *c, *c, *c, *c]
title: [*d, *d, *d, *d, *d, *d, *d, *d, *d]
`;

describe('the text of a story', () => {
  it.each([
    ['a bracket that is not closed', 'title: [', 'SYNTAX', 1],
    ['a name that occurs twice', 'title: A\ntitle: B\n', 'NAME_TWICE', 2],
    ['a part of the fleet that occurs twice', 'fleet:\n  van:\n  van:\n', 'NAME_TWICE', 3],
    ['two documents', 'title: A\n---\ntitle: B\n', 'SEVERAL_DOCUMENTS', 2],
    ['a tag', 'title: !secret A\n', 'UNKNOWN_TAG', 1],
    ['a bomb of aliases', bomb, 'TOO_MANY_ALIASES', 1],
    ['an alias inside itself', 'fleet: &a { van: *a }\n', 'TOO_DEEP', 1],
    ['nothing', '', 'EMPTY_FILE', 1],
    ['a comment alone', '# a story\n', 'EMPTY_FILE', 1],
    ['a list', '- title: A\n', 'WRONG_TYPE', 1],
    ['a word', 'story\n', 'WRONG_TYPE', 1],
    ['too much', `title: ${'A'.repeat(1_048_577)}`, 'TOO_LONG', 1],
    ['nesting without end', `title: ${'['.repeat(5000)}${']'.repeat(5000)}`, 'TOO_DEEP', 1],
    ['nesting deeper than any story', `title: ${'['.repeat(60)}${']'.repeat(60)}`, 'TOO_DEEP', 1],
  ])('%s is reported', async (_, text, code, line) => {
    const [problem] = await problemsOf(text);
    expect(problem).toMatchObject({ code, line });
  });

  it.each(['__proto__', 'constructor', 'prototype'])(
    'the name %s is refused wherever it occurs',
    async (name) => {
      for (const text of [
        `${name}: {}\n`,
        storyOf({ fleet: `{ ${name}: { count: 1 } }` }),
        storyOf({ groups: `{ north: x, ${name}: y }` }),
        storyOf({ expect: `{ reply: readDevice, of: van-1, facts: { ${name}: 1 } }` }),
      ]) {
        const [problem] = await problemsOf(text);
        expect(problem).toMatchObject({ code: 'UNSAFE_NAME' });
      }
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    },
  );

  it.each(['toString', 'valueOf', 'hasOwnProperty'])('the name %s is a name like any other', async (name) => {
    const [problem] = await problemsOf(storyOf({ do: `{ drive: van, route: ${name} }` }));
    expect(problem).toMatchObject({ code: 'UNKNOWN_ROUTE' });
    expect(await problemsOf(storyOf({ groups: `{ north: x, ${name}: y }` }))).toEqual([]);
  });

  it('may repeat something by anchor, alias and merge key', async () => {
    const story = await read(`title: T
clock: { start: 2026-03-02 08:00, for: 1h }
fleet:
  van: &usual { count: 2, report: 10s, limits: { dailySms: 5 } }
  lorry: { <<: *usual, vehicle: truck }
`);
    expect(story.fleet[1]).toMatchObject({ count: 2, vehicle: 'truck', limits: { dailySms: 5 } });
  });

  it('may be JSON', async () => {
    const json = JSON.stringify({
      title: 'T',
      clock: { start: '2026-03-02 08:00', for: '1h' },
      fleet: { van: null },
    });
    expect((await read(json)).devices).toBe(1);
  });

  it('points at the value of one line, and at the name of what is in several', async () => {
    const [value] = await problemsOf(storyOf({ fleet: '{ van: { count: many } }' }));
    expect(value).toMatchObject({ column: 24, path: '/fleet/van/count' });
    const [name] = await problemsOf('title: T\nclock:\n  start: 2026-03-02 08:00\nfleet: { van: }\n');
    expect(name).toMatchObject({ line: 2, column: 1, code: 'END_UNCLEAR' });
  });

  it('is named after the file, unless it is given one', async () => {
    expect((await read(storyOf({}))).name).toBe('story');
  });

  it('is read or refused, and nothing else, whatever is in it', async () => {
    const whole = storyOf({});
    const cut = fc
      .tuple(fc.nat(whole.length), fc.nat(12), fc.string({ maxLength: 8 }))
      .map(([at, length, put]) => whole.slice(0, at) + put + whole.slice(at + length));
    await fc.assert(
      fc.asyncProperty(fc.oneof(cut, fc.string(), fc.json()), async (text) => {
        try {
          await read(text);
        } catch (error) {
          expect(error).toBeInstanceOf(StoryError);
          for (const { line, column } of (error as StoryError).problems) {
            expect(Math.min(line, column)).toBeGreaterThanOrEqual(1);
          }
        }
      }),
      { numRuns: runs(400) },
    );
  });

  it('is read or refused, and nothing else, with any value in the place of any other', async () => {
    const values = [
      '5',
      '-1',
      '0',
      '""',
      'null',
      'on',
      '[]',
      '{}',
      '[1]',
      '{ a: 1 }',
      '1e400',
      '.nan',
      'it',
      'all',
      'van-0',
      '10m',
      '2026-02-30',
      '0s',
    ];
    const parts = storyOf({}).split(/(?<=[:,[{] )/);
    await fc.assert(
      fc.asyncProperty(fc.nat(parts.length - 1), fc.constantFrom(...values), async (at, value) => {
        const text = parts
          .map((part, index) => (index === at ? part.replace(/^[\w.-]+/, value) : part))
          .join('');
        try {
          await read(text);
        } catch (error) {
          expect(error, text).toBeInstanceOf(StoryError);
        }
      }),
      { numRuns: runs(400) },
    );
  });
});
