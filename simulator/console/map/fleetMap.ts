/**
 * Puts the map together, and decides what is drawn when: the ground when the camera moves or the story changes,
 * vehicles as long as one of them is on its way, and nothing at all while nothing changes.
 */
import { effect } from '@preact/signals';
import {
  choose,
  chosen,
  chosenDevice,
  devices,
  following,
  idOfNumber,
  isDark,
  largeType,
  onPositions,
  positions,
  positionsKnown,
  running,
  simulatedAt,
  story,
  world,
} from '../state/index.ts';
import { createBase } from './base.ts';
import { boundsOf, goTo, keepInView, type View, viewOf, worldX, worldY } from './camera.ts';
import { Ink } from './ink.ts';
import { loadLand } from './land.ts';
import { countFrame, noteGround, startMeasuring } from './measure.ts';
import { Motion } from './motion.ts';
import { dark, light } from './palette.ts';
import { alerting, watchAlerts } from './states.ts';
import { type Ground, styleOf } from './style.ts';
import { loadTiles } from './tiles.ts';
import { Trails } from './trails.ts';
import { type Marked, Vehicles } from './vehicles.ts';

export interface FleetMap {
  zoomIn(): void;
  zoomOut(): void;
  /** Shows the whole fleet and the places of the story. */
  showFleet(): void;
  stop(): void;
}

export interface FleetMapElements {
  /** Where MapLibre draws. */
  ground: HTMLElement;
  ink: HTMLCanvasElement;
  vehicles: HTMLCanvasElement;
}

/** Pixels that are drawn anew with each frame; a finer screen gets no finer picture above that. */
const MOST_PIXELS = 5_000_000;
const LARGE_TYPE = 1.4;
const FIT = { maxZoom: 15 };
/** Room on each side of the fleet, as a share of the view: vehicles do not stay where they are. */
const FIT_ROOM = 0.13;
const ZOOM_TIME = { duration: 250 };

/** Throws where the browser has no WebGL 2. */
export function createFleetMap(elements: FleetMapElements): FleetMap {
  startMeasuring();
  const map = createBase(elements.ground);
  const ground: Ground = { land: null, tiles: null, story: null };
  const palette = () => (isDark.peek() ? dark : light);
  /** What has to be drawn again. */
  const changed = { vehicles: true, ink: true };
  const motion = new Motion();
  const vehicles = new Vehicles(elements.vehicles, motion, palette());
  const trails = new Trails(motion, () => {
    changed.ink = true;
  });
  const ink = new Ink(elements.ink, trails, palette());
  let marked: Marked = { chosen: 0, hovered: 0, alerting: [] };
  let hovered = 0;
  /** Who was chosen on the map itself, as the choice has it. */
  let picked: string | null = null;
  /** Whether somebody moved the camera since the story began: then it stays where he wants it. */
  let isHeld = false;
  let fitted = { story: undefined as string | null | undefined, vehicles: false };

  function all(): void {
    changed.vehicles = true;
    changed.ink = true;
  }

  /** MapLibre finds out what changed, once it has taken in the first one. */
  let isReady = false;
  map.once('style.load', () => {
    isReady = true;
    showGround();
  });
  function showGround(): void {
    if (!isReady) return;
    map.setStyle(styleOf(ground, palette()), { diff: true, validate: false });
  }

  function dress(): void {
    const { clientWidth: width, clientHeight: height } = elements.ground;
    const finest = Math.sqrt(MOST_PIXELS / Math.max(1, width * height));
    const ratio = Math.min(devicePixelRatio, 2, finest);
    const dressed = { width, height, ratio, type: largeType.peek() ? LARGE_TYPE : 1, palette: palette() };
    vehicles.dress(dressed);
    ink.dress(dressed);
    all();
  }

  function* pointsOfInterest(): Iterable<readonly [x: number, y: number]> {
    for (let number = 1; number < positions.length; number++)
      yield [worldX(positions.longitude[number] as number), worldY(positions.latitude[number] as number)];
    for (const { at } of story.peek()?.sites ?? []) yield [worldX(at[1]), worldY(at[0])];
  }

  function showFleet(duration: number): void {
    const bounds = boundsOf(pointsOfInterest());
    const { clientWidth, clientHeight } = elements.ground;
    const padding = Math.round(Math.min(clientWidth, clientHeight) * FIT_ROOM);
    if (bounds) map.fitBounds(bounds, { ...FIT, padding, duration });
  }

  /** Brings the camera to the places of another story, and to its fleet as soon as it is known where it is. */
  function fitOnce(): void {
    const name = world.peek()?.story ?? null;
    if (fitted.story !== name) {
      fitted = { story: name, vehicles: false };
      isHeld = false;
      if (story.peek()) showFleet(0);
    }
    if (fitted.vehicles || isHeld || positions.known === 0) return;
    fitted.vehicles = true;
    showFleet(0);
  }

  function mark(real: number): void {
    const now: Marked = {
      chosen: chosenDevice.peek()?.number ?? 0,
      hovered,
      alerting: alerting(simulatedAt(real), real),
    };
    const same =
      now.chosen === marked.chosen &&
      now.hovered === marked.hovered &&
      now.alerting.length === marked.alerting.length &&
      now.alerting.every((number, index) => number === marked.alerting[index]);
    if (!same) all();
    marked = now;
  }

  function follow(view: View): void {
    if (!following.peek() || marked.chosen === 0 || !motion.has(marked.chosen)) return;
    keepInView(map, view, motion.x[marked.chosen] as number, motion.y[marked.chosen] as number);
  }

  function draw(real: number): void {
    mark(real);
    if (motion.moving) {
      motion.step(real);
      changed.vehicles = true;
      if (marked.chosen > 0 || trails.hasTails) changed.ink = true;
    }
    if (!changed.vehicles && !changed.ink) return;
    const began = performance.now();
    const view = viewOf(map);
    follow(view);
    if (changed.vehicles) vehicles.draw(view, marked);
    if (changed.ink) ink.draw(view, story.peek()?.sites ?? [], marked.chosen);
    changed.vehicles = false;
    changed.ink = false;
    countFrame(performance.now() - began, vehicles.shown);
  }

  let frame = requestAnimationFrame(function next(): void {
    frame = requestAnimationFrame(next);
    // While the camera moves, the ground says when: else vehicles would float above it.
    if (!map.isMoving()) draw(performance.now());
  });
  map.on('render', () => {
    if (map.isMoving()) draw(performance.now());
  });
  map.on('move', all);
  map.on('moveend', all);
  map.on('dragstart', () => {
    following.value = false;
  });
  map.on('movestart', ({ originalEvent }) => {
    if (originalEvent) isHeld = true;
  });
  map.on('resize', dress);
  listenToPointers();

  const stops = [
    watchAlerts(),
    onPositions((received) => {
      motion.take(received, performance.now(), running.peek());
      trails.take(received);
      fitOnce();
      all();
    }),
    effect(() => {
      if (!running.value) motion.settle(performance.now());
    }),
    effect(() => {
      ground.story = story.value;
      isDark.value;
      showGround();
      if (story.value) fitOnce();
      all();
    }),
    effect(() => {
      isDark.value;
      largeType.value;
      dress();
    }),
    effect(() => {
      trails.begin(chosen.value);
      following.value;
      // Whoever was chosen on the map is seen already.
      if (chosen.value !== picked || following.value) goToChosen();
    }),
    () => trails.stop(),
  ];
  takePositionsKnownBefore();
  void bringGround();

  function goToChosen(): void {
    const number = devices.get(chosen.peek() ?? '')?.number ?? 0;
    if (motion.has(number)) goTo(map, motion.x[number] as number, motion.y[number] as number);
  }

  /** The streams may have begun before the map was there. */
  function takePositionsKnownBefore(): void {
    if (positionsKnown.peek() === 0) return;
    const numbers = Uint32Array.from({ length: positions.length - 1 }, (_, index) => index + 1);
    motion.aimAt(numbers, performance.now(), running.peek());
    fitOnce();
  }

  async function bringGround(): Promise<void> {
    const bring = async <K extends 'land' | 'tiles'>(part: K, loading: Promise<Ground[K]>) => {
      ground[part] = await loading;
      showGround();
    };
    // Without them the fleet is still there to be seen.
    await Promise.allSettled([bring('land', loadLand()), bring('tiles', loadTiles())]);
    map.once('idle', noteGround);
  }

  function listenToPointers(): void {
    const canvas = map.getCanvas();
    const at = (event: { clientX: number; clientY: number; pointerType?: string }) => {
      const { left, top } = canvas.getBoundingClientRect();
      return vehicles.pick(event.clientX - left, event.clientY - top, event.pointerType ?? 'mouse');
    };
    let pointer = 'mouse';
    canvas.addEventListener('pointerdown', ({ pointerType }) => {
      pointer = pointerType;
    });
    canvas.addEventListener('pointermove', (event) => {
      if (event.pointerType === 'touch' || event.buttons !== 0) return;
      hovered = at(event);
      canvas.style.cursor = hovered > 0 ? 'pointer' : '';
    });
    // Whoever clicks on the map wants the arrow keys to step in time all the same; whoever came here by the
    // keyboard wants to move the map by them.
    canvas.addEventListener('focus', () => {
      if (!canvas.matches(':focus-visible')) canvas.blur();
    });
    canvas.addEventListener('pointerleave', () => {
      hovered = 0;
    });
    // Of MapLibre, since it tells a click from the end of a drag.
    map.on('click', ({ originalEvent }) => {
      const { clientX, clientY } = originalEvent;
      const id = idOfNumber(at({ clientX, clientY, pointerType: pointer }));
      if (id === undefined) return;
      picked = id;
      choose(id);
    });
  }

  return {
    zoomIn: () => map.zoomIn(ZOOM_TIME),
    zoomOut: () => map.zoomOut(ZOOM_TIME),
    showFleet() {
      following.value = false;
      showFleet(ZOOM_TIME.duration);
    },
    stop() {
      cancelAnimationFrame(frame);
      for (const stop of stops) stop();
      map.remove();
    },
  };
}
