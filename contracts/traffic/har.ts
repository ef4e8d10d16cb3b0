/**
 * Recordings in the form of HAR 1.2, as browsers and proxies write it: the calls of the interface to one deployment, taken as
 * data. Nothing is sent, and what was recorded of other addresses is left where it is.
 */
import { fieldsOf } from '../kit/fields.ts';
import { JsonError, jsonIn, refuseManyValues } from '../kit/json.ts';
import type { OperationId } from '../specification/operations.ts';
import { routeOf } from '../specification/routes.ts';

const MAX_ENTRIES = 5_000;
const MAX_HEADERS = 100;
/** Characters of one body. */
const MAX_TEXT = 4_000_000;
const MAX_VALUES = 4_000_000;
/** Lists and objects inside each other in the recording itself; its bodies are texts. */
const MAX_DEPTH = 32;
/** The longest that a call may take, in ms. */
const MAX_TOOK = 24 * 60 * 60 * 1000;

export interface Headers {
  /** Under their lower-case names. */
  readonly [name: string]: string;
}

export interface HarCall {
  readonly operation: OperationId;
  readonly id: string | undefined;
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly sent: string | undefined;
  readonly sentType: string | undefined;
  readonly answer: {
    /** 0 where it was not answered. */
    readonly status: number;
    readonly headers: Headers;
    /** Absent where the recording leaves it out. */
    readonly text: string | undefined;
  };
  /** The earliest time at which it can have begun, and the latest at which it was over, in ms; NaN where it is not said. */
  readonly began: number;
  readonly ended: number;
  /** Tells whether it was a browser that answered, out of what it had kept. */
  readonly isFromCache: boolean;
}

export interface Har {
  /** The address of the deployment, with its base path. */
  readonly place: string;
  readonly calls: readonly HarCall[];
  /** Entries that are no calls of the interface there. */
  readonly others: number;
  /** The entries that were read, where there are more. */
  readonly first: number | undefined;
}

/** A text that is no recording, or one without a call of the interface. */
export class HarError extends Error {
  override readonly name = 'HarError';
}

/** Returns whether a text begins as a recording of this form does. */
export function isHar(text: string): boolean {
  return /^\s*\{\s*"log"\s*:/.test(text);
}

/**
 * @param known the origin of the deployment, and its base path; without an origin it is the place that most calls went to
 * @throws HarError
 */
export function readHar(text: string, known: { origin?: string; basePath?: string } = {}): Har {
  refuseMany([text]);
  const { entries } = fieldsOf(fieldsOf(jsonIn(text, MAX_DEPTH)).log);
  if (!Array.isArray(entries)) throw new HarError('it is not a recording in the form of HAR');
  const read = entries.slice(0, MAX_ENTRIES);
  const { origin, basePath = '' } = known;
  const found = read.flatMap(callIn).filter(({ place }) => {
    const { origin: own, pathname } = new URL(place);
    return (origin === undefined || own === origin) && pathname.replace(/\/$/, '').endsWith(basePath);
  });
  const counts = new Map<string, number>();
  for (const { place } of found) counts.set(place, (counts.get(place) ?? 0) + 1);
  const [[place] = []] = [...counts].toSorted(([, one], [, other]) => other - one);
  if (place === undefined)
    throw new HarError(`it has no call of the interface${origin === undefined ? '' : ` to ${origin}`}`);
  const calls = found.filter((one) => one.place === place);
  const bodies = calls.flatMap(({ sent = '', answer }) => [sent, answer.text ?? '']);
  refuseMany(bodies.filter((body) => /^\s*[[{]/.test(body)));
  const first = entries.length > MAX_ENTRIES ? MAX_ENTRIES : undefined;
  return { place, calls, others: read.length - calls.length, first };
}

/** Refuses more values than are looked at, in the recording itself or in its bodies. */
function refuseMany(texts: readonly string[]): void {
  try {
    refuseManyValues(texts, MAX_VALUES);
  } catch (error) {
    throw error instanceof JsonError ? new HarError(`it has ${error.message}`) : error;
  }
}

/** The call of an entry with its place; none where it is not of the interface. */
function callIn(entry: unknown): (HarCall & { readonly place: string })[] {
  const { request, response, startedDateTime, time, _fromCache: kept } = fieldsOf(entry);
  const { method: given, url: address, headers, postData } = fieldsOf(request);
  const { status, headers: answered, content } = fieldsOf(response);
  const isCall = typeof given === 'string' && typeof address === 'string' && typeof status === 'number';
  if (!isCall || !URL.canParse(address)) return [];
  const [url, method] = [new URL(address), given.toUpperCase()];
  const route = routeOf(method, url.pathname);
  if (!route || !/^https?:$/.test(url.protocol)) return [];
  const { text: sent, mimeType } = fieldsOf(postData);
  return [
    {
      ...{ place: url.origin + route.basePath, operation: route.operation, id: route.id },
      ...{ method, url, headers: headersIn(headers) },
      sent: typeof sent === 'string' && sent.length <= MAX_TEXT ? sent : undefined,
      sentType: typeof mimeType === 'string' ? mimeType.split(';', 1)[0] : undefined,
      answer: { status, headers: headersIn(answered), text: textIn(content) },
      ...timesOf(startedDateTime, time),
      isFromCache: kept !== undefined,
    },
  ];
}

/** A time that is written with fewer digits was cut: it may have been that much later. */
function timesOf(started: unknown, took: unknown): { began: number; ended: number } {
  const isTime = typeof started === 'string' && /^\d{4}-/.test(started);
  if (!isTime || typeof took !== 'number' || !(took >= 0 && took <= MAX_TOOK))
    return { began: Number.NaN, ended: Number.NaN };
  const digits = /:\d\d\.(\d{1,9})/.exec(started)?.[1] ?? '';
  const began = Date.parse(started) + Number(`0.${digits.slice(3)}0`);
  return { began, ended: began + took + 10 ** (3 - digits.length) };
}

function headersIn(list: unknown): Headers {
  const pairs = (Array.isArray(list) ? list : []).slice(0, MAX_HEADERS).flatMap((one): [string, string][] => {
    const { name, value } = fieldsOf(one);
    return typeof name === 'string' && typeof value === 'string' ? [[name.toLowerCase(), value]] : [];
  });
  return Object.fromEntries(pairs);
}

function textIn(content: unknown): string | undefined {
  const { text = '', encoding, size } = fieldsOf(content);
  if (typeof text !== 'string' || text.length > MAX_TEXT) return undefined;
  if (text === '') return typeof size === 'number' && size > 0 ? undefined : '';
  if (encoding !== 'base64') return text;
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)));
  } catch {
    return undefined;
  }
}
