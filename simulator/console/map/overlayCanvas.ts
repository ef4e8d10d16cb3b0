/** The lower canvas: the trail and the stops of the chosen vehicle, and the names of places. It is drawn again only when they change or the camera moves. */
import type { StorySite } from '../../control/schemas/index.ts';
import { placeInWords } from '../look/format.ts';
import { travels } from '../state/travels.ts';
import { type View, worldX, worldY } from './camera.ts';
import { contextOf } from './context.ts';
import { type Box, Labels } from './labels.ts';
import type { Motion } from './motion.ts';
import type { Palette } from './palette.ts';
import { drawRecorded, isRecorded } from './recordedDrives.ts';
import { drawReported } from './reported.ts';
import { drawStops } from './stops.ts';
import { nameTown } from './townNames.ts';
import type { Trail } from './trail.ts';
import type { CanvasSize } from './vehicles.ts';

/** Names of places are left out from further away than this. */
const NAMES_FROM = 10;

export class OverlayCanvas {
  private readonly canvas: HTMLCanvasElement;
  private readonly context: CanvasRenderingContext2D;
  private readonly trail: Trail;
  private readonly motion: Motion;
  private labels = new Labels(1, 1);
  private palette: Palette;
  private ratio = 1;

  constructor(
    canvas: HTMLCanvasElement,
    { trail, motion, palette }: { trail: Trail; motion: Motion; palette: Palette },
  ) {
    this.canvas = canvas;
    this.context = contextOf(canvas);
    this.trail = trail;
    this.motion = motion;
    this.palette = palette;
  }

  /** Where names of places are, in CSS pixels. */
  get named(): readonly Box[] {
    return this.labels.boxes;
  }

  resize({ width, height, ratio, type, palette }: CanvasSize): void {
    this.canvas.width = Math.max(1, Math.round(width * ratio));
    this.canvas.height = Math.max(1, Math.round(height * ratio));
    this.ratio = ratio;
    this.palette = palette;
    this.labels = new Labels(ratio, type);
  }

  /** @param number the chosen vehicle's; 0 for none */
  draw(view: View, sites: readonly StorySite[], number: number): void {
    const { context, labels, palette } = this;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    drawRecorded(context, view, { palette, motion: this.motion, chosen: number });
    if (!isRecorded(number)) this.trail.draw(context, view, palette.trail, number);
    drawReported(context, view, palette.text, number > 0 ? this.trail.points : []);
    if (number > 0) drawStops(context, view, palette, travels.peek()?.stops ?? []);
    if (view.zoom < NAMES_FROM) return;
    context.setTransform(1, 0, 0, 1, 0, 0);
    labels.begin();
    for (const { name, at } of sites) {
      const x = worldX(at[1]) * view.scale - view.left;
      const y = worldY(at[0]) * view.scale - view.top;
      labels.put(context, placeInWords(name), x, y - labels.height - 8, {
        text: palette.site,
        halo: palette.halo,
        weight: 600,
      });
    }
    nameTown(context, view, { palette, labels });
  }
}
