/**
 * Where the chosen vehicle came from: what the service holds of it, growing as it moves. Where it goes faster than
 * the stream sends, the gaps are filled from the service again.
 */
import { itemAt } from '../../../contracts/kit/items.ts';
import { control } from '../api/control.ts';
import type { PositionFrame } from '../api/positions.ts';
import { chosen, chosenDevice } from '../state/choice.ts';
import { onNewWorld } from '../state/world.ts';
import { isLeap, type View, type WorldPoint, worldX, worldY } from './camera.ts';
import type { Motion } from './motion.ts';

const KEPT = 300;
/** Between two points of a way above which some are missing; a quarter of a kilometre, in world coordinates. */
const GAP = 250 / 40_075_017;
/** Real milliseconds between two looks at what the service holds. */
const PAUSE = 1_200;
const WIDTH = 3.5;
/** The older, the fainter: a way is drawn in so many parts. */
const PARTS = 6;

export class Trail {
  private way: WorldPoint[] = [];
  private wayOf: string | null = null;
  private fetchedAt = Number.NEGATIVE_INFINITY;
  private readonly motion: Motion;
  private readonly onChange: () => void;
  readonly stop: () => void;

  constructor(motion: Motion, onChange: () => void) {
    this.motion = motion;
    this.onChange = onChange;
    this.stop = onNewWorld(() => this.begin(null));
  }

  /** Another vehicle's way; `null` for none. */
  begin(id: string | null): void {
    this.way = [];
    this.wayOf = id;
    this.onChange();
    if (id !== null) void this.fetch(id);
  }

  /** Takes in where vehicles are now. */
  take(frame: PositionFrame | null): void {
    if (frame === null) return;
    const id = chosen.peek();
    if (id !== this.wayOf) this.begin(id);
    const number = chosenDevice.peek()?.number;
    const index = number === undefined ? -1 : frame.numbers.indexOf(number);
    if (index >= 0) this.grow([worldX(frame.longitude[index] ?? 0), worldY(frame.latitude[index] ?? 0)]);
  }

  /** @param number the chosen vehicle's */
  draw(context: CanvasRenderingContext2D, view: View, colour: string, number: number): void {
    const { way } = this;
    if (way.length < 2) return;
    context.lineJoin = 'round';
    context.lineCap = 'round';
    context.strokeStyle = colour;
    context.lineWidth = WIDTH;
    const length = Math.ceil(way.length / PARTS);
    for (let part = 0; part < PARTS; part++) {
      context.globalAlpha = 0.25 + (0.6 * (part + 1)) / PARTS;
      context.beginPath();
      for (let index = part * length; index <= Math.min((part + 1) * length, way.length - 1); index++) {
        const [x, y] = this.shown(index, number);
        const before = way[index - 1];
        const goesOn = index > part * length && before && !isLeap(before, itemAt(way, index));
        context[goesOn ? 'lineTo' : 'moveTo'](x * view.scale - view.left, y * view.scale - view.top);
      }
      context.stroke();
    }
    context.globalAlpha = 1;
  }

  /** A point of the way; the last one is where the vehicle is shown, not where it is going to be. */
  private shown(index: number, number: number): WorldPoint {
    const isLast = index === this.way.length - 1 && this.motion.has(number);
    if (!isLast) return itemAt(this.way, index);
    return [this.motion.x[number] ?? 0, this.motion.y[number] ?? 0];
  }

  private grow(point: WorldPoint): void {
    const last = this.way.at(-1);
    this.way.push(point);
    if (this.way.length > KEPT) this.way.shift();
    this.onChange();
    const hasGap = last !== undefined && isLeap(last, point, GAP);
    const isDue = performance.now() - this.fetchedAt > PAUSE;
    if (hasGap && isDue && this.wayOf !== null) void this.fetch(this.wayOf);
  }

  private async fetch(id: string): Promise<void> {
    this.fetchedAt = performance.now();
    try {
      const { locations } = await control.track(id, KEPT);
      if (this.wayOf !== id) return;
      this.way = locations.map(({ longitude, latitude }) => [worldX(longitude), worldY(latitude)]);
      this.onChange();
    } catch {
      // A vehicle that is gone, or a server: the way begins with what the stream sends.
    }
  }
}
