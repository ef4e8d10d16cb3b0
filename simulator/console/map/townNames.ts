/** Names of the town: its districts from far out, streets along their course and places near by. */
import { computed } from '@preact/signals';
import { roads } from '../state/story.ts';
import { type View, type WorldPoint, worldX, worldY } from './camera.ts';
import type { Labels } from './labels.ts';
import type { Palette } from './palette.ts';

/** Zoom from which, and up to which, names are shown. */
const DISTRICTS = { from: 11.5, to: 15.5 };
const STREETS_FROM = 14;
const PLACES_FROM = 13.7;
/** CSS pixels from a crossing to the name of the place there: below it are those of vehicles. */
const ABOVE = 7;

interface Name {
  name: string;
  /** The ends of a straight part of a street; the same point twice for a place or district. */
  from: WorldPoint;
  to: WorldPoint;
}

type Names = { readonly [K in 'district' | 'place' | 'street']: readonly Name[] };

const names = computed<Names>(() => {
  const found: { [K in keyof Names]: Name[] } = { district: [], place: [], street: [] };
  for (const { properties, geometry } of roads.value?.features ?? []) {
    const { name, class: kind } = properties;
    if (typeof name !== 'string') continue;
    if (geometry.type === 'LineString') {
      const corners = geometry.coordinates.map(inWorld);
      for (const [from, to] of straightParts(corners)) found.street.push({ name, from, to });
    } else if (geometry.type === 'Point') {
      const at = inWorld(geometry.coordinates);
      found[kind === 'district' ? 'district' : 'place'].push({ name, from: at, to: at });
    }
  }
  return found;
});

/** Over how many pieces of a street a name may go, and by which share they may be longer than the line under it. */
const MOST_PIECES = 4;
const BENT = 1.004;

/** The parts of a line along which a name can be written. */
function straightParts(corners: readonly WorldPoint[]): [WorldPoint, WorldPoint][] {
  return corners.flatMap((from, index) => {
    const parts: [WorldPoint, WorldPoint][] = [];
    let walked = 0;
    let before = from;
    for (const to of corners.slice(index + 1, index + 1 + MOST_PIECES)) {
      walked += distance(before, to);
      before = to;
      if (walked <= BENT * distance(from, to)) parts.push([from, to]);
    }
    return parts;
  });
}

const distance = ([x, y]: WorldPoint, [otherX, otherY]: WorldPoint) => Math.hypot(x - otherX, y - otherY);

function inWorld([longitude = 0, latitude = 0]: readonly number[]): WorldPoint {
  return [worldX(longitude), worldY(latitude)];
}

/** Draws them where other names leave room. The context takes pixels of the screen. */
export function nameTown(
  context: CanvasRenderingContext2D,
  view: View,
  { palette, labels }: { palette: Palette; labels: Labels },
): void {
  const { district, place, street } = names.peek();
  const { zoom } = view;
  const style = { text: palette.site, halo: palette.halo, weight: 500 };
  if (zoom >= DISTRICTS.from && zoom < DISTRICTS.to)
    for (const { name, from } of district) {
      const [x, y] = onScreen(from, view);
      labels.put(context, name, x, y, { ...style, weight: 700 });
    }
  if (zoom >= PLACES_FROM)
    for (const { name, from } of place) {
      const [x, y] = onScreen(from, view);
      if (isIn(view, x, y)) labels.put(context, name, x, y - labels.height - ABOVE, style);
    }
  if (zoom >= STREETS_FROM)
    nameStreets(context, view, { labels, street, colour: palette.street, halo: palette.halo });
}

interface Streets {
  labels: Labels;
  street: readonly Name[];
  colour: string;
  halo: string;
}

/** Each street once: along the longest of its pieces that are in view. */
function nameStreets(
  context: CanvasRenderingContext2D,
  view: View,
  { labels, street, colour, halo }: Streets,
): void {
  const longest = new Map<string, { x: number; y: number; angle: number; length: number }>();
  for (const { name, from, to } of street) {
    const [[fromX, fromY], [toX, toY]] = [onScreen(from, view), onScreen(to, view)];
    const [x, y] = [(fromX + toX) / 2, (fromY + toY) / 2];
    if (!isIn(view, x, y)) continue;
    const length = Math.hypot(toX - fromX, toY - fromY);
    if (length <= (longest.get(name)?.length ?? 0)) continue;
    longest.set(name, { x, y, angle: Math.atan((toY - fromY) / (toX - fromX)), length });
  }
  for (const [name, piece] of longest)
    labels.along(context, name, piece, { text: colour, halo, weight: 500 });
}

function onScreen([x, y]: WorldPoint, { scale, left, top }: View): [number, number] {
  return [x * scale - left, y * scale - top];
}

function isIn({ width, height }: View, x: number, y: number): boolean {
  return x >= 0 && y >= 0 && x <= width && y <= height;
}
