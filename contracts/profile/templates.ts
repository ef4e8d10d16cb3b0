/**
 * Where `{name}` may occur in the texts of a control. Its value may come from the deployment, so no
 * value may become a program, a script, an option or a host.
 */
import { itemAt } from '../kit/items.ts';
import type { Control, Controls } from './profile.ts';

/** Only for `replace` and `matchAll`, which begin at the start. */
export const PLACEHOLDER = /\{(\$[A-Za-z_]\w*|[A-Za-z]\w*)\}/g;
const ANY_PLACEHOLDER = /\{(?:\$[A-Za-z_]\w*|[A-Za-z]\w*)\}/;
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
  if (typeof value === 'string') return templateNames(value);
  if (value === null || typeof value !== 'object') return [];
  return Object.values(value).flatMap(namesWithin);
}

/** A text that a control cannot be performed by. */
export interface TemplateFault {
  /** Stable. */
  code: 'TEMPLATE_MISPLACED' | 'CONTROL_URL_INVALID';
  message: string;
  /** Says what to try. */
  hint: string;
  /** From the control to the text: `command`, `2`. */
  path: string[];
}

/** The faults that prevent a control, text by text; none, when it can be performed. */
export function templateFaults(control: Control): TemplateFault[] {
  if (control.by === 'command') return commandFaults(control.command);
  return control.by === 'http' ? urlFaults(control.url) : [];
}

/** The faults that prevent a base address for controls. */
export function controlsUrlFaults(url: string): TemplateFault[] {
  if (ANY_PLACEHOLDER.test(url) || /[?]/.test(url)) {
    return [unusable([], 'it holds a value or a query', 'write the address out; values go to the controls')];
  }
  return urlFaults(url).map((fault) => ({ ...fault, path: [] }));
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

function commandFaults(command: readonly string[]): TemplateFault[] {
  const [program = ''] = command;
  const script = scriptIn(command);
  return command.flatMap((part, at) => {
    const path = ['command', String(at)];
    if (!ANY_PLACEHOLDER.test(part)) return [];
    if (SECRET.test(part)) return [misplacedSecret(path)];
    if (at === 0) return [misplaced(path, 'the program must be written out', 'name the program itself')];
    if (commandPart(part) === undefined) {
      const asArgument = 'give the value an argument of its own: "{name}", or "--option={name}"';
      const hint = script > 0 ? `${asArgument}; a script of sh finds it in "$1"` : asArgument;
      return [misplaced(path, 'a value must not be mixed with other text in an argument', hint)];
    }
    if (at > script) return [];
    return [
      misplaced(path, `${program} would run the value`, 'write the script out, with the value after it'),
    ];
  });
}

/** Index in a command of the script that its program runs; 0 for a program that runs none. */
function scriptIn([program = '', ...rest]: readonly string[]): number {
  if (!RUNNERS.test(program)) return 0;
  const script = rest.findIndex((part) => !OPTION.test(part));
  return script < 0 ? Number.POSITIVE_INFINITY : script + 1;
}

function urlFaults(url: string): TemplateFault[] {
  const path = ['url'];
  const [, scheme, authority = '', rest = ''] = /^(https?:\/\/)?([^/?]*)(.*)$/is.exec(url) ?? [];
  if (/[\s\p{Cc}\\#]/u.test(url)) {
    return [
      unusable(path, 'it holds a space, a backslash, a "#" or a control character', 'percent-encode it'),
    ];
  }
  if (ANY_PLACEHOLDER.test(authority)) {
    return [misplaced(path, 'a value must not choose the host', 'write the host out')];
  }
  if (SECRET.test(url)) return [misplacedSecret(path)];
  const absolute = scheme !== undefined;
  if (absolute ? authority === '' : authority !== '' || !/^\/(?!\/)/.test(rest)) {
    const hint = 'begin with one "/" for a path below the base address, or with https://';
    return [unusable(path, 'it is neither a path nor an absolute address', hint)];
  }
  if (authority.includes('@')) {
    return [unusable(path, 'it holds a user name or a password', 'send them in "headers"')];
  }
  if (absolute && !URL.canParse(url.replace(PLACEHOLDER, 'x'))) {
    return [unusable(path, 'it is not a valid address', 'check the host and the port')];
  }
  if (pathOf(rest).split('/').some(isDotSegment)) {
    return [unusable(path, 'its path has a segment "." or ".."', 'write the path that is meant')];
  }
  return [];
}

/** A path without its query. */
function pathOf(address: string): string {
  return address.replace(/\?.*$/s, '');
}

/** Returns whether a segment of a path leads elsewhere, percent-encoded or not. */
export function isDotSegment(segment: string): boolean {
  return /^(?:\.|%2e){1,2}$/i.test(segment);
}

function misplaced(path: string[], message: string, hint: string): TemplateFault {
  return { code: 'TEMPLATE_MISPLACED', message, hint, path };
}

/** Command lines and addresses are there for others to read: process lists, logs. */
function misplacedSecret(path: string[]): TemplateFault {
  const hint = 'send it in a header or the body of an HTTP control; name it in "environment" of a command';
  return misplaced(path, 'a secret must not be part of an address, a command line or an instruction', hint);
}

function unusable(path: string[], message: string, hint: string): TemplateFault {
  return { code: 'CONTROL_URL_INVALID', message: `the address cannot be used: ${message}`, hint, path };
}
