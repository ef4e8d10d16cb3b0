/**
 * Reports: pure functions from the record of a run to text. No Node, no clock, no network; the caller
 * prints or writes what they return.
 *
 * - `text.ts`, `text/`   for people at a terminal; `progress.ts` while a run lasts
 * - `html.ts`, `html/`   one self-contained page, for managers and engineers
 * - `markdown.ts`   a comment for a merge request or a chat
 * - `json.ts` `junit.ts` `github.ts`   for programs
 * - `summary.ts` `suspects.ts` `unlock.ts` `next.ts` `verdicts.ts` `prose.ts` `notices.ts` `headline.ts` `conclusion.ts`   what the reports have in common
 * - `baseline.ts` `baseline-file.ts` `verdict-exit.ts`   accepted failures, their file, and the exit code
 * - `columns.ts` `words.ts`   how text is made fit to be shown, with `../kit/untrusted.ts`
 *
 * The answers of a deployment are never trusted: each report shows them as text, whatever they hold.
 */
import type { Run } from '../verify/run.ts';
import { renderGithub } from './github.ts';
import { renderHtml } from './html.ts';
import { renderJson } from './json.ts';
import { renderJunit } from './junit.ts';
import { renderMarkdown } from './markdown.ts';
import type { ReportOptions } from './options.ts';
import { renderText } from './text.ts';

export { type Paint, type Palette, plain } from '../kit/palette.ts';
export { applyBaseline, baselineOf } from './baseline.ts';
export { type BaselineEntry, baselineText, parseBaseline } from './baseline-file.ts';
export { conclusionOf } from './conclusion.ts';
export { ReportError, type ReportErrorCode } from './errors.ts';
export { notices } from './notices.ts';
export type { ReportOptions } from './options.ts';
export { outcomeLine, progressLine } from './progress.ts';
export { proseOf } from './prose.ts';
export { type RuleSummary, type SectionSummary, type Summary, summarise } from './summary.ts';
export { inWords, type Locked, lockedOf } from './unlock.ts';
export { type Exit, exitMeanings, exitOf, parseRequirement, type Requirement } from './verdict-exit.ts';
export { type Counts, type Status, statuses, statusOf } from './verdicts.ts';

export interface Reporter {
  /** One line for `--help`. */
  summary: string;
  /** The name of the report's file in the output folder. */
  file: string;
  /** The method of an outlet that it takes (`cli/outlet.ts`), of a run without secrets (`redactedRun`). */
  kind: 'written' | 'writtenJsonText' | 'writtenCommands';
  /** Tells whether it is meant to be read on standard output where no folder is given. */
  printed: boolean;
  render(run: Run, options?: ReportOptions): string;
}

/** Every report, by the name it is asked for. */
export const reporters = {
  text: {
    summary: 'for people, on a terminal',
    file: 'report.txt',
    kind: 'written',
    printed: true,
    render: renderText,
  },
  json: {
    summary: 'the whole record of the run',
    file: 'run.json',
    kind: 'writtenJsonText',
    printed: false,
    render: renderJson,
  },
  junit: {
    summary: 'JUnit XML for build servers',
    file: 'junit.xml',
    kind: 'written',
    printed: false,
    render: renderJunit,
  },
  html: {
    summary: 'one page for a browser',
    file: 'report.html',
    kind: 'written',
    printed: false,
    render: renderHtml,
  },
  github: {
    summary: 'annotations of GitHub Actions',
    file: 'github.txt',
    kind: 'writtenCommands',
    printed: true,
    render: renderGithub,
  },
  markdown: {
    summary: 'a comment for a merge request or a chat',
    file: 'report.md',
    kind: 'written',
    printed: true,
    render: renderMarkdown,
  },
} as const satisfies { readonly [name: string]: Reporter };

export type ReporterName = keyof typeof reporters;
