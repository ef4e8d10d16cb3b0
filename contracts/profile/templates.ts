/**
 * The places where `{name}` may occur in the texts of a control. Its value may come from the deployment, so no
 * value may become a program, a script, an option or a host.
 */
import { itemAt } from '../kit/items.ts';
import type { Control, Controls } from './profile.ts';

/** Only for `replace` and `matchAll`, which begin at the start. */
export const PLACEHOLDER = /\{(\$[A-Za-z_]\w*|[A-Za-z]\w*)\}/g;
const ANY_PLACEHOLDER = new RegExp(PLACEHOLDER.source);
const SECRET = /\{\$/;

/** The names in braces in a text: `{deviceId}`, and `{$TOKEN}` as `$TOKEN`. */
export function templateNames(text: string): string[] {
  return [...text.matchAll(PLACEHOLDER)].map((found) => itemAt(found, 1));
}

/** Returns whether a name is that of an environment variable, whose value is a secret. */
export function isSecretName(name: string): boolean {
  return name.startsWith('$');
}

/** The environment variables that the headers and bodies of HTTP controls ask for. */
export function secretNames(controls: Controls = {}): string[] {
  const http = Object.values(controls).filter((control) => control.by === 'http');
  const names = http.flatMap(({ headers, body }) => namesWithin([headers, body]));
  return [...new Set(names.filter(isSecretName))].map((name) => name.slice(1));
}

/** The names in braces in all texts of a value of any shape. */
export function namesWithin(value: unknown): string[] {
  return textsIn(value).flatMap(({ text }) => templateNames(text));
}

/** Every text in a value, with the names that lead to it. */
export function textsIn(
  value: unknown,
  path: readonly string[] = [],
): { text: string; path: readonly string[] }[] {
  if (typeof value === 'string') return [{ text: value, path }];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, inside]) => textsIn(inside, [...path, name]));
}

/** A text that a control cannot be performed by. */
export interface TemplateFault {
  /** Stable. */
  readonly code: 'TEMPLATE_MISPLACED' | 'CONTROL_URL_INVALID';
  readonly message: string;
  /** Says what to try. */
  readonly hint: string;
  /** From the control to the text: `command`, `2`. */
  readonly path: readonly string[];
}
type Fault = Omit<TemplateFault, 'path'>;

/** The faults that prevent a control, text by text; none, when it can be performed. */
export function templateFaults(control: Control): TemplateFault[] {
  if (control.by === 'command')
    return control.command.flatMap((_, at) => {
      const fault = partFault(control.command, at);
      return fault ? [{ ...fault, path: ['command', String(at)] }] : [];
    });
  const fault = control.by === 'http' ? urlFault(control.url) : undefined;
  return fault ? [{ ...fault, path: ['url'] }] : [];
}

/** The fault that prevents a base address for controls. */
export function controlsUrlFault(url: string): Fault | undefined {
  if (ANY_PLACEHOLDER.test(url) || url.includes('?'))
    return unusable('it holds a value or a query', 'write the address out; values go to the controls');
  return urlFault(url);
}

/** One part of a command: a text without values, a value, or an option with one (`prefix` is `--sms=`). */
export type CommandPart = { text: string } | { prefix: string; name: string };

/** How a part of a command carries its value; `undefined` where a value is among other text. */
export function commandPart(text: string): CommandPart | undefined {
  if (!ANY_PLACEHOLDER.test(text)) return { text };
  const [, prefix, name] = /^(--?[^={}]+=|)\{([A-Za-z]\w*)\}$/.exec(text) ?? [];
  return prefix === undefined || name === undefined ? undefined : { prefix, name };
}

/** Programs that run what their first argument says. */
const RUNNERS =
  /(?:^|[\\/])(?:(?:ba|da|z|k|c|tc|fi|a)?sh|cmd|pwsh|powershell|node|deno|bunx?|npx|python[\d.]*|perl|ruby|php|env|sudo|doas|xargs|nohup|nice)(?:\.exe)?$/i;
const OPTION = /^(?:-.|\/\w$)/;

/** The place of the script that a program runs; 0 where it runs none, and beyond any place where none is written out. */
function scriptAt([program = '', ...rest]: readonly string[]): number {
  if (!RUNNERS.test(program)) return 0;
  const first = rest.findIndex((one) => !OPTION.test(one));
  return first < 0 ? Number.POSITIVE_INFINITY : first + 1;
}

function partFault(command: readonly string[], at: number): Fault | undefined {
  const part = itemAt(command, at);
  if (!ANY_PLACEHOLDER.test(part)) return undefined;
  if (SECRET.test(part)) return misplacedSecret;
  if (at === 0) return misplaced('the program must be written out', 'name the program itself');
  if (commandPart(part) === undefined)
    return misplaced(
      'a value must not be mixed with other text in an argument',
      'give the value an argument of its own: "{name}", or "--option={name}"; a script of sh finds it in "$1"',
    );
  if (at > scriptAt(command)) return undefined;
  return misplaced(`${command[0]} would run the value`, 'write the script out, with the value after it');
}

function urlFault(url: string): Fault | undefined {
  const [, scheme, authority = '', rest = ''] = /^(https?:\/\/)?([^/?]*)(.*)$/is.exec(url) ?? [];
  if (ANY_PLACEHOLDER.test(authority))
    return misplaced('a value must not choose the host', 'write the host out');
  if (SECRET.test(url)) return misplacedSecret;
  const isWhole =
    scheme === undefined
      ? authority === '' && /^\/(?!\/)/.test(rest)
      : !authority.includes('@') && URL.canParse(url.replace(PLACEHOLDER, 'x'));
  if (!isWhole)
    return unusable(
      'it is neither a path nor an absolute address without a user name',
      'begin with one "/" for a path below the base address, or with https:// and a host; secrets go in "headers"',
    );
  const isPlain = !/[\s\p{Cc}\\#]/u.test(url) && !rest.replace(/\?.*$/s, '').split('/').some(isDotSegment);
  return isPlain
    ? undefined
    : unusable(
        'it holds a blank, a backslash, a "#" or a segment "." or ".."',
        'percent-encode what is meant',
      );
}

/** Returns whether a segment of a path leads elsewhere, percent-encoded or not. */
export function isDotSegment(segment: string): boolean {
  return /^(?:\.|%2e){1,2}$/i.test(segment);
}

function misplaced(message: string, hint: string): Fault {
  return { code: 'TEMPLATE_MISPLACED', message, hint };
}

/** Command lines and addresses are there for others to read: process lists, logs. */
const misplacedSecret = misplaced(
  'a secret must not be part of an address, a command line or an instruction',
  'send it in a header or the body of an HTTP control; name it in "environment" of a command',
);

function unusable(message: string, hint: string): Fault {
  return { code: 'CONTROL_URL_INVALID', message: `the address cannot be used: ${message}`, hint };
}
