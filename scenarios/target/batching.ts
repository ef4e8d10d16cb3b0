/** Steps as they go out: reports of one device, one by one or several in a request. */
import { orderOf, type Seen, type SeenExpectation, type Sent } from './seen.ts';

/**
 * Joins reports that follow each other on one device, up to `size`; they go out at the moment of the last.
 * Anything else that the device does in between parts them, as does whatever changes more than one device.
 */
export function batched(seen: readonly Seen[], size: number): (Sent | SeenExpectation)[] {
  const sent: (Sent | SeenExpectation)[] = [];
  /** Where the reports of a device still grow. */
  const open = new Map<number, number>();
  for (const one of seen) {
    if ('expectation' in one) {
      open.clear();
      sent.push(one);
      continue;
    }
    const { step, refused } = one;
    if (step.kind !== 'location') {
      const other: Sent = { ...step, refused };
      if ('device' in other && orderOf(other).writes.length === 1) open.delete(other.device);
      else open.clear();
      sent.push(other);
      continue;
    }
    const { at, device, report } = step;
    const place = open.get(device);
    const growing = place === undefined ? undefined : sent[place];
    const grows =
      growing?.kind === 'locations' && growing.reports.length < size && growing.refused === refused;
    if (grows && place !== undefined) {
      sent[place] = { ...growing, at, reports: [...growing.reports, report] };
    } else {
      open.set(device, sent.length);
      sent.push({ at, kind: 'locations', device, reports: [report], refused });
    }
  }
  return size === 1 ? sent : sent.sort((one, other) => one.at - other.at);
}
