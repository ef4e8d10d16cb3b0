/** Requests as words for the shell. Whatever the deployment chose is a quoted literal, or read anew into a variable. */
import { placeholders, redacted } from '../../kit/placeholders.ts';
import { quotedForSh } from '../../kit/shell.ts';
import type { Exchange } from '../../suite/run.ts';
import { type MadeId, valueIn } from './made-ids.ts';

/** The placeholder of a value in a script. */
export interface Names {
  /** Ids that were read before: their number and value. */
  ids: readonly { number: number; value: string }[];
  nonce: string;
}

type Piece = string | { variable: string };

export function urlWord({ url }: Exchange['request'], names: Names, isTarget: boolean): string {
  const [, path = '', query = ''] = /^([^?#]*)(.*)$/.exec(url) ?? [];
  const parts = path.split('/').flatMap((part, index): Piece[] => {
    const given = index < 3 ? undefined : names.ids.find(({ value }) => value === part);
    return [...(index === 0 ? [] : ['/']), given ? { variable: idName(given.number) } : part];
  });
  const pieces = marked([...parts, query], names);
  return word(isTarget ? withToken(pieces) : pieces);
}

export function bodyWord(body: string, names: Names, isTokenRequest: boolean): string {
  let pieces: Piece[] = [body];
  for (const { number, value } of names.ids)
    pieces = split(pieces, valueIn(value), (found) => {
      const mark = found.startsWith('"') ? ['"'] : [];
      return [...mark, { variable: idName(number) }, ...mark];
    });
  if (isTokenRequest) {
    pieces = split(pieces, /\$ROADTEST_USER_NAME/g, () => [{ variable: 'user_name' }]);
    pieces = split(pieces, /\$ROADTEST_API_KEY/g, () => [{ variable: 'api_key' }]);
  }
  return word(marked(pieces, names));
}

/** Headers that curl writes by itself. */
const left = new Set(['host', 'content-length', 'connection', 'transfer-encoding', 'accept-encoding']);
/** Anything else curl might read otherwise: `@` begins the name of a file. */
const HEADER = /^[\w!#$%&'*+.^`|~-]+$/;
const SECRET = /<SECRET>|<REDACTED>/g;

/** The arguments for the headers; the one with the token is in a file of the script. */
export function headerWords(headers: Exchange['request']['headers'], isTarget: boolean): string[] {
  return Object.entries(headers).flatMap(([name, value]) => {
    if (left.has(name.toLowerCase()) || !HEADER.test(name)) return [];
    if (isTarget && name.toLowerCase() === 'authorization') return [bearerWord(value)];
    const pieces = split([`${name}${value === '' ? ';' : `: ${value}`}`], SECRET, () => [
      { variable: 'ROADTEST_CONTROL_TOKEN' },
    ]);
    return [`-H ${word(isTarget ? withToken(pieces) : pieces)}`];
  });
}

export function needsControlToken({ request }: Exchange): boolean {
  return Object.values(request.headers).some((value) => value.includes('<SECRET>') || value === redacted);
}

/** How the shell makes each altered token of a good one, by what the record has in its place. */
const altered: { readonly [label: string]: string } = {
  'another payload': 'other_payload',
  'another signature': 'other_signature',
  'a signature cut short': "signed 's/......$//'",
  'an empty signature': "signed 's/[^.]*$//'",
  'no signature': "signed 's/[.][^.]*$//'",
  'the algorithm none': 'other_algorithm none',
  'the algorithm None': 'other_algorithm None',
  'the algorithm NONE': 'other_algorithm NONE',
  'an algorithm of another kind and an empty signature': 'other_kind',
};

/** What was sent in the place of a good token, as far as it follows from one. */
function bearerWord(value: string): string {
  if (value === `Bearer ${placeholders.token}`) return '-H @"$work/token"';
  const label = /^Bearer <(.*)>$/.exec(value)?.[1];
  if (label !== undefined && Object.hasOwn(altered, label))
    return `-H "authorization: Bearer $(${altered[label]})"`;
  if (label !== undefined) return "-H 'authorization: Bearer roadtest.never.token'";
  return `-H ${word(withToken([value === '' ? 'authorization;' : `authorization: ${value}`]))}`;
}

function withToken(pieces: readonly Piece[]): Piece[] {
  return split(pieces, /\$ROADTEST_TOKEN/g, () => [{ variable: 'token' }]);
}

/** How the shell reads the id from the reply that it has. */
export function readingOf({ at }: MadeId): string {
  if (at === 'location') return 'id_in_location';
  if (at === 'whole') return 'id_alone';
  return `id_named ${quotedForSh(at.name)} ${at.nth}`;
}

export function idName(number: number): string {
  return `id_${number + 1}`;
}

/** The run's own mark in names: each run of the script has another. */
function marked(pieces: readonly Piece[], { nonce }: Names): Piece[] {
  return split(pieces, new RegExp(nonce, 'g'), () => [{ variable: 'mark' }]);
}

function split(pieces: readonly Piece[], pattern: RegExp, replace: (found: string) => Piece[]): Piece[] {
  return pieces.flatMap((piece) => {
    if (typeof piece !== 'string') return [piece];
    const made: Piece[] = [];
    let end = 0;
    for (const { 0: found, index } of piece.matchAll(pattern)) {
      made.push(piece.slice(end, index), ...replace(found));
      end = index + found.length;
    }
    return [...made, piece.slice(end)];
  });
}

function word(pieces: readonly Piece[]): string {
  const literals: Piece[] = [];
  for (const piece of pieces) {
    const before = literals.at(-1);
    if (typeof piece === 'string' && typeof before === 'string')
      literals[literals.length - 1] = before + piece;
    else literals.push(piece);
  }
  const words = literals.map((piece) =>
    typeof piece !== 'string' ? `"$${piece.variable}"` : piece === '' ? '' : quotedForSh(piece),
  );
  return words.join('') || "''";
}
