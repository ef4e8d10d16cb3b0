/**
 * What must not overtake what: a deed waits for all before it that write what it reads or writes, or read what
 * it writes. So reports of one device keep their order, groups and users theirs, and an alert is told to those
 * who are users at its moment.
 */
import type { Sent } from './errand.ts';

export interface Order {
  writes: readonly string[];
  reads: readonly string[];
}

const ACCOUNT = 'account';
const RECORDS = 'records';
/** Which devices hold a licence. */
const LICENCES = 'licences';

export function orderOf(deed: Sent): Order {
  switch (deed.kind) {
    case 'locations':
      return { writes: [device(deed.device)], reads: [ACCOUNT] };
    case 'alert':
      return { writes: [device(deed.device)], reads: [ACCOUNT, RECORDS] };
    case 'control':
      return deed.device === null
        ? { writes: [ACCOUNT], reads: [] }
        : { writes: [device(deed.device), LICENCES], reads: [ACCOUNT, RECORDS] };
    case 'token':
      return { writes: [], reads: [ACCOUNT] };
    default:
      return { writes: [RECORDS], reads: [ACCOUNT] };
  }
}

function device(number: number): string {
  return `device ${number}`;
}
