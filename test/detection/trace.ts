/**
 * The calls by which mutants are distinguished: a fixed list, drawn once (`drawing/`), and played to the default
 * simulator. Two simulators that answer all of them alike are one and the same to its callers.
 */
import { readFileSync } from 'node:fs';
import type { Call, Handle, Reply } from '../../simulator/http/call.ts';
import { root } from '../mutation/root.ts';

/** How a call names itself; the tokens are those that the played simulator has issued. */
export const bearers = {
  none: () => undefined,
  latest: (tokens) => `Bearer ${tokens.at(-1)}`,
  first: (tokens) => `Bearer ${tokens[0]}`,
  lowerCase: (tokens) => `bearer ${tokens.at(-1)}`,
  bare: (tokens) => tokens.at(-1),
  basic: (tokens) => `Basic ${tokens.at(-1)}`,
  twice: (tokens) => `Bearer ${tokens.at(-1)} ${tokens.at(-1)}`,
  spaced: (tokens) => `Bearer   ${tokens.at(-1)}`,
  empty: () => 'Bearer ',
  garbage: () => 'Bearer roadtest',
  cut: (tokens) => `Bearer ${tokens.at(-1)?.slice(0, -1)}`,
  unsigned: (tokens) => `Bearer ${tokens.at(-1)?.split('.').slice(0, 2).join('.')}.`,
  extended: (tokens) => `Bearer ${tokens.at(-1)}.more`,
} as const satisfies { [name: string]: (tokens: readonly string[]) => string | undefined };

export type Bearer = keyof typeof bearers;

/** Method and target, how it names itself, and, where it has a body, the body and its content type. */
export type TracedCall = readonly [
  method: string,
  target: string,
  bearer: Bearer,
  body?: string,
  contentType?: string,
];

/** The committed trace, a call in each line. */
export const traceFile = `${root}test/detection/trace.jsonl`;

export function readTrace(): TracedCall[] {
  const lines = readFileSync(traceFile, 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line));
}

export function traceText(calls: readonly TracedCall[]): string {
  return calls.map((call) => `${JSON.stringify(call)}\n`).join('');
}

/** What shows in a reply and is no mere wording, as one text. */
export type Shown = string;

/** Plays calls to one simulator, one after the other. */
export class Player {
  readonly #handle: Handle;
  readonly #tokens: string[] = [];

  constructor(handle: Handle) {
    this.#handle = handle;
  }

  async shownFor(call: TracedCall): Promise<Shown> {
    const reply = await replyTo(this.#handle, toCall(call, this.#tokens));
    if (typeof reply === 'string') return reply;
    const token = call[1].endsWith('/Auth/Token') ? tokenIn(reply) : undefined;
    if (token !== undefined) this.#tokens.push(token);
    return shownOf(reply, call);
  }
}

/** A thrown error counts as a reply: over HTTP it is a server error. */
async function replyTo(handle: Handle, call: Call): Promise<Reply | string> {
  try {
    return await handle(call);
  } catch (error) {
    return `thrown: ${error}`;
  }
}

function toCall([method, target, bearer, body, contentType]: TracedCall, tokens: readonly string[]): Call {
  const authorization = bearers[bearer](tokens);
  const headers = {
    host: '127.0.0.1:4010',
    ...(authorization !== undefined && { authorization }),
    ...(contentType !== undefined && { 'content-type': contentType }),
  };
  return { method, target, headers, body };
}

function tokenIn(reply: Reply): string | undefined {
  const [, token] = /"token":"([^"]+)"/.exec(reply.body) ?? [];
  return token;
}

/** What is in a refusal of the simulator beside its words, which no sentence of the document and no profile asks for. */
const wordsOfRefusal = new Set(['field', 'hint']);

/**
 * A host sends no body with 204; the receipt of an advance is Roadtest's own, as its stream of events is, and the number of
 * events. Of a refusal it shows which it is and what it consists of: its words are for people.
 */
function shownOf({ status, headers, body }: Reply, { 1: target }: TracedCall): Shown {
  if (target.startsWith('/_control/clock/advance')) return String(status);
  const isControl = target.startsWith('/_control/');
  if (status >= 400) return isControl ? String(status) : `${status} ${refusalShown(headers, body)}`;
  const shown = isControl
    ? body.replace(/"sequence":\d+/g, '').replace(/"reason":"[^"]*"/g, '"reason":"…"')
    : body;
  return `${status} ${JSON.stringify(headers)} ${status === 204 ? '' : shown}`;
}

/** Headers but `Allow`, and the fields of the body, each text by whether there is one. */
function refusalShown({ allow: _, ...headers }: Reply['headers'], body: string): string {
  const shown = JSON.stringify(headers);
  const json = parsed(body);
  if (typeof json !== 'object' || json === null) return `${shown} ${body === '' ? '' : 'a text'}`;
  const fields = Object.entries(json).filter(([name]) => !wordsOfRefusal.has(name));
  return `${shown} ${JSON.stringify(fields.map(([name, value]) => [name, typeof value === 'string' ? value !== '' : value]))}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
