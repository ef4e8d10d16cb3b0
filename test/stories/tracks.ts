/** Small tracks for the tests: a drive northwards at 36 km/h (10 m a second), one fix a second. */
export const start = Date.UTC(2024, 4, 13, 8, 30);
/** Degrees of latitude that are 10 m. */
export const tenMetres = 10 / 111_195.08;

export interface Point {
  time: number;
  latitude: number;
  longitude: number;
}

export function northwards(count: number, from = start): Point[] {
  return Array.from({ length: count }, (_, i) => ({
    time: from + i * 1000,
    latitude: 48 + i * tenMetres,
    longitude: 11,
  }));
}

export function gpx(...segments: Point[][]): string {
  const body = segments.map((points) => `<trkseg>\n${points.map(trkpt).join('\n')}\n</trkseg>`).join('\n');
  return `<?xml version="1.0"?>
<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1">
<trk><name>Morning round</name>
${body}
</trk></gpx>`;
}

function trkpt({ latitude, longitude, time }: Point): string {
  return `<trkpt lat="${latitude}" lon="${longitude}"><time>${new Date(time).toISOString()}</time></trkpt>`;
}

export function lineString(points: Point[], property = 'coordTimes'): string {
  return JSON.stringify({
    type: 'Feature',
    properties: { name: 'Morning round', [property]: points.map(({ time }) => new Date(time).toISOString()) },
    geometry: { type: 'LineString', coordinates: points.map(positionOf) },
  });
}

export function positionOf({ longitude, latitude }: Point): [number, number] {
  return [longitude, latitude];
}

/** A line of CSV for each point; columns of other names hold something else. */
export function csv(
  points: Point[],
  columns: readonly string[],
  delimiter: string,
  timeOf = ({ time }: Point) => new Date(time).toISOString(),
): string {
  const decimal = (value: number) => (delimiter === ';' ? String(value).replace('.', ',') : String(value));
  const field = (column: string, point: Point) => {
    if (/lat|^y$/i.test(column)) return decimal(point.latitude);
    if (/lon|lng|^x$/i.test(column)) return decimal(point.longitude);
    return /time/i.test(column) ? timeOf(point) : '7';
  };
  const lines = points.map((point) => columns.map((column) => field(column, point)).join(delimiter));
  return [columns.join(delimiter), ...lines].join('\n');
}
