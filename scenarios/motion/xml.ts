/**
 * Reads tracks from XML: all segments of the tracks of GPX 1.0 or 1.1, its routes where it has no track; and from KML
 * the tracks and placemarks with times, or its lines where there are none.
 *
 * The points are taken from the document tree and not through a conversion to GeoJSON: that keeps each time with its
 * point where some points have none, and reports the line of a point that is wrong. Extensions are passed over; speed
 * and course are derived.
 */
import { DOMParser, type Element, onErrorStopParsing, ParseError } from '@xmldom/xmldom';
import { nameIn } from '../../contracts/kit/tables.ts';
import { excerpt } from '../../contracts/kit/untrusted.ts';
import { trackBounds } from './bounds.ts';
import type { RawPoint, Reader } from './points.ts';
import { lineAt, TrackError } from './track-error.ts';

type Take = (point: RawPoint) => void;

const documents = { gpx: readGpx, kml: readKml };

/** @throws {TrackError} */
export const readXml: Reader = (text, take) => {
  const root = parseXml(text);
  const kind = nameIn(documents, root.localName ?? '');
  if (kind !== undefined) return documents[kind](root, take);
  throw new TrackError(
    'TRACK_NOT_READABLE',
    `the document is <${excerpt(root.localName)}>, and neither <gpx> nor <kml>.`,
    'Export the track as GPX 1.1 or as GeoJSON.',
    { line: root.lineNumber },
  );
};

function readGpx(root: Element, take: Take): string | undefined {
  const tracks = all(root, 'trk');
  const isRecorded = tracks.some((track) => all(track, 'trkpt').length > 0);
  const [lines, kind] = isRecorded ? [tracks, 'trkpt'] : [all(root, 'rte'), 'rtept'];
  for (const [index, line] of lines.entries()) {
    const name = childText(line, 'name');
    for (const point of all(line, kind)) {
      take({
        latitude: point.getAttribute('lat'),
        longitude: point.getAttribute('lon'),
        altitude: childText(point, 'ele'),
        time: childText(point, 'time'),
        place: placeOf(point),
        section: String(index),
        name,
      });
    }
  }
  return lines[0] && childText(lines[0], 'name');
}

function readKml(root: Element, take: Take): string | undefined {
  const placemarks = all(root, 'Placemark');
  const tracks = placemarks.flatMap((placemark) =>
    all(placemark, 'Track').map((track) => ({ placemark, track })),
  );
  for (const [index, { placemark, track }] of tracks.entries()) {
    const times = children(track, 'when');
    const positions = children(track, 'coord');
    if (times.length !== positions.length) {
      throw new TrackError(
        'TRACK_BAD_TIME',
        `a track has ${positions.length} positions and ${times.length} times.`,
        'Give one <when> for each <gx:coord>, in the same order.',
        placeOf(track),
      );
    }
    for (const [at, position] of positions.entries())
      take({
        ...coordinates(position, /\s+/),
        time: times[at]?.textContent,
        section: String(index),
        name: childText(placemark, 'name'),
      });
  }
  const timed = placemarks.flatMap((placemark) => {
    const [time] = [...all(placemark, 'when'), ...all(placemark, 'begin')];
    const [point] = all(placemark, 'Point').flatMap((one) => children(one, 'coordinates'));
    return time && point && all(placemark, 'Track').length === 0 ? [{ placemark, time, point }] : [];
  });
  for (const { placemark, time, point } of timed) {
    const folder = placemark.parentNode as Element;
    take({
      ...coordinates(point, /,/),
      time: time.textContent,
      section: `folder ${folder.lineNumber}`,
      name: childText(folder, 'name'),
    });
  }
  if (tracks.length + timed.length > 0) return nameOf(root, placemarks);
  for (const [index, line] of all(root, 'LineString').entries())
    for (const [points] of [children(line, 'coordinates')])
      for (const written of (points?.textContent ?? '').trim().split(/\s+/))
        take({ ...positionIn(written.split(',')), place: placeOf(line), section: String(index) });
  return nameOf(root, placemarks);
}

function nameOf(root: Element, [placemark]: readonly Element[]): string | undefined {
  const [document] = all(root, 'Document');
  return (placemark && childText(placemark, 'name')) ?? (document && childText(document, 'name'));
}

function coordinates(element: Element, between: RegExp) {
  return { ...positionIn((element.textContent ?? '').trim().split(between)), place: placeOf(element) };
}

/** Longitude first, as KML has it. */
function positionIn([longitude, latitude, altitude]: readonly string[]) {
  return { latitude, longitude, altitude };
}

function placeOf({ lineNumber, columnNumber }: Element) {
  return { line: lineNumber, column: columnNumber };
}

/** The elements of this name in another, however deep. */
function all(parent: Element, name: string): Element[] {
  return [...parent.getElementsByTagNameNS('*', name)];
}

function children(parent: Element, name: string): Element[] {
  const found: Element[] = [];
  for (let child = parent.firstChild; child; child = child.nextSibling)
    if ((child as Element).localName === name) found.push(child as Element);
  return found;
}

function childText(parent: Element, name: string): string | undefined {
  return children(parent, name)[0]?.textContent?.trim();
}

function parseXml(text: string): Element {
  if (/^\s*<(?:!doctype\s+)?html\b/i.test(text))
    throw new TrackError(
      'TRACK_NOT_READABLE',
      'this is a web page, and no track.',
      'Download the file itself: the page may ask to sign in first.',
    );
  refuseUnbounded(text);
  const document = parseDocument(text);
  // The parser neither loads nor expands entities of a document type; a file that brings one is refused whole.
  if (document.doctype) {
    throw new TrackError(
      'TRACK_NOT_READABLE',
      'the file declares a document type (<!DOCTYPE …>), which no track has.',
      'Remove the declaration, or export the track again.',
    );
  }
  return document.documentElement as Element;
}

function parseDocument(text: string) {
  try {
    return new DOMParser({ onError: onErrorStopParsing }).parseFromString(text, 'application/xml');
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    const reason = /^Reporting \w+ "(.*)" caused/s.exec(error.message)?.[1] ?? error.message;
    refuseUndeclared(text);
    throw new TrackError(
      'TRACK_NOT_READABLE',
      `this is not well-formed XML (${excerpt(reason)}).`,
      'Check that the file is complete, or export the track again.',
      { line: error.locator?.lineNumber || undefined, column: error.locator?.columnNumber },
    );
  }
}

/** The parser names no prefix that it misses. @throws {TrackError} */
function refuseUndeclared(text: string): void {
  const declared = new Set([...text.matchAll(/\sxmlns:([^\s=]{1,100})\s*=/g)].map(([, prefix]) => prefix));
  for (const { 1: prefix = '', index } of text.matchAll(/<([A-Za-z_][\w.-]{0,99}):/g)) {
    if (declared.has(prefix)) continue;
    throw new TrackError(
      'TRACK_NOT_READABLE',
      `the prefix ${excerpt(prefix)} of an element is not declared.`,
      `Add xmlns:${excerpt(prefix)}="…" to the first element, or leave its elements out of the file.`,
      { line: lineAt(text, index) },
    );
  }
}

/** The markup that is not a tag, and how it ends. */
const others: readonly [start: string, end: string][] = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
];

/** Refuses what the parser would not take linear time for: deep nesting, a tag without end. @throws {TrackError} */
function refuseUnbounded(text: string): void {
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
