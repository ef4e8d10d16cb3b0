/** The request that an operation performs, and how its body is read. */
import secureJsonParse from 'secure-json-parse';
import { JSON_DEPTH } from '../../contracts/kit/bounds.ts';
import { refuseDeepJson } from '../../contracts/kit/json.ts';
import type { EpochMs } from '../fleet/types.ts';
import type { Call, CallHead, Reply } from './call.ts';
import { Refused } from './refusals.ts';

export interface OperationRequest {
  call: Call;
  /** The simulated moment of the call. */
  now: EpochMs;
  /** The id in the path as it was written, already percent-decoded; `''` without one. */
  id: string;
  /** The query as it was written, without `?`. */
  query: string;
}

export type Perform = (request: OperationRequest) => Reply;

/** A header's value; the first where it was sent more than once. */
export function headerOf(call: CallHead, name: string): string | undefined {
  const value = call.headers[name];
  return typeof value === 'object' ? value[0] : value;
}

/** Percent-decoding; what cannot be decoded stays as it is and then names nothing. */
export function percentDecoded(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** A whole number in the decimal digits of a query; `undefined` for anything else. */
export function wholeNumber(text: string): number | undefined {
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(value) ? value : undefined;
}

/** The media type of the body without parameters, in lower case; `''` without one. */
export function mediaTypeOf(call: Call): string {
  const contentType = headerOf(call, 'content-type');
  if (contentType === undefined || contentType === 'application/json') return contentType ?? '';
  const end = contentType.indexOf(';');
  return (end < 0 ? contentType : contentType.slice(0, end)).trim().toLowerCase();
}

/**
 * The JSON of a body. Refuses other content types, what is not text, text that is not JSON, and keys that
 * would reach for a prototype.
 */
export function jsonOf(call: Call): unknown {
  const mediaType = mediaTypeOf(call);
  if (mediaType !== '' && mediaType !== 'application/json' && !mediaType.endsWith('+json')) {
    throw new Refused('content-type', {
      code: 'CONTENT_TYPE',
      detail: `Bodies must be application/json, not ${mediaType}.`,
    });
  }
  if (call.unread) throw new Refused(call.unread.refusal, call.unread);
  if (call.body === undefined || call.body === '') {
    throw new Refused('malformed', {
      code: 'BODY_MISSING',
      detail: 'The request has no body; JSON is needed here.',
    });
  }
  return parsedJson(call.body);
}

/** Parses text as JSON; refuses with the reason that the parser gives. */
export function parsedJson(text: string): unknown {
  try {
    return refuseDeepJson(secureJsonParse.parse(text), text, JSON_DEPTH);
  } catch (error) {
    throw new Refused('malformed', {
      code: 'BODY_NOT_JSON',
      detail: `The body is not valid JSON: ${(error as Error).message}.`,
    });
  }
}
