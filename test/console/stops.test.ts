import { expect, it } from 'vitest';
import { worldX, worldY } from '../../simulator/console/map/camera.ts';
import { seen } from '../../simulator/console/map/stops.ts';

it('draws the stops of a vehicle that are in view, wherever the camera is', () => {
  const stopAt = (latitude: number, longitude: number) => ({
    ...{ start: '2026-01-05T08:00:00Z', end: '2026-01-05T08:10:00Z' },
    ...{ latitude, longitude, areas: [] },
  });
  const stops = [stopAt(48, 11), stopAt(48.01, 11), stopAt(-30, 11)];
  const around = (latitude: number, longitude: number) => {
    const scale = 512 * 2 ** 12;
    const [left, top] = [worldX(longitude) * scale - 200, worldY(latitude) * scale - 100];
    return seen(stops, { scale, left, top, width: 400, height: 200, zoom: 12 });
  };
  expect(around(48, 11)).toMatchObject([{ stop: stops[0], x: 200, y: 100 }, { stop: stops[1] }]);
  expect(around(-30, 11)).toMatchObject([{ stop: stops[2], x: 200, y: 100 }]);
  expect(around(0, 0)).toEqual([]);
});
