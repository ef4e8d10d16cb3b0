/** The query parameters and headers that are read, and what was meant by others. */
import { distance } from 'fastest-levenshtein';
import { didYouMean } from '../../../contracts/kit/suggest.ts';
import { quoted } from '../../../contracts/kit/untrusted.ts';
import type { Answers } from '../../../contracts/specification/openings/index.ts';
import { listedBy, type OperationId } from '../../../contracts/specification/operations.ts';
import type { Call } from '../call.ts';
import { type PagingAnswers, pageParameters } from '../paging.ts';
import { tokenWays } from '../token-ways.ts';

/** A name that is not read. */
export interface Unread {
  code: 'STRICT_UNKNOWN_FIELD' | 'STRICT_UNKNOWN_PARAMETER' | 'STRICT_UNKNOWN_HEADER';
  /** The place in the body as a JSON Pointer, or the name of the parameter or header. */
  field: string;
  /** Says what it is, with the name that was probably meant. */
  detail: string;
}

export interface StrictCall {
  operation: OperationId;
  call: Call;
  /** As it was written, without `?`. */
  query: string;
}

/** @param hint goes on after a colon */
export function sentence(says: string, hint: string | undefined): string {
  return hint === undefined ? `${says}.` : `${says}: ${hint}`;
}

export type NameAnswers = PagingAnswers & Answers<'auth.other-ways'>;
type Check = (asked: StrictCall) => Unread[];

export function createQueryCheck(openings: NameAnswers): Check {
  const anywhere = openings['auth.other-ways'].accepts.flatMap((way) => tokenWays[way].parameter ?? []);
  const paging = pageParameters(openings);
  const { group } = openings['operations.query'];

  return ({ operation, query }) => {
    if (query === '') return [];
    const read = [
      ...(operation === 'listDevices' ? [group] : []),
      ...(Object.hasOwn(listedBy, operation) ? paging : []),
      ...anywhere,
    ];
    const given = new Set(new URLSearchParams(query).keys());
    return [...given]
      .filter((name) => !read.includes(name))
      .map((name) => ({
        code: 'STRICT_UNKNOWN_PARAMETER',
        field: name,
        detail: sentence(
          `The query parameter ${quoted(name)} is not read by ${operation}`,
          didYouMean(name, read),
        ),
      }));
  };
}

/** Letters by which a header that is meant differs at the most: clients send many that no service reads. */
const LETTERS = 2;

export function createHeaderCheck(openings: NameAnswers): Check {
  const ofTokens = openings['auth.other-ways'].accepts.flatMap((way) => tokenWays[way].header ?? []);
  const read = ['authorization', 'content-type', ...ofTokens];

  return ({ call: { headers } }) => {
    const unread: Unread[] = [];
    for (const [name, value] of Object.entries(headers)) {
      if (value === undefined || read.includes(name)) continue;
      // A token that came elsewhere was meant for the header that is missing.
      const isToken = headers.authorization === undefined && /^bearer /i.test(String(value));
      const near = read.find(
        (one) => Math.abs(one.length - name.length) <= LETTERS && distance(name, one) <= LETTERS,
      );
      const meant = near ?? (isToken ? 'authorization' : undefined);
      if (meant === undefined || headers[meant] !== undefined) continue;
      const detail = `The header ${quoted(name)} is not read: did you mean "${meant}"?`;
      unread.push({ code: 'STRICT_UNKNOWN_HEADER', field: name, detail });
    }
    return unread;
  };
}
