/** How several devices, or a number, are looked at on a deployment. */
import type { Devices, Wanted } from '../language/terms.ts';
import { idsOf } from '../player/scene.ts';
import type { Finding } from './finding.ts';

/** More than so many devices are not looked at, one request each. */
const MOST_DEVICES = 50;

/** All devices have to meet it: the finding of the first that does not, else of the last. */
export async function eachOnTarget(
  devices: Devices,
  it: number | null,
  check: (device: number) => Promise<Finding | undefined>,
): Promise<Finding | undefined> {
  const numbers = idsOf(devices, it);
  if (numbers.length > MOST_DEVICES) return undefined;
  const findings = await Promise.all(numbers.map(check));
  if (findings.some((finding) => finding === undefined)) return undefined;
  return findings.find((finding) => !finding?.met) ?? findings.at(-1);
}

/** A number that a deployment gave. */
export function numberOnTarget(actual: number, wanted: Wanted): Finding {
  if ('is' in wanted) return { met: actual === wanted.is, wanted: String(wanted.is), actual: String(actual) };
  const { atLeast = Number.NEGATIVE_INFINITY, atMost = Number.POSITIVE_INFINITY } = wanted;
  const least = wanted.atLeast === undefined ? [] : [`at least ${atLeast}`];
  const most = wanted.atMost === undefined ? [] : [`at most ${atMost}`];
  const met = actual >= atLeast && actual <= atMost;
  return { met, wanted: [...least, ...most].join(', '), actual: String(actual) };
}
