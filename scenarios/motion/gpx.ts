/**
 * Reads the tracks of a GPX file, version 1.0 or 1.1: all segments of its tracks. Tracks whose times overlap are of
 * several vehicles, others are one recording.
 *
 * The points are taken from the document tree and not through a conversion to GeoJSON: that keeps
 * each time with its point where some points have none, keeps segments of a single point, and reports
 * the line of a point that is wrong. Extensions are passed over; speed and course are derived.
 */
import { DOMParser, type Element, onErrorStopParsing, ParseError } from '@xmldom/xmldom';
import { excerpt } from '../../contracts/kit/untrusted.ts';
import { PointCollector, type Reading } from './reading.ts';
import { lineAt, TrackError } from './track-error.ts';
import { refuseUnboundedXml } from './xml-bounds.ts';

/** @throws {TrackError} */
export function readGpx(text: string): Reading {
  const root = parseXml(text);
  if (root.localName !== 'gpx') {
    throw new TrackError(
      'TRACK_NOT_READABLE',
      `the document is <${excerpt(root.localName)}>, and not <gpx>.`,
      'Export the track as GPX 1.1 or as GeoJSON.',
      { line: root.lineNumber },
    );
  }
  const collector = new PointCollector();
  const tracks = [...root.getElementsByTagNameNS('*', 'trk')];
  for (const [index, track] of tracks.entries()) {
    const belonging = { section: String(index), name: childText(track, 'name') };
    for (const point of track.getElementsByTagNameNS('*', 'trkpt')) {
      const facts = {
        latitude: point.getAttribute('lat'),
        longitude: point.getAttribute('lon'),
        altitude: childText(point, 'ele'),
        time: childText(point, 'time'),
      };
      collector.add(facts, { line: point.lineNumber, column: point.columnNumber }, belonging);
    }
  }
  return { recordings: collector.recordings, name: tracks[0] && childText(tracks[0], 'name') };
}

function childText(parent: Element, name: string): string | undefined {
  for (let child = parent.firstChild; child; child = child.nextSibling) {
    if ((child as Element).localName === name) return child.textContent?.trim();
  }
  return undefined;
}

function parseXml(text: string): Element {
  refuseUnboundedXml(text);
  const document = parseDocument(text);
  // The parser neither loads nor expands entities of a document type; a file that brings one is refused whole.
  if (document.doctype) {
    throw new TrackError(
      'TRACK_NOT_READABLE',
      'the file declares a document type (<!DOCTYPE …>), which GPX does not have.',
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
      `Add xmlns:${excerpt(prefix)}="…" to <gpx>, or leave its elements out of the file.`,
      { line: lineAt(text, index) },
    );
  }
}
