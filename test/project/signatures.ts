/** The functions and methods of the public entries, as `docs/api-report.txt` has them, with what each takes. */
import { readFileSync } from 'node:fs';

export interface Signature {
  /** `Clock.advance`, or `serve`. */
  name: string;
  /** The class or interface of a method. */
  owner: string | undefined;
  /** The types of its parameters. */
  takes: readonly string[];
}

const report = readFileSync(new URL('../../docs/api-report.txt', import.meta.url), 'utf8');

export const signatures: readonly Signature[] = declarations(report).flatMap(({ owner, text }) => {
  const [, name, parameters] =
    /^(?:export declare function |static )?(\w+)(?:<[^(]*>)?\((.*)\): /.exec(text) ?? [];
  if (name === undefined || parameters === undefined || name === 'constructor') return [];
  const takes = inParts(parameters).map((parameter) => parameter.replace(/^[^:]*: /, ''));
  return [{ name: owner === undefined ? name : `${owner}.${name}`, owner, takes }];
});

/** Each member of a class or an interface, and each function, on one line. */
function declarations(text: string): { owner: string | undefined; text: string }[] {
  const found: { owner: string | undefined; text: string }[] = [];
  let owner: string | undefined;
  let open = '';
  for (const line of text.split('\n')) {
    const [, named] = /^export (?:declare )?(?:class|interface) (\w+).*\{$/.exec(line) ?? [];
    if (open === '' && (named !== undefined || line === '}')) {
      owner = named;
      continue;
    }
    if (open === '' && owner === undefined && !line.startsWith('export declare function ')) continue;
    open = `${open} ${line.trim()}`.trim();
    if (depthOf(open) > 0) continue;
    found.push({ owner, text: open });
    open = '';
  }
  return found;
}

function depthOf(text: string): number {
  return (text.match(/[{(]/g)?.length ?? 0) - (text.match(/[})]/g)?.length ?? 0);
}

/** At the commas that are in no brackets. */
function inParts(parameters: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const letter of parameters) {
    if ('{(<['.includes(letter)) depth++;
    if ('})>]'.includes(letter)) depth--;
    if (letter === ',' && depth === 0) parts.push('');
    else parts.push(`${parts.pop() ?? ''}${letter}`);
  }
  return parts.map((part) => part.trim()).filter(Boolean);
}
