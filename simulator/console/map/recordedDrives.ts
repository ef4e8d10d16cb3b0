/** Recorded drives from end to end, coloured by speed: what lies behind the vehicle strong, what lies ahead faint. */
import { computed } from '@preact/signals';
import { devices } from '../state/devices.ts';
import { recorded } from '../state/story.ts';
import type { View, WorldPoint } from './camera.ts';
import { pointAt } from './lines.ts';
import type { Motion } from './motion.ts';
import type { Palette } from './palette.ts';
import { drawnAt, fixAt, type RecordedLine, reachedAt, recordedLine, UNKNOWN } from './recordedLine.ts';

interface Drive {
  device: string;
  line: RecordedLine;
  /** By zoom: the fixes that are drawn. */
  drawn: Map<number, Uint32Array>;
}

const drives = computed<readonly Drive[]>(() => {
  const { start, drives = [] } = recorded.value ?? {};
  return drives.map(({ device, ...fixes }) => ({
    device: String(device),
    line: recordedLine(fixes, Date.parse(start ?? '')),
    drawn: new Map(),
  }));
});

const WIDTH = { behind: 4.5, ahead: 3 };
const OPACITY = { behind: 1, ahead: 0.5, besideChosen: 0.35 };
const DASHES = [2, 6];

/** Whether a vehicle drives along a recording. */
export function isRecorded(number: number): boolean {
  return drives.peek().some(({ device }) => numberOf(device) === number);
}

/** Whether anything is recorded, and so drawn while the clock goes. */
export function hasRecorded(): boolean {
  return drives.peek().length > 0;
}

/** All fixes of all drives. */
export function* recordedPoints(): Iterable<WorldPoint> {
  for (const { line } of drives.peek())
    for (let index = 0; index < line.x.length; index++) yield fixAt(line, index);
}

/** The context takes CSS pixels. @param chosen the number of the chosen vehicle; 0 for none */
export function drawRecorded(
  context: CanvasRenderingContext2D,
  view: View,
  { palette, motion, chosen }: { palette: Palette; motion: Motion; chosen: number },
): void {
  context.lineJoin = 'round';
  context.lineCap = 'round';
  const all = drives.peek().map((drive) => ({ drive, number: numberOf(drive.device) }));
  // The chosen one on top.
  for (const { drive, number } of all.sort((one) => (one.number === chosen ? 1 : -1))) {
    const shown: WorldPoint = [motion.x[number] ?? Number.NaN, motion.y[number] ?? Number.NaN];
    const moment = Number.isNaN(motion.at) ? Number.NEGATIVE_INFINITY : motion.at;
    const reached = reachedAt(drive.line, moment, shown);
    const share = isRecorded(chosen) && number !== chosen ? OPACITY.besideChosen : 1;
    for (const part of ['ahead', 'behind'] as const) {
      context.globalAlpha = OPACITY[part] * share;
      context.lineWidth = WIDTH[part];
      drawPart(context, view, palette, { drive, part, reached });
    }
  }
  context.globalAlpha = 1;
}

function drawPart(
  context: CanvasRenderingContext2D,
  view: View,
  palette: Palette,
  { drive, part, reached }: { drive: Drive; part: 'ahead' | 'behind'; reached: number },
): void {
  const { line } = drive;
  const drawn = drawnOf(drive, view.zoom);
  const colours = [UNKNOWN, ...palette.speeds.keys()];
  const end = pointAt(line, reached);
  const isBehind = (index: number) => (line.times[index] ?? 0) <= reached;
  const inView = (point: WorldPoint) =>
    [point[0] * view.scale - view.left, point[1] * view.scale - view.top] as const;
  for (const colour of colours) {
    context.strokeStyle = palette.speeds[colour] ?? palette.route;
    context.setLineDash(colour === UNKNOWN ? DASHES : []);
    context.beginPath();
    let goesOn = false;
    for (let place = 1; place < drawn.length; place++) {
      const [from, to] = [drawn[place - 1] ?? 0, drawn[place] ?? 0];
      const [begins, ends] = [isBehind(from), isBehind(to)];
      // The piece on which the vehicle is, is divided there.
      const isPart = part === 'behind' ? begins : !ends;
      if (!isPart || line.colour[to] !== colour) {
        goesOn = false;
        continue;
      }
      const divided = begins !== ends;
      const first = divided && part === 'ahead' ? end : fixAt(line, from);
      const last = divided && part === 'behind' ? end : fixAt(line, to);
      if (!goesOn) context.moveTo(...inView(first));
      context.lineTo(...inView(last));
      goesOn = true;
    }
    context.stroke();
  }
  context.setLineDash([]);
}

/** From one zoom to the next the same are drawn. */
function drawnOf({ line, drawn }: Drive, zoom: number): Uint32Array {
  const level = Math.ceil(zoom);
  const known = drawn.get(level) ?? drawnAt(line, 512 * 2 ** level);
  drawn.set(level, known);
  return known;
}

function numberOf(device: string): number {
  return devices.get(device)?.number ?? 0;
}
