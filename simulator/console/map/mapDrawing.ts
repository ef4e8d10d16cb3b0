/**
 * Puts the map together, and decides what is drawn when: the ground when the camera moves or the story changes,
 * vehicles as long as one of them is on its way, and nothing at all while nothing changes.
 */
import { effect } from '@preact/signals';
import { choose, chosen, chosenDevice } from '../state/choice.ts';
import { clock, running, simulatedAt } from '../state/clock.ts';
import { atLimit, idOfNumber, namesVersion } from '../state/devices.ts';
import { onDrives } from '../state/drives.ts';
import { truthShown } from '../state/known.ts';
import { onPositions, positions } from '../state/positions.ts';
import { largeType } from '../state/preferences.ts';
import { recorded, story } from '../state/story.ts';
import { travels } from '../state/travels.ts';
import { type BaseMap, createBase } from './base.ts';
import { viewOf } from './camera.ts';
import { showChosen } from './chosen.ts';
import { Framing } from './framing.ts';
import { keepGround, paletteOfNow } from './ground.ts';
import { countFrame, startMeasuring } from './measure.ts';
import { Motion } from './motion.ts';
import { pictureOf } from './picture.ts';
import { reportedShown } from './shown.ts';
import { alerting, watchAlerts } from './states.ts';
import { tails } from './tails.ts';
import { Trail } from './trail.ts';
import { type Marked, Vehicles } from './vehicles.ts';

export interface FleetMapHandle {
  zoomIn(): void;
  zoomOut(): void;
  /** Shows the whole fleet and the places of the story. */
  showFleet(): void;
  /** A PNG of what is shown. */
  picture(): Promise<Blob>;
  stop(): void;
}

export interface FleetMapElements {
  /** Element in which MapLibre draws. */
  ground: HTMLElement;
  vehicles: HTMLCanvasElement;
}

/** Pixels that are drawn anew with each frame; a finer screen gets no finer picture above that. */
const MOST_PIXELS = 5_000_000;
/** While the camera moves, vehicles rest for so many times as long as moving all of them takes: the camera comes first. */
const REST = 4;
const LARGE_TYPE = 1.4;
/** Real milliseconds between two looks at what MapLibre draws. */
const FILLED = 250;
const ZOOM_TIME = { duration: 250 };

/** Throws where the browser has no WebGL 2. */
export function createFleetMap(elements: FleetMapElements): FleetMapHandle {
  startMeasuring();
  const map = createBase(elements.ground);
  let isChanged = true;
  const all = () => {
    isChanged = true;
  };
  /** When the sources of MapLibre were filled last, and whether they are to be filled again. */
  let filled = 0;
  let isStale = true;
  const motion = new Motion();
  const framing = new Framing(map, motion);
  const trail = new Trail(motion, all);
  const vehicles = new Vehicles(elements.vehicles, { motion, palette: paletteOfNow() });
  /** When vehicles were moved last, and the real milliseconds that it took. */
  let moved = { at: 0, took: 0 };
  let hovered = 0;
  let marked: Marked = { chosen: 0, hovered: 0, alerting: [], limited: [] };

  function resize(): void {
    const { clientWidth: width, clientHeight: height } = elements.vehicles;
    const finest = Math.sqrt(MOST_PIXELS / Math.max(1, width * height));
    const ratio = Math.min(devicePixelRatio, 2, finest);
    const size = { width, height, ratio, type: largeType.value ? LARGE_TYPE : 1, palette: paletteOfNow() };
    vehicles.resize(size);
    all();
  }

  function mark(real: number): void {
    const before = marked;
    marked = {
      chosen: chosenDevice.peek()?.number ?? 0,
      hovered,
      alerting: alerting(simulatedAt(real), real),
      limited: atLimit.peek(),
    };
    if (!isSameMark(before, marked)) all();
  }

  function draw(): void {
    const began = performance.now();
    mark(began);
    const isDue = !map.isMoving() || began - moved.at >= moved.took * REST;
    if (motion.moving && isDue) {
      motion.step(began);
      moved = { at: began, took: performance.now() - began };
      isChanged = true;
    }
    if (!isChanged) {
      if (isStale) fill(began);
      return;
    }
    isChanged = false;
    isStale = true;
    const view = viewOf(map);
    vehicles.draw(view, marked);
    fill(began);
    framing.follow(view, marked.chosen);
    countFrame(performance.now() - began, vehicles.shown);
  }

  function fill(real: number): void {
    if (real - filled < FILLED) return;
    filled = real;
    isStale = false;
    showChosen(map, { motion, trail, number: marked.chosen });
    vehicles.showCrowd(map, real);
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
  listenToPointers(map, elements.vehicles, {
    pick: (x, y, pointer) => vehicles.pick(x, y, pointer),
    onHover(number) {
      hovered = number;
    },
    onChoose(number) {
      const id = idOfNumber(number);
      if (id === undefined) return;
      framing.pick(id);
      choose(id);
    },
  });

  const stops = [
    watchAlerts(),
    keepGround(map),
    onPositions((received) => {
      if (received === null) motion.forget();
      motion.moving = true;
      trail.take(received);
      framing.fit();
      all();
    }),
    effect(() => {
      if (!running.value) motion.settle(simulatedAt(performance.now()));
    }),
    effect(() => {
      // A changed clock moves vehicles on their ways.
      clock.value;
      motion.moving = true;
    }),
    effect(resize),
    reportedShown.subscribe(all),
    tails.subscribe(all),
    truthShown.subscribe(() => {
      motion.moving = true;
    }),
    travels.subscribe(all),
    effect(() => trail.begin(chosen.value)),
    effect(() => {
      // Names may come after the vehicles that they belong to.
      namesVersion.value;
      story.value;
      recorded.value;
      all();
    }),
    onDrives((numbers) => {
      trail.drive(numbers);
      motion.moving = true;
      all();
    }),
    () => trail.stop(),
    () => framing.stop(),
  ];
  // The streams began before the map was there.
  if (positions.known > 0) framing.fit();

  return {
    zoomIn: () => map.zoomIn(ZOOM_TIME),
    zoomOut: () => map.zoomOut(ZOOM_TIME),
    showFleet: () => framing.showFleet(),
    picture: () => pictureOf(map, [elements.vehicles]),
    stop() {
      cancelAnimationFrame(frame);
      for (const stop of stops) stop();
      map.remove();
    },
  };
}

function isSameMark(one: Marked, other: Marked): boolean {
  return (
    one.chosen === other.chosen &&
    one.hovered === other.hovered &&
    one.limited === other.limited &&
    one.alerting.length === other.alerting.length &&
    one.alerting.every((number, index) => number === other.alerting[index])
  );
}

interface Pointing {
  /** The number of the vehicle at a place of the map, in CSS pixels; 0 for none. */
  pick: (x: number, y: number, pointer: string) => number;
  onHover: (number: number) => void;
  onChoose: (number: number) => void;
}

/** Points out and chooses vehicles by pointers on the map. */
function listenToPointers(map: BaseMap, view: Element, { pick, onHover, onChoose }: Pointing): void {
  const canvas = map.getCanvas();
  const at = ({ clientX, clientY }: MouseEvent, pointer: string) => {
    const { left, top } = view.getBoundingClientRect();
    return pick(clientX - left, clientY - top, pointer);
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
