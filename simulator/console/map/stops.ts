/** The stops of the chosen vehicle on its track, each with how long it was. */
import type { Travels } from '../../control/schemas/index.ts';
import { spanOf } from '../look/format.ts';
import { type View, type WorldPoint, worldX, worldY } from './camera.ts';
import type { Labels } from './labels.ts';
import type { Palette } from './palette.ts';

/** CSS pixels from the middle of a sign to its edge. */
const HALF = 7;
/** From further away than this no durations are written. */
const WORDS_FROM = 11;

/** The signs. The context takes CSS pixels. */
export function drawStops(
  context: CanvasRenderingContext2D,
  view: View,
  palette: Palette,
  stops: Travels['stops'],
): void {
  for (const { x, y } of seen(stops, view)) {
    context.fillStyle = palette.trail;
    context.strokeStyle = palette.halo;
    context.lineWidth = 1.5;
    context.beginPath();
    context.roundRect(x - HALF, y - HALF, 2 * HALF, 2 * HALF, 3);
    context.fill();
    context.stroke();
    // Two bars: it paused here.
    context.fillStyle = palette.halo;
    context.fillRect(x - 3, y - 3.5, 2, 7);
    context.fillRect(x + 1, y - 3.5, 2, 7);
  }
}

/** Their durations, where no vehicle and no other name is. The context takes pixels of the screen. */
export function nameStops(
  context: CanvasRenderingContext2D,
  view: View,
  { palette, labels }: { palette: Palette; labels: Labels },
  stops: Travels['stops'],
): void {
  if (view.zoom < WORDS_FROM) return;
  for (const { stop, x, y } of seen(stops, view)) {
    const style = { text: palette.text, halo: palette.halo, weight: 600 };
    labels.put(context, spanOf(Date.parse(stop.end) - Date.parse(stop.start)), x, y + HALF, style);
  }
}

type Stops = Travels['stops'];

interface SeenStop {
  stop: Stops[number];
  /** CSS pixels. */
  x: number;
  y: number;
}

/** Those in view, and where. */
export function seen(stops: Stops, view: View): SeenStop[] {
  const { scale, left, top, width, height } = view;
  return worldOf(stops).flatMap(([worldX, worldY], index) => {
    const [x, y] = [worldX * scale - left, worldY * scale - top];
    const stop = stops[index];
    const isSeen = x > -HALF && y > -HALF && x < width + HALF && y < height + HALF;
    return stop !== undefined && isSeen ? [{ stop, x, y }] : [];
  });
}

/** Found once for the stops of a vehicle: they are drawn with every frame. */
const known = new WeakMap<Stops, readonly WorldPoint[]>();

function worldOf(stops: Stops): readonly WorldPoint[] {
  const before = known.get(stops);
  if (before) return before;
  const points = stops.map(({ latitude, longitude }): WorldPoint => [worldX(longitude), worldY(latitude)]);
  known.set(stops, points);
  return points;
}
