/** Texts of groups and users that come back otherwise than they were sent. */
import type { Affected } from '../../simulator/deviations/deviation.ts';
import { type Breakage, breakage } from './breakage.ts';
import { type Family, shownText, text } from './of-records.ts';

const idsOf = (family: Family): readonly Affected[] => [
  `${family}s/kept-as-sent`,
  `${family}s/created-can-be-read`,
  `${family}s/replaced`,
  `${family}s/updated-keeps-rest`,
];

function stores(does: string, family: Family, field: string, change: (text: string) => unknown): Breakage {
  return breakage(`${does} in the ${field} of a ${family}`, idsOf(family), text(family, field, change));
}

function shows(does: string, family: Family, field: string, change: (text: string) => unknown): Breakage {
  return breakage(`${does} in the ${field} of a ${family}`, idsOf(family), shownText(family, field, change));
}

const utf8 = (given: string): Uint8Array => new TextEncoder().encode(given);
const latin1 = (bytes: Uint8Array): string => [...bytes].map((byte) => String.fromCharCode(byte)).join('');
const cutAt = (bytes: number) => (given: string) =>
  new TextDecoder().decode(utf8(given).slice(0, bytes)).replaceAll('\uFFFD', '');

export const textBreakages: readonly Breakage[] = [
  stores('writes ampersands as HTML does', 'group', 'name', (given) => given.replaceAll('&', '&amp;')),
  stores('writes apostrophes as HTML does', 'user', 'name', (given) => given.replaceAll("'", '&#39;')),
  stores('writes quotation marks as HTML does', 'group', 'description', (given) =>
    given.replaceAll('"', '&quot;'),
  ),
  stores('doubles apostrophes', 'group', 'name', (given) => given.replaceAll("'", "''")),
  stores('puts a backslash before quotation marks', 'user', 'name', (given) => given.replaceAll('"', '\\"')),
  stores('loses backslashes', 'group', 'description', (given) => given.replaceAll('\\', '')),
  stores('decodes percent signs', 'user', 'name', (given) =>
    given.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
  ),
  stores('encodes percent signs', 'group', 'name', (given) => given.replaceAll('%', '%25')),
  stores('takes a plus for a blank', 'group', 'name', (given) => given.replaceAll('+', ' ')),
  stores('takes a plus for a blank', 'user', 'email', (given) => given.replaceAll('+', ' ')),
  stores('loses what follows a plus', 'user', 'email', (given) => given.replace(/\+[^@]*@/, '@')),
  stores('loses what follows a hash', 'group', 'description', (given) => given.replace(/#.*$/, '')),
  stores('loses what follows a semicolon', 'user', 'name', (given) => given.replace(/;.*$/, '')),
  stores('puts a comma in place of a semicolon', 'group', 'description', (given) =>
    given.replaceAll(';', ','),
  ),
  stores('fills in what braces name', 'group', 'name', (given) => given.replace(/\{\{?\w*\}?\}/g, '')),
  stores('takes a dollar sign with a letter for a variable', 'user', 'name', (given) =>
    given.replace(/\$\w+/g, ''),
  ),
  stores('loses vertical bars', 'group', 'name', (given) => given.replaceAll('|', '')),
  stores('writes underscores in place of blanks', 'user', 'name', (given) => given.replaceAll(' ', '_')),
  stores('cuts at 32 letters', 'group', 'name', (given) => given.slice(0, 32)),
  stores('cuts at 45 letters', 'user', 'name', (given) => given.slice(0, 45)),
  stores('cuts at 48 bytes', 'group', 'description', cutAt(48)),
  stores('cuts at 40 letters', 'group', 'description', (given) => given.slice(0, 40)),
  stores('reads UTF-8 as Latin-1', 'user', 'name', (given) => latin1(utf8(given))),
  stores('keeps Latin-1 alone', 'group', 'name', (given) => given.replace(/[^\0-\xff]/g, '?')),
  stores('writes ss in place of a sharp s', 'user', 'name', (given) => given.replaceAll('ß', 'ss')),
  stores('loses accents', 'group', 'description', (given) =>
    given.normalize('NFD').replace(/[\u0300-\u036f]/g, ''),
  ),
  stores('loses the euro sign', 'group', 'description', (given) => given.replaceAll('€', 'EUR')),
  stores('writes other alphabets as question marks', 'user', 'name', (given) =>
    given.replace(/[^\0-\u024f]/g, '?'),
  ),
  stores('writes typographic dashes and quotation marks as plain ones', 'user', 'name', (given) =>
    given.replace(/[–—]/g, '-').replace(/[“”„]/g, '"').replace(/[‘’]/g, "'"),
  ),
  shows('shows digits as a number', 'group', 'name', (given) =>
    /^\d+$/.test(given) ? Number(given) : given,
  ),
  stores('loses zeros before digits', 'user', 'name', (given) => given.replace(/^0+(?=\d+$)/, '')),
  shows('shows the word true as a truth value', 'group', 'description', (given) =>
    given === 'true' || given === 'false' ? given === 'true' : given,
  ),
  shows('shows the word null as none', 'user', 'name', (given) =>
    given.toLowerCase() === 'null' ? null : given,
  ),
  stores('writes numbers with an exponent out', 'group', 'description', (given) =>
    /^\d+e\d+$/i.test(given) ? String(Number(given)) : given,
  ),
  stores('writes days as moments', 'group', 'name', (given) =>
    /^\d{4}-\d{2}-\d{2}$/.test(given) ? `${given}T00:00:00Z` : given,
  ),
  stores('takes a text in brackets for a list', 'user', 'name', (given) =>
    /^\[.*\]$/.test(given) ? given.slice(1, -1) : given,
  ),
  stores('puts an apostrophe before what a table would calculate', 'group', 'name', (given) =>
    /^[=+@-]/.test(given) ? `'${given}` : given,
  ),
  stores('loses a dot at the end', 'user', 'name', (given) => given.replace(/\.+$/, '')),
  stores('shortens three dots to one sign', 'group', 'description', (given) => given.replaceAll('...', '…')),
  stores('loses slashes', 'group', 'name', (given) => given.replaceAll('/', '')),
];
