import { describe, expect, it } from 'vitest';
import { renderGithub } from '../../contracts/report/github.ts';
import { renderText } from '../../contracts/report/text.ts';
import { allPass, everyVerdict, hostile } from './runs.ts';

/** As the runner reads a line. */
function parse(line: string): { level: string; title: string; message: string } {
  const [, level = '', title = '', message = ''] =
    /^::(error|warning|notice) title=([^:,]*)::(.*)$/.exec(line) ?? [];
  const unescaped = (text: string) =>
    text
      .replaceAll('%0A', '\n')
      .replaceAll('%0D', '\r')
      .replaceAll('%3A', ':')
      .replaceAll('%2C', ',')
      .replaceAll('%25', '%');
  return { level, title: unescaped(title), message: unescaped(message) };
}

const lines = renderGithub(everyVerdict).trimEnd().split('\n');

describe('annotations of GitHub Actions', () => {
  it('are one line each, and each is a command of ours', () => {
    for (const line of lines) expect(line).toMatch(/^::(error|warning|notice) title=[^:,]+::./);
  });

  it('report what is suspect first, then failures, errors and what was left open, then drift and what was not reached', () => {
    expect(lines.map(parse).map(({ level, title }) => `${level} ${title}`)).toEqual([
      'error suspect: 1',
      'error fail: limits/stops-at-limit/sms',
      'error fail: groups/replaced',
      'error error: users/created-is-listed',
      'error BASELINE_STALE: token/renewal',
      'error left open: 1',
      'warning drift: token/expires-iso-utc',
      'warning drift: token.lifetime',
      'warning roadtest',
      'warning roadtest',
      'warning not reached: 2',
      'warning not reached: 1',
      'notice exit code',
    ]);
  });

  it('come back as they were meant, also where an answer pretends to be escaped', () => {
    const { message } = parse(lines[2] ?? '');
    expect(message).toContain('x%0A::error::owned\n::error file=a,line=1::owned');
    expect(message).toContain(hostile.markup);
    expect(message).not.toContain('\u001b');
    expect(message.length).toBeLessThan(3100);
  });

  it('hold no command for another build server', () => {
    const warnings = ['##[error]owned', '\n##vso[task.setvariable variable=a]owned', '##teamcity[owned]'];
    const annotations = renderGithub({ ...allPass, warnings });
    expect(annotations).toContain('owned');
    expect(annotations).not.toMatch(/##\w*\[/);
  });

  it('are the exit code alone where all holds', () => {
    expect(renderGithub(allPass)).toMatch(
      /^::notice title=exit code::0: all that could be reached holds; [^\n]*\n$/,
    );
  });

  it('cannot be given by a deployment through the text report either', () => {
    for (const line of renderText(everyVerdict, { full: true }).split('\n')) {
      expect(line).not.toMatch(/^\s*::/);
      expect(line).not.toMatch(/##\w*\[/);
    }
  });
});
