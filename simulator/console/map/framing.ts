/** Target of the camera: at the whole fleet at first, at the chosen vehicle, after the followed one. */
import { effect } from '@preact/signals';
import type { LatLon, StoryView } from '../../control/schemas/index.ts';
import { camera, wantedCamera } from '../state/camera.ts';
import { chosen, following } from '../state/choice.ts';
import { devices } from '../state/devices.ts';
import { positions } from '../state/positions.ts';
import { type Showing, showing } from '../state/showing.ts';
import { recorded, story } from '../state/story.ts';
import { world } from '../state/world.ts';
import type { BaseMap } from './base.ts';
import { boundsOf, goTo, keepInView, type View, viewOf, type WorldPoint, worldX, worldY } from './camera.ts';
import type { Motion } from './motion.ts';

type StorySite = StoryView['sites'][number];
type Circle = Extract<StorySite['area'], { circle: unknown }>['circle'];

/** Room on each side of the fleet, as a share of the view: vehicles do not stay where they are. */
const ROOM = 0.13;
const NEAREST = 15;
const TIME = 250;

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
    map.on('moveend', () => this.note());
    map.on('resize', () => {
      if (!this.isHeld && !following.peek()) this.show(0);
    });
    this.stops = [
      effect(() => {
        if (story.value) this.fit();
      }),
      effect(() => {
        if (recorded.value === null) return;
        this.fitted.vehicles = false;
        this.fit();
      }),
      effect(() => {
        this.bring(showing.value);
      }),
      effect(() => {
        const wanted = wantedCamera.value;
        if (wanted === null) return;
        wantedCamera.value = null;
        this.isHeld = true;
        this.fitted = { story: world.peek()?.story ?? null, vehicles: true };
        map.jumpTo({ center: [wanted.longitude, wanted.latitude], zoom: wanted.zoom });
        this.note();
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
  follow(view: View, number: number): void {
    this.fit();
    if (this.waiting && this.motion.has(number)) this.bring(showing.peek());
    if (!following.peek() || !this.motion.has(number)) return;
    keepInView(this.map, view, this.motion.x[number] ?? 0, this.motion.y[number] ?? 0);
  }

  stop(): void {
    for (const stop of this.stops) stop();
  }

  /** Returns whether it is known where the vehicle is. */
  private goTo(id: string, zoom?: number): boolean {
    const number = devices.get(id)?.number ?? 0;
    if (!this.motion.has(number)) return false;
    this.isHeld = true;
    goTo(this.map, this.motion.x[number] ?? 0, this.motion.y[number] ?? 0, zoom);
    return true;
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
      const bounds = boundsOf(cornersOf(site));
      const maxZoom = zoom ?? NEAREST;
      if (bounds) this.map.fitBounds(bounds, { ...this.padding(), maxZoom, duration: TIME });
    } else if (id !== null) this.waiting = !this.goTo(String(id), zoom ?? undefined);
    else if (zoom !== null) this.map.easeTo({ zoom, duration: TIME });
  }

  /** Says where the camera was moved to; one that looks at the fleet does so wherever the link is opened. */
  private note(): void {
    const { lat, lng } = this.map.getCenter();
    camera.value = this.isHeld ? { latitude: lat, longitude: lng, zoom: this.map.getZoom() } : null;
  }

  private padding(): { padding: number } {
    const { width, height } = viewOf(this.map);
    return { padding: Math.round(Math.min(width, height) * ROOM) };
  }

  /** Returns whether there is anything to be shown. */
  private show(duration: number): boolean {
    const bounds = boundsOf(this.pointsOfInterest());
    if (bounds) this.map.fitBounds(bounds, { ...this.padding(), maxZoom: NEAREST, duration });
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

function cornersOf({ at, area }: StorySite): WorldPoint[] {
  const points = area === undefined ? [at] : 'polygon' in area ? area.polygon : aroundOf(area.circle);
  return points.map(([latitude, longitude]) => [worldX(longitude), worldY(latitude)]);
}

/** Metres for each degree of latitude. */
const DEGREE = 111_320;

function aroundOf({ centre: [latitude, longitude], radius }: Circle): LatLon[] {
  const north = radius / DEGREE;
  const east = north / Math.cos((latitude * Math.PI) / 180);
  return [
    [latitude - north, longitude - east],
    [latitude + north, longitude + east],
  ];
}
