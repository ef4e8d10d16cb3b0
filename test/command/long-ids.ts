/** A service whose ids are numbers of 64 bits, one beside the other beyond 2^53: read as doubles, several of them are one. */
import { mapTable } from '../../contracts/kit/tables.ts';
import type { Handle } from '../../simulator/http/call.ts';

const FIRST = 9007199254740993n;
const prefixes = ['dev', 'alr', 'grp', 'usr'];
const OURS = /"(dev|alr|grp|usr)-(\d{1,5})"/g;
const OURS_IN_PATH = /\b(dev|alr|grp|usr)-(\d{1,5})\b/g;
const LONG = /900719925\d{7}/g;

/** The number that a service of such ids has in the place of an id of ours. */
export function longId(id: string): bigint {
  const [prefix = '', number = ''] = id.split('-');
  return FIRST + 4n * BigInt(number) + BigInt(prefixes.indexOf(prefix));
}

function shortId(long: string): string {
  const place = BigInt(long) - FIRST;
  return `${prefixes[Number(place % 4n)]}-${place / 4n}`;
}

/** The same service with ids of 64 bits: numbers in what it takes and answers, and in paths and `Location` the same digits. */
export function withLongIds(handle: Handle): Handle {
  return async (call) => {
    const target = call.target.replace(LONG, shortId);
    const body = call.body?.replace(LONG, (long) => `"${shortId(long)}"`);
    const reply = await handle({ ...call, target, ...(body !== undefined && { body }) });
    const headers = mapTable(reply.headers, (value) =>
      value.replace(OURS_IN_PATH, (id) => String(longId(id))),
    );
    return {
      ...reply,
      headers,
      body: reply.body.replace(OURS, (_, prefix, number) => String(longId(`${prefix}-${number}`))),
    };
  };
}
