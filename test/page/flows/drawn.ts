/** The drawing on the map of a page, and a file of tiles to draw. */
import type { Page } from 'playwright-core';

/** Colours of the light map, as red, green and blue: a moving vehicle, and the ring around the chosen one. */
const COLOURS = { vehicle: [0, 114, 178], chosen: [17, 28, 38] } as const;

interface Drawn {
  /** Changes whenever a vehicle is drawn elsewhere; 0 where none is. */
  picture: number;
  /** The middle of what is of a colour, in CSS pixels; NaN where nothing is. */
  middle: { x: number; y: number };
}

/** The present picture on the vehicles' canvas. */
function drawn(page: Page, colour: readonly number[] = [0, 0, 0]): Promise<Drawn> {
  return page.evaluate(([red, green, blue]) => {
    const canvas = document.querySelector<HTMLCanvasElement>('canvas.map-vehicles');
    const context = canvas?.getContext('2d');
    if (!canvas || !context || canvas.width === 0)
      return { picture: 0, middle: { x: Number.NaN, y: Number.NaN } };
    const { data, width } = context.getImageData(0, 0, canvas.width, canvas.height);
    let [picture, x, y, count] = [0, 0, 0, 0];
    for (let at = 0; at < data.length; at += 4) {
      if (data[at + 3] === 0) continue;
      picture = (Math.imul(picture, 31) + at) | 0;
      if (data[at] !== red || data[at + 1] !== green || data[at + 2] !== blue || data[at + 3] !== 255)
        continue;
      x += (at / 4) % width;
      y += Math.floor(at / 4 / width);
      count++;
    }
    const ratio = canvas.width / canvas.clientWidth;
    return { picture, middle: { x: x / count / ratio, y: y / count / ratio } };
  }, colour);
}

export const pictureOf = async (page: Page) => (await drawn(page)).picture;
/** The middle of all moving vehicles. */
export const vehicleOnMap = async (page: Page) => (await drawn(page, COLOURS.vehicle)).middle;
/** The middle of the ring around the chosen vehicle. */
export const chosenOnMap = async (page: Page) => (await drawn(page, COLOURS.chosen)).middle;

/** The picture of the map once all that it heard of is drawn. */
export async function pictureAtRest(page: Page): Promise<number> {
  for (let before = 0; ; await page.waitForTimeout(300)) {
    const picture = await pictureOf(page);
    if (picture === before && picture !== 0) return picture;
    before = picture;
  }
}

/** Watches the ground from now on; returns a function that gives the least share of the view that its picture covered in a frame. */
export async function watchGround(page: Page): Promise<() => Promise<number>> {
  const watch = await page.evaluateHandle(() => {
    const watch = { least: 1 };
    const look = () => {
      requestAnimationFrame(look);
      const view = document.querySelector('.map')?.getBoundingClientRect();
      const ground = document.querySelector('.map-ground canvas')?.getBoundingClientRect();
      if (!view || !ground) return;
      const width = Math.min(view.right, ground.right) - Math.max(view.left, ground.left);
      const height = Math.min(view.bottom, ground.bottom) - Math.max(view.top, ground.top);
      const share = (Math.max(0, width) * Math.max(0, height)) / (view.width * view.height);
      watch.least = Math.min(watch.least, share);
    };
    look();
    return watch;
  });
  return () => watch.evaluate(({ least }) => least);
}

/** A single red pixel. */
export const RED = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==',
  'base64',
);

/** A file of tiles (PMTiles, version 3) with one picture for the whole world. */
export function pmtiles(picture: Buffer): Buffer {
  const HEADER = 127;
  // One entry: number, first id, run, length, place and one.
  const directory = Buffer.from([1, 0, 1, picture.length, 1]);
  const metadata = Buffer.from(
    '{"attribution":"<a href=\\"https://osm.example\\">&copy; OpenStreetMap</a>"}',
  );
  const header = Buffer.alloc(HEADER);
  header.write('PMTiles');
  header.writeUInt8(3, 7);
  const afterDirectory = HEADER + directory.length;
  const data = afterDirectory + metadata.length;
  const places = [
    HEADER,
    directory.length,
    afterDirectory,
    metadata.length,
    data,
    0,
    data,
    picture.length,
    1,
    1,
    1,
  ];
  for (const [index, number] of places.entries()) header.writeBigUInt64LE(BigInt(number), 8 + index * 8);
  // Clustered, nothing compressed, pictures in PNG, only zoom 0.
  header.set([1, 1, 1, 2, 0, 0], 96);
  for (const [index, degrees] of [-180, -85, 180, 85].entries())
    header.writeInt32LE(degrees * 1e7, 102 + index * 4);
  return Buffer.concat([header, directory, metadata, picture]);
}
