/** Texts that no command may write, whatever a deployment or a file says. */
import { apiKey, controlToken, formsOf } from './secrets.ts';

/** An error that is cut shows no more of a secret than this part. */
export const MOST = 0.75;

/** Text that a terminal, a build server or a person would act on, or that shows a failure of ours. */
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
  'a quotation of more than 200 characters': /x{201}/,
};

const MARKUP = /<(script|img)\b[^<>]*>\s*pwned|<[^<>]*\bonerror\s*=/;

/** The secrets of the person who runs a command, in every form in which they would leak. */
const secrets = Object.entries({ 'the API key': apiKey, 'the control token': controlToken }).flatMap(
  ([what, secret]) => formsOf(secret).map((form) => [what, form] as const),
);

/** Everything that is wrong with a text that was written, such as a report or an output. */
export function faultsIn(name: string, text: string, tokens: Iterable<string> = []): string[] {
  const found = Object.entries(unwanted).flatMap(([fault, pattern]) => {
    const at = text.search(pattern);
    return at < 0 ? [] : [`${fault} in ${name}: ${around(text, at)}`];
  });
  const markup = name.endsWith('.html') && MARKUP.test(text) ? [`markup of the deployment in ${name}`] : [];
  return [...found, ...markup, ...leaksIn(name, text, tokens)];
}

/** Secrets of the person, and tokens, in any form, or the first part of one. */
export function leaksIn(name: string, text: string, tokens: Iterable<string>, part = 1): string[] {
  const looked = [...secrets, ...[...tokens].map((token) => ['a token', token] as const)];
  return looked
    .map(([what, form]) => [what, form.slice(0, Math.ceil(form.length * part))] as const)
    .filter(([, form]) => text.includes(form))
    .map(([what, form]) => `${what} in ${name}: ${around(text, text.indexOf(form))}`);
}

function around(text: string, at: number): string {
  return JSON.stringify(text.slice(Math.max(0, at - 60), at + 100));
}
