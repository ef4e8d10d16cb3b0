/** Whatever a deployment answers: what leaves as a report holds no secret, acts on no terminal and speaks to no build server. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Outlet } from '../../cli/outlet.ts';
import { plain, terminalColours } from '../../contracts/kit/palette.ts';
import { type ReporterName, reporters } from '../../contracts/report/index.ts';
import { redactedRun } from '../../contracts/verify/redacted.ts';
import type { Run } from '../../contracts/verify/run.ts';
import { runs } from '../sample.ts';
import { allPass, everyVerdict } from './runs.ts';

const secret = 'k3y"with\u001b[7m<odd>&signs';
const forms = [
  secret,
  JSON.stringify(secret).slice(1, -1),
  encodeURIComponent(secret),
  Buffer.from(secret).toString('base64'),
  Buffer.from(`demo:${secret}`).toString('base64'),
  Buffer.from(secret).toString('hex'),
];
/** Parts of each form that would show the secret. */
const signs = forms.map((form) => form.slice(-16));
const names = Object.keys(reporters) as ReporterName[];

const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(...forms),
      fc.constantFrom(
        '\u001b[2J',
        '\u001b]0;x\u0007',
        '\u009b1m',
        '\r',
        '\b',
        '\u202e',
        '\u2066',
        '\u200b',
        '\ufeff',
      ),
      fc.constantFrom(
        '\n::error::x',
        '\n##[command]x',
        '##vso[x]',
        '\u00a0::stop-commands::y',
        '\u2028',
        '\ud800',
        '\u{e0041}',
      ),
      fc.constantFrom('<script>', ']]>', '&amp;', '"', "'", '`', '</style>', '-->'),
      fc.string({ unit: 'binary', maxLength: 8 }),
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((parts) => parts.join(''));

/** A run in which every text that a deployment can choose is this one. */
function saying(text: string): Run {
  return {
    ...everyVerdict,
    warnings: [text],
    leftBehind: [`group ${text}`],
    outcomes: everyVerdict.outcomes.map((outcome) => ({
      ...outcome,
      reason: text,
      expected: text,
      observed: text,
    })),
    observations: everyVerdict.observations.map((seen) => ({ ...seen, observed: text, pinned: text })),
    exchanges: everyVerdict.exchanges.map((exchange) => ({
      ...exchange,
      request: {
        ...exchange.request,
        url: `http://127.0.0.1/${encodeURIComponent(text.replace(/\p{Cs}/gu, '?'))}`,
        body: text,
      },
      ...(exchange.reply && { reply: { ...exchange.reply, headers: { 'x-said': text }, body: text } }),
    })),
  };
}

/** Lines of this report that look like a foreign command: any, or all but its own. */
const commands = (name: ReporterName) =>
  name === 'github' ? /^\s*::(?!(?:error|warning|notice) title=)/mu : /^\s*::/mu;

describe.each(names)('the report %s on its way out', (name) => {
  const { kind, render } = reporters[name];

  it('holds no secret, nothing that acts, and no command of a deployment', () => {
    fc.assert(
      fc.property(hostile, fc.boolean(), (text, coloured) => {
        const colours = terminalColours('c0ffee');
        const outlet = new Outlet(coloured ? colours : undefined);
        outlet.secrets.hide(secret);
        const reported = outlet[kind](
          render(redactedRun(saying(text), outlet.secrets), {
            palette: coloured ? colours.palette : plain,
            width: 80,
            full: true,
          }),
        );
        // biome-ignore lint/suspicious/noControlCharactersInRegex: our own colours
        const shown = reported.replaceAll(/\u001b\[(?:1|2|22|3[1-6]|39)m/g, '');
        expect(shown.replace(/[\n\t]/g, '')).not.toMatch(
          /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/u,
        );
        expect(shown).not.toMatch(commands(name));
        expect(shown).not.toMatch(/##\w*\[/);
        for (const sign of signs) expect(shown).not.toContain(sign);
        if (kind === 'writtenJsonText') expect(() => JSON.parse(shown)).not.toThrow();
      }),
      { numRuns: runs(30) },
    );
  });

  it('is otherwise the report as it was made', () => {
    const outlet = new Outlet();
    outlet.secrets.hide(secret);
    const made = render({ ...allPass, exchanges: [] }, { full: true });
    expect(outlet[kind](made)).toBe(made);
  });
});
