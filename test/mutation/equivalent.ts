/**
 * Mutants that behave as the code that they stand for, with the proof of each in a line: at most 5 in 100 of a part.
 * Where the code itself can go, it goes.
 */
import type { Mutant } from './instrument.ts';

interface Equivalent extends Pick<Mutant, 'file' | 'code' | 'becomes'> {
  nth?: number;
  proof: string;
}

export const equivalents: readonly Equivalent[] = [
  {
    file: 'simulator/time/timeline.ts',
    code: 'inOrder(last, below) <= 0',
    becomes: 'inOrder(last, below) < 0',
    proof: 'No two events have the same number: none is in no order with another.',
  },
  {
    file: 'simulator/time/format.ts',
    code: 'second !== cachedSecond',
    becomes: 'true',
    proof: 'The text is made anew, and is the same.',
  },
  {
    file: 'simulator/time/calendar.ts',
    code: 'isUtc(timeZone)',
    becomes: 'false',
    proof: 'The calendar gives the same end of a day without changes of the clock.',
  },
  {
    file: 'simulator/time/clock.ts',
    code: 'next > target',
    becomes: 'false',
    proof: 'The run of what is due finds nothing, and comes to the same moment.',
  },
  {
    file: 'simulator/control/guard.ts',
    code: 'i < wanted.length',
    becomes: 'i <= wanted.length',
    proof: 'Past the end of both texts 0 is compared with 0; texts of two lengths differ already.',
  },
  {
    file: 'contracts/kit/redact.ts',
    code: 'best?.fellows.length !== 0',
    becomes: 'true',
    proof: 'Nothing has fewer fellows than none: the search only goes on without finding a better place.',
  },
  {
    file: 'contracts/kit/redact.ts',
    code: '!best || fellows.length < best.fellows.length',
    becomes: 'true',
    proof:
      'A form is filed under another place of it, and found by that: only how often it is compared changes.',
  },
  {
    file: 'contracts/kit/redact.ts',
    code: 'fellows.length < best.fellows.length',
    becomes: 'fellows.length <= best.fellows.length',
    proof: 'Of two places with as many fellows either will do.',
  },
  {
    file: 'contracts/kit/redact.ts',
    code: '/[\\\\%&]/',
    becomes: '/[^\\\\%&]/',
    proof:
      'A text of these characters alone has no escape but that of a backslash, and that form of a secret is looked for.',
  },
  {
    file: 'contracts/kit/redact.ts',
    code: 'this.#secrets.has(secret)',
    becomes: 'false',
    proof: 'What is filed twice is found twice at the same place, and the first says what replaces it.',
  },
  {
    file: 'contracts/kit/redact.ts',
    code: 'this.#entries.size === 0',
    becomes: 'false',
    proof: 'Nothing is filed, and so nothing is found.',
  },
  {
    file: 'contracts/kit/redact.ts',
    code: 'shown === text',
    becomes: 'false',
    proof: 'Nothing is remembered: a text is searched again, with the same result.',
  },
  {
    file: 'contracts/kit/redact.ts',
    code: 'index < text.length',
    becomes: 'index <= text.length',
    proof: 'No piece of four characters or more ends behind the last one.',
  },
  {
    file: 'contracts/kit/redact.ts',
    code: 'end < text.length',
    becomes: 'end <= text.length',
    proof: 'There is no character behind the last one: the loop ends with the same length.',
  },
  {
    file: 'contracts/kit/redact.ts',
    code: 'this.#clean.has(text)',
    becomes: 'false',
    proof: 'A text is searched once more, with the same result.',
  },
  {
    file: 'contracts/kit/redact.ts',
    code: '!/[\\\\%&]/.test(text)',
    becomes: 'false',
    proof: 'In a text without these characters each kind of escape is looked for, and none is there.',
  },
  {
    file: 'contracts/kit/redact.ts',
    code: '!SECRET_NAME.test(text) && ![...this.#fields].some((name) => text.includes(name…',
    becomes: 'false',
    proof: 'All names are read, of which none is that of a secret.',
  },
  {
    file: 'contracts/kit/redact.ts',
    code: 'text.slice(0, most + margin)',
    becomes: 'text',
    proof: 'No secret that begins before `most` reaches as far as the margin: only more text is searched.',
  },
  {
    file: 'contracts/kit/redact.ts',
    code: 'text.length > SHORTEST_SECRET',
    becomes: 'text.length >= SHORTEST_SECRET',
    proof: 'A text of four characters with a secret in it is that secret alone, which is left out.',
  },
  {
    file: 'contracts/kit/redact.ts',
    code: '/^\\w+ /',
    becomes: '/\\w+ /',
    proof: 'Where a word is not the first, what is before it stays, and the whole is no placeholder.',
  },
  {
    file: 'contracts/kit/redact.ts',
    code: 'spans.length === 0',
    becomes: 'false',
    proof: 'Without a span nothing is replaced: the same beginning of the text is put together.',
  },
  {
    file: 'contracts/kit/redact.ts',
    code: '!text.includes(TOKEN_BEGIN)',
    becomes: 'false',
    proof: 'A text without the beginning of a token is searched for one, and none is there.',
  },
  ...['true', 'found.length >= 1'].map((becomes) => ({
    file: 'contracts/kit/redact.ts',
    code: 'found.length > 1',
    becomes,
    proof: 'The first layer is looked through twice; places that overlap count as one.',
  })),
  ...[
    { code: 'text.search(kind) >= 0', becomes: 'true' },
    { code: 'kinds.filter((kind) => text.search(kind) >= 0)', becomes: 'kinds' },
  ].map((mutant) => ({
    file: 'contracts/kit/redact.ts',
    ...mutant,
    proof: 'Of a kind that is not there nothing is undone: it gives no view.',
  })),
  {
    file: 'contracts/kit/redact.ts',
    code: '((filed[hash >> 3] ?? 0) & (1 << (hash & 7))) === 0',
    becomes: 'false',
    proof: 'Under a hash without its bit there are no entries.',
  },
  {
    file: 'contracts/kit/redact.ts',
    code: 'now.length === 0',
    becomes: 'false',
    proof: 'A text without escapes is looked through once more as it is; places that overlap count as one.',
  },
  ...[1, 2].map((nth) => ({
    file: 'simulator/fleet/locations/itinerary.ts',
    code: 'plan === undefined',
    becomes: 'false',
    nth,
    proof:
      'Without a plan there is no report either, which the other half asks. It is there for the compiler.',
  })),
  {
    file: 'simulator/fleet/licences.ts',
    code: 'instant === null',
    becomes: 'false',
    proof:
      'Settings that were checked and expire have a date, and so an instant. It is there for the compiler.',
  },
  {
    file: 'simulator/fleet/records/content.ts',
    code: 'kind === undefined',
    becomes: 'false',
    proof: 'Every field with a fallback has a kind, as its type says; the other half leaves out the rest.',
  },
  {
    file: 'simulator/fleet/locations/history.ts',
    code: 'SMALL_UNTIL_BITS - SMALL_BITS',
    becomes: 'SMALL_UNTIL_BITS + SMALL_BITS',
    proof:
      'The numbers of the large levels begin higher; which rows a segment has does not follow from them.',
  },
  {
    file: 'simulator/fleet/locations/history.ts',
    code: 'SMALL_UNTIL_BITS + level - SMALL_SEGMENTS',
    becomes: 'SMALL_UNTIL_BITS + level + SMALL_SEGMENTS',
    proof: 'Shifts count modulo 32, and there are 32 small segments.',
  },
  {
    file: 'simulator/fleet/locations/history.ts',
    code: 'level < SMALL_SEGMENTS',
    becomes: 'level <= SMALL_SEGMENTS',
    proof: 'The first large segment begins at row 128, which is 32 times 4 as well.',
  },
  ...[1, 2].map((nth) => ({
    file: 'simulator/fleet/locations/history.ts',
    code: 'device >= this.#written.length',
    becomes: 'true',
    nth,
    proof: 'A column that is long enough is given back as it is.',
  })),
  {
    file: 'simulator/fleet/reference.ts',
    code: "format.formatToParts(at).find((part) => part.type === 'timeZoneName')?.value",
    becomes: "format.formatToParts(at).find(part => part.type === 'timeZoneName').value",
    proof: 'A format that was made with a name of the time zone has that part.',
  },
  {
    file: 'simulator/fleet/options.ts',
    code: "typeof value === 'number'",
    becomes: 'true',
    proof: 'Number.isInteger says no of all else. It is there for the compiler.',
  },
  {
    file: 'simulator/fleet/state/devices.ts',
    code: 'at === null && !expires',
    becomes: 'false',
    proof: 'What does not expire has no instant: the checks that are left out hold for it.',
  },
  {
    file: 'simulator/fleet/state/index.ts',
    code: 'ends[0]?.at',
    becomes: 'ends[0].at',
    proof: 'There is one, as was asked two lines above. It is there for the compiler.',
  },
  {
    file: 'simulator/fleet/core.ts',
    code: 'number === undefined',
    becomes: 'false',
    proof: 'Nothing answers to no number: the rule gives it back as it is.',
  },
  {
    file: 'simulator/fleet/rules/licences.ts',
    code: "{ return 'used'; }",
    becomes: '{}',
    proof: 'A column says whether a device is expired; all else is used.',
  },
  {
    file: 'simulator/control/journal.ts',
    code: 'body.length > KEPT_BODY',
    becomes: 'true',
    proof: 'A body that is cut at its own end is the same.',
  },
  {
    file: 'simulator/control/journal.ts',
    code: 'body.length > KEPT_BODY',
    becomes: 'body.length >= KEPT_BODY',
    proof: 'A body that is cut at its own end is the same.',
  },
  {
    file: 'simulator/control/journal.ts',
    code: 'ends < 0',
    becomes: 'ends <= 0',
    proof: 'A parameter without a name has not the name of a secret.',
  },
  {
    file: 'simulator/control/journal.ts',
    code: 'entry',
    becomes: 'true',
    proof: 'As many are there as are counted. It is there for the compiler.',
  },
  {
    file: 'contracts/deployment/transport/arriving.ts',
    code: "''",
    becomes: '"Stryker was here!"',
    proof: 'Neither is a date.',
  },
  {
    file: 'contracts/deployment/transport/body.ts',
    code: "''",
    becomes: '"Stryker was here!"',
    nth: 3,
    proof: 'The text of what is not read is not asked for: it only gives its memory back.',
  },
  {
    file: 'contracts/deployment/transport/body.ts',
    code: '{ stopListening(); }',
    becomes: '{}',
    proof: 'What is over cannot be cancelled: only the memory of a listener is kept.',
  },
  {
    file: 'simulator/fleet/ring.ts',
    code: 'index < this.#items.length',
    becomes: 'index <= this.#items.length',
    proof: 'Past the end there is nothing, which is left out.',
  },
  {
    file: 'simulator/fleet/ring.ts',
    code: 'this.#items.length - 1',
    becomes: 'this.#items.length + 1',
    proof: 'Past the end there is nothing, which is left out.',
  },
  {
    file: 'simulator/fleet/ring.ts',
    code: 'item !== undefined',
    becomes: 'true',
    nth: 1,
    proof: 'Between the ends there is something at each place. It is there for the compiler.',
  },
  {
    file: 'simulator/fleet/ring.ts',
    code: 'item !== undefined',
    becomes: 'true',
    nth: 2,
    proof: 'Between the ends there is something at each place. It is there for the compiler.',
  },
  {
    file: 'simulator/time/calendar.ts',
    code: 'hours === undefined || minutes === undefined',
    becomes: 'hours === undefined && minutes === undefined',
    proof: 'A time of day has both or is none. It is there for the compiler.',
  },
  {
    file: 'simulator/time/calendar.ts',
    code: "'Etc/UTC'",
    becomes: '""',
    proof: 'The other way through the calendar gives the same for it.',
  },
  {
    file: 'simulator/time/clock.ts',
    code: 'next === undefined || next > target',
    becomes: 'false',
    proof: 'Without an event up to there both ways come to the same moment.',
  },
  {
    file: 'simulator/time/checks.ts',
    code: 'field === undefined',
    becomes: 'false',
    proof: 'The error leaves out a field that is not said.',
  },
  {
    file: 'simulator/time/timeline.ts',
    code: 'this.#heap.length > 64 && this.#heap.length > 2 * this.#pending.size',
    becomes: 'this.#heap.length > 64 || this.#heap.length > 2 * this.#pending.size',
    proof: 'How often the heap is made anew changes nothing of what comes next.',
  },
  {
    file: 'simulator/fleet/alerts.ts',
    code: 'groupId !== null',
    becomes: 'true',
    proof: 'No user is in a group without a number. It is there for the compiler.',
  },
  {
    file: 'simulator/control/journal.ts',
    code: '!isLong(entry.call.body) && !isLong(entry.reply.body)',
    becomes: 'false',
    proof: 'An entry without long bodies is the same after these were shortened.',
  },
  {
    file: 'contracts/deployment/transport/body.ts',
    code: "'too-large'",
    becomes: '""',
    nth: 1,
    proof: 'The error is thrown again: nobody asks why the text is not there.',
  },
];

export function isEquivalent({ file, code, becomes, nth }: Mutant): boolean {
  return equivalents.some(
    (one) => one.file === file && one.code === code && one.becomes === becomes && (one.nth ?? 1) === nth,
  );
}
