/** The same for programs: as data for JSON, and JUnit XML for build servers. */

import { DOMImplementation, type Element, XMLSerializer } from '@xmldom/xmldom';
import { visible } from '../../contracts/kit/untrusted.ts';
import type { Promised } from '../../scenarios/player/ledger.ts';
import { isoUtc } from '../../simulator/time/format.ts';
import { type Outcome, placeOf } from './summary.ts';

export function forPrograms({ played, file }: Outcome): object {
  const { promises, reached, took, ...facts } = played;
  return {
    ...facts,
    reached: isoUtc(reached),
    milliseconds: Math.round(took),
    file,
    expectations: promises.map(({ place, at, ...promise }) => ({
      ...promise,
      file,
      line: place.line,
      column: place.column,
      at: at === null ? null : isoUtc(at),
    })),
  };
}

/** A suite for the story, a test case for each promise. */
export function asJunit({ played, file }: Outcome): string {
  const document = new DOMImplementation().createDocument(null, 'testsuites');
  const root = document.documentElement as Element;
  const { promises, standing } = played;
  const numbers = { tests: promises.length, failures: standing.failed, errors: 0 };
  const time = (played.took / 1000).toFixed(3);
  setAll(root, { name: 'roadtest', ...numbers, time });
  const suite = add(root, 'testsuite', { name: played.story, ...numbers, skipped: standing.open, time });
  const properties = add(suite, 'properties');
  const facts = { seed: played.seed, digest: played.digest, reached: isoUtc(played.reached) };
  for (const [name, value] of Object.entries(facts))
    add(properties, 'property', { name, value: String(value) });
  for (const promise of promises) addCase(suite, promise, file);
  const xml = new XMLSerializer().serializeToString(document, { requireWellFormed: true });
  return `<?xml version="1.0" encoding="UTF-8"?>\n${xml}\n`;
}

function addCase(suite: Element, promise: Promised, file: string): void {
  const { state, label, wanted, actual } = promise;
  const place = placeOf(file, promise);
  const name = `${place} ${inXml(label)}`;
  const testcase = add(suite, 'testcase', { name, classname: 'roadtest.story', time: '0.000' });
  if (state === 'open') add(testcase, 'skipped', { message: 'its moment was not reached' });
  if (state !== 'failed') return;
  const message = inXml(`wanted ${wanted ?? 'to be looked at'}, actual ${actual}`);
  add(testcase, 'failure', { type: 'expectation', message }, `${place}\n${message}`);
}

/** Without what XML has no place for. */
function inXml(text: string): string {
  return visible(text).replace(/[\p{Cs}\ufffe\uffff]/gu, '\ufffd');
}

function add(
  parent: Element,
  name: string,
  attributes: { readonly [name: string]: string | number } = {},
  text?: string,
): Element {
  const document = parent.ownerDocument as NonNullable<Element['ownerDocument']>;
  const element = document.createElement(name);
  setAll(element, attributes);
  if (text) element.appendChild(document.createTextNode(text));
  parent.appendChild(document.createTextNode('\n')); // build servers show the file as it is
  parent.appendChild(element);
  return element;
}

function setAll(element: Element, attributes: { readonly [name: string]: string | number }): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
}
