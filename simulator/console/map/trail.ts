/**
 * Trail of the chosen vehicle, up to where it is shown: along its drives as far as these are known without a gap, and before
 * that from report to report. So it is of a vehicle whose ways are not known, or whose reports are overdue.
 */
import { MINUTE } from '../../../contracts/kit/durations.ts';
import { drivesOf, isReported, placeOn, wayOf } from '../state/drives.ts';
import { stands } from '../state/known.ts';
import { EQUATOR, isLeap, type WorldPoint } from './camera.ts';
import type { Motion } from './motion.ts';

/** A reported location: when (simulated), and where. */
export interface Fix {
  at: number;
  point: WorldPoint;
}

/** A gap between two points of a way above which some are missing, in world coordinates: a quarter of a kilometre. */
const GAP = 250 / EQUATOR;
/** Simulated milliseconds between two reports above which some may be missing. */
const LONG = 5 * MINUTE;

/** The lines of a vehicle's trail: it is broken off where its way is not known. */
export function trailOf(number: number, motion: Motion, fixes: readonly Fix[]): WorldPoint[][] {
  const isDriven = !isReported(number) && !stands(number);
  const { since, points } = isDriven ? driven(number, motion.at) : { since: motion.at, points: [] };
  const lines: WorldPoint[][] = [[]];
  let last: Fix | undefined;
  for (const fix of fixes) {
    if (fix.at >= since) break;
    const isBroken = last && fix.at - last.at > LONG && isLeap(last.point, fix.point, GAP);
    if (isBroken || (last && isLeap(last.point, fix.point))) lines.push([]);
    lines.at(-1)?.push(fix.point);
    last = fix;
  }
  if (!isDriven && motion.has(number)) points.push([motion.x[number] ?? 0, motion.y[number] ?? 0]);
  const [next] = points;
  if (last && next && isLeap(last.point, next)) lines.push([]);
  lines.at(-1)?.push(...points);
  return lines.filter((line) => line.length > 1);
}

/** Its way corner by corner, and since when its drives are known without a gap (simulated). */
function driven(number: number, at: number): { since: number; points: WorldPoint[] } {
  const drives = drivesOf(number).filter(({ began }) => began <= at);
  let since = at;
  let points: WorldPoint[] = [];
  drives.forEach((drive, place) => {
    const last = points.at(-1);
    // The clock jumped.
    if (last && isLeap(last, placeOn(drive, drive.began), GAP)) points = [];
    if (points.length === 0) since = drive.began;
    // A drive ends where the next one begins, which may be before its plan does.
    points.push(...wayOf(drive, drive.began, Math.min(at, drives[place + 1]?.began ?? at)));
  });
  return { since, points };
}
