/**
 * Puts the map together, and decides what is drawn when: the ground when the camera moves or the story changes,
 * vehicles as long as one of them is on its way, and nothing at all while nothing changes.
 */
import { effect } from '@preact/signals';
import { spanOf } from '../look/format.ts';
import { choose, chosenDevice, following, track, travels } from '../state/chosen.ts';
import { clock, running, simulatedAt } from '../state/clock.ts';
import { atLimit, idOfNumber, namesVersion } from '../state/devices.ts';
import { keepDrivesOf, onDrives, settleDrives } from '../state/drives.ts';
import { truthShown } from '../state/known.ts';
import { onPositions, positions } from '../state/positions.ts';
import { largeType } from '../state/preferences.ts';
import { recorded, story } from '../state/story.ts';
import { type BaseMap, createBase } from './base.ts';
import { viewOf, type WorldPoint, worldX, worldY } from './camera.ts';
import { lineFeature, noContents, pointFeature, put } from './contents.ts';
import { Framing } from './framing.ts';
import { keepGround, paletteOfNow } from './ground.ts';
import { startMeasuring } from './measure.ts';
import { Motion } from './motion.ts';
import { pictureOf } from './picture.ts';
import { reportedShown } from './shared.ts';
import { trailOf } from './trail.ts';
import { alertingAt, Vehicles, watchAlerts } from './vehicles.ts';

export interface FleetMapHandle {
  zoomIn(): void;
  zoomOut(): void;
  /** Shows the whole fleet and the places of the story. */
  showFleet(): void;
  /** A PNG of what is shown. */
  picture(): Promise<Blob>;
  stop(): void;
}

/** Pixels that are drawn anew with each frame; a finer screen gets no finer picture above that. */
const MAX_PIXELS = 5_000_000;
/** While the camera moves, vehicles rest for so many times as long as moving all of them takes: the camera comes first. */
const REST = 4;
const LARGE_TYPE = 1.4;
/** Real milliseconds between two fillings of MapLibre's sources, and of that of a crowd: from far out none of it is seen to move. */
const FILLED = { chosen: 250, crowd: 1_000 };
/** With more reported locations there would be nothing else. */
const MAX_REPORTED = 1_000;
/** Real milliseconds for which vehicles wait for the ground. */
const GROUND_FIRST = 5_000;
const ZOOM_TIME = { duration: 250 };

/**
 * @param ground in which MapLibre draws
 * @param canvas for the vehicles
 * @throws Error where the browser has no WebGL 2
 */
export function createFleetMap(ground: HTMLElement, canvas: HTMLCanvasElement): FleetMapHandle {
  startMeasuring();
  const map = createBase(ground);
  const contents = noContents();
  const motion = new Motion();
  const framing = new Framing(map, motion);
  const vehicles = new Vehicles(canvas, motion, paletteOfNow());
  let isChanged = true;
  const all = () => {
    isChanged = true;
  };
  const moves = () => {
    motion.moving = true;
  };
  /** When the sources of MapLibre were filled last, and whether they are to be filled again. */
  const filled = { chosen: 0, crowd: 0 };
  let isStale = true;
  /** When vehicles were moved last, and the real milliseconds that it took. */
  let moved = { at: 0, took: 0 };
  let hovered = 0;
  let alerting: readonly number[] = [];

  function resize(): void {
    const { clientWidth: width, clientHeight: height } = canvas;
    const finest = Math.sqrt(MAX_PIXELS / Math.max(1, width * height));
    const ratio = Math.min(devicePixelRatio, 2, finest);
    vehicles.resize({
      width,
      height,
      ratio,
      type: largeType.value ? LARGE_TYPE : 1,
      palette: paletteOfNow(),
    });
    all();
  }

  function draw(): void {
    const began = performance.now();
    const still = alertingAt(simulatedAt(began), began);
    if (still.join() !== alerting.join()) all();
    alerting = still;
    if (motion.moving && (!map.isMoving() || began - moved.at >= moved.took * REST)) {
      motion.step(began);
      moved = { at: began, took: performance.now() - began };
      all();
    }
    const number = chosenDevice.peek()?.number ?? 0;
    if (isChanged) {
      isChanged = false;
      isStale = true;
      const view = viewOf(map);
      vehicles.draw(view, [hovered, number], alerting);
      framing.follow(view, number);
    }
    if (isStale) fill(began, number);
  }

  function fill(real: number, number: number): void {
    if (real - filled.chosen < FILLED.chosen) return;
    filled.chosen = real;
    isStale = false;
    showChosen(number);
    if (real - filled.crowd < FILLED.crowd) {
      isStale = true;
      return;
    }
    filled.crowd = real;
    put(map, contents, 'crowd', vehicles.crowd());
  }

  function showChosen(number: number): void {
    const drives = recorded.peek()?.drives ?? [];
    if (drives.length > 0) map.setGlobalStateProperty('shown', Number.isNaN(motion.at) ? 0 : motion.at);
    keepDrivesOf(number);
    const fixes =
      number > 0 ? (track.peek() ?? []).map((each) => ({ at: each.at, point: placeOf(each) })) : [];
    const hasTrail = number > 0 && drives.length === 0;
    put(map, contents, 'trail', hasTrail ? trailOf(number, motion, fixes).map(lineFeature) : []);
    const stops = number > 0 ? (travels.peek()?.stops ?? []) : [];
    put(
      map,
      contents,
      'stops',
      stops.map((stop) =>
        pointFeature(placeOf(stop), { name: spanOf(Date.parse(stop.end) - Date.parse(stop.start)) }),
      ),
    );
    const places = reportedShown.peek() ? [...fixes.map(({ point }) => point), ...lastReported()] : [];
    put(
      map,
      contents,
      'reported',
      places.map((point) => pointFeature(point)),
    );
  }

  // While the camera moves, the ground says when to draw: else vehicles would float above it.
  let drawnWithGround = false;
  map.on('render', () => {
    drawnWithGround = map.isMoving();
    if (drawnWithGround) draw();
  });
  let frame = requestAnimationFrame(function next(): void {
    frame = requestAnimationFrame(next);
    if (!drawnWithGround) draw();
    drawnWithGround = false;
  });
  map.on('move', all);
  map.on('resize', resize);
  listenToPointers(map, canvas, vehicles, {
    onHover(number) {
      if (hovered !== number) all();
      hovered = number;
    },
    onChoose(number) {
      const id = idOfNumber(number);
      if (id === undefined) return;
      framing.pick(id);
      choose(id);
    },
  });

  // The town is there before its vehicles, unless it is slow to come.
  const reveal = () => {
    canvas.style.visibility = '';
  };
  canvas.style.visibility = 'hidden';
  setTimeout(reveal, GROUND_FIRST);

  const stops = [
    watchAlerts(),
    keepGround(map, contents, reveal),
    onPositions((received) => {
      if (received === null) motion.reset();
      moves();
      framing.fit();
    }),
    onDrives(moves),
    effect(() => {
      if (!running.value) settleDrives(simulatedAt(performance.now()));
      // A changed clock moves vehicles on their ways.
      clock.value;
      truthShown.value;
      moves();
    }),
    effect(resize),
    effect(() => {
      // Names may come after the vehicles that they belong to.
      for (const each of [namesVersion, story, recorded, chosenDevice, following, atLimit]) each.value;
      for (const each of [reportedShown, travels, track]) each.value;
      all();
    }),
    () => framing.stop(),
  ];
  // The streams began before the map was there.
  if (positions.known > 0) framing.fit();

  return {
    zoomIn: () => map.zoomIn(ZOOM_TIME),
    zoomOut: () => map.zoomOut(ZOOM_TIME),
    showFleet: () => framing.showFleet(),
    picture: () => pictureOf(map, canvas),
    stop() {
      cancelAnimationFrame(frame);
      for (const stop of stops) stop();
      map.remove();
    },
  };
}

function placeOf({ latitude, longitude }: { latitude: number; longitude: number }): WorldPoint {
  return [worldX(longitude), worldY(latitude)];
}

/** Position that each vehicle reported last. */
function lastReported(): WorldPoint[] {
  if (positions.known > MAX_REPORTED) return [];
  return [...positions.latitude.slice(1, positions.length)]
    .map((latitude, index) => placeOf({ latitude, longitude: positions.longitude[index + 1] ?? 0 }))
    .filter(([, y]) => !Number.isNaN(y));
}

interface Pointing {
  onHover: (number: number) => void;
  onChoose: (number: number) => void;
}

/** Points out and chooses vehicles by pointers on the map. */
function listenToPointers(
  map: BaseMap,
  view: Element,
  vehicles: Vehicles,
  { onHover, onChoose }: Pointing,
): void {
  const canvas = map.getCanvas();
  const at = ({ clientX, clientY }: MouseEvent, pointer: string) => {
    const { left, top } = view.getBoundingClientRect();
    return vehicles.pick(clientX - left, clientY - top, pointer);
  };
  let pointer = 'mouse';
  canvas.addEventListener('pointerdown', ({ pointerType }) => {
    pointer = pointerType;
  });
  canvas.addEventListener('pointermove', (event) => {
    if (event.pointerType === 'touch' || event.buttons !== 0) return;
    const number = at(event, event.pointerType);
    canvas.style.cursor = number > 0 ? 'pointer' : '';
    onHover(number);
  });
  canvas.addEventListener('pointerleave', () => onHover(0));
  // The event comes from MapLibre, which tells a click from the end of a drag.
  map.on('click', ({ originalEvent }) => {
    const number = at(originalEvent, pointer);
    if (number > 0) onChoose(number);
  });
  // After a click on the map the arrow keys still step in time; a user who came here by the
  // keyboard wants to move the map by them.
  canvas.addEventListener('focus', () => {
    if (!canvas.matches(':focus-visible')) canvas.blur();
  });
}
