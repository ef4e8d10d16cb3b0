/**
 * The last calls of the public API, for people who want to see what their client really sent.
 *
 * Kept as references in a ring; secrets are taken out when somebody reads, so that a call costs
 * nothing more than its place in the ring.
 */
import type { EpochMs } from '../fleet/types.ts';
import type { Call, Reply } from '../http/call.ts';

export interface JournalEntry {
  sequence: number;
  /** Real time. */
  receivedAt: EpochMs;
  /** Simulated time. */
  simulatedAt: EpochMs;
  /** Real milliseconds until the answer. */
  took: number;
  operation: string | undefined;
  call: Call;
  reply: Reply;
}

/** Longest piece of a body that is shown. */
const SHOWN_BODY = 4096;
const SECRET_HEADERS = ['authorization', 'cookie', 'x-control-token', 'proxy-authorization'];
const SECRET_FIELD = /("(?:apiKey|token|password|accessToken)"\s*:\s*)"(?:[^"\\]|\\.)*"/gi;
const JWT = /eyJ[\w-]{4,}\.[\w-]+\.[\w-]*/g;

export class RequestJournal {
  readonly #entries: JournalEntry[] = [];
  readonly #size: number;
  #sequence = 0;

  constructor(size: number) {
    this.#size = size;
  }

  add(entry: Omit<JournalEntry, 'sequence'>): void {
    if (this.#size === 0) return;
    const sequence = this.#sequence++;
    this.#entries[sequence % this.#size] = { sequence, ...entry };
  }

  clear(): void {
    this.#entries.length = 0;
    this.#sequence = 0;
  }

  /** The newest `limit` entries, oldest first. `secrets` are texts to take out wherever they stand. */
  read(limit: number, secrets: readonly string[]): object[] {
    const kept = Math.min(this.#entries.length, Math.max(0, limit));
    const entries: object[] = [];
    for (let sequence = this.#sequence - kept; sequence < this.#sequence; sequence++) {
      const entry = this.#entries[sequence % this.#size];
      if (entry) entries.push(shown(entry, secrets));
    }
    return entries;
  }
}

function shown(entry: JournalEntry, secrets: readonly string[]): object {
  const { call, reply } = entry;
  return {
    sequence: entry.sequence,
    receivedAt: new Date(entry.receivedAt).toISOString(),
    simulatedAt: new Date(entry.simulatedAt).toISOString(),
    milliseconds: Math.round(entry.took * 1000) / 1000,
    operation: entry.operation ?? null,
    request: {
      method: call.method,
      target: withoutSecrets(call.target, secrets),
      headers: headersWithoutSecrets(call.headers, secrets),
      body: withoutSecrets(call.body ?? '', secrets).slice(0, SHOWN_BODY),
    },
    reply: {
      status: reply.dropped ? null : reply.status,
      headers: headersWithoutSecrets(reply.headers, secrets),
      body: withoutSecrets(reply.body, secrets).slice(0, SHOWN_BODY),
    },
  };
}

function headersWithoutSecrets(
  headers: Call['headers'],
  secrets: readonly string[],
): { [name: string]: string } {
  const shownHeaders: { [name: string]: string } = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) continue;
    shownHeaders[name] = SECRET_HEADERS.includes(name)
      ? '<redacted>'
      : withoutSecrets(String(value), secrets);
  }
  return shownHeaders;
}

function withoutSecrets(text: string, secrets: readonly string[]): string {
  let clean = text.replace(SECRET_FIELD, '$1"<redacted>"').replace(JWT, '<redacted>');
  for (const secret of secrets) if (secret.length >= 4) clean = clean.replaceAll(secret, '<redacted>');
  return clean;
}
