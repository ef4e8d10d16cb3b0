/** The canvas above the map: every vehicle where it is shown just now, the chosen one on top, names where there is room. */
import type { Feature } from 'geojson';
import { MINUTE } from '../../../contracts/kit/durations.ts';
import type { ShownEvent } from '../../control/schemas/index.ts';
import { now } from '../state/clock.ts';
import { atLimit, deviceOfNumber, devices, expired } from '../state/devices.ts';
import { onEvents } from '../state/events.ts';
import { overdueWords, STATES, stateOf, truthShown, type VehicleState } from '../state/known.ts';
import { positions } from '../state/positions.ts';
import { onNewWorld } from '../state/world.ts';
import type { View } from './camera.ts';
import { pointFeature } from './contents.ts';
import { notePicture } from './measure.ts';
import type { Motion } from './motion.ts';
import type { Palette } from './palette.ts';
import { SHAPES, type Shape } from './shapes.ts';

export interface CanvasSize {
  /** CSS pixels. */
  width: number;
  height: number;
  /** Pixels of the screen for each. */
  ratio: number;
  /** 1 for usual type. */
  type: number;
  palette: Palette;
}

/** Names are shown for no more vehicles than this, and not from far out. */
const MAX_NAMES = 60;
const NAMES_FROM = 12.5;
const MARGIN = 32;
/** How far from a vehicle it can still be picked, in CSS pixels: a finger is wider than a pointer. */
const REACH = { mouse: 14, touch: 26 };
/**
 * From how many vehicles in view on they are a crowd, whose marks would lie on each other, and below how many no more: the
 * look of the map is not to flicker. MapLibre draws a dot for each.
 */
const CROWD = { from: 2_000, until: 1_500 };
const isDot = (state: VehicleState) => state === 'moving' || state === 'parked';
/** The width of the edge around each shape, in CSS pixels. */
const EDGE = 2.4;

const paths = new Map(Object.entries(SHAPES).map(([shape, { path }]) => [shape, new Path2D(path)]));

export class Vehicles {
  /** How many are on the picture that was drawn last. */
  shown = 0;
  private readonly context: CanvasRenderingContext2D;
  private readonly motion: Motion;
  private size: CanvasSize;
  private radius = 0;
  private isCrowd = false;
  /** Vehicles within the view, and where each is in CSS pixels. */
  private seen: { number: number; state: VehicleState; left: number; top: number }[] = [];

  constructor(canvas: HTMLCanvasElement, motion: Motion, palette: Palette) {
    const context = canvas.getContext('2d');
    if (!context) throw new Error('The browser offers no canvas to draw on.');
    this.context = context;
    this.motion = motion;
    this.size = { width: 1, height: 1, ratio: 1, type: 1, palette };
  }

  resize(size: CanvasSize): void {
    this.size = size;
    this.context.canvas.width = Math.max(1, Math.round(size.width * size.ratio));
    this.context.canvas.height = Math.max(1, Math.round(size.height * size.ratio));
  }

  /** @param pointed the numbers of the vehicles that are chosen or pointed at */
  draw(view: View, pointed: readonly number[], alerting: readonly number[]): void {
    this.look(view);
    const { context, seen } = this;
    this.radius = radiusAt(view.zoom, positions.known);
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, context.canvas.width, context.canvas.height);
    const each = this.isCrowd ? seen.filter(({ state }) => !isDot(state)) : seen;
    for (const shape of STATES) for (const one of each) if (one.state === shape) this.put(shape, one);
    const marked = (numbers: readonly number[], ring: Shape) => {
      for (const one of seen) {
        if (!numbers.includes(one.number)) continue;
        this.put(ring, one);
        this.put(one.state, one);
      }
    };
    marked(atLimit.peek(), 'limit');
    marked(alerting, 'alert');
    marked(pointed, 'chosen');
    const areFew = seen.length <= MAX_NAMES && view.zoom >= NAMES_FROM;
    const named = (number: number) => areFew || pointed.includes(number) || alerting.includes(number);
    this.name(seen.filter(({ number }) => named(number)).slice(0, MAX_NAMES));
    const { motion } = this;
    notePicture(seen, (number) =>
      motion.moves(number) ? `${motion.x[number]} ${motion.y[number]}` : undefined,
    );
  }

  /** The dots of a crowd for MapLibre; none where there is none. */
  crowd(): Feature[] {
    if (!this.isCrowd) return [];
    const { x, y, length } = this.motion;
    const withoutLicence = expired.peek();
    return Array.from({ length }, (_, number) => number).flatMap((number) => {
      const state = stateOf(number, withoutLicence);
      if (!this.motion.has(number) || !isDot(state)) return [];
      return [pointFeature([x[number] ?? 0, y[number] ?? 0], { state })];
    });
  }

  /** The vehicle nearest to a place of the screen, in CSS pixels, as it was drawn last; 0 for none. */
  pick(x: number, y: number, pointer: string): number {
    let nearest = 0;
    let min = pointer === 'touch' ? REACH.touch : REACH.mouse;
    for (const { number, left, top } of this.seen) {
      const away = Math.hypot(left - x, top - y);
      if (away >= min) continue;
      min = away;
      nearest = number;
    }
    return nearest;
  }

  /** Finds out which vehicles are within the view, and where. */
  private look(view: View): void {
    const { motion } = this;
    const withoutLicence = expired.peek();
    this.seen = [];
    for (let number = 1; number < motion.length; number++) {
      const left = (motion.x[number] ?? 0) * view.scale - view.left;
      const top = (motion.y[number] ?? 0) * view.scale - view.top;
      // Written so that a vehicle without a position is left out.
      const isSeen =
        left > -MARGIN && top > -MARGIN && left < view.width + MARGIN && top < view.height + MARGIN;
      if (isSeen) this.seen.push({ number, left, top, state: this.stateFor(number, withoutLicence) });
    }
    this.shown = this.seen.length;
    this.isCrowd = this.shown >= (this.isCrowd ? CROWD.until : CROWD.from);
  }

  /** Returns the state that the service knows; a vehicle that is seen where it really is moves if it really does. */
  private stateFor(number: number, withoutLicence: ReadonlySet<number>): VehicleState {
    const state = stateOf(number, withoutLicence);
    if (!truthShown.peek() || !isDot(state)) return state;
    return this.motion.moves(number) ? 'moving' : 'parked';
  }

  private put(shape: Shape, { number, left, top }: { number: number; left: number; top: number }): void {
    const { context, radius, motion } = this;
    const { ratio, palette } = this.size;
    const { colour, line } = SHAPES[shape];
    const path = paths.get(shape);
    if (!path) return;
    const scale = (radius / 10) * ratio;
    const heading = shape === 'moving' ? ((motion.heading[number] || 0) * Math.PI) / 180 : 0;
    const [cos, sin] = [Math.cos(heading) * scale, Math.sin(heading) * scale];
    context.setTransform(cos, sin, -sin, cos, left * ratio, top * ratio);
    context.lineJoin = 'round';
    context.lineCap = 'round';
    context.strokeStyle = palette.vehicles.edge;
    context.lineWidth = (line ?? 0) + (EDGE * 10) / radius;
    context.stroke(path);
    if (line === undefined) {
      context.fillStyle = palette.vehicles[colour];
      context.fill(path);
    } else {
      context.strokeStyle = palette.vehicles[colour];
      context.lineWidth = line;
      context.stroke(path);
    }
  }

  /** Below each; one that would cover another is left out. */
  private name(these: readonly { number: number; left: number; top: number }[]): void {
    const { context, size, radius } = this;
    const height = 13 * size.type;
    context.setTransform(size.ratio, 0, 0, size.ratio, 0, 0);
    context.font = `600 ${height}px system-ui, sans-serif`;
    context.textAlign = 'center';
    context.textBaseline = 'top';
    const taken: { left: number; right: number; top: number }[] = [];
    for (const { number, left: at, top: y } of these) {
      const device = deviceOfNumber(number);
      if (!device) continue;
      const text = [device.name, overdueWords(number, now.peek())].filter(Boolean).join(' · ');
      const top = y + radius + 4;
      const half = context.measureText(text).width / 2 + 2;
      const x = Math.max(half, Math.min(size.width - half, at));
      const [left, right] = [x - half, x + half];
      if (taken.some((box) => left < box.right && box.left < right && Math.abs(box.top - top) < height))
        continue;
      taken.push({ left, right, top });
      // A plate: below it are names of places.
      context.fillStyle = size.palette.halo;
      context.beginPath();
      context.roundRect(left - 2, top - 2, right - left + 4, height + 5, 4);
      context.fill();
      context.fillStyle = size.palette.text;
      context.fillText(text, x, top);
    }
  }
}

/** How large a vehicle is drawn, in CSS pixels from its middle to its tip. */
function radiusAt(zoom: number, vehicles: number): number {
  const near = zoom >= 15 ? 12 : zoom >= 13.5 ? 10 : zoom >= 12 ? 8 : 6;
  return vehicles <= 200 ? Math.max(9, near) : near - 1;
}

/** An alert is shown for this long: simulated, but real milliseconds enough to be seen. */
const ALERT_LASTS = 5 * MINUTE;
const ALERT_SEEN = 6_000;

/** When each vehicle raised its last alert, by the fleet's number. */
const raised = new Map<number, { at: number; seen: number }>();

/** Keeps who raised an alert; returns a function that ends this. */
export function watchAlerts(): () => void {
  const stops = [
    onNewWorld(() => raised.clear()),
    onEvents((events: readonly ShownEvent[]) => {
      for (const event of events) {
        const number =
          event.kind === 'alert-raised' ? devices.get(String(event.deviceId))?.number : undefined;
        if (number !== undefined) raised.set(number, { at: Date.parse(event.at), seen: performance.now() });
      }
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** The numbers of the vehicles whose alert is still shown. */
export function alertingAt(at: number, real: number): number[] {
  for (const [number, { at: began, seen }] of raised)
    if (at - began > ALERT_LASTS && real - seen > ALERT_SEEN) raised.delete(number);
  return [...raised.keys()];
}
