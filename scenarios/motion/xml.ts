/**
 * Reads tracks from XML: all segments of the tracks of GPX 1.0 or 1.1, its routes where it has no track; and from KML
 * the tracks and placemarks with times, or its lines where there are none.
 *
 * The points are taken from the document tree and not through a conversion to GeoJSON: that keeps each time with its
 * point where some points have none, and reports the line of a point that is wrong. Extensions are passed over; speed
 * and course are derived.
 */
import { DOMParser, type Element, onErrorStopParsing, ParseError } from '@xmldom/xmldom';
import { excerpt } from '../../contracts/kit/untrusted.ts';
import type { RawPoint, Reader } from './points.ts';
import { TrackError, trackBounds, unreadable } from './track-error.ts';

type Take = (point: RawPoint) => void;

/** @throws {TrackError} */
export const readXml: Reader = (text, take) => {
  const root = parseXml(text);
  if (root.localName === 'gpx') return readGpx(root, take);
  if (root.localName === 'kml') return readKml(root, take);
  const what = `the document is <${excerpt(root.localName)}>, and neither <gpx> nor <kml>.`;
  throw unreadable(what, 'Export the track as GPX 1.1 or as GeoJSON.', { line: root.lineNumber });
};

function readGpx(root: Element, take: Take): string | undefined {
  const isRecorded = all(root, 'trkpt').length > 0;
  const lines = all(root, isRecorded ? 'trk' : 'rte');
  for (const [index, line] of lines.entries()) {
    const name = childText(line, 'name');
    for (const point of all(line, isRecorded ? 'trkpt' : 'rtept'))
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
  return lines[0] && childText(lines[0], 'name');
}

function readKml(root: Element, take: Take): string | undefined {
  const placemarks = all(root, 'Placemark');
  const tracks = placemarks.flatMap((placemark) => all(placemark, 'Track'));
  for (const [index, track] of tracks.entries()) takeTrack(track, String(index), take);
  const timed = placemarks.flatMap((placemark) => {
    const [time] = [...all(placemark, 'when'), ...all(placemark, 'begin')];
    const [point] = all(placemark, 'Point').flatMap((one) => children(one, 'coordinates'));
    return time && point && all(placemark, 'Track').length === 0 ? [{ placemark, time, point }] : [];
  });
  for (const { placemark, time, point } of timed) {
    const folder = placemark.parentNode as Element;
    const [section, name] = [`folder ${folder.lineNumber}`, childText(folder, 'name')];
    take({
      ...positionIn(textOf(point).split(',')),
      time: textOf(time),
      place: placeOf(point),
      section,
      name,
    });
  }
  if (tracks.length + timed.length === 0)
    for (const [index, line] of all(root, 'LineString').entries())
      for (const points of children(line, 'coordinates'))
        for (const written of textOf(points).split(/\s+/))
          take({ ...positionIn(written.split(',')), place: placeOf(line), section: String(index) });
  const [document] = all(root, 'Document');
  return (placemarks[0] && childText(placemarks[0], 'name')) ?? (document && childText(document, 'name'));
}

/** The times of a `gx:Track`, and then as many positions. */
function takeTrack(track: Element, section: string, take: Take): void {
  const times = children(track, 'when');
  const positions = children(track, 'coord');
  if (times.length !== positions.length) {
    const what = `a track has ${positions.length} positions and ${times.length} times.`;
    const hint = 'Give one <when> for each <gx:coord>, in the same order.';
    throw new TrackError('TRACK_BAD_TIME', what, hint, placeOf(track));
  }
  const name = childText(track.parentNode as Element, 'name');
  for (const [at, position] of positions.entries())
    take({
      ...positionIn(textOf(position).split(/\s+/)),
      time: times[at]?.textContent,
      place: placeOf(position),
      section,
      name,
    });
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

function textOf({ textContent }: Element): string {
  return (textContent ?? '').trim();
}

const EXPORT = 'Check that the file is complete, or export the track again.';

function parseXml(text: string): Element {
  if (/^\s*<(?:!doctype\s+)?html\b/i.test(text))
    throw unreadable(
      'this is a web page, and no track.',
      'Download the file itself: the page may ask to sign in first.',
    );
  refuseUnbounded(text);
  // Elements are known by their names alone: a prefix that is nowhere declared is no fault of the track.
  const plain = text.replaceAll(/<(\/?)[\w.-]{1,100}:/g, '<$1');
  try {
    const document = new DOMParser({ onError: onErrorStopParsing }).parseFromString(plain, 'application/xml');
    // The parser neither loads nor expands entities of a document type; a file that brings one is refused whole.
    if (!document.doctype) return document.documentElement as Element;
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    const reason = /^Reporting \w+ "(.*)" caused/s.exec(error.message)?.[1] ?? error.message;
    const { lineNumber, columnNumber } = error.locator ?? {};
    const place = { line: lineNumber || undefined, column: columnNumber };
    throw unreadable(`this is not well-formed XML (${excerpt(reason)}).`, EXPORT, place);
  }
  throw unreadable('the file declares a document type (<!DOCTYPE …>), which no track has.', EXPORT);
}

/** Markup that is not a tag, and how it ends. */
const others = { '<!--': '-->', '<![CDATA[': ']]>', '<?': '?>' };

/** Refuses what the parser would not take linear time for: deep nesting, a tag without end. @throws {TrackError} */
function refuseUnbounded(text: string): void {
  const { depth: most, line } = trackBounds;
  let depth = 0;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    const start = at;
    const refuse = (what: string) => {
      const place = { line: text.slice(0, start).split('\n').length };
      return new TrackError(
        'TRACK_TOO_LARGE',
        `${what}.`,
        'Export the track again, as plain GPX 1.1.',
        place,
      );
    };
    const [, end] = Object.entries(others).find(([begin]) => text.startsWith(begin, start)) ?? [];
    const [tag = '', closes, isEmpty] =
      end === undefined
        ? (/^<(\/|!)?(?:"[^"]*"|'[^']*'|[^"'>])*?(\/)?>/.exec(text.slice(at, at + line + 1)) ?? [])
        : [];
    at = end === undefined ? at + tag.length : text.indexOf(end, at);
    if (end === undefined && tag === '' && text.length - start > line)
      throw refuse(`a tag has more than ${line.toLocaleString('en')} characters`);
    // The parser says what is missing.
    if (at < 0 || at === start) return;
    if (end === undefined) depth += closes === '/' ? -1 : closes === '!' || isEmpty ? 0 : 1;
    if (depth > most) throw refuse(`more than ${most} elements are nested`);
  }
}
