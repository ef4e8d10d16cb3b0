/** The upper canvas: every vehicle where it is shown just now, the chosen one on top, names where there is room. */

import { computed } from '@preact/signals';
import { itemAt } from '../../../contracts/kit/items.ts';
import { now } from '../state/clock.ts';
import { deviceOfNumber } from '../state/devices.ts';
import { overdueWords, STATES, stands } from '../state/known.ts';
import { positions } from '../state/positions.ts';
import { roads } from '../state/story.ts';
import { travels } from '../state/travels.ts';
import type { View } from './camera.ts';
import { contextOf } from './context.ts';
import { CROWD_RADIUS, Crowd, isCrowd } from './crowd.ts';
import { Kerbs } from './kerbs.ts';
import { type Box, type LabelStyle, Labels } from './labels.ts';
import { noteDrawn } from './measure.ts';
import type { Motion } from './motion.ts';
import type { Palette } from './palette.ts';
import { MARGIN, packed, Raster, type Sprite } from './raster.ts';
import { type Places, spreadOut } from './spread.ts';
import { drawSprites, radiusAt, type SpriteSet, spriteOf } from './sprites.ts';
import { writeStates } from './states.ts';
import { nameStops } from './stops.ts';
import { drawTails } from './tails.ts';

/** The vehicles that are pointed out, by the fleet's number; 0 for none. */
export interface Marked {
  chosen: number;
  hovered: number;
  alerting: readonly number[];
  /** Those at a daily limit. */
  limited: readonly number[];
}

/** The kerbs of the town that is shown. */
const kerbs = computed(() => new Kerbs(roads.value));

const TAIL_OPACITY = 0.45;
/** Names of all are shown for no more vehicles than this, and not from far out. */
const MOST_NAMES = 60;
const NAMES_FROM = 12.5;
/** How far from a vehicle it can still be picked, in CSS pixels: a finger is wider than a pointer. */
const REACH = { mouse: 14, touch: 26 };

interface Drawn {
  motion: Motion;
  palette: Palette;
}

export class Vehicles {
  private readonly context: CanvasRenderingContext2D;
  private readonly canvas: HTMLCanvasElement;
  private readonly motion: Motion;
  private palette: Palette;
  private raster = new Raster(1, 1);
  /** `undefined` while there is none in view. */
  private crowd: Crowd | undefined;
  private ratio = 1;
  private labels = new Labels(1, 1);
  private sprites: SpriteSet | undefined;
  private radius = 0;
  /** Those within the view, and where they are in CSS pixels. */
  private readonly seen: number[] = [];
  private places: Places = { x: new Float32Array(0), y: new Float32Array(0) };
  /** Their places in `STATES`. */
  private states = new Uint8Array(0);

  constructor(canvas: HTMLCanvasElement, { motion, palette }: Drawn) {
    this.canvas = canvas;
    // Kept in memory, since every picture is made there.
    this.context = contextOf(canvas, { willReadFrequently: true });
    this.motion = motion;
    this.palette = palette;
  }

  /** Takes another size in CSS pixels, or other colours; `type` is how much larger than usual type is. */
  resize({ width, height, ratio, type, palette }: CanvasSize): void {
    this.ratio = ratio;
    this.palette = palette;
    this.raster = new Raster(Math.max(1, Math.round(width * ratio)), Math.max(1, Math.round(height * ratio)));
    this.canvas.width = this.raster.width;
    this.canvas.height = this.raster.height;
    this.labels = new Labels(ratio, type);
    this.sprites = undefined;
    this.crowd = undefined;
  }

  /** How many are on the picture that was drawn last. */
  get shown(): number {
    return this.seen.length;
  }

  /** @param named where names of places are, in CSS pixels */
  draw(view: View, marked: Marked, named: readonly Box[]): void {
    this.look(view);
    const sprites = this.spritesFor(view.zoom);
    this.spread(view);
    const { raster, ratio, places, motion } = this;
    raster.clear();
    drawTails(raster, view, ratio, motion, packed(this.palette.trail, TAIL_OPACITY));
    const { seen, states } = this;
    writeStates(states, seen, (number) => motion.moves(number));
    const put = (
      number: number,
      sprite = spriteOf(sprites, states[number] ?? 0, motion.heading[number] ?? 0),
    ) => raster.put(sprite, (places.x[number] ?? 0) * ratio, (places.y[number] ?? 0) * ratio);
    const single = this.crowd
      ? this.drawCrowd(this.crowd, spriteOf(sprites, STATES.indexOf('moving'), Number.NaN))
      : seen;
    for (const state of STATES.keys()) for (const number of single) if (states[number] === state) put(number);
    const isSeen = (number: number) => number > 0 && this.isSeen(number);
    for (const number of marked.limited.filter(isSeen)) {
      put(number, sprites.limit);
      put(number);
    }
    for (const number of marked.alerting.filter(isSeen)) {
      put(number, sprites.alert);
      put(number);
    }
    for (const number of [marked.hovered, marked.chosen].filter(isSeen)) {
      put(number, sprites.chosen);
      put(number);
    }
    raster.show(this.context);
    this.name(view, marked, named);
    noteDrawn(view, seen, {
      places,
      moves: (number) => motion.moves(number),
      stateAt: (number) => STATES[states[number] ?? 0] ?? 'parked',
    });
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
    const { x, y } = this.motion;
    const length = Math.min(this.motion.length, x.length);
    if (this.places.x.length < length) {
      this.places = { x: new Float32Array(x.length), y: new Float32Array(x.length) };
      this.states = new Uint8Array(x.length);
    }
    const { places, seen } = this;
    const margin = MARGIN / 2 / this.ratio;
    seen.length = 0;
    for (let number = 1; number < length; number++) {
      const left = (x[number] ?? 0) * view.scale - view.left;
      const top = (y[number] ?? 0) * view.scale - view.top;
      places.x[number] = left;
      places.y[number] = top;
      // Written so that a vehicle without a position is left out.
      if (left > -margin && top > -margin && left < view.width + margin && top < view.height + margin)
        seen.push(number);
    }
    if (!isCrowd(seen.length, this.crowd !== undefined)) this.crowd = undefined;
    else this.crowd ??= new Crowd(this.raster, this.palette.vehicles);
  }

  /** Moves those that are parked beside the road. */
  private spread(view: View): void {
    const { x, y } = this.motion;
    const { seen, places } = this;
    const known = kerbs.peek();
    spreadOut(seen, places, view, {
      radius: this.radius,
      // One that stands at its last report stands exactly there.
      moves: (number) => this.motion.moves(number) || stands(number),
      kerbOf: (number) => known.of(number, x[number] ?? 0, y[number] ?? 0),
    });
  }

  /** Draws how many there are; those that are to be drawn one by one are returned. */
  private drawCrowd(crowd: Crowd, dot: Sprite): number[] {
    const { places, ratio, states } = this;
    const single = this.seen.filter((number) => {
      const [x, y] = [(places.x[number] ?? 0) * ratio, (places.y[number] ?? 0) * ratio];
      return !crowd.add(itemAt(STATES, states[number] ?? 0), x, y);
    });
    crowd.draw(dot);
    return single;
  }

  private isSeen(number: number): boolean {
    const margin = MARGIN / 2 / this.ratio;
    const x = this.places.x[number] ?? Number.NaN;
    const y = this.places.y[number] ?? Number.NaN;
    const { width, height } = this.raster;
    return x > -margin && y > -margin && x < width / this.ratio + margin && y < height / this.ratio + margin;
  }

  private spritesFor(zoom: number): SpriteSet {
    const radius = this.crowd ? CROWD_RADIUS : radiusAt(zoom, positions.known);
    if (!this.sprites || radius !== this.radius) {
      this.radius = radius;
      this.sprites = drawSprites(this.raster, this.palette.vehicles, radius, this.ratio);
    }
    return this.sprites;
  }

  private name(view: View, { chosen, hovered, alerting }: Marked, named: readonly Box[]): void {
    const { labels, palette } = this;
    labels.begin();
    const style = { text: palette.text, halo: palette.halo, weight: 500 };
    const put = (number: number, away: number, more: Partial<LabelStyle> = {}): boolean => {
      const device = this.isSeen(number) ? deviceOfNumber(number) : undefined;
      if (!device) return true;
      const text = [device.name, overdueWords(number, now.peek())].filter(Boolean).join(' · ');
      const [x, y] = [this.places.x[number] ?? 0, this.places.y[number] ?? 0];
      return labels.put(this.context, text, x, y + away, { ...style, ...more });
    };
    const areFew = this.seen.length <= MOST_NAMES && view.zoom >= NAMES_FROM;
    if (areFew)
      for (const number of this.seen)
        labels.keepFree(this.places.x[number] ?? 0, this.places.y[number] ?? 0, this.radius / 2);
    const bold = { weight: 700 };
    const below = this.radius + 7;
    // Above it where another vehicle is below it.
    for (const number of new Set([chosen, hovered].filter((each) => each > 0))) {
      if (put(number, below, bold)) continue;
      // Another vehicle is below it. The name of one that moves would jump.
      const isAbove =
        !this.motion.moves(number) && put(number, -below - labels.height, { ...bold, besides: named });
      if (!isAbove) put(number, below, { ...bold, besides: null });
    }
    if (chosen > 0) {
      labels.keepFree(this.places.x[chosen] ?? 0, this.places.y[chosen] ?? 0, this.radius);
      nameStops(this.context, view, { palette, labels }, travels.peek()?.stops ?? []);
    }
    const others = areFew ? this.seen : alerting.slice(0, MOST_NAMES);
    for (const number of others) if (number !== chosen && number !== hovered) put(number, this.radius + 3);
  }
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
