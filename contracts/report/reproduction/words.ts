/** Requests as words for the shell. Whatever the deployment chose is a quoted literal, or read anew into a variable. */
import { placeholders } from '../../kit/placeholders.ts';
import { quotedForSh } from '../../kit/shell.ts';
import type { Exchange } from '../../verify/run.ts';
import { type MadeId, valueIn } from './made-ids.ts';

/** The placeholder of a value in a script. */
export interface Names {
  /** Ids that were read before: their number and value. */
  ids: readonly { number: number; value: string }[];
  /** What names the records of the run. */
  marks: readonly string[];
  /** Texts that the script sends; a record of the run with such a mark in another text is none of the script. */
  sent: readonly string[];
  /** The exchanges whose tokens the script has. */
  tokens: readonly number[];
  /** The variables that hold secrets of the controls. */
  secrets: readonly string[];
  /** The address of the deployment, without a slash at its end. */
  base: string;
  /** The present of the deployment when the request was sent, in seconds; what it sends counts from there. */
  present?: number | undefined;
}

/** A literal, a variable, or what a function of the script prints. */
type Piece = string | { variable: string } | { call: string };

export function urlWord({ url }: Pick<Exchange['request'], 'url'>, names: Names, isTarget: boolean): string {
  const isBelow = url.startsWith(`${names.base}/`);
  const [, path = '', query = ''] = /^([^?#]*)(.*)$/.exec(isBelow ? url.slice(names.base.length) : url) ?? [];
  const parts = path.split('/').flatMap((part, index): Piece[] => {
    const given = index < (isBelow ? 1 : 3) ? undefined : names.ids.find(({ value }) => value === part);
    return [...(index === 0 ? [] : ['/']), given ? { variable: idName(given.number) } : part];
  });
  const pieces = [
    ...(isBelow ? [{ variable: 'base' }] : []),
    ...withSecrets(marked([...parts, query], names), names),
  ];
  return word(isTarget ? withToken(pieces) : pieces);
}

export function bodyWord(body: string, names: Names, isTokenRequest: boolean): string {
  let pieces = withIds([body], names);
  if (isTokenRequest) {
    pieces = split(pieces, /\$ROADTEST_USER_NAME/g, () => [{ variable: 'user_name' }]);
    pieces = split(pieces, /\$ROADTEST_API_KEY/g, () => [{ variable: 'api_key' }]);
  }
  pieces = withSecrets(marked(timed(pieces, names), names), names);
  return word(split(pieces, stringsIn, (text) => cutAsSent(text, names)));
}

/** The answer, with the ids and the mark of the script. */
export function answerWord(body: string, names: Names): string {
  const pieces = split([body], /\$ROADTEST_USER_NAME/g, () => [{ variable: 'user_name' }]);
  return word(
    split(markedAsSent(withIds(pieces, names), names), stringsIn, (text) => cutAsSent(text, names)),
  );
}

/** What a list says of records of the script: those of others may have the ids that come when it is run. */
export function ownIn(list: string, names: Names): string {
  const isOwn = (text: string) =>
    text.split(/[\s,:"[\]]+/).some((word) => names.ids.some(({ value }) => value === word)) ||
    names.marks.some((mark) => [...text.matchAll(markIn(mark))].some(([found]) => isSent(found, names)));
  return list.split(/[{}]/).filter(isOwn).join('}');
}

/** The mark, but not that of a record of the run which is none of the script. */
function markedAsSent(pieces: readonly Piece[], names: Names): Piece[] {
  let marked = [...pieces];
  for (const mark of names.marks)
    marked = split(marked, markIn(mark), (found) =>
      isSent(found, names) ? [{ variable: 'mark' }, found.slice(mark.length)] : [found],
    );
  return marked;
}

const markIn = (mark: string): RegExp => new RegExp(`${mark}(?:-\\d+(?!\\d))?`, 'g');

/** Whether a mark is of the script: nothing that it sends has the number of another record. */
function isSent(found: string, { sent }: Names): boolean {
  return !/-\d+$/.test(found) || sent.some((one) => new RegExp(`${found}(?!\\d)`).test(one));
}

const RUN = /(?:[^"\\]|\\.)+/g;

/** Texts in JSON as they are written, without their quotation marks. */
function stringsIn(json: string): RegExpExecArray[] {
  return [...json.matchAll(RUN)].filter(
    ({ 0: run, index }) => json[index - 1] === '"' && json[index + run.length] === '"',
  );
}

/** A text that was sent with the mark, cut short within it. */
function cutAsSent(text: string, { sent, marks }: Names): Piece[] {
  for (const mark of marks) {
    const at = sent.find((one) => one.includes(mark) && one.startsWith(text))?.indexOf(mark) ?? text.length;
    if (at < text.length && text.length < at + mark.length)
      return [text.slice(0, at), { call: `printf '%.${text.length - at}s' "$mark"` }];
  }
  return [text];
}

/** The texts in a body. */
export function textsIn(body: string): string[] {
  return stringsIn(body).map(([text]) => text);
}

function withIds(pieces: readonly Piece[], { ids }: Names): Piece[] {
  let found = [...pieces];
  for (const { number, value } of ids)
    found = split(found, valueIn(value), (text) => {
      const quote = text.startsWith('"') ? ['"'] : [];
      return [...quote, { variable: idName(number) }, ...quote];
    });
  return found;
}

const DAY_S = 86_400;
const TIME = /(?<=")\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d)?(?=(?:\.\d+)?Z?")/g;

/** Dates and times in a body, as far from the present as they were. */
function timed(pieces: readonly Piece[], { present }: Names): Piece[] {
  if (present === undefined) return [...pieces];
  return split(pieces, TIME, (text) => {
    const at = Date.parse(text.length > 10 ? `${text}Z` : text) / 1000;
    if (!Number.isInteger(at)) return [text];
    if (at % DAY_S > 0) return [{ call: `moment ${at - present}` }];
    return [{ call: `day ${at / DAY_S - Math.floor(present / DAY_S)}` }, text.slice(10)];
  });
}

/** Headers that curl writes by itself. */
const left = new Set(['host', 'content-length', 'connection', 'transfer-encoding', 'accept-encoding']);
/** Anything else curl might read otherwise: `@` begins the name of a file. */
const HEADER = /^[\w!#$%&'*+.^`|~-]+$/;
/** The placeholder of a secret of the controls: the variable of the environment that holds it. */
const SECRET = /<\$(\w+)>/g;

/**
 * The arguments for the headers; the one with the token is in a file of the script.
 *
 * @param token the exchange whose token it is
 */
export function headerWords(
  headers: Exchange['request']['headers'],
  names: Names,
  isTarget: boolean,
  token?: number,
): string[] {
  return Object.entries(headers).flatMap(([name, value]) => {
    if (left.has(name.toLowerCase()) || !HEADER.test(name)) return [];
    if (isTarget && name.toLowerCase() === 'authorization')
      return [
        bearerWord(
          value,
          names.tokens.find((one) => one === token),
        ),
      ];
    const pieces = withSecrets([`${name}${value === '' ? ';' : `: ${value}`}`], names);
    return [`-H ${word(isTarget ? withToken(pieces) : pieces)}`];
  });
}

/** Names known to the run only: a deployment that answers such a text learns nothing of the environment. */
function withSecrets(pieces: readonly Piece[], { secrets }: Pick<Names, 'secrets'>): Piece[] {
  return split(pieces, SECRET, (found) => {
    const name = found.slice(2, -1);
    return [secrets.includes(name) ? { variable: name } : found];
  });
}

/** The variables whose secrets a request holds. */
export function secretsIn({ request: { url, headers, body = '' } }: Exchange): string[] {
  const texts = [url, body, ...Object.values(headers)];
  return texts.flatMap((text) => [...text.matchAll(SECRET)].flatMap(([, name]) => name ?? []));
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
  'the algorithm nOnE': 'other_algorithm nOnE',
  'an algorithm without a name': "other_algorithm ''",
  'the algorithm HS256 and an empty signature': 'other_algorithm HS256',
  'the algorithm RS256 and an empty signature': 'other_algorithm RS256',
};

/** What was sent in the place of a good token, as far as it follows from one. */
function bearerWord(value: string, token: number | undefined): string {
  if (value === `Bearer ${placeholders.token}`)
    return `-H @"$work/token${token === undefined ? '' : `.${token}`}"`;
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
function marked(pieces: readonly Piece[], { marks }: Names): Piece[] {
  let found = [...pieces];
  for (const mark of marks) found = split(found, new RegExp(mark, 'g'), () => [{ variable: 'mark' }]);
  return found;
}

function split(
  pieces: readonly Piece[],
  wanted: RegExp | ((piece: string) => Iterable<RegExpExecArray>),
  replace: (found: string) => Piece[],
): Piece[] {
  return pieces.flatMap((piece) => {
    if (typeof piece !== 'string') return [piece];
    const made: Piece[] = [];
    let end = 0;
    for (const { 0: found, index } of wanted instanceof RegExp ? piece.matchAll(wanted) : wanted(piece)) {
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
    typeof piece === 'string' ? (piece === '' ? '' : quotedForSh(piece)) : substituted(piece),
  );
  return words.join('') || "''";
}

function substituted(piece: Exclude<Piece, string>): string {
  return 'call' in piece ? `"$(${piece.call})"` : `"$${piece.variable}"`;
}
