/** The acts that no run may commit, whatever the deployment does. */
import type { Kind } from './kind.ts';
import type { Ended } from './run.ts';
import { LONGEST_MS } from './run.ts';
import { apiKey, controlToken, formsOf } from './secrets.ts';

/** Everything that is wrong with a run; none for one that was survived. */
export function faultsOf(ended: Ended, { codes, says }: Pick<Kind, 'codes' | 'says'>): string[] {
  return [
    ...endingOf(ended, codes),
    ...(says && !says.test(consoleOf(ended))
      ? [`the person is not told ${says}: ${shown(consoleOf(ended))}`]
      : []),
    ...[...ended.written].flatMap(([name, text]) => textFaults(name, text)),
    ...[...ended.written].flatMap(([name, text]) => leaksIn(name, text, ended.tokens)),
    ...ended.elsewhere.flatMap((received) => leaksIn('another origin', received, ended.tokens)),
    ...(ended.executed ? ['a command of the deployment was executed'] : []),
  ];
}

function endingOf({ code, written }: Ended, codes: readonly number[]): string[] {
  if (code === undefined) return [`it did not end within ${LONGEST_MS / 1000} s`];
  if (code !== null && codes.includes(code)) return [];
  const { stdout, stderr } = Object.fromEntries(written);
  return [`exit code ${code} instead of ${codes.join(' or ')}: ${shown(`${stderr}${stdout}`)}`];
}

/** Text that a terminal, a build server or a browser would act on, or that shows a failure of ours. */
const unwanted: { readonly [fault: string]: RegExp } = {
  'a control character': /[^\P{Cc}\n\t]/u,
  'a line separator': /[\p{Zl}\p{Zp}]/u,
  'a character that turns text around or hides': /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/,
  'half a character': /\p{Cs}/u,
  'a workflow command': /^[ \t]*::[a-z-]+( name=a)?::pwned/m,
  'a command to a build server': /##\w*\[/,
  'a stack trace': /^\s+at .*:\d+:\d+\)?$/m,
  'an error of our own':
    /\[INTERNAL\]|Unhandled|Uncaught|\b(Type|Range|Reference|Syntax)Error\b|Invalid regular expression/,
};

function textFaults(name: string, text: string): string[] {
  const faults = Object.entries(unwanted).flatMap(([fault, pattern]) => {
    const found = pattern.exec(text);
    return found ? [`${fault} in ${name}: ${around(text, found.index)}`] : [];
  });
  const markup = /<(script|img)\b[^<>]*>\s*pwned|<[^<>]*\bonerror\s*=/.exec(text);
  if (name.endsWith('.html') && markup)
    faults.push(`markup of the deployment in ${name}: ${around(text, markup.index)}`);
  return faults;
}

/** Secrets of the person, and tokens, in any form. */
function leaksIn(name: string, text: string, tokens: ReadonlySet<string>): string[] {
  const secrets = Object.entries({ 'the API key': apiKey, 'the control token': controlToken });
  const leaks = secrets.flatMap(([what, secret]) =>
    formsOf(secret)
      .filter((form) => text.includes(form))
      .slice(0, 1)
      .map((form) => `${what} in ${name}, as ${form}: ${around(text, text.indexOf(form))}`),
  );
  const token = [...tokens].find((one) => text.includes(one));
  return token === undefined ? leaks : [...leaks, `a token in ${name}: ${around(text, text.indexOf(token))}`];
}

function consoleOf({ written }: Ended): string {
  return `${written.get('stdout')}${written.get('stderr')}`;
}

function around(text: string, at: number): string {
  return shown(text.slice(Math.max(0, at - 60), at + 100));
}

function shown(text: string): string {
  const short = text.length > 600 ? `${text.slice(0, 300)} … ${text.slice(-300)}` : text;
  return JSON.stringify(short).replace(
    /[\u007f-\uffff]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
