/**
 * The last calls of the public API, for people who want to see what their client really sent.
 *
 * Kept as references in a ring; secrets are taken out when the journal is read, so that a call costs
 * nothing more than its place in the ring. Of a long body only the beginning is kept, and older calls
 * keep neither headers nor bodies: lists of a hundred thousand devices would fill the memory.
 */
import { copied } from '../../contracts/kit/copied.ts';
import { placeholders, redacted } from '../../contracts/kit/placeholders.ts';
import type { Redactor } from '../../contracts/kit/redact.ts';
import { isSecretField } from '../../contracts/kit/redact.ts';
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
  /** A ring: the call of a sequence number is at its remainder. */
  readonly #entries: JournalEntry[] = [];
  readonly #size: number;
  readonly #onEntry: ((entry: JournalEntry) => void) | undefined;
  readonly #listeners = new Set<(call: KeptCall) => void>();
  /** The calls that a fault lets wait, each with the moment of the fake clock that ends this. */
  readonly #waiting = new Map<Call, EpochMs>();
  #sequence = 0;
  /** The newest call that was cleared away. */
  #cleared = 0;
  #bytes = 0;

  /** @param onEntry called with each entry, whether or not it is kept */
  constructor(size: number, onEntry?: (entry: JournalEntry) => void) {
    this.#size = size;
    this.#onEntry = onEntry;
  }

  /** About how many bytes the kept entries take. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The number of the newest call; 0 before the first. */
  get head(): number {
    return this.#sequence;
  }

  /** Keeps the entry itself, which gives up its headers and bodies once it is an older one: the caller must not change it. */
  add(entry: JournalEntry): void {
    this.#onEntry?.(entry);
    const sequence = ++this.#sequence;
    // The caller has the answer, and would be kept with the request and its connection.
    if (entry.call.caller) entry.call.caller = undefined;
    if (this.#size > 0) this.#put(sequence, shortened(entry));
    const older = this.#bare >= this.#oldest ? this.#entries[this.#bare % this.#size] : undefined;
    if (older) {
      this.#bytes -= bytesOf(older);
      strip(older);
      this.#bytes += bytesOf(older);
    }
    for (const listener of this.#listeners) listener({ sequence, at: entry.simulatedAt, entry });
  }

  #put(sequence: number, entry: JournalEntry): void {
    const place = sequence % this.#size;
    const before = this.#entries[place];
    this.#entries[place] = entry;
    this.#bytes += bytesOf(entry) - (before ? bytesOf(before) : 0);
  }

  /** Takes note of a call that waits for a moment of the fake clock; returns a function that ends this. */
  waiting(call: Call, until: EpochMs): () => void {
    this.#waiting.set(call, until);
    return () => this.#waiting.delete(call);
  }

  /** Removes all calls. Their numbers are not used again. */
  clear(): void {
    this.#entries.length = 0;
    this.#cleared = this.#sequence;
    this.#bytes = 0;
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
      const entry = this.#entries[sequence % this.#size];
      if (entry) yield { sequence, at: entry.simulatedAt, entry };
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

function shortened(entry: JournalEntry): JournalEntry {
  const { call, reply } = entry;
  const isLong = (body = '') => body.length > KEPT_BODY;
  if (!isLong(call.body) && !isLong(reply.body)) return entry;
  const begun = (body: string) => (isLong(body) ? copied(body.slice(0, KEPT_BODY)) : body);
  return {
    ...entry,
    call: { ...call, body: call.body && begun(call.body) },
    reply: { ...reply, body: begun(reply.body) },
  };
}

/**
 * Takes headers and bodies out of an entry. Call and reply are others' as well, and stay as they are. This is
 * done at each call: to copy them by spreading made a read half as dear again.
 */
function strip(entry: JournalEntry): void {
  const { method, target, atOnce } = entry.call;
  const { status, note, dropped } = entry.reply;
  entry.call = { method, target, headers: none, body: undefined, atOnce };
  entry.reply = { status, headers: none, body: '', note, dropped };
}

const none = Object.freeze({});

/** Texts take two bytes for a character at the most; headers and the rest are estimated. */
function bytesOf({ call, reply }: JournalEntry): number {
  return 1024 + 2 * (call.target.length + (call.body?.length ?? 0) + reply.body.length);
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
