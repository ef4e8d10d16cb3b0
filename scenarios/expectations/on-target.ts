/** What the expectations share that are looked at on a deployment. */
import type { Devices, Wanted } from '../language/terms.ts';
import { idsOf } from '../player/scene.ts';
import { refusalIn } from '../target/refusal.ts';
import type { TargetView } from '../target/view.ts';
import type { Finding } from './finding.ts';

/** More than so many devices are not looked at, one request each. */
const MOST_DEVICES = 50;

/** Of several devices all have to meet it: the finding of the first that does not, else of the last. */
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

/** What the deployment has of the story: a location from before it, or from after, does not count. */
export async function lastLocation(device: number, { client, ids, story, moved }: TargetView) {
  const answer = await client.call('lastLocation', { purpose: 'expectation', id: ids.device(device) });
  if (refusalIn(answer, client.lens)) return undefined;
  const { facts } = client.lens.reply('location').read(answer.json);
  const { deviceTime } = facts;
  if (typeof deviceTime !== 'number') return undefined;
  const { start, end } = story.clock;
  return deviceTime >= start + moved && deviceTime <= end + moved ? facts : undefined;
}
