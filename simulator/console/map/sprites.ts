/**
 * Small pictures of vehicles, drawn once by the browser and kept as pixels. Shapes distinguish states without their
 * colours: an arrow moves, a disc is parked, a ring is offline, a ring with a bar has no signal, a cross has no licence; a ring
 * of its own around any of them is an alert, a square a daily limit that is reached.
 */

import { itemAt } from '../../../contracts/kit/items.ts';
import { STATES, type VehicleState } from '../state/known.ts';
import { contextOf } from './context.ts';
import type { VehicleColours } from './palette.ts';

/** A small picture with its vehicle in the middle. */
export type Sprite = HTMLCanvasElement;
/** CSS pixels from the middle of a picture to its edge. */
const HALF = 26;

export const HEADINGS = 48;

export interface SpriteSet {
  /** By place in `STATES`; one for each heading where the shape has one, and a last one for an unknown heading. */
  vehicles: readonly (readonly Sprite[])[];
  alert: Sprite;
  limit: Sprite;
  chosen: Sprite;
}

/** How large a vehicle is drawn, in CSS pixels from its middle to its tip: dots when far out, arrows near by. */
export function radiusAt(zoom: number, vehicles: number): number {
  const near = zoom >= 15 ? 12 : zoom >= 13.5 ? 10 : zoom >= 12 ? 8 : 6;
  return vehicles <= 200
    ? Math.max(9, near)
    : vehicles <= 2_000
      ? Math.max(6, near - 1)
      : vehicles <= 20_000
        ? Math.max(3, near - 2.5)
        : Math.max(2.5, near - 5);
}

/** Below this radius a heading cannot be seen. */
const SMALLEST_ARROW = 5;

type Draw = (context: CanvasRenderingContext2D, radius: number, colours: VehicleColours) => void;

/** A shape that is drawn for a vehicle, or around it. */
export type Shape = VehicleState | 'alert' | 'limit' | 'chosen';

const SHAPES: { readonly [S in Shape]: Draw } = {
  moving(context, radius, colours) {
    context.beginPath();
    context.moveTo(0, -radius);
    context.lineTo(radius * 0.72, radius * 0.8);
    context.lineTo(0, radius * 0.45);
    context.lineTo(-radius * 0.72, radius * 0.8);
    context.closePath();
    paint(context, radius, colours.moving, colours.edge);
  },
  parked(context, radius, colours) {
    context.beginPath();
    context.arc(0, 0, radius * 0.58, 0, 2 * Math.PI);
    paint(context, radius, colours.parked, colours.edge);
  },
  offline(context, radius, colours) {
    context.beginPath();
    context.arc(0, 0, radius * 0.5, 0, 2 * Math.PI);
    outline(context, radius * 0.3 + 2.4, colours.edge);
    outline(context, radius * 0.3, colours.offline);
  },
  silent(context, radius, colours) {
    const arm = radius * 0.62;
    context.beginPath();
    context.arc(0, 0, radius * 0.5, 0, 2 * Math.PI);
    context.moveTo(-arm, arm);
    context.lineTo(arm, -arm);
    outline(context, radius * 0.22 + 2.4, colours.edge);
    outline(context, radius * 0.22, colours.offline);
  },
  expired(context, radius, colours) {
    const arm = radius * 0.48;
    context.beginPath();
    context.moveTo(-arm, -arm);
    context.lineTo(arm, arm);
    context.moveTo(arm, -arm);
    context.lineTo(-arm, arm);
    context.lineCap = 'round';
    outline(context, radius * 0.3 + 2.4, colours.edge);
    outline(context, radius * 0.3, colours.expired);
  },
  alert(context, radius, colours) {
    context.beginPath();
    context.arc(0, 0, radius + 5, 0, 2 * Math.PI);
    outline(context, 5, colours.edge);
    outline(context, 3, colours.alert);
  },
  limit(context, radius, colours) {
    const half = radius + 2.5;
    context.beginPath();
    context.rect(-half, -half, 2 * half, 2 * half);
    outline(context, 4.5, colours.edge);
    outline(context, 2.5, colours.limit);
  },
  chosen(context, radius, colours) {
    context.beginPath();
    context.arc(0, 0, radius + 6.5, 0, 2 * Math.PI);
    outline(context, 4, colours.edge);
    outline(context, 2, colours.chosen);
  },
};

/** Draws a shape around the origin, in CSS pixels. */
export function drawShape(
  context: CanvasRenderingContext2D,
  shape: Shape,
  radius: number,
  colours: VehicleColours,
): void {
  SHAPES[shape](context, radius, colours);
}

/** Far out: a dot, in the colour of the state. */
const dot =
  (state: VehicleState): Draw =>
  (context, radius, colours) => {
    context.beginPath();
    context.arc(0, 0, radius * 0.8, 0, 2 * Math.PI);
    const colour = colours[state === 'silent' ? 'offline' : state];
    if (state !== 'moving' && state !== 'parked') return outline(context, 1.2, colour);
    context.fillStyle = colour;
    context.fill();
  };

/** Draws all pictures for vehicles of a radius, in CSS pixels, at so many pixels of the screen for each. */
export function drawSprites(colours: VehicleColours, radius: number, ratio: number): SpriteSet {
  const sprite = (draw: Draw, degrees = 0): Sprite => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = Math.ceil(2 * HALF * ratio);
    const context = contextOf(canvas);
    context.translate(HALF * ratio, HALF * ratio);
    context.scale(ratio, ratio);
    context.rotate((degrees * Math.PI) / 180);
    draw(context, radius, colours);
    return canvas;
  };
  const withHeading = radius >= SMALLEST_ARROW;
  return {
    vehicles: STATES.map((state) => {
      if (!withHeading) return [sprite(dot(state))];
      if (state !== 'moving') return [sprite(SHAPES[state])];
      const turns = Array.from({ length: HEADINGS }, (_, turn) =>
        sprite(SHAPES.moving, (turn * 360) / HEADINGS),
      );
      return [...turns, sprite(dot('moving'))];
    }),
    alert: sprite(SHAPES.alert),
    limit: sprite(SHAPES.limit),
    chosen: sprite(SHAPES.chosen),
  };
}

/** The picture of one vehicle. */
export function spriteOf(set: SpriteSet, state: number, heading: number): Sprite {
  const turns = itemAt(set.vehicles, state);
  if (turns.length === 1) return itemAt(turns, 0);
  if (Number.isNaN(heading)) return itemAt(turns, HEADINGS);
  const turn = Math.round((heading * HEADINGS) / 360) % HEADINGS;
  return itemAt(turns, turn < 0 ? turn + HEADINGS : turn);
}

function paint(context: CanvasRenderingContext2D, radius: number, fill: string, edge: string): void {
  context.lineJoin = 'round';
  outline(context, radius < 7 ? 1.6 : 2.6, edge);
  context.fillStyle = fill;
  context.fill();
}

function outline(context: CanvasRenderingContext2D, width: number, colour: string): void {
  context.lineWidth = width;
  context.strokeStyle = colour;
  context.stroke();
}
