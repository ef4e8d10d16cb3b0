/** Target of the camera: at the whole fleet at first, at the chosen vehicle, after the followed one. */
import { effect } from '@preact/signals';
import type { StoryView } from '../../control/schemas/index.ts';
import { chosen, following } from '../state/chosen.ts';
import { devices } from '../state/devices.ts';
import { positions } from '../state/positions.ts';
import { type Showing, showing } from '../state/showing.ts';
import { recorded, story } from '../state/story.ts';
import { world } from '../state/world.ts';
import type { BaseMap } from './base.ts';
import {
  boundsOf,
  latitudeOf,
  longitudeOf,
  type View,
  viewOf,
  type WorldPoint,
  worldMetres,
  worldX,
  worldY,
} from './camera.ts';
import type { Motion } from './motion.ts';

type StorySite = StoryView['sites'][number];

/** Room on each side of the fleet, as a share of the view: vehicles do not stay where they are. */
const ROOM = 0.13;
const NEAREST = 15;
const FOLLOW_ZOOM = 14;
const TIME = 250;
const FOLLOW_TIME = 450;
/** The share of the view, on each side of its middle, in which a followed vehicle moves freely. */
const FREE = 0.22;

export class Framing {
  private readonly map: BaseMap;
  private readonly motion: Motion;
  private readonly stops: (() => void)[];
  /** The device that was chosen on the map itself, and so is in view already. */
  private picked: string | null = null;
  /** True if the user moved the camera since the story began: then it stays there. */
  private isHeld = false;
  /** True if the story shows a vehicle of which it is not known where it is. */
  private waiting = false;
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
        if (recorded.value == null) return;
        this.fitted.vehicles = false;
        this.fit();
      }),
      effect(() => this.bring(showing.value)),
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
    this.isHeld = false;
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
    if (this.fitted.vehicles || this.isHeld || this.motion.length <= 1) return;
    this.fitted.vehicles = this.show(0);
  }

  /** Keeps the chosen vehicle in view while it is followed, and goes to it as soon as it is known where it is. */
  follow({ scale, left, top, width, height }: View, number: number): void {
    this.fit();
    if (this.waiting && this.motion.has(number)) this.bring(showing.peek());
    if (!following.peek() || !this.motion.has(number) || this.map.isMoving()) return;
    const offX = (this.motion.x[number] ?? 0) * scale - left - width / 2;
    const offY = (this.motion.y[number] ?? 0) * scale - top - (height - captionHeight()) / 2;
    if (Math.abs(offX) < width * FREE && Math.abs(offY) < height * FREE) return;
    this.centre(number, { duration: Math.hypot(offX, offY) > width * 2 ? 0 : FOLLOW_TIME });
  }

  stop(): void {
    for (const stop of this.stops) stop();
  }

  /** Goes to a vehicle, near enough to see the street it is in; returns whether it is known where that is. */
  private goTo(id: string, zoom = Math.max(this.map.getZoom(), FOLLOW_ZOOM)): boolean {
    const number = devices.get(id)?.number ?? 0;
    if (!this.motion.has(number)) return false;
    this.isHeld = true;
    this.centre(number, { zoom, duration: FOLLOW_TIME });
    return true;
  }

  /** Brings a vehicle to the middle of what a caption leaves free. */
  private centre(number: number, how: { zoom?: number; duration: number }): void {
    const [x, y] = [this.motion.x[number] ?? 0, this.motion.y[number] ?? 0];
    this.map.easeTo({ center: [longitudeOf(x), latitudeOf(y)], offset: [0, -captionHeight() / 2], ...how });
  }

  /** Brings into view what the story shows: a place, an area, the device that is chosen for it, or the fleet. */
  private bring(shown: Showing | null): void {
    this.waiting = false;
    if (shown === null) return;
    const { area, id, zoom } = shown;
    const site = typeof area === 'number' ? story.peek()?.sites[area] : undefined;
    if (area === 'fleet') this.showFleet();
    else if (site !== undefined) {
      following.value = false;
      this.isHeld = true;
      this.fitTo(cornersOf(site), zoom ?? NEAREST, TIME);
    } else if (id !== null) this.waiting = !this.goTo(String(id), zoom ?? undefined);
    else if (zoom !== null) this.map.easeTo({ zoom, duration: TIME });
  }

  private show(duration: number): boolean {
    return this.fitTo(this.pointsOfInterest(), NEAREST, duration);
  }

  /** Returns whether there is anything to be shown. */
  private fitTo(points: Iterable<WorldPoint>, maxZoom: number, duration: number): boolean {
    const bounds = boundsOf(points);
    const { width, height } = viewOf(this.map);
    const room = Math.round(Math.min(width, height) * ROOM);
    const caption = Math.min(captionHeight(), height / 3);
    const padding = { top: room, left: room, right: room, bottom: room + caption };
    if (bounds) this.map.fitBounds(bounds, { padding, maxZoom, duration });
    return bounds !== undefined;
  }

  private *pointsOfInterest(): Iterable<WorldPoint> {
    for (let number = 1; number < positions.length; number++)
      yield [worldX(positions.longitude[number] ?? 0), worldY(positions.latitude[number] ?? 0)];
    // Vehicles that have not reported are known to be where they are parked.
    for (let number = 1; positions.known === 0 && number < this.motion.length; number++)
      yield [this.motion.x[number] ?? Number.NaN, this.motion.y[number] ?? Number.NaN];
    for (const { latitude, longitude } of recorded.peek()?.drives ?? [])
      for (const [index, north] of latitude.entries()) yield [worldX(longitude[index] ?? 0), worldY(north)];
    for (const { at } of story.peek()?.sites ?? []) yield [worldX(at[1]), worldY(at[0])];
  }
}

/** CSS pixels at the foot of the map that a caption covers. */
function captionHeight(): number {
  return document.querySelector('.shell-captions')?.clientHeight ?? 0;
}

function cornersOf({ at, area }: StorySite): WorldPoint[] {
  if (area === undefined || 'polygon' in area)
    return (area?.polygon ?? [at]).map(([north, east]) => [worldX(east), worldY(north)]);
  const { centre, radius } = area.circle;
  const [x, y] = [worldX(centre[1]), worldY(centre[0])];
  const away = radius / worldMetres(centre[0]);
  return [
    [x - away, y - away],
    [x + away, y + away],
  ];
}
