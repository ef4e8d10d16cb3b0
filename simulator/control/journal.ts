/**
 * The last calls of the public API, for people who want to see what their client really sent.
 *
 * Kept as references in columns, which are rings: a call makes no object that is collected later, which would cost more
 * than to answer it. Secrets are taken out when the journal is read. Of a long body only the beginning is kept, and older
 * calls keep neither headers nor bodies: lists of a hundred thousand devices would fill the memory.
 */

import { placeholders, redacted } from '../../contracts/kit/placeholders.ts';
import type { Redactor } from '../../contracts/kit/redact.ts';
import { isSecretField } from '../../contracts/kit/redact.ts';
import { copied } from '../../contracts/kit/untrusted.ts';
import type { OperationId } from '../../contracts/specification/operations.ts';
import type { EpochMs } from '../fleet/types.ts';
import type { Call, Reply } from '../http/call.ts';
import { percentDecoded } from '../http/request.ts';
import { type Filter, found, type Numbered } from './filters/filter.ts';
import type { RequestsView, JournalEntry as ShownEntry } from './schemas/index.ts';

export interface JournalEntry {
  /** Real time. */
  receivedAt: EpochMs;
  /** Simulated time. */
  simulatedAt: EpochMs;
  /** Real milliseconds until the answer. */
  took: number;
  operation: OperationId | undefined;
  call: Call;
  reply: Reply;
}

/** A call with its number, from 1. */
export interface KeptCall extends Numbered {
  readonly entry: JournalEntry;
}

/** Longest piece of a body that is shown, in characters. */
const SHOWN_BODY = 4_096;
/** Longest piece that is kept: longer than what is shown and a secret that begins at its end. */
const KEPT_BODY = 8_192;
/** The newest calls, which keep their headers and bodies. */
const WHOLE = 1_000;
/** Calls that are kept at all. */
export const JOURNAL_SIZE = 10_000;

/** A call of the public API and how it was answered, in short. */
export interface ServedRequest {
  /** Real and simulated time, in milliseconds since 1970 UTC. */
  receivedAt: EpochMs;
  simulatedAt: EpochMs;
  /** Real milliseconds until the answer. */
  milliseconds: number;
  method: string;
  /** Path and query, without secrets: those of the account, tokens, and values of parameters named like one. */
  target: string;
  /** The operation that was called; `null` for an address that the document does not know. */
  operation: OperationId | null;
  /** `null`: the connection was cut. */
  status: number | null;
  /** A note, such as on a location that is ahead of the clock. */
  note?: string;
}

export class RequestJournal {
  #kept = columns();
  readonly #size: number;
  /** How many calls have their headers and bodies. */
  readonly #whole: number;
  readonly #onEntry: ((entry: JournalEntry) => void) | undefined;
  readonly #listeners = new Set<(call: KeptCall) => void>();
  /** The calls that a fault lets wait, each with the moment of the fake clock that ends this. */
  readonly #waiting = new Map<Call, EpochMs>();
  #sequence = 0;
  /** The newest call that was cleared away. */
  #cleared = 0;

  /** @param onEntry called with each entry, whether or not it is kept */
  constructor(size: number, onEntry?: (entry: JournalEntry) => void) {
    this.#size = size;
    this.#whole = Math.min(WHOLE, size);
    this.#onEntry = onEntry;
  }

  /** About how many bytes the kept entries take: texts two for a character at the most; headers and the rest are estimated. */
  get bytes(): number {
    const { target, body, replyBody } = this.#kept;
    let characters = 0;
    for (const texts of [target, body, replyBody]) for (const text of texts) characters += text?.length ?? 0;
    return 1024 * target.length + 2 * characters;
  }

  /** The number of the newest call; 0 before the first. */
  get head(): number {
    return this.#sequence;
  }

  /** Keeps what is in the entry. */
  add(entry: JournalEntry): void {
    this.#onEntry?.(entry);
    const sequence = ++this.#sequence;
    if (this.#size > 0) this.#keep(sequence, entry);
    for (const listener of this.#listeners) listener({ sequence, at: entry.simulatedAt, entry });
  }

  #keep(sequence: number, entry: JournalEntry): void {
    const { call, reply } = entry;
    const kept = this.#kept;
    const place = this.#placeOf(sequence, this.#size);
    kept.receivedAt[place] = entry.receivedAt;
    kept.simulatedAt[place] = entry.simulatedAt;
    kept.took[place] = entry.took;
    kept.operation[place] = entry.operation;
    kept.method[place] = call.method;
    kept.target[place] = call.target;
    kept.atOnce[place] = call.atOnce;
    kept.status[place] = reply.status;
    kept.note[place] = reply.note;
    kept.dropped[place] = reply.dropped;
    const whole = this.#placeOf(sequence, this.#whole);
    const before = this.#placeOf(sequence - 1, this.#whole);
    kept.headers[whole] = sameOr(kept.headers[before], call.headers);
    kept.body[whole] = call.body && begun(call.body);
    kept.replyHeaders[whole] = sameOr(kept.replyHeaders[before], reply.headers);
    kept.replyBody[whole] = begun(reply.body);
  }

  #entryAt(sequence: number): JournalEntry {
    const kept = this.#kept;
    const place = this.#placeOf(sequence, this.#size);
    // At no number there is nothing.
    const whole = sequence > this.#bare ? this.#placeOf(sequence, this.#whole) : Number.NaN;
    return {
      receivedAt: kept.receivedAt[place] ?? 0,
      simulatedAt: kept.simulatedAt[place] ?? 0,
      took: kept.took[place] ?? 0,
      operation: kept.operation[place],
      call: {
        method: kept.method[place] ?? '',
        target: kept.target[place] ?? '',
        headers: kept.headers[whole] ?? {},
        body: kept.body[whole],
        atOnce: kept.atOnce[place],
      },
      reply: {
        status: kept.status[place] ?? 0,
        headers: kept.replyHeaders[whole] ?? {},
        body: kept.replyBody[whole] ?? '',
        note: kept.note[place],
        dropped: kept.dropped[place],
      },
    };
  }

  #placeOf(sequence: number, size: number): number {
    return (sequence - 1 - this.#cleared) % size;
  }

  /** Takes note of a call that waits for a moment of the fake clock; returns a function that ends this. */
  waiting(call: Call, until: EpochMs): () => void {
    this.#waiting.set(call, until);
    return () => this.#waiting.delete(call);
  }

  /** Removes all calls. Their numbers are not used again. */
  clear(): void {
    this.#kept = columns();
    this.#cleared = this.#sequence;
  }

  /** Removes all calls, and numbers the next one 1. */
  reset(): void {
    this.clear();
    this.#sequence = 0;
    this.#cleared = 0;
  }

  /** Calls back with each call from now on; returns a function that ends this. */
  onAdded(listener: (call: KeptCall) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The kept calls, oldest first. */
  *kept(): IterableIterator<KeptCall> {
    for (let sequence = this.#oldest; sequence <= this.#sequence; sequence++) {
      const entry = this.#entryAt(sequence);
      yield { sequence, at: entry.simulatedAt, entry };
    }
  }

  /** How many calls match, and the newest of them, without the secrets. */
  read(filter: Filter<KeptCall>, redactor: Redactor): RequestsView {
    const { count, entries } = found(this.kept(), filter);
    return {
      count,
      dropped: this.#oldest - 1 - this.#cleared,
      sequence: this.#sequence,
      ...(this.#bare >= this.#oldest && { bare: this.#bare }),
      ...(this.#waiting.size > 0 && {
        waiting: [...this.#waiting].map(([call, until]) => {
          return `${call.method} ${targetOf(call, redactor)} waits until the clock is at ${new Date(until).toISOString()}`;
        }),
      }),
      requests: entries.map((call) => shownCall(call, redactor)),
    };
  }

  /** The newest call without headers and bodies, where it is still kept. */
  get #bare(): number {
    return this.#sequence - WHOLE;
  }

  get #oldest(): number {
    return Math.max(this.#cleared, this.#sequence - this.#size) + 1;
  }
}

/** An entry in short; the secrets of the address are taken out. */
export function inShort(entry: JournalEntry, redactor: Redactor): ServedRequest {
  const { receivedAt, simulatedAt, took, operation = null, call, reply } = entry;
  return {
    receivedAt,
    simulatedAt,
    milliseconds: Math.round(took * 1000) / 1000,
    method: call.method,
    target: targetOf(call, redactor),
    operation,
    status: reply.dropped ? null : reply.status,
    ...(reply.note !== undefined && { note: redactor.text(reply.note) }),
  };
}

export function callerOf({ call }: Pick<JournalEntry, 'call'>): 'client' | 'story' {
  return call.atOnce ? 'story' : 'client';
}

/** The address of a call as it is shown: `?token=…` is as secret as a header of that name. */
export function targetOf({ target }: Pick<Call, 'target'>, redactor: Redactor): string {
  const text = redactor.text(target);
  const begins = text.indexOf('?') + 1;
  if (begins === 0) return text;
  const parameters = text.slice(begins).split('&').map(withoutSecret);
  return text.slice(0, begins) + parameters.join('&');
}

/** A parameter keeps its value where its name is of no secret, or where a placeholder is in place of that. */
function withoutSecret(parameter: string): string {
  const ends = parameter.indexOf('=');
  const [name, value] = [parameter.slice(0, ends), parameter.slice(ends + 1)];
  if (ends < 0 || value === '' || known.has(value) || !isSecretField(percentDecoded(name))) return parameter;
  return `${name}=${redacted}`;
}

const known: ReadonlySet<string> = new Set([...Object.values(placeholders), redacted]);

/** The columns of the journal. Those of headers and bodies have the newest calls alone. */
function columns() {
  return {
    receivedAt: [] as EpochMs[],
    simulatedAt: [] as EpochMs[],
    took: [] as number[],
    operation: [] as JournalEntry['operation'][],
    method: [] as string[],
    target: [] as string[],
    atOnce: [] as Call['atOnce'][],
    status: [] as number[],
    note: [] as Reply['note'][],
    dropped: [] as Reply['dropped'][],
    headers: [] as Call['headers'][],
    body: [] as Call['body'][],
    replyHeaders: [] as Reply['headers'][],
    replyBody: [] as string[],
  };
}

/** The headers themselves, or those of the call before where they say the same in the same order: mostly they do. */
function sameOr<Headers extends Call['headers']>(before: Headers | undefined, headers: Headers): Headers {
  if (!before) return headers;
  const names = Object.keys(before);
  let place = 0;
  for (const name in headers) if (name !== names[place++] || headers[name] !== before[name]) return headers;
  return place === names.length ? before : headers;
}

function begun(body: string): string {
  return body.length > KEPT_BODY ? copied(body.slice(0, KEPT_BODY)) : body;
}

/** A call as it is shown: without the secrets, and of long bodies the beginning. */
export function shownCall({ sequence, entry }: KeptCall, redactor: Redactor): ShownEntry {
  const { call, reply } = entry;
  const { receivedAt, simulatedAt, milliseconds, method, target, operation, status, note } = inShort(
    entry,
    redactor,
  );
  return {
    sequence,
    receivedAt: new Date(receivedAt).toISOString(),
    simulatedAt: new Date(simulatedAt).toISOString(),
    milliseconds,
    operation,
    by: callerOf(entry),
    request: {
      method,
      target,
      headers: redactor.headers(written(call.headers)),
      body: redactor.text(call.body ?? '', SHOWN_BODY),
    },
    reply: {
      status,
      headers: redactor.headers(written(reply.headers)),
      body: redactor.text(reply.body, SHOWN_BODY),
    },
    ...(note !== undefined && { note }),
  };
}

function written(headers: Call['headers']): { [name: string]: string } {
  const texts: { [name: string]: string } = {};
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) texts[name] = String(value);
  return texts;
}
