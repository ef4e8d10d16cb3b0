/** The judge of hostile runs is no help if it overlooks something: each fault is put before it once. */
import { describe, expect, it } from 'vitest';
import { faultsOf } from './judge.ts';
import type { Ended } from './run.ts';
import { apiKey, controlToken, encodingsOf } from './secrets.ts';

const kind = { codes: [2], says: /UNREACHABLE/ };

/** A run that was survived, but for what is given. */
function ended({ text = '', ...given }: Partial<Ended> & { text?: string } = {}): Ended {
  const written = new Map([
    ['stdout', ''],
    ['stderr', 'error The deployment does not answer. [UNREACHABLE]\n'],
    ['reports/report.html', text],
  ]);
  return { code: 2, ms: 1, written, tokens: new Set(), elsewhere: [], executed: false, ...given };
}

describe('a run is survived', () => {
  it('when nothing is wrong with it', () => {
    const text =
      '::warning title=roadtest::The deployment said "\\u001b[31m".\n\ttab, dots … and ✔ are fine\n';
    expect(faultsOf(ended({ text }), kind)).toEqual([]);
  });
});

describe('a run is lost', () => {
  const pieces: { readonly [what: string]: Partial<Ended> & { text?: string } } = {
    'by another exit code': { code: 0 },
    'by an end from outside': { code: null },
    'when it does not end': { code: undefined },
    'when a command was executed': { executed: true },
    'by an escape sequence': { text: '\u001b[31m' },
    'by a C1 control': { text: '\u009b31m' },
    'by a carriage return': { text: 'a\rb' },
    'by a line separator': { text: 'a\u2028b' },
    'by text that turns around': { text: '\u202eabc' },
    'by a byte order mark': { text: 'a\ufeff' },
    'by half a character': { text: 'a\ud800b' },
    'by a workflow command': { text: 'first\n ::error::pwned' },
    'by a command of another build server': { text: 'first ##vso[task.setvariable]x' },
    'by markup of the deployment': { text: '<p><script>pwned()</script>' },
    'by an attribute of the deployment': { text: '<img src=x onerror="pwned()">' },
    'by a stack trace': { text: 'Oh\n    at run (file:///app/dist/x.js:4:73906)\n' },
    'by an error of our own': { text: 'SyntaxError: Invalid regular expression' },
    'by a token': { tokens: new Set(['token-of-the-run']), text: 'Bearer token-of-the-run' },
    'by a secret sent to another origin': { elsewhere: [`GET /\nauthorization\nBearer ${apiKey}`] },
    'by the control token': { text: controlToken },
    'by the API key in HTML': { text: apiKey.replaceAll('&', '&amp;').replaceAll('"', '&quot;') },
  };
  it.each(Object.entries(pieces))('%s', (_, given) => {
    expect(faultsOf(ended(given), kind)).toHaveLength(1);
  });

  it.each(Object.entries(encodingsOf(apiKey)))('by the API key, %s', (_, text) => {
    expect(faultsOf(ended({ text: `<td>${text}</td>` }), kind)).toHaveLength(1);
  });

  it('when the person is not told what is wrong', () => {
    const written = new Map([['stderr', 'error Something failed.']]);
    expect(faultsOf(ended({ written }), kind)).toHaveLength(1);
  });
});
