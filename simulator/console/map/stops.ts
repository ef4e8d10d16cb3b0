/** The stops of the chosen vehicle on its track, each with how long it was. */
import type { Travels } from '../../control/schemas/index.ts';
import { spanOf } from '../look/format.ts';
import { type View, worldX, worldY } from './camera.ts';
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
  for (const stop of stops) {
    const [x, y] = placeOf(stop, view);
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

/** Their durations. The context takes pixels of the screen. */
export function nameStops(
  context: CanvasRenderingContext2D,
  view: View,
  { palette, labels }: { palette: Palette; labels: Labels },
  stops: Travels['stops'],
): void {
  if (view.zoom < WORDS_FROM) return;
  for (const stop of stops) {
    const [x, y] = placeOf(stop, view);
    const style = { text: palette.text, halo: palette.halo, weight: 600 };
    labels.put(context, spanOf(Date.parse(stop.end) - Date.parse(stop.start)), x, y + HALF, style);
  }
}

function placeOf({ latitude, longitude }: Travels['stops'][number], view: View): [x: number, y: number] {
  return [worldX(longitude) * view.scale - view.left, worldY(latitude) * view.scale - view.top];
}
