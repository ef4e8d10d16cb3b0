/** Texts of groups and users that come back otherwise than they were sent. */
import type { Affected } from '../../simulator/deviations/deviation.ts';
import { type Fault, fault } from './fault.ts';
import { type Family, shownText, text } from './of-records.ts';

const idsOf = (family: Family): readonly Affected[] => [
  `${family}s/kept-as-sent`,
  `${family}s/created-can-be-read`,
  `${family}s/replaced`,
  `${family}s/updated-keeps-rest`,
];

function stores(does: string, family: Family, field: string, change: (text: string) => unknown): Fault {
  return fault(`${does} in the ${field} of a ${family}`, idsOf(family), text(family, field, change));
}

function shows(does: string, family: Family, field: string, change: (text: string) => unknown): Fault {
  return fault(`${does} in the ${field} of a ${family}`, idsOf(family), shownText(family, field, change));
}

const utf8 = (given: string): Uint8Array => new TextEncoder().encode(given);
const latin1 = (bytes: Uint8Array): string => [...bytes].map((byte) => String.fromCharCode(byte)).join('');
const cutAt = (bytes: number) => (given: string) =>
  new TextDecoder().decode(utf8(given).slice(0, bytes)).replaceAll('\uFFFD', '');

export const textFaults: readonly Fault[] = [
  stores('writes apostrophes as HTML does', 'user', 'name', (given) => given.replaceAll("'", '&#39;')),
  stores('doubles apostrophes', 'group', 'name', (given) => given.replaceAll("'", "''")),
  stores('loses backslashes', 'group', 'description', (given) => given.replaceAll('\\', '')),
  stores('decodes percent signs', 'user', 'name', (given) =>
    given.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
  ),
  stores('takes a plus for a blank', 'group', 'name', (given) => given.replaceAll('+', ' ')),
  stores('loses what follows a hash', 'group', 'description', (given) => given.replace(/#.*$/, '')),
  stores('loses what follows a semicolon', 'user', 'name', (given) => given.replace(/;.*$/, '')),
  stores('fills in what braces name', 'group', 'name', (given) => given.replace(/\{\{?\w*\}?\}/g, '')),
  stores('cuts at 45 letters', 'user', 'name', (given) => given.slice(0, 45)),
  stores('cuts at 48 bytes', 'group', 'description', cutAt(48)),
  stores('reads UTF-8 as Latin-1', 'user', 'name', (given) => latin1(utf8(given))),
  stores('loses accents', 'group', 'description', (given) =>
    given.normalize('NFD').replace(/[\u0300-\u036f]/g, ''),
  ),
  stores('writes other alphabets as question marks', 'user', 'name', (given) =>
    given.replace(/[^\0-\u024f]/g, '?'),
  ),
  stores('writes typographic dashes and quotation marks as plain ones', 'user', 'name', (given) =>
    given.replace(/[–—]/g, '-').replace(/[“”„]/g, '"').replace(/[‘’]/g, "'"),
  ),
  stores('loses zeros before digits', 'user', 'name', (given) => given.replace(/^0+(?=\d+$)/, '')),
  shows('shows the word true as a truth value', 'group', 'description', (given) =>
    given === 'true' || given === 'false' ? given === 'true' : given,
  ),
  shows('shows the word null as none', 'user', 'name', (given) =>
    given.toLowerCase() === 'null' ? null : given,
  ),
  stores('puts an apostrophe before what a table would calculate', 'group', 'name', (given) =>
    /^[=+@-]/.test(given) ? `'${given}` : given,
  ),
];
