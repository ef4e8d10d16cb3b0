/**
 * A picture in memory on which small pictures are put. It is wider than what is shown by a margin, so that a
 * sprite at the edge needs no care.
 *
 * Why not the canvas itself: 10,000 calls of `drawImage` take six times as long where there is no graphics card.
 */

/** The pixels of a small picture that are not empty, first those that cover what is below. */
export interface Sprite {
  /** Its number among the sprites of its raster. */
  number: number;
  /** How many cover. */
  covering: number;
  /** How many places of the picture in memory each is away from the sprite's middle. */
  offsets: Int32Array;
  /** As a canvas keeps them: red, green, blue, opacity from the lowest byte up. */
  colours: Uint32Array;
}

export const MARGIN = 64;
const OPAQUE = 0xff000000;
/** Most sprites of a raster. */
const SPRITES = 1_024;
const PICTURES = 2 ** 32 / SPRITES;
/** A pixel that is less opaque than this cannot be seen. */
const FAINTEST = 12;

export class Raster {
  readonly width: number;
  readonly height: number;
  private readonly image: ImageData;
  /** The width of the image, which takes long to ask it for. */
  private readonly row: number;
  private readonly pixels: Uint32Array;
  /** By place: which sprite of which picture was put there last. */
  private readonly last: Uint32Array;
  private picture = 1;
  private taken = 0;

  /** In pixels of the screen. */
  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.row = width + 2 * MARGIN;
    this.image = new ImageData(this.row, height + 2 * MARGIN);
    this.pixels = new Uint32Array(this.image.data.buffer);
    this.last = new Uint32Array(this.pixels.length);
  }

  clear(): void {
    this.pixels.fill(0);
    this.picture++;
    if (this.picture < PICTURES) return;
    this.last.fill(0);
    this.picture = 1;
  }

  /**
   * Puts a sprite with its middle at a place within the margin around what is shown; not once more where it lies
   * already, as most of a large fleet do from far out.
   */
  put(sprite: Sprite, x: number, y: number): void {
    const { number, covering, offsets, colours } = sprite;
    const { pixels, last } = this;
    const middle = this.placeOf(x, y);
    const mark = this.picture * SPRITES + number;
    if (last[middle] === mark) return;
    last[middle] = mark;
    for (let index = 0; index < covering; index++)
      pixels[middle + (offsets[index] ?? 0)] = colours[index] ?? 0;
    for (let index = covering; index < colours.length; index++) {
      const place = middle + (offsets[index] ?? 0);
      pixels[place] = over(colours[index] ?? 0, pixels[place] ?? 0);
    }
  }

  /** How many places it has, with its margin. */
  get places(): number {
    return this.pixels.length;
  }

  /** The place of a point within the margin around what is shown. */
  placeOf(x: number, y: number): number {
    return (Math.round(y) + MARGIN) * this.row + Math.round(x) + MARGIN;
  }

  /** Gives each place that was counted the colour of its number, the last one for all above. */
  shade(counts: Uint32Array, colours: Uint32Array): void {
    const most = colours.length - 1;
    for (let place = 0; place < counts.length; place++) {
      const count = counts[place] ?? 0;
      if (count > 0) this.pixels[place] = colours[Math.min(count, most)] ?? 0;
    }
  }

  /** A thin line in one colour, which takes the place of what was there. */
  line(fromX: number, fromY: number, toX: number, toY: number, colour: number): void {
    const { pixels, width, height } = this;
    const { row } = this;
    const steps = Math.ceil(Math.max(Math.abs(toX - fromX), Math.abs(toY - fromY)));
    // Most are outside of what is shown, where it is near.
    if (steps > width + height) return;
    for (let step = 0; step <= steps; step++) {
      const share = steps === 0 ? 0 : step / steps;
      const x = Math.round(fromX + (toX - fromX) * share);
      const y = Math.round(fromY + (toY - fromY) * share);
      if (x < 0 || y < 0 || x >= width || y >= height) continue;
      const place = (y + MARGIN) * row + x + MARGIN;
      pixels[place] = colour;
      pixels[place + 1] = colour;
    }
  }

  /** Takes a sprite out of a picture around its middle. */
  take({ data, width, height }: ImageData): Sprite {
    const all = new Uint32Array(data.buffer);
    const covering: number[] = [];
    const others: number[] = [];
    all.forEach((colour, place) => {
      if (colour >= OPAQUE) covering.push(place);
      else if (colour >>> 24 > FAINTEST) others.push(place);
    });
    const places = [...covering, ...others];
    const offset = (place: number) =>
      (Math.floor(place / width) - height / 2) * this.row + (place % width) - width / 2;
    this.taken = (this.taken + 1) % SPRITES;
    return {
      number: this.taken,
      covering: covering.length,
      offsets: Int32Array.from(places, offset),
      colours: Uint32Array.from(places, (place) => all[place] ?? 0),
    };
  }

  show(context: CanvasRenderingContext2D): void {
    context.putImageData(this.image, -MARGIN, -MARGIN);
  }
}

const RED_AND_BLUE = 0xff00ff;
const GREEN = 0x00ff00;

/** A colour as `#rrggbb` and how opaque it is, as a canvas keeps it. */
export function packed(colour: string, opacity: number): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  return ((Math.round(opacity * 255) << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}

/** A half-transparent pixel over another; two channels at a time, since this is most of the work. */
function over(upper: number, lower: number): number {
  if (lower === 0) return upper;
  const share = upper >>> 24;
  const rest = 256 - share;
  const redAndBlue = (((upper & RED_AND_BLUE) * share + (lower & RED_AND_BLUE) * rest) >>> 8) & RED_AND_BLUE;
  const green = (((upper & GREEN) * share + (lower & GREEN) * rest) >>> 8) & GREEN;
  return ((upper | lower) & OPAQUE) | redAndBlue | green;
}
