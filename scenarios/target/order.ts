/**
 * The order of steps: a step waits for all before it that write what it reads or writes, or read what
 * it writes. So reports of one device keep their order, groups and users theirs, and users are notified of an alert
 * if they are there at its moment.
 */
export interface Order {
  writes: readonly string[];
  reads: readonly string[];
}

interface OfDevice {
  device: number;
}

const ACCOUNT = 'account';
const RECORDS = 'records';
/** The devices that hold a licence. */
const LICENCES = 'licences';

export function reportOrder(step: OfDevice): Order {
  return { writes: [keyOf(step)], reads: [ACCOUNT] };
}

export function alertOrder(step: OfDevice): Order {
  return { writes: [keyOf(step)], reads: [ACCOUNT, RECORDS] };
}

/** Limits, expiry and licences of a device. */
export function licenceOrder(step: OfDevice): Order {
  return { writes: [keyOf(step), LICENCES], reads: [ACCOUNT, RECORDS] };
}

export function accountOrder(): Order {
  return { writes: [ACCOUNT], reads: [] };
}

export function tokenOrder(): Order {
  return { writes: [], reads: [ACCOUNT] };
}

export function recordOrder(): Order {
  return { writes: [RECORDS], reads: [ACCOUNT] };
}

function keyOf({ device }: OfDevice): string {
  return `device ${device}`;
}
