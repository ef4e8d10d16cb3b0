/** Where the camera looks: at the whole fleet at first, at the chosen vehicle, after the followed one. */
import { effect } from '@preact/signals';
import { chosen, following } from '../state/choice.ts';
import { devices } from '../state/devices.ts';
import { positions } from '../state/positions.ts';
import { story } from '../state/story.ts';
import { world } from '../state/world.ts';
import type { BaseMap } from './base.ts';
import { boundsOf, goTo, keepInView, type View, type WorldPoint, worldX, worldY } from './camera.ts';
import type { Motion } from './motion.ts';

/** Room on each side of the fleet, as a share of the view: vehicles do not stay where they are. */
const ROOM = 0.13;
const NEAREST = 15;
const TIME = 250;

export class Framing {
  private readonly map: BaseMap;
  private readonly motion: Motion;
  private readonly stops: (() => void)[];
  /** Who was chosen on the map itself, and so is seen already. */
  private picked: string | null = null;
  /** Whether the user moved the camera since the story began: then it stays there. */
  private isHeld = false;
  private fitted: { story: string | null | undefined; vehicles: boolean } = {
    story: undefined,
    vehicles: false,
  };

  constructor(map: BaseMap, motion: Motion) {
    this.map = map;
    this.motion = motion;
    map.on('dragstart', () => {
      following.value = false;
    });
    map.on('movestart', ({ originalEvent }) => {
      if (originalEvent) this.isHeld = true;
    });
    map.on('resize', () => {
      if (!this.isHeld && !following.peek()) this.show(0);
    });
    this.stops = [
      effect(() => {
        if (story.value) this.fit();
      }),
      effect(() => {
        const id = chosen.value;
        if (id !== null && (id !== this.picked || following.value)) this.goTo(id);
      }),
    ];
  }

  /** A vehicle was chosen on the map itself. */
  pick(id: string): void {
    this.picked = id;
  }

  /** Shows the whole fleet and the places of the story, on the user's wish. */
  showFleet(): void {
    following.value = false;
    this.show(TIME);
  }

  /** Brings the camera to the places of another story, and to its fleet as soon as it is known where it is. */
  fit(): void {
    const name = world.peek()?.story ?? null;
    if (this.fitted.story !== name) {
      this.fitted = { story: name, vehicles: false };
      this.isHeld = false;
      if (story.peek()) this.show(0);
    }
    if (this.fitted.vehicles || this.isHeld || positions.known === 0) return;
    this.fitted.vehicles = true;
    this.show(0);
  }

  /** Keeps the chosen vehicle in view while it is followed. */
  follow(view: View, number: number): void {
    if (!following.peek() || !this.motion.has(number)) return;
    keepInView(this.map, view, this.motion.x[number] ?? 0, this.motion.y[number] ?? 0);
  }

  stop(): void {
    for (const stop of this.stops) stop();
  }

  private goTo(id: string): void {
    const number = devices.get(id)?.number ?? 0;
    if (!this.motion.has(number)) return;
    this.isHeld = true;
    goTo(this.map, this.motion.x[number] ?? 0, this.motion.y[number] ?? 0);
  }

  private show(duration: number): void {
    const bounds = boundsOf(pointsOfInterest());
    const { clientWidth, clientHeight } = this.map.getContainer();
    const padding = Math.round(Math.min(clientWidth, clientHeight) * ROOM);
    if (bounds) this.map.fitBounds(bounds, { padding, maxZoom: NEAREST, duration });
  }
}

function* pointsOfInterest(): Iterable<WorldPoint> {
  for (let number = 1; number < positions.length; number++)
    yield [worldX(positions.longitude[number] ?? 0), worldY(positions.latitude[number] ?? 0)];
  for (const { at } of story.peek()?.sites ?? []) yield [worldX(at[1]), worldY(at[0])];
}
