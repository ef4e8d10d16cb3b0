/** Text from outside neither acts on a screen nor hides on it, and stays readable in every script. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonText, shownJson } from '../../contracts/kit/json-text.ts';
import { excerpt, inert, quoted, shortened, visible, visibleLines } from '../../contracts/kit/untrusted.ts';
import { runs } from '../sample.ts';

/** Characters that act, turn text around, or hide; joiners and variation selectors only where they do nothing. */
const acting =
  /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Noncharacter_Code_Point}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]|[A-Za-z0-9 ][\u200c\u200d]/u;
const anything = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.constantFrom(
        ...[
          'a',
          'ب',
          'क',
          '्',
          '👩',
          '🚀',
          '🏽',
          '\u200c',
          '\u200d',
          '\ufe0f',
          '\ufe0e',
          '\u202e',
          '\u0000',
          '\u001b',
        ],
        ...[
          '\ud800',
          '\udc00',
          '\n',
          '\r',
          '\t',
          '::',
          '##',
          '[',
          '\\',
          '\u00a0',
          '\u2028',
          '\u{e0041}',
          '\u3164',
        ],
      ),
    )
    .map((parts) => parts.join('')),
);

describe('untrusted text', () => {
  it('has nothing left that acts or hides, whatever comes', () => {
    fc.assert(
      fc.property(anything, (text) => {
        expect(visible(text)).not.toMatch(acting);
        expect(visibleLines(text).replace(/[\n\t]/g, '.')).not.toMatch(acting);
      }),
      { numRuns: runs(500) },
    );
  });

  it('is the same when it is made visible again', () => {
    fc.assert(
      fc.property(anything, (text) => {
        for (const way of [visible, visibleLines, inert, shownJson]) expect(way(way(text))).toBe(way(text));
      }),
      { numRuns: runs(500) },
    );
  });

  it.each([
    ['Latin, Greek, Cyrillic', 'Zürich, Ελλάδα, Москва, e\u0301'],
    ['Hebrew, with points', 'עברית, שָׁלוֹם'],
    ['Arabic and Persian, with the joiner that Persian needs', 'مرحبا، می‌خواهم'],
    ['Indic scripts, with joiners', 'क्‍ष, শ্রী, தமிழ், ന്‍'],
    ['Han, kana, Hangul', '車両, くるま, 자동차'],
    ['emoji of several characters', '👨‍👩‍👧 👩🏽‍🚀 ❤️ 🏳️‍🌈 1️⃣ 🇩🇪'],
    ['markup and quotes', `<b onclick="x('y')">&amp;\\ $(id) %0A ::`],
  ])('stays as it is where it is harmless: %s', (_, text) => {
    expect(visible(text)).toBe(text);
    expect(visibleLines(text)).toBe(text);
  });

  it.each([
    ['what is no character', 'a\uffffb', 'a\\uffffb'],
    ['an escape sequence', 'a\u001b[2Jb', 'a\\u001b[2Jb'],
    [
      'a hyperlink',
      '\u001b]8;;http://x\u0007y\u001b]8;;\u0007',
      '\\u001b]8;;http://x\\u0007y\\u001b]8;;\\u0007',
    ],
    ['a control of eight bits', 'a\u009b2Jb\u007f', 'a\\u009b2Jb\\u007f'],
    ['text turned around', 'a\u202egpj.exe\u202c', 'a\\u202egpj.exe\\u202c'],
    ['text of no width', 'ad\u200bmin \u2063\ufeff', 'ad\\u200bmin \\u2063\\ufeff'],
    ['a joiner between Latin letters', 'ad\u200dmin', 'ad\\u200dmin'],
    ['selectors that say nothing', '❤\ufe0f\ufe0f\ufe0e', '❤\ufe0f\\ufe0f\\ufe0e'],
    ['tags', '🏴\u{e0067}\u{e007f}', '🏴\\u{e0067}\\u{e007f}'],
    ['separators of lines', 'a\u2028b\u2029c\u0085d', 'a\\u2028b\\u2029c\\u0085d'],
    ['half a character', 'a\ud83db', 'a\\ud83db'],
    ['ends of lines', 'a\nb\tc\r', 'a\\nb\\tc\\r'],
  ])('shows by numbers: %s', (_, text, shown) => {
    expect(visible(text)).toBe(shown);
  });

  it('keeps its lines where it has several', () => {
    expect(visibleLines('a\r\nb\n\tc\rd')).toBe('a\nb\n\tc\\rd');
  });

  it('is shortened between characters', () => {
    expect(shortened('ab😀cd', 3)).toBe('ab… (4 more characters)');
    expect(shortened('ab', 3)).toBe('ab');
    expect(shortened('abc', 3)).toBe('abc');
    expect(shortened('\ud83db😀cd', 3)).toBe('\ud83db… (4 more characters)');
  });

  it('is quoted in at most 200 characters, whatever it is', () => {
    expect(quoted('a"b\u001b')).toBe('"a"b\\u001b"');
    expect(quoted('x'.repeat(1_000_000))).toBe(`"${'x'.repeat(200)}… (999800 more characters)"`);
    expect(excerpt({ a: [1] })).toBe('{"a":[1]}');
    expect(excerpt(undefined)).toBe('undefined');
    expect(excerpt(12n)).toBe('12');
  });

  it('gives a build server no commands', () => {
    expect(
      inert('  ::error::x\n::set-env name=a::b\nok ::x\n##[error]x ##vso[task.setvariable] ##teamcity[x]'),
    ).toBe(
      '  \\u003a:error::x\n\\u003a:set-env name=a::b\nok ::x\n#\\u0023[error]x #\\u0023vso[task.setvariable] #\\u0023teamcity[x]',
    );
    expect(inert('\u00a0\u3000::error::x\n\u001b[31m::error::y')).toBe(
      '\u00a0\u3000\\u003a:error::x\n\u001b[31m\\u003a:error::y',
    );
  });
});

describe('JSON to be shown', () => {
  it('holds the same values, and nothing that acts', () => {
    fc.assert(
      fc.property(fc.jsonValue(), anything, fc.nat(2), (value, text, indent) => {
        const given = { value, [text]: text };
        const json = jsonText(given, indent);
        expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(given)));
        expect(json.replaceAll('\n', '')).not.toMatch(acting);
        expect(json).not.toMatch(/##\w*\[/);
        expect(shownJson(json)).toBe(json);
      }),
      { numRuns: runs(300) },
    );
  });

  it('is readable in every script', () => {
    expect(jsonText({ name: 'עברית 車 👩🏽‍🚀', note: '\u202e##[x]' })).toBe(
      '{"name":"עברית 車 👩🏽‍🚀","note":"\\u202e#\\u0023[x]"}',
    );
  });
});
