/**
 * Names on a canvas: text stays text, whatever a name looks like. Each is drawn once and kept as a picture; one that
 * would cover another is left out.
 */
import { contextOf } from './context.ts';
export interface LabelStyle {
  text: string;
  halo: string;
  weight: number;
  /** Other names that it must not cover; `null`: it is put even where it covers one. */
  besides?: readonly Box[] | null;
}

interface Picture {
  canvas: HTMLCanvasElement;
  /** CSS pixels. */
  width: number;
  height: number;
}

const SIZE = 12;
const PADDING = 3;
const KEPT = 400;
const LONGEST = 40;

export class Labels {
  private readonly pictures = new Map<string, Picture>();
  private taken: Box[] = [];
  private readonly ratio: number;
  private readonly size: number;

  /** @param scale how much larger than usual type is, 1 for usual type */
  constructor(ratio: number, scale: number) {
    this.ratio = ratio;
    this.size = SIZE * scale;
  }

  /** Where names are, in CSS pixels. */
  get boxes(): readonly Box[] {
    return this.taken;
  }

  /** The height of a name, in CSS pixels. */
  get height(): number {
    return Math.ceil(this.size * 1.3) + 2 * PADDING;
  }

  /** Forgets what is where. To be called before the names of a new picture. */
  begin(): void {
    this.taken = [];
  }

  /** Keeps names away from what is drawn around a place, in CSS pixels. */
  keepFree(x: number, y: number, radius: number): void {
    this.taken.push({ left: x - radius, top: y - radius, right: x + radius, bottom: y + radius });
  }

  /** Puts a name below a place, in CSS pixels, unless it would cover another one; whether it did. */
  put(context: CanvasRenderingContext2D, name: string, x: number, y: number, style: LabelStyle): boolean {
    const picture = this.pictureOf(name, style);
    const left = Math.round(x - picture.width / 2);
    const top = Math.round(y);
    const box = { left, top, right: left + picture.width, bottom: top + picture.height };
    const { besides = [] } = style;
    if (besides && [...this.taken, ...besides].some((other) => overlap(box, other))) return false;
    this.taken.push(box);
    context.drawImage(picture.canvas, left * this.ratio, top * this.ratio);
    return true;
  }

  /** Puts a name along a line of so many CSS pixels, if it is long enough: with its middle at a place, turned by radians. */
  along(
    context: CanvasRenderingContext2D,
    name: string,
    { x, y, angle, length }: { x: number; y: number; angle: number; length: number },
    style: LabelStyle,
  ): void {
    const picture = this.pictureOf(name, style);
    const { width, height } = picture;
    if (width > length) return;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const halfX = (width * Math.abs(cos) + height * Math.abs(sin)) / 2;
    const halfY = (width * Math.abs(sin) + height * Math.abs(cos)) / 2;
    const box = { left: x - halfX, top: y - halfY, right: x + halfX, bottom: y + halfY };
    if (this.taken.some((other) => overlap(box, other))) return;
    this.taken.push(box);
    const { ratio } = this;
    context.setTransform(cos, sin, -sin, cos, x * ratio, y * ratio);
    context.drawImage(picture.canvas, (-width * ratio) / 2, (-height * ratio) / 2);
    context.setTransform(1, 0, 0, 1, 0, 0);
  }

  private pictureOf(name: string, { text, halo, weight }: LabelStyle): Picture {
    const key = `${weight} ${text} ${name}`;
    const kept = this.pictures.get(key);
    if (kept) return kept;
    if (this.pictures.size >= KEPT) this.pictures.clear();
    const shown = name.length > LONGEST ? `${name.slice(0, LONGEST - 1)}…` : name;
    const canvas = document.createElement('canvas');
    const context = contextOf(canvas);
    const font = `${weight} ${this.size}px system-ui, sans-serif`;
    context.font = font;
    const width = Math.ceil(context.measureText(shown).width) + 2 * PADDING;
    const { height } = this;
    canvas.width = width * this.ratio;
    canvas.height = height * this.ratio;
    context.scale(this.ratio, this.ratio);
    context.font = font;
    context.textBaseline = 'middle';
    context.lineJoin = 'round';
    context.lineWidth = 3;
    context.strokeStyle = halo;
    context.strokeText(shown, PADDING, height / 2);
    context.fillStyle = text;
    context.fillText(shown, PADDING, height / 2);
    const picture = { canvas, width, height };
    this.pictures.set(key, picture);
    return picture;
  }
}

export type Box = { left: number; top: number; right: number; bottom: number };

function overlap(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}
