/** The reports as those who read them parse them. */
import { readFileSync } from 'node:fs';
import { DOMParser, onErrorStopParsing } from '@xmldom/xmldom';
import { expect } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { type Status, statusOf } from '../../../contracts/report/verdicts.ts';
import type { Outcome } from '../../../contracts/verify/run.ts';

const schema = readFileSync(new URL('junit.xsd', import.meta.url), 'utf8');

interface Counts {
  tests: number;
  failures: number;
  errors: number;
  skipped: number;
}

export interface Case {
  name: string;
  suite: string;
  /** The element within the case that says what came of it. */
  element: string;
  type: string;
  message: string;
  text: string;
}

/** Returns what a build server finds in JUnit XML: cases, the counts that it states, and those of its elements. */
export function junitIn(xml: string) {
  const document = new DOMParser({ onError: onErrorStopParsing }).parseFromString(xml, 'application/xml');
  const all = (name: string, within: { getElementsByTagName: typeof document.getElementsByTagName }) => [
    ...within.getElementsByTagName(name),
  ];
  const suites = all('testsuite', document);
  const cases = suites.flatMap((suite) =>
    all('testcase', suite).map((one): Case => {
      const held = ['failure', 'error', 'skipped'].flatMap((name) => all(name, one));
      expect(held.length, one.getAttribute('name') ?? '').toBeLessThan(2);
      return {
        name: one.getAttribute('name') ?? '',
        suite: suite.getAttribute('name') ?? '',
        element: held[0]?.tagName ?? '',
        type: held[0]?.getAttribute('type') ?? '',
        message: held[0]?.getAttribute('message') ?? '',
        text: one.textContent ?? '',
      };
    }),
  );
  const number = (of: Element, name: string) => Number(of.getAttribute(name) ?? 0);
  const counts = (of: Element): Counts => ({
    tests: number(of, 'tests'),
    failures: number(of, 'failures'),
    errors: number(of, 'errors'),
    skipped: number(of, 'skipped'),
  });
  const held = (name?: string): Counts => {
    const own = cases.filter(({ suite }) => name === undefined || suite === name);
    const count = (element: string) => own.filter((one) => one.element === element).length;
    return {
      tests: own.length,
      failures: count('failure'),
      errors: count('error'),
      skipped: count('skipped'),
    };
  };
  const root = document.documentElement as Element;
  const properties = all('property', document).map((one) => [
    one.getAttribute('name') ?? '',
    one.getAttribute('value') ?? '',
  ]);
  return {
    cases,
    properties,
    suites: suites.map((suite) => suite.getAttribute('name')),
    tags: new Set(all('*', document).map(({ tagName }) => tagName)),
    time: number(root, 'time'),
    times: suites.reduce((sum, suite) => sum + number(suite, 'time'), 0),
    /** The counts that the report states, and those of what it holds, by suite; the root has no skipped. */
    stated: { all: { ...counts(root), skipped: held().skipped }, ...by(suites, counts) },
    held: { all: held(), ...by(suites, (suite) => held(suite.getAttribute('name') ?? '')) },
  };
}

interface Element {
  getAttribute(name: string): string | null;
}

/** The numbers of each suite, by its name. */
function by<T>(suites: readonly Element[], of: (suite: Element) => T): { [name: string]: T } {
  return Object.fromEntries(suites.map((suite) => [suite.getAttribute('name'), of(suite)]));
}

/** Returns what is wrong with JUnit XML by its schema. */
export async function junitFaults(xml: string): Promise<string[]> {
  const { errors } = await validateXML({ xml: { fileName: 'junit.xml', contents: xml }, schema });
  return errors.map(({ message }) => message);
}

/** The element of a test case by the status of its outcome. */
const elements: { readonly [S in Status]: string } = {
  fail: 'failure',
  drift: 'failure',
  error: 'error',
  suspect: 'error',
  'left-open': 'error',
  inconclusive: 'skipped',
  accepted: 'skipped',
  'not-applicable': 'skipped',
  pass: '',
};

/** The status of each outcome by its id, and the element that a build server is to find. */
export function expectedOf(outcomes: readonly Outcome[]): { [id: string]: string } {
  return Object.fromEntries(
    outcomes.map((one) => {
      const status = statusOf(one);
      return [one.id, `${elements[status]} ${status === 'pass' ? '' : status}`.trim()];
    }),
  );
}

export interface Annotation {
  level: string;
  title: string;
  message: string;
}

/** Returns the annotations as the runner of GitHub reads them; each line has to be one of ours. */
export function annotationsIn(text: string): Annotation[] {
  const unescaped = (shown: string) => decodeURIComponent(shown.replace(/%(?!0A|0D|3A|2C|25)/g, '%25'));
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const [, level = '', title = '', message = ''] =
        /^::(error|warning|notice) title=([^:,]+)::(.+)$/.exec(line) ?? expect.fail(`not ours: ${line}`);
      return { level, title: unescaped(title), message: unescaped(message) };
    });
}

/** Fails where a comment in Markdown has speaking characters outside of code spans, each of which is on one line, or in them or in lines for a shell. */
export function expectOnlySpans(report: string): void {
  const lines = / {2}```sh\n([^`]*)\n {2}```/g;
  for (const [, inside] of report.matchAll(lines)) expect(inside).not.toMatch(/[<@&]/);
  const markdown = report.replace(lines, '');
  expect(markdown.replace(/`[^`\n]+`/g, 'SPAN')).not.toMatch(/[<>@|`[\]]/);
  expect((markdown.match(/`[^`\n]+`/g) ?? []).join('')).not.toMatch(/[|<>@&]/);
}

/** Characters that act on a terminal, or show a text as another one. */
export const acting =
  /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/u;

/** Fails where a report acts on a terminal or speaks to a build server; annotations of ours are no commands of others. */
export function expectInert(name: string, text: string): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: our own colours
  const shown = text.replaceAll(/\u001b\[(?:1|2|22|3[1-6]|39)m/g, '');
  expect(shown.replace(/[\n\t]/g, ''), `${name} acts on a terminal`).not.toMatch(acting);
  const commands = name === 'github' ? /^\s*::(?!(?:error|warning|notice) title=)/mu : /^\s*::/mu;
  expect(shown, `${name} has a command`).not.toMatch(commands);
  expect(shown, `${name} has a command`).not.toMatch(/##\w*\[/);
}
