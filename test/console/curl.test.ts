import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { curlOf, quoted } from '../../simulator/console/api/curl.ts';

describe('a call as a line for a terminal', () => {
  it('sends the token and the key from variables, where the journal hides them', () => {
    const url = 'http://127.0.0.1:4010/api/Auth/Token';
    const headers = {
      authorization: '<redacted>',
      'content-type': 'application/json',
      host: 'x',
      'sec-fetch-mode': 'cors',
    };
    const line = curlOf({ method: 'POST', url, headers, body: '{"apiKey":"<redacted>"}' });
    expect(line).toBe(
      `curl -i -H "authorization: Bearer $ROADTEST_TOKEN" -H 'content-type: application/json' ` +
        `--data-raw '{"apiKey":"'"$ROADTEST_API_KEY"'"}' ${url}`,
    );
  });

  it('says the method only where curl would take another', () => {
    const url = 'http://h/a';
    expect(curlOf({ method: 'GET', url, headers: {}, body: '' })).toBe(`curl -i ${url}`);
    expect(curlOf({ method: 'DELETE', url, headers: {}, body: '' })).toBe(`curl -i -X DELETE ${url}`);
  });

  it('runs nothing that stands in a name', () => {
    const text = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
      .filter((given) => !given.includes('\0'));
    const awkward = fc.constantFrom('$(touch x)', "it's", '`id`', 'a\nb', '-o/etc/x', '\u001b[31m', 'ü✘');
    fc.assert(
      fc.property(fc.oneof(text, awkward), (given) => {
        const shown = execFileSync('bash', ['-c', `printf %s ${quoted(given)}`], { encoding: 'utf8' });
        expect(shown).toBe(given);
      }),
      { numRuns: 40 },
    );
  });
});
