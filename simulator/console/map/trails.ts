/**
 * Where vehicles came from. The chosen one's way is what the service holds of it, and grows as it moves; where it
 * goes faster than the stream tells, the gaps are filled from the service again. Others leave short tails, where
 * somebody wants to see them.
 */
import { signal } from '@preact/signals';
import { control, type Id, type PositionFrame } from '../api/index.ts';
import { chosen, chosenDevice, onNewWorld, positions } from '../state/index.ts';
import { type View, worldX, worldY } from './camera.ts';
import type { Motion } from './motion.ts';

/** Whether everybody leaves a tail. */
export const tails = signal(false);
/** With more vehicles there would be nothing but tails. */
export const MOST_TAILS = 1_000;

const KEPT = 300;
const TAIL = 14;
/** World coordinates between two points of a way above which some are missing; a quarter of a kilometre. */
const GAP = 250 / 40_075_017;
const REFETCH_PAUSE = 1_200;
/** The older, the fainter: a way is drawn in so many parts. */
const PARTS = 6;

type Point = readonly [x: number, y: number];

export class Trails {
  private way: Point[] = [];
  private wayOf: string | null = null;
  private fetchedAt = Number.NEGATIVE_INFINITY;
  private readonly tailsOf = new Map<number, Point[]>();
  private readonly motion: Motion;
  private readonly onChange: () => void;
  private readonly stops: (() => void)[];

  constructor(motion: Motion, onChange: () => void) {
    this.motion = motion;
    this.onChange = onChange;
    this.stops = [
      onNewWorld(() => {
        this.tailsOf.clear();
        this.begin(null);
      }),
      tails.subscribe((wanted) => {
        if (!wanted) this.tailsOf.clear();
        onChange();
      }),
    ];
  }

  /** Whether vehicles leave tails just now. */
  get hasTails(): boolean {
    return tails.peek() && positions.known <= MOST_TAILS;
  }

  /** Takes in where vehicles are now. */
  take(frame: PositionFrame | null): void {
    if (frame === null) return;
    const id = chosen.peek();
    if (id !== this.wayOf) this.begin(id);
    const number = chosenDevice.peek()?.number;
    const { hasTails } = this;
    for (let index = 0; index < frame.count; index++) {
      const each = frame.numbers[index] as number;
      if (each !== number && !hasTails) continue;
      const point: Point = [
        worldX(frame.longitude[index] as number),
        worldY(frame.latitude[index] as number),
      ];
      if (each === number) this.grow(point);
      if (hasTails) this.growTail(each, point);
    }
  }

  draw(context: CanvasRenderingContext2D, view: View, colour: string, number: number): void {
    context.lineJoin = 'round';
    context.lineCap = 'round';
    context.strokeStyle = colour;
    context.lineWidth = 1.5;
    context.globalAlpha = 0.45;
    for (const [each, tail] of this.tailsOf) if (each !== number) this.line(context, view, tail, each);
    context.lineWidth = 3.5;
    const length = Math.ceil(this.way.length / PARTS);
    for (let part = 0; part < PARTS; part++) {
      const points = this.way.slice(part * length, (part + 1) * length + 1);
      context.globalAlpha = 0.25 + (0.6 * (part + 1)) / PARTS;
      this.line(context, view, points, (part + 1) * length >= this.way.length ? number : 0);
    }
    context.globalAlpha = 1;
  }

  stop(): void {
    for (const stop of this.stops) stop();
  }

  /** A line through points; the last one is where the vehicle is shown, not where it is going to be. */
  private line(
    context: CanvasRenderingContext2D,
    view: View,
    points: readonly Point[],
    number: number,
  ): void {
    if (points.length < 2) return;
    context.beginPath();
    let last: Point | undefined;
    points.forEach((point, index) => {
      const isShown = number > 0 && index === points.length - 1 && this.motion.has(number);
      const at: Point = isShown ? [this.motion.x[number] as number, this.motion.y[number] as number] : point;
      const x = at[0] * view.scale - view.left;
      const y = at[1] * view.scale - view.top;
      if (last && !isFar(last, point)) context.lineTo(x, y);
      else context.moveTo(x, y);
      last = point;
    });
    context.stroke();
  }

  /** Another vehicle's way. */
  begin(id: Id | null): void {
    this.way = [];
    this.wayOf = id === null ? null : String(id);
    this.onChange();
    if (id !== null) void this.fetch(String(id));
  }

  private grow(point: Point): void {
    const last = this.way.at(-1);
    this.way.push(point);
    if (this.way.length > KEPT) this.way.shift();
    this.onChange();
    const hasGap = last !== undefined && isFar(last, point, GAP);
    if (hasGap && performance.now() - this.fetchedAt > REFETCH_PAUSE) void this.fetch(this.wayOf as string);
  }

  private growTail(number: number, point: Point): void {
    const tail = this.tailsOf.get(number);
    if (!tail) {
      this.tailsOf.set(number, [point]);
      return;
    }
    tail.push(point);
    if (tail.length > TAIL) tail.shift();
    this.onChange();
  }

  private async fetch(id: string): Promise<void> {
    this.fetchedAt = performance.now();
    try {
      const { locations } = await control.track(id, KEPT);
      if (this.wayOf !== id) return;
      this.way = locations.map(({ longitude, latitude }) => [worldX(longitude), worldY(latitude)] as const);
      this.onChange();
    } catch {
      // A vehicle that is gone, or a server: the way begins with what the stream tells.
    }
  }
}

/** No vehicle drives from one to the other between two fixes. */
const LEAP = 30_000 / 40_075_017;

function isFar([x, y]: Point, [otherX, otherY]: Point, distance = LEAP): boolean {
  return Math.hypot(x - otherX, y - otherY) > distance;
}
