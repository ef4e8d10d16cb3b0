import { describe, expect, it } from 'vitest';
import { table, widthOf } from '../../../contracts/kit/columns.ts';
import { errorFacts, fieldsOf } from '../../../contracts/kit/fields.ts';
import { isBelowLocalhost, isLoopback } from '../../../contracts/kit/http.ts';
import { formatPointer, splitPointer } from '../../../contracts/kit/json-pointer.ts';
import { junit, seconds } from '../../../contracts/kit/junit.ts';
import { plural } from '../../../contracts/kit/phrases.ts';
import { blanked } from '../../../contracts/kit/untrusted.ts';

describe('a table of text', () => {
  const rows = [
    ['id', 'what it is'],
    ['\u8eca', 'a vehicle whose description takes more than one line of the terminal'],
  ];

  it('aligns its columns by what a terminal draws, and hangs the last one', () => {
    const lines = table(rows, [], 44).trimEnd().split('\n');
    expect(lines[0]).toBe('  id  what it is');
    expect(lines[1]).toMatch(/^ {2}\u8eca {2}a vehicle/);
    expect(lines.slice(2).every((line) => line.startsWith('      '))).toBe(true);
    expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(44);
  });

  it('keeps each row on one line for other programs', () => {
    expect(table(rows, [], Number.POSITIVE_INFINITY).trimEnd().split('\n')).toHaveLength(2);
  });
});

describe('a JUnit report', () => {
  it('is well formed whatever its texts hold', () => {
    const xml = junit({ name: 'a<b' }, (root) => {
      const suite = root.add('testsuite', { name: '\u0000 "quoted"' });
      suite.add('testcase', { time: seconds(1500) }, 'one\ntwo \u001b[2J & \ufffe');
    });
    expect(xml).toContain('<testsuites name="a&lt;b">');
    expect(xml).toContain('<testcase time="1.500">one\ntwo \\u001b[2J &amp; ');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not come through
    expect(xml).not.toMatch(/[\u0000\u001b\ufffe]/);
  });
});

describe('a value of unknown form', () => {
  it('has the fields of an object, and otherwise none', () => {
    expect(fieldsOf({ token: 1 }).token).toBe(1);
    for (const value of [null, undefined, 'text', 7, [1]]) expect(fieldsOf(value)).toEqual({});
  });

  it('says what it can as an error', () => {
    const error = Object.assign(new Error('no such file'), { code: 'ENOENT' });
    expect(errorFacts(error)).toEqual({ code: 'ENOENT', message: 'no such file' });
    expect(errorFacts('broken')).toEqual({ code: undefined, message: 'broken' });
  });
});

describe('a host name', () => {
  it.each(['localhost', 'LOCALHOST', '127.0.0.1', '127.9.9.9', '::1', '[::1]'])('%s is loopback', (name) => {
    expect(isLoopback(name)).toBe(true);
  });

  it.each(['localhost.example.com', '128.0.0.1', 'a127.0.0.1', '127.0.0.1.example.com', '::2', ''])(
    '%s is not',
    (name) => {
      expect(isLoopback(name)).toBe(false);
      expect(isBelowLocalhost(name)).toBe(false);
    },
  );
});

describe('a line of a file that is shown with a mark below it', () => {
  it('has nothing unseen, and each character in its column', () => {
    const line = 'a\u001b[2J\u202eb\tc';
    expect(blanked(line)).toBe('a [2J b c');
    expect(blanked(line)).toHaveLength(line.length);
  });
});

describe('a JSON Pointer', () => {
  it('leads along any names', () => {
    const names = ['openings', 'a/b', '~1', '', '0'];
    expect(formatPointer(names)).toBe('/openings/a~1b/~01//0');
    expect(splitPointer(formatPointer(names))).toEqual(names);
    expect(formatPointer([])).toBe('');
  });
});

describe('a number with its noun', () => {
  it('is in the plural but for one', () => {
    expect([0, 1, 2].map((count) => plural(count, 'rule'))).toEqual(['0 rules', '1 rule', '2 rules']);
    expect(plural(2, 'entry', 'entries')).toBe('2 entries');
  });
});
