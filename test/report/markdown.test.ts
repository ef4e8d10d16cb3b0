/** The comment in Markdown: short, and nothing of a deployment acts in it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { code, renderMarkdown } from '../../contracts/report/markdown.ts';
import { runs } from '../sample.ts';
import { allPass, everyVerdict, hostileText, mixedRun, wholeRun } from './runs.ts';

/** The text outside of code spans, of which each is on one line. */
function outside(text: string): string {
  return text.replace(/`[^`\n]+`/g, 'CODE');
}

describe('the comment in Markdown', () => {
  it('begins with what came out, has the failures first, and ends in the exit code', () => {
    const text = renderMarkdown(everyVerdict);
    expect(text).toMatch(
      /^### ✘ 2 failures\n\n`http:\/\/127\.0\.0\.1:4010`, profile `acme .*`--seed 40213`\n\n- ✘ fail `limits/,
    );
    expect(text).toMatch(
      /\n\nExit code `1: failure of limits\/stops-at-limit\/sms, groups\/replaced; .*`\n$/,
    );
    expect(text).toContain('- `BASELINE_STALE` `token/renewal`: `The rule passes now');
    expect(text).toContain('- ≠ drift `token.lifetime`: observed `PT2H`, pinned `PT1H`');
    expect(renderMarkdown(allPass)).toMatch(/^### ✔ Everything judged holds\n/);
  });

  it('fits a chat, however much there is to say', () => {
    const failing = wholeRun().outcomes.map((outcome) => ({
      ...outcome,
      verdict: 'fail' as const,
      expected: hostileText,
      observed: hostileText,
    }));
    const text = renderMarkdown({ ...mixedRun(), outcomes: failing, warnings: [hostileText, hostileText] });
    expect(text.length).toBeLessThan(4_000);
    expect(text).toMatch(/- … and 2\d\d more, in the other reports\n/);
    expect(text).toMatch(/\nExit code `1: .*`\n$/);
  });

  it('holds text from outside in code spans alone', () => {
    const shown = outside(renderMarkdown({ ...everyVerdict, target: hostileText, tool: hostileText }));
    expect(shown).not.toMatch(/[<>@|`[\]]|http|owned/);
  });

  it('has a span that no text ends, and in which nothing is looked for', () => {
    const parts = fc.constantFrom(
      '`',
      '``',
      '|',
      '<b>',
      '@all',
      '&lt;',
      '\n',
      '\r\n\r\n',
      '\\',
      ' ',
      '```\n',
      '</details>',
      'x',
      '\u2028',
    );
    fc.assert(
      fc.property(fc.array(parts), fc.integer({ min: 1, max: 40 }), (texts, most) => {
        expect(code(texts.join(''), most)).toMatch(/^`[^`|<>@&\n\r]+`$/);
      }),
      { numRuns: runs(200) },
    );
  });
});
