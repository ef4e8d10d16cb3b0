/** Tracks: refused with a code, or fixes in range whose times go up. */
import { readTrack } from '../../../scenarios/motion/track.ts';
import { TrackError } from '../../../scenarios/motion/track-error.ts';
import { csv, gpx, lineString, northwards, pointList } from '../../stories/tracks.ts';
import { areaOf, expectCoded } from './fuzz.ts';
import { mutatedText } from './mutate.ts';

const points = northwards(8);
const columns = ['time', 'latitude', 'longitude', 'speed'];
const good = [
  gpx(points),
  gpx(points, northwards(3)),
  lineString(points),
  pointList(points),
  csv(points, columns, ','),
  csv(points, columns, ';'),
];

export const tracks = areaOf({
  name: 'fuzz-tracks',
  draw: (chance) => mutatedText(chance.pick(good), chance),
  async use(text) {
    for (const rhythm of ['recorded', 'own'] as const) {
      const track = await accepted(text, rhythm);
      if (track && track.fixes.length < 2) throw new Error('accepted with fewer than two fixes');
      track?.fixes.forEach((fix, index, fixes) => {
        const before = fixes[index - 1];
        const inRange = Math.abs(fix.latitude) <= 90 && Math.abs(fix.longitude) <= 180;
        const numbers = Object.values(fix).every((fact) => fact === undefined || Number.isFinite(fact));
        if (!inRange || !numbers || (before && !(fix.time > before.time)))
          throw new Error(`a wrong fix: ${JSON.stringify([before, fix])}`);
      });
    }
  },
});

async function accepted(text: string, rhythm: 'recorded' | 'own') {
  try {
    return await readTrack(text, 'fuzz.gpx', { rhythm });
  } catch (error) {
    if (!(error instanceof TrackError)) throw error;
    expectCoded(error);
    if (!error.message.startsWith('fuzz.gpx')) throw new Error(`${error.code} does not name the file`);
    return undefined;
  }
}
