/** The reports of a run as those who read them parse them. A key that is a word like any other changes nothing of their form. */
import { DOMParser, onErrorStopParsing } from '@xmldom/xmldom';
import { Redactor } from '../../contracts/kit/redact.ts';
import { type Reporter, reporters } from '../../contracts/report/index.ts';
import { redactedRun } from '../../contracts/verify/redacted.ts';
import type { Run } from '../../contracts/verify/run.ts';

/** Words that markup, JSON and our own sentences are made of. */
const KEYS = ['test', 'name', 'class', 'failure'];

const parsers = {
  junit(text: string, run: Run) {
    const { documentElement } = new DOMParser({ onError: onErrorStopParsing }).parseFromString(
      text,
      'application/xml',
    );
    const names = [...(documentElement?.getElementsByTagName('testcase') ?? [])].map((one) =>
      one.getAttribute('name'),
    );
    const missing = run.outcomes.filter(({ id }) => !names.includes(id));
    if (missing.length > 0) throw new Error(`${missing.map(({ id }) => id)} have no test case`);
  },
  json(text: string, run: Run) {
    const { outcomes } = JSON.parse(text) as Run;
    const told = outcomes.map(({ id, verdict }) => `${id} ${verdict}`);
    if (told.join() !== run.outcomes.map(({ id, verdict }) => `${id} ${verdict}`).join())
      throw new Error('it has other outcomes');
  },
  html(text: string) {
    const open: string[] = [];
    for (const [, content = '', closes = '', name = '', , isWhole] of text.matchAll(TAG)) {
      if (/<(?!!)/.test(content)) throw new Error(`a stray < before <${closes}${name}>`);
      if (VOID.has(name) || isWhole) continue;
      if (closes === '') open.push(name);
      else if (open.pop() !== name) throw new Error(`</${name}> closes nothing`);
    }
    if (open.length > 0) throw new Error(`<${open.at(-1)}> is not closed`);
  },
  markdown(text: string) {
    const lines = text.split('\n');
    if (lines.filter((line) => line.startsWith('```')).length % 2 > 0) throw new Error('a fence is open');
    for (const [at, line] of lines.entries()) {
      const before = lines[at - 1] ?? '';
      if (line.startsWith('|') && before.startsWith('|') && cells(line) !== cells(before))
        throw new Error(`a row of another length: ${line}`);
    }
  },
} satisfies { readonly [name: string]: (text: string, run: Run) => void };

/** Matches a tag with the text before it; scripts and styles are a whole of their own. */
const TAG =
  /([^<]*)<(?:!doctype html>|(\/?)([a-z][\w-]*)((?:\s+[\w:-]+(?:="[^"<]*")?)*)\s*(\/?)>(?:(?<=<(?:script|style)[^>]*>)[\s\S]*?(?=<\/(?:script|style)>))?)/g;
const VOID: ReadonlySet<string> = new Set(['meta', 'br', 'hr', 'input', 'link', 'img', 'wbr', '']);
const cells = (line: string) => line.replace(/\\\|/g, '').split('|').length;

/** Returns the faults of the reports of a run: none where each can be parsed. */
export function unreadable(run: Run): string[] {
  return [undefined, ...KEYS].flatMap((key) => {
    const redactor = new Redactor();
    if (key !== undefined) redactor.hideCredentials({ userName: 'demo', apiKey: key });
    const shown = redactedRun(run, redactor);
    return Object.entries(parsers).flatMap(([name, parse]) => {
      const { render }: Reporter = reporters[name as keyof typeof parsers];
      try {
        parse(render(shown, { full: true }), run);
        return [];
      } catch (error) {
        return [`${name}, where the key is ${key}: ${error instanceof Error ? error.message : error}`];
      }
    });
  });
}
