/** The output of the process holds no secret, no control character but our own colours, and no command. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Outlet } from '../../cli/outlet.ts';
import { terminalColours } from '../../contracts/kit/palette.ts';
import { runs } from '../sample.ts';

const secret = 'k3y/with "quotes"\n\u001b[31m';

function outlets() {
  const colours = terminalColours('c0ffee');
  const coloured = new Outlet(colours);
  const plain = new Outlet();
  for (const { secrets } of [coloured, plain]) secrets.hide(secret, '<SECRET>');
  return { coloured, plain, palette: colours.palette };
}

describe('the outlet', () => {
  it('takes secrets out before it neutralises: one with control characters is found', () => {
    const { plain } = outlets();
    expect(plain.text(`a ${secret} b`)).toBe('a <SECRET> b');
    expect(plain.text('a\u001b]0;title\u0007b\r\n\tc')).toBe('a\\u001b]0;title\\u0007b\n\tc');
  });

  it('takes secrets out of what was neutralised before', () => {
    const { plain } = outlets();
    expect(plain.text('a k3y/with "quotes"\\n\\u001b[31m b')).toBe('a <SECRET> b');
  });

  it('lets our own colours through, one in the other, and no others', () => {
    const { coloured, plain, palette } = outlets();
    const text = palette.bold(`a ${palette.red('b')} ${palette.dim('c')} d`);
    expect(coloured.text(text)).toBe(
      '\u001b[1ma \u001b[31mb\u001b[39m \u001b[2mc\u001b[22m\u001b[1m d\u001b[22m',
    );
    expect(coloured.text(palette.red('\u001b[32mgreen\u001b[8mhidden'))).toBe(
      '\u001b[31m\\u001b[32mgreen\\u001b[8mhidden\u001b[39m',
    );
    expect(plain.text('\u001b[31mred')).toBe('\\u001b[31mred');
  });

  it('knows its colours by a mark that no text from outside has', () => {
    const { palette } = outlets();
    expect(new Outlet(terminalColours('abcdef')).text(palette.red('x'))).not.toContain('\u001b');
  });

  it('gives a build server no commands, also behind a colour', () => {
    const { coloured, palette } = outlets();
    expect(coloured.text('::error::x')).toBe('\\u003a:error::x');
    expect(coloured.text(palette.red('::error::x'))).toBe('\u001b[31m\\u003a:error::x\u001b[39m');
    expect(coloured.text('a ##vso[x]')).toBe('a #\\u0023vso[x]');
  });

  it('gives it the commands of a report that is made of them, and nothing that acts', () => {
    const { plain } = outlets();
    expect(plain.writtenCommands('::error title=x::y\u001b ##vso[x]\n')).toBe(
      '::error title=x::y\\u001b #\\u0023vso[x]\n',
    );
  });

  it('lets what was written of clean values, or is asked for, as it is, and nothing that acts', () => {
    const { plain } = outlets();
    expect(plain.written(secret)).toBe('k3y/with "quotes"\n\\u001b[31m');
    expect(plain.writtenJson({ apiKey: secret })).toBe(`${JSON.stringify({ apiKey: secret })}\n`);
  });

  it('hides what a deployment issued in errors alone', () => {
    const outlet = new Outlet();
    outlet.secrets.hide('lasting');
    outlet.issued.hide('fail', '$ROADTEST_TOKEN');
    expect(outlet.error('lasting fail')).toBe('<REDACTED> $ROADTEST_TOKEN');
    expect(outlet.json({ verdict: 'fail' })).toBe('{"verdict":"fail"}\n');
  });

  it('writes JSON that is valid and holds no secret, whatever the secret looks like', () => {
    const strange = fc.constantFrom('","b":"', '":"', '{"a":', 'true', '"a"', ': 1,', secret, '\\"x\\"');
    fc.assert(
      fc.property(strange, fc.string({ minLength: 4 }), fc.jsonValue(), (first, second, value) => {
        for (const hidden of [first, second]) {
          const outlet = new Outlet();
          outlet.secrets.hide(hidden, '<SECRET>');
          const given = { a: hidden, b: [`x${hidden}`, value] };
          const direct = JSON.parse(outlet.json(given)) as { a: string };
          if (hidden.length >= 4) expect(direct.a).toBe('<SECRET>');
        }
      }),
      { numRuns: runs(200) },
    );
  });
});
