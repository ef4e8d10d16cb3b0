/**
 * A `curl` line that sends a recorded request again. Pasted into bash it arrives as it was recorded:
 * nothing that a deployment put into an id or a header is run by the shell or read by curl as an
 * option, a file or a pattern. Secrets are variables of the environment, expanded by the shell (in a
 * JSON body as they are: a key with a quotation mark in it has to be written with a backslash).
 */

import { placeholders, redacted } from './placeholders.ts';
import { unseen } from './untrusted.ts';

export interface CurlRequest {
  method: string;
  /** The whole address. */
  url: string;
  headers: { readonly [name: string]: string };
  body?: string;
}

/** Headers that curl writes by itself, or that would make the answer hard to read. */
const left = new Set(['host', 'content-length', 'connection', 'transfer-encoding', 'accept-encoding']);
/** Methods whose requests say how long their body is, also when there is none. */
const bodied = new Set(['POST', 'PUT', 'PATCH']);

/** @param separator between the arguments; ` \\\n  ` gives each its own line */
export function curlOf(request: CurlRequest, separator = ' '): string {
  return ['curl -i', ...curlArguments(request)].join(separator);
}

/** @param variables the names of further variables, which the lines before have set */
export function curlArguments(
  { method, url, headers, body }: CurlRequest,
  variables: readonly string[] = [],
): string[] {
  const shellWord = (text: string) => wordWith(text, variableIn(variables));
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  const data = body ?? (bodied.has(method) ? '' : undefined);
  const parts = methodArguments(method, data);
  // curl reads brackets and braces as patterns, and takes `/../` out of a path, unless an option says not to.
  if (/[[\]{}]/.test(url)) parts.push('--globoff');
  if (/\/\.{1,2}(\/|\?|#|$)/.test(url)) parts.push('--path-as-is');
  for (const [name, value] of Object.entries(headers)) {
    // A header without a value is written with a semicolon; with a colon curl would leave it out.
    if (!left.has(name.toLowerCase()) && value !== redacted)
      parts.push(`-H ${shellWord(value === '' ? `${name};` : `${name}: ${value}`)}`);
  }
  if (data !== undefined) {
    if (!names.includes('content-type')) parts.push("-H 'content-type:'"); // not the form that curl assumes
    parts.push(`--data-raw ${shellWord(data)}`);
  }
  return [...parts, shellWord(url)];
}

function methodArguments(method: string, data: string | undefined): string[] {
  if (method === 'HEAD') return ['--head'];
  return method === (data === undefined ? 'GET' : 'POST') ? [] : [`-X ${shellWord(method)}`];
}

function variableIn(names: readonly string[]): RegExp {
  const further = names.length > 0 ? [`(?:${names.join('|')})(?!\\w)`] : [];
  return new RegExp(`(\\$(?:${[...further, ...secrets].join('|')}))`);
}

const secrets = Object.values(placeholders).map((name) => name.slice(1));
const variable = variableIn([]);

/** One word for bash. Placeholders are variables there; all else is literal. */
export function shellWord(text: string): string {
  return wordWith(text, variable);
}

function wordWith(text: string, variable: RegExp): string {
  const pieces = text.split(variable);
  const [before = '', , after] = pieces;
  // `"Bearer $ROADTEST_TOKEN"` reads better than quotes that change, where nothing else means anything.
  if (pieces.length === 3 && after === '' && /^[\w :;,./=-]*$/.test(before)) return `"${text}"`;
  const words = pieces.map((piece, index) => (index % 2 === 1 ? `"${piece}"` : literal(piece)));
  return words.join('') || "''";
}

function literal(text: string): string {
  if (text === '' || /^[\w@%+=:,./-]+$/.test(text)) return text;
  if (text.search(unseen) < 0) return `'${text.replaceAll("'", "'\\''")}'`;
  return `$'${text.replace(/[\\']/g, '\\$&').replace(unseen, octets)}'`;
}

/** Writes a character that a terminal would act upon as its bytes, whatever the locale. */
function octets(character: string): string {
  const bytes = new TextEncoder().encode(character);
  return [...bytes].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
}
