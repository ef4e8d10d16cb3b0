/**
 * Reports: pure functions from the record of a run to text. No Node, no clock, no network; the caller
 * prints or writes what they return. The JSON report is the record; every other one is a view of it.
 *
 * - `findings.ts`   what wants attention, as one list that each report is made of; `unlock.ts` what would let a run reach more
 * - `summary.ts` `verdicts.ts`   a run in numbers and words
 * - `exit.ts`   the exit code, why, and what is required; `baseline.ts` `baseline-file.ts` accepted failures and their file
 * - `text.ts`   for people at a terminal, while a run lasts and afterwards
 * - `html.ts`   one self-contained page
 * - `markdown.ts`   a comment for a merge request or a chat
 * - `json.ts` `junit.ts` `github.ts`   for programs
 *
 * The answers of a deployment are never trusted: each report shows them as text, whatever they hold.
 */
import type { Run } from '../verify/run.ts';
import { renderGithub } from './github.ts';
import { renderHtml } from './html.ts';
import { renderJson } from './json.ts';
import { renderJunit } from './junit.ts';
import { renderMarkdown } from './markdown.ts';
import { type ReportOptions, renderText } from './text.ts';

export interface Reporter {
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
  text: { file: 'report.txt', kind: 'written', printed: true, render: renderText },
  json: { file: 'run.json', kind: 'writtenJsonText', printed: false, render: (run) => renderJson(run) },
  junit: { file: 'junit.xml', kind: 'written', printed: false, render: renderJunit },
  html: { file: 'report.html', kind: 'written', printed: false, render: renderHtml },
  github: { file: 'github.txt', kind: 'writtenCommands', printed: true, render: renderGithub },
  markdown: { file: 'report.md', kind: 'written', printed: true, render: renderMarkdown },
} as const satisfies { readonly [name: string]: Reporter };

export type ReporterName = keyof typeof reporters;
