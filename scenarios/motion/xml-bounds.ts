/** Tells whether a text of XML is one that the parser takes linear time for: not nested deeply, no tag without end. */
import { trackBounds } from './bounds.ts';
import { lineAt, TrackError } from './track-error.ts';

/** The markup that is not a tag, and how it ends. */
const others: readonly [start: string, end: string][] = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
];

/** @throws {TrackError} TRACK_TOO_LARGE */
export function refuseUnboundedXml(text: string): void {
  let depth = 0;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    const other = others.find(([start]) => text.startsWith(start, at));
    const end = other ? text.indexOf(other[1], at) : endOfTag(text, at);
    // The parser says what is missing.
    if (end < 0) return;
    if (!other && text[at + 1] === '/') depth -= 1;
    else if (!other && text[at + 1] !== '!' && text[end - 1] !== '/') depth += 1;
    if (depth > trackBounds.depth)
      throw tooLarge(`more than ${trackBounds.depth} elements are nested`, text, at);
    at = end;
  }
}

/** The `>` that is in no quotes; -1 where there is none. */
function endOfTag(text: string, start: number): number {
  let quote = '';
  for (let at = start + 1; at < text.length; at++) {
    const sign = text.charAt(at);
    if (at - start > trackBounds.line)
      throw tooLarge(`a tag has more than ${trackBounds.line.toLocaleString('en')} characters`, text, start);
    if (quote !== '') quote = sign === quote ? '' : quote;
    else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === '>') return at;
  }
  return -1;
}

function tooLarge(what: string, text: string, at: number): TrackError {
  const hint = 'Export the track again, as plain GPX 1.1.';
  return new TrackError('TRACK_TOO_LARGE', `${what}.`, hint, { line: lineAt(text, at) });
}
