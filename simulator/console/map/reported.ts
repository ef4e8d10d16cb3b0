/** The reported locations, as a layer: vehicles are shown where they are, and their receivers are a little off. */
import { signal } from '@preact/signals';
import { positions } from '../state/positions.ts';
import { type View, type WorldPoint, worldX, worldY } from './camera.ts';

/** Whether the layer is shown. */
export const reportedShown = signal(false);

/** With more of them there would be nothing else. */
const MOST = 1_000;
const RADIUS = 2.5;

/** The last location of each vehicle, and those that are kept of the chosen one. */
export function drawReported(
  context: CanvasRenderingContext2D,
  view: View,
  colour: string,
  ofChosen: readonly WorldPoint[],
): void {
  if (!reportedShown.peek()) return;
  context.strokeStyle = colour;
  context.fillStyle = colour;
  context.lineWidth = 1.2;
  const put = ([x, y]: WorldPoint, draw: 'fill' | 'stroke') => {
    const [left, top] = [x * view.scale - view.left, y * view.scale - view.top];
    if (!(left >= 0 && top >= 0 && left <= view.width && top <= view.height)) return;
    context.beginPath();
    context.arc(left, top, RADIUS, 0, 2 * Math.PI);
    context[draw]();
  };
  for (const point of ofChosen) put(point, 'fill');
  if (positions.known > MOST) return;
  for (let number = 1; number < positions.length; number++)
    put([worldX(positions.longitude[number] ?? 0), worldY(positions.latitude[number] ?? 0)], 'stroke');
}
