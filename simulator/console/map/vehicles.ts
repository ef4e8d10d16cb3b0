/** The canvas above the map: every vehicle where it is shown just now, the chosen one on top, names where there is room. */
import { now } from '../state/clock.ts';
import { deviceOfNumber } from '../state/devices.ts';
import { overdueWords, STATES } from '../state/known.ts';
import { positions } from '../state/positions.ts';
import type { BaseMap } from './base.ts';
import type { View } from './camera.ts';
import { contextOf } from './context.ts';
import { crowdFeatures, isCrowd, isDot } from './crowd.ts';
import { noteDrawn, type Places } from './measure.ts';
import type { Motion } from './motion.ts';
import type { Palette } from './palette.ts';
import { showIn } from './shown.ts';
import { drawSprites, radiusAt, type Sprite, type SpriteSet, spriteOf } from './sprites.ts';
import { writeStates } from './states.ts';

/** The vehicles that are pointed out, by the fleet's number; 0 for none. */
export interface Marked {
  chosen: number;
  hovered: number;
  alerting: readonly number[];
  /** Vehicles at a daily limit. */
  limited: readonly number[];
}

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
const MOST_NAMES = 60;
const NAMES_FROM = 12.5;
const MARGIN = 32;
/** Real milliseconds between two pictures of a crowd: from far out none of it is seen to move. */
const CROWD_LASTS = 1_000;
/** How far from a vehicle it can still be picked, in CSS pixels: a finger is wider than a pointer. */
const REACH = { mouse: 14, touch: 26 };

export class Vehicles {
  private readonly context: CanvasRenderingContext2D;
  private readonly motion: Motion;
  private size: CanvasSize;
  private sprites: SpriteSet | undefined;
  private radius = 0;
  /** True if so many are in view that MapLibre draws them. */
  private isCrowd = false;
  /** When they were put there last. */
  private crowded = 0;
  /** Vehicles within the view, and where they are in CSS pixels. */
  private readonly seen: number[] = [];
  private places: Places = { x: new Float32Array(0), y: new Float32Array(0) };
  /** Their places in `STATES`. */
  private states = new Uint8Array(0);

  constructor(canvas: HTMLCanvasElement, { motion, palette }: { motion: Motion; palette: Palette }) {
    this.context = contextOf(canvas);
    this.motion = motion;
    this.size = { width: 1, height: 1, ratio: 1, type: 1, palette };
  }

  resize(size: CanvasSize): void {
    this.size = size;
    this.context.canvas.width = Math.max(1, Math.round(size.width * size.ratio));
    this.context.canvas.height = Math.max(1, Math.round(size.height * size.ratio));
    this.sprites = undefined;
  }

  /** How many are on the picture that was drawn last. */
  get shown(): number {
    return this.seen.length;
  }

  draw(view: View, marked: Marked): void {
    this.look(view);
    const { context, seen, states, places, motion, size } = this;
    const sprites = this.spritesFor(view.zoom);
    writeStates(states, seen, (number) => motion.moves(number));
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, context.canvas.width, context.canvas.height);
    const put = (number: number, sprite: Sprite = this.spriteFor(sprites, number)) =>
      context.drawImage(
        sprite,
        Math.round((places.x[number] ?? 0) * size.ratio - sprite.width / 2),
        Math.round((places.y[number] ?? 0) * size.ratio - sprite.height / 2),
      );
    for (const [state, name] of STATES.entries()) {
      if (this.isCrowd && isDot(name)) continue;
      for (const number of seen) if (states[number] === state) put(number);
    }
    const ring = (numbers: readonly number[], sprite: Sprite) => {
      for (const number of numbers) if (motion.has(number)) [put(number, sprite), put(number)];
    };
    ring(marked.limited, sprites.limit);
    ring(marked.alerting, sprites.alert);
    const pointed = [marked.hovered, marked.chosen].filter((number) => number > 0);
    ring(pointed, sprites.chosen);
    const areFew = seen.length <= MOST_NAMES && view.zoom >= NAMES_FROM;
    const named = [...pointed, ...(areFew ? seen : marked.alerting.slice(0, MOST_NAMES))];
    context.setTransform(size.ratio, 0, 0, size.ratio, 0, 0);
    this.name([...new Set(named)].filter((number) => motion.has(number)));
    noteDrawn(view, seen, {
      places,
      moves: (number) => motion.moves(number),
      stateAt: (number) => STATES[states[number] ?? 0] ?? 'parked',
    });
  }

  /** Puts the dots of a crowd, or none, where MapLibre draws them. */
  showCrowd(map: BaseMap, real: number): void {
    if (this.isCrowd && real - this.crowded < CROWD_LASTS) return;
    this.crowded = real;
    if (this.isCrowd)
      writeStates(this.states, allOf(this.motion.length), (number) => this.motion.moves(number));
    const stateOf = (number: number) => STATES[this.states[number] ?? 0] ?? 'parked';
    showIn(map, 'crowd', this.isCrowd ? crowdFeatures(this.motion, stateOf) : []);
  }

  /** The vehicle nearest to a place of the screen, in CSS pixels, as it was drawn last; 0 for none. */
  pick(x: number, y: number, pointer: string): number {
    let nearest = 0;
    let least = (pointer === 'touch' ? REACH.touch : REACH.mouse) ** 2;
    for (const number of this.seen) {
      const away = ((this.places.x[number] ?? 0) - x) ** 2 + ((this.places.y[number] ?? 0) - y) ** 2;
      if (away >= least) continue;
      least = away;
      nearest = number;
    }
    return nearest;
  }

  /** Finds out who is within the view, and where. */
  private look(view: View): void {
    const { x, y, length } = this.motion;
    if (this.places.x.length < x.length) {
      this.places = { x: new Float32Array(x.length), y: new Float32Array(x.length) };
      this.states = new Uint8Array(x.length);
    }
    const { places, seen } = this;
    seen.length = 0;
    for (let number = 1; number < Math.min(length, x.length); number++) {
      const left = (x[number] ?? 0) * view.scale - view.left;
      const top = (y[number] ?? 0) * view.scale - view.top;
      places.x[number] = left;
      places.y[number] = top;
      // Written so that a vehicle without a position is left out.
      if (left > -MARGIN && top > -MARGIN && left < view.width + MARGIN && top < view.height + MARGIN)
        seen.push(number);
    }
    this.isCrowd = isCrowd(seen.length, this.isCrowd);
  }

  private spriteFor(sprites: SpriteSet, number: number): Sprite {
    return spriteOf(sprites, this.states[number] ?? 0, this.motion.heading[number] ?? 0);
  }

  private spritesFor(zoom: number): SpriteSet {
    const radius = radiusAt(zoom, positions.known);
    if (!this.sprites || radius !== this.radius) {
      this.radius = radius;
      this.sprites = drawSprites(this.size.palette.vehicles, radius, this.size.ratio);
    }
    return this.sprites;
  }

  /** Below each; one that would cover another is left out. */
  private name(numbers: readonly number[]): void {
    const { context, places, size } = this;
    const height = 13 * size.type;
    context.font = `600 ${height}px system-ui, sans-serif`;
    context.textAlign = 'center';
    context.textBaseline = 'top';
    context.lineJoin = 'round';
    context.lineWidth = 3;
    context.strokeStyle = size.palette.halo;
    context.fillStyle = size.palette.text;
    const taken: { left: number; right: number; top: number }[] = [];
    for (const number of numbers) {
      const device = deviceOfNumber(number);
      if (!device) continue;
      const text = [device.name, overdueWords(number, now.peek())].filter(Boolean).join(' · ');
      const [x, top] = [places.x[number] ?? 0, (places.y[number] ?? 0) + this.radius + 4];
      const half = context.measureText(text).width / 2 + 2;
      const [left, right] = [x - half, x + half];
      if (taken.some((box) => left < box.right && box.left < right && Math.abs(box.top - top) < height))
        continue;
      taken.push({ left, right, top });
      context.strokeText(text, x, top);
      context.fillText(text, x, top);
    }
  }
}

const allOf = (length: number) => Array.from({ length }, (_, number) => number).slice(1);
