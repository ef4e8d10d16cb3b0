/** The live page's own code in one process with a simulator, its real time moved by hand: what would be drawn, frame by frame. */
import { distanceToSegment, longitudeScale, metresPerDegree } from '../../scenarios/motion/geodesy.ts';
import { townAsGeoJson } from '../../scenarios/motion/roads/geojson.ts';
import { readDrives } from '../../simulator/console/api/drives.ts';
import { readPositions } from '../../simulator/console/api/positions.ts';
import { latitudeOf, longitudeOf } from '../../simulator/console/map/camera.ts';
import { Motion } from '../../simulator/console/map/motion.ts';
import { setClock, setMoment } from '../../simulator/console/state/clock.ts';
import { addDrives, onDrives, settleDrives } from '../../simulator/console/state/drives.ts';
import { addPositions, onPositions } from '../../simulator/console/state/positions.ts';
import { setWorld } from '../../simulator/console/state/world.ts';
import { presentClock } from '../../simulator/control/present.ts';
import type { Simulator } from '../../simulator/index.ts';
import type { ManualPace } from '../manual-pace.ts';

/** Real milliseconds between two pictures. */
const PICTURE = 50;
let worlds = 0;

export interface Watcher {
  readonly motion: Motion;
  /** Lets real time pass, and calls back after each picture. */
  watch(ms: number, onPicture?: () => void): Promise<void>;
  /** Returns the place of a vehicle on the map, in degrees. */
  placeOf(number: number): { latitude: number; longitude: number };
  stop(): void;
}

/** Opens the page on a simulator, which gets on only every so many real milliseconds: `stall`. */
export async function watch(simulator: Simulator, pace: ManualPace, stall = PICTURE): Promise<Watcher> {
  let time = pace.monotonic();
  const motion = new Motion();
  const real = () => time;
  const stops = [
    onPositions((frame) => {
      if (frame === null) motion.reset();
      motion.moving = true;
    }),
    simulator.clock.onChange((view) => {
      setClock(presentClock(view), real());
      if (view.frozen) settleDrives(view.now);
      motion.moving = true;
    }),
    onDrives(() => {
      motion.moving = true;
    }),
  ];
  const call = { method: 'GET', target: '/_control/positions?with=drives', headers: {}, body: undefined };
  const { stream } = await simulator.handle(call);
  const close = stream?.((chunk) => {
    const [, event, data = ''] = /^event: (\w+)\ndata: (.*)\n\n$/.exec(chunk) ?? [];
    if (event === 'world') {
      setWorld({ world: `watched ${++worlds}`, story: null, seed: 1 });
      setClock(presentClock(simulator.clock.view()), real());
    } else if (event === 'drives') {
      const frame = readDrives(data);
      setMoment(frame.at, real());
      addDrives(frame);
    } else {
      const frame = readPositions(data);
      setMoment(frame.at, real());
      addPositions(frame);
    }
  });
  return {
    motion,
    async watch(ms, onPicture) {
      for (let passed = 0; passed < ms; passed += PICTURE) {
        time += PICTURE;
        if (time - pace.monotonic() >= stall) pace.elapse(time - pace.monotonic());
        // The clock of a large fleet goes on by parts.
        await new Promise((resolve) => setImmediate(resolve));
        if (motion.moving) motion.step(real());
        onPicture?.();
      }
    },
    placeOf: (number) => ({
      latitude: latitudeOf(motion.y[number] ?? Number.NaN),
      longitude: longitudeOf(motion.x[number] ?? Number.NaN),
    }),
    stop() {
      close?.();
      for (const stop of stops) stop();
      setWorld({ world: `watched ${++worlds}`, story: null, seed: 1 });
    },
  };
}

/** Metres from a place to the nearest road of the bundled town. */
export function metresOffRoad({ latitude, longitude }: { latitude: number; longitude: number }): number {
  const scale = longitudeScale(latitude) * metresPerDegree;
  let nearest = Number.POSITIVE_INFINITY;
  for (const [fromX, fromY, toX, toY] of roads()) {
    const [x, y] = [(fromX - longitude) * scale, (fromY - latitude) * metresPerDegree];
    const [dx, dy] = [(toX - fromX) * scale, (toY - fromY) * metresPerDegree];
    nearest = Math.min(nearest, distanceToSegment(x, y, dx, dy));
  }
  return nearest;
}

type Piece = readonly [number, number, number, number];
let pieces: Piece[] | undefined;

function roads(): readonly Piece[] {
  pieces ??= townAsGeoJson().features.flatMap(({ geometry }) => {
    if (geometry.type !== 'LineString') return [];
    const line = geometry.coordinates;
    return line.slice(1).map(([x = 0, y = 0], index): Piece => {
      const [fromX = 0, fromY = 0] = line[index] ?? [];
      return [fromX, fromY, x, y];
    });
  });
  return pieces;
}
