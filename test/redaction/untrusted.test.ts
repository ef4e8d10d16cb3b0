/** Text from outside neither acts on a screen or a build server nor hides on it, and stays readable in every script. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Outlet } from '../../cli/outlet.ts';
import { terminalColours } from '../../contracts/kit/palette.ts';
import {
  excerpt,
  inert,
  jsonText,
  quoted,
  shortened,
  shownJson,
  visible,
  visibleLines,
} from '../../contracts/kit/untrusted.ts';

/** Characters that act, turn text around, or hide; joiners and variation selectors only where they do nothing. */
const acting =
  /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Noncharacter_Code_Point}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]|[A-Za-z0-9 ][\u200c\u200d]/u;
const pieces = [
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
    '\ud800',
  ],
  ...['\udc00', '\n', '\r', '\t', '::', '##', '[', '\\', '\u00a0', '\u2028', '\u{e0041}', '\u3164'],
];
const anything = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.constantFrom(...pieces)).map((all) => all.join('')),
);

describe('Untrusted text', () => {
  it('has nothing left that acts or hides, whatever comes, and is the same when it passes again', () => {
    fc.assert(
      fc.property(anything, (text) => {
        expect(visible(text)).not.toMatch(acting);
        expect(visibleLines(text).replace(/[\n\t]/g, '.')).not.toMatch(acting);
        for (const way of [visible, visibleLines, inert, shownJson]) expect(way(way(text))).toBe(way(text));
      }),
      { numRuns: 100 },
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
  ])('stays as it is where it is harmless: %s', (_, text) =>
    expect([visible(text), visibleLines(text)]).toEqual([text, text]),
  );

  it.each([
    ['what is no character', 'a\uffffb', 'a\\uffffb'],
    ['an escape sequence', 'a\u001b[2Jb', 'a\\u001b[2Jb'],
    ['a hyperlink', '\u001b]8;;http://x\u0007y', '\\u001b]8;;http://x\\u0007y'],
    ['a control of eight bits', 'a\u009b2Jb\u007f', 'a\\u009b2Jb\\u007f'],
    ['text turned around', 'a\u202egpj.exe\u202c', 'a\\u202egpj.exe\\u202c'],
    ['text of no width', 'ad\u200bmin \u2063\ufeff', 'ad\\u200bmin \\u2063\\ufeff'],
    ['a joiner between Latin letters', 'ad\u200dmin', 'ad\\u200dmin'],
    ['selectors that say nothing', '❤\ufe0f\ufe0f\ufe0e', '❤\ufe0f\\ufe0f\\ufe0e'],
    ['tags', '🏴\u{e0067}\u{e007f}', '🏴\\u{e0067}\\u{e007f}'],
    ['separators of lines', 'a\u2028b\u2029c\u0085d', 'a\\u2028b\\u2029c\\u0085d'],
    ['half a character', 'a\ud83db', 'a\\ud83db'],
    ['ends of lines', 'a\nb\tc\r', 'a\\nb\\tc\\r'],
  ])('shows by numbers: %s', (_, text, shown) => expect(visible(text)).toBe(shown));

  it.each<[what: string, shown: unknown, expected: string]>([
    ['keeps its lines where it has several', visibleLines('a\r\nb\n\tc\rd'), 'a\nb\n\tc\\rd'],
    ['is shortened between characters', shortened('ab😀cd', 3), 'ab… (4 more characters)'],
    ['is as it is where it is short', shortened('abc', 3), 'abc'],
    ['is shortened behind half a character', shortened('\ud83db😀cd', 3), '\ud83db… (4 more characters)'],
    ['is quoted', quoted('a"b\u001b'), '"a"b\\u001b"'],
    [
      'is quoted in at most 200 characters',
      quoted('x'.repeat(1e6)),
      `"${'x'.repeat(200)}… (999800 more characters)"`,
    ],
    [
      'is quoted as JSON',
      [excerpt({ a: [1] }), excerpt(undefined), excerpt(12n)].join(),
      '{"a":[1]},undefined,12',
    ],
    [
      'gives no commands',
      inert('  ::error::x\n::set-env name=a::b\nok ::x\n##[error]x ##vso[x]'),
      '  \\u003a:error::x\n\\u003a:set-env name=a::b\nok ::x\n#\\u0023[error]x #\\u0023vso[x]',
    ],
    [
      'nor behind other blanks and colours',
      inert('\u00a0\u3000::error::x\n\u001b[31m::error::y'),
      '\u00a0\u3000\\u003a:error::x\n\u001b[31m\\u003a:error::y',
    ],
    [
      'is readable JSON in every script',
      jsonText({ name: 'עברית 車 👩🏽‍🚀', note: '\u202e##[x]' }),
      '{"name":"עברית 車 👩🏽‍🚀","note":"\\u202e#\\u0023[x]"}',
    ],
  ])('%s', (_, shown, expected) => expect(shown).toBe(expected));

  it('holds the same values as JSON, and nothing that acts', () => {
    fc.assert(
      fc.property(fc.jsonValue(), anything, fc.nat(2), (value, text, indent) => {
        const given = { value, [text]: text };
        const json = jsonText(given, indent);
        expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(given)));
        expect(json.replaceAll('\n', '')).not.toMatch(acting);
        expect(json).not.toMatch(/##\w*\[/);
        expect(shownJson(json)).toBe(json);
      }),
      { numRuns: 50 },
    );
  });
});

describe('The output of the process', () => {
  const secret = 'k3y/with "quotes"\n\u001b[31m';
  const colours = terminalColours('c0ffee');
  const { bold, dim, red } = colours.palette;
  const outlet = (known?: typeof colours) => {
    const made = known ? new Outlet(known) : new Outlet();
    made.secrets.hide(secret, '<SECRET>');
    return made;
  };
  const [coloured, plain] = [outlet(colours), outlet()];

  it.each<[what: string, written: string, expected: string]>([
    ['takes secrets out before it neutralises', plain.text(`a ${secret} b`), 'a <SECRET> b'],
    ['and of what was neutralised before', plain.text('a k3y/with "quotes"\\n\\u001b[31m b'), 'a <SECRET> b'],
    ['neutralises', plain.text('a\u001b]0;title\u0007b\r\n\tc'), 'a\\u001b]0;title\\u0007b\n\tc'],
    [
      'lets our own colours through, one in the other',
      coloured.text(bold(`a ${red('b')} ${dim('c')} d`)),
      '\u001b[1ma \u001b[31mb\u001b[39m \u001b[2mc\u001b[22m\u001b[1m d\u001b[22m',
    ],
    ['and no others', coloured.text(red('\u001b[32mgreen')), '\u001b[31m\\u001b[32mgreen\u001b[39m'],
    ['has none where there are none', plain.text('\u001b[31mred'), '\\u001b[31mred'],
    [
      'gives a build server no commands',
      coloured.text('::error::x a ##vso[x]'),
      '\\u003a:error::x a #\\u0023vso[x]',
    ],
    ['nor behind a colour', coloured.text(red('::error::x')), '\u001b[31m\\u003a:error::x\u001b[39m'],
    [
      'gives those of a report of commands',
      plain.writtenCommands('::error title=x::y\u001b ##vso[x]\n'),
      '::error title=x::y\\u001b #\\u0023vso[x]\n',
    ],
    ['lets be what was written of clean values', plain.written(secret), 'k3y/with "quotes"\n\\u001b[31m'],
    [
      'and what is asked for',
      plain.writtenJson({ apiKey: secret }),
      `${JSON.stringify({ apiKey: secret })}\n`,
    ],
  ])('%s', (_, written, expected) => expect(written).toBe(expected));

  it('knows its colours by a mark that no text from outside has', () => {
    expect(new Outlet(terminalColours('abcdef')).text(red('x'))).not.toContain('\u001b');
  });

  it('hides what a deployment issued in errors alone', () => {
    const made = new Outlet();
    made.secrets.hide('lasting');
    made.issued.hide('fail', '$ROADTEST_TOKEN');
    expect(made.error('lasting fail') + made.json({ verdict: 'fail' })).toBe(
      '<REDACTED> $ROADTEST_TOKEN{"verdict":"fail"}\n',
    );
  });

  it('is JSON that is valid and holds no secret, whatever the secret looks like', () => {
    const strange = fc.constantFrom('","b":"', '":"', '{"a":', 'true', '"a"', ': 1,', secret, '\\"x\\"');
    fc.assert(
      fc.property(fc.oneof(strange, fc.string({ minLength: 4 })), fc.jsonValue(), (hidden, value) => {
        const made = new Outlet();
        made.secrets.hide(hidden, '<SECRET>');
        const { a } = JSON.parse(made.json({ a: hidden, b: [`x${hidden}`, value] })) as { a: string };
        if (hidden.length >= 4) expect(a).toBe('<SECRET>');
      }),
      { numRuns: 40 },
    );
  });
});
