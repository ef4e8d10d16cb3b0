/**
 * A picture in memory on which small pictures are put. It is wider than what is shown by a margin, so that a
 * sprite at the edge needs no care.
 *
 * Why not the canvas itself: 10,000 calls of `drawImage` take six times as long where there is no graphics card.
 */

/** The pixels of a small picture that are not empty, seen from its middle. */
export interface Sprite {
  dx: Int16Array;
  dy: Int16Array;
  /** As a canvas keeps them: red, green, blue, opacity from the lowest byte up. */
  colours: Uint32Array;
}

export const MARGIN = 64;
const OPAQUE = 0xff000000;

export class Raster {
  readonly width: number;
  readonly height: number;
  private readonly image: ImageData;
  private readonly pixels: Uint32Array;

  /** In pixels of the screen. */
  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.image = new ImageData(width + 2 * MARGIN, height + 2 * MARGIN);
    this.pixels = new Uint32Array(this.image.data.buffer);
  }

  clear(): void {
    this.pixels.fill(0);
  }

  /** Puts a sprite with its middle at a place within the margin around what is shown. */
  put(sprite: Sprite, x: number, y: number): void {
    const { dx, dy, colours } = sprite;
    const { pixels } = this;
    const row = this.image.width;
    const middle = (Math.round(y) + MARGIN) * row + Math.round(x) + MARGIN;
    for (let index = 0; index < colours.length; index++) {
      const place = middle + (dy[index] as number) * row + (dx[index] as number);
      const colour = colours[index] as number;
      pixels[place] = colour >= OPAQUE ? colour : over(colour, pixels[place] as number);
    }
  }

  show(context: CanvasRenderingContext2D): void {
    context.putImageData(this.image, -MARGIN, -MARGIN);
  }
}

/** A half-transparent pixel over another. */
function over(upper: number, lower: number): number {
  if (lower === 0) return upper;
  const share = (upper >>> 24) / 255;
  const mixed = (shift: number): number => {
    const below = (lower >>> shift) & 0xff;
    return Math.round(below + (((upper >>> shift) & 0xff) - below) * share) << shift;
  };
  const opacity = Math.max(upper >>> 24, lower >>> 24);
  return ((opacity << 24) | mixed(16) | mixed(8) | mixed(0)) >>> 0;
}
