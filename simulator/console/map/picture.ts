/** The map as a picture, with the story, the simulated moment and the sources below. */
import { momentOf } from '../look/format.ts';
import { now } from '../state/clock.ts';
import { isDark } from '../state/preferences.ts';
import { story } from '../state/story.ts';
import type { BaseMap } from './base.ts';
import { dark, light } from './palette.ts';
import { sources } from './shared.ts';

/** CSS pixels of the line below. */
const LINE = { height: 28, text: 13, edge: 10 };

/** A PNG of what the map shows, as fine as it is on the screen. Throws where the browser makes none. */
export async function pictureOf(map: BaseMap, vehicles: HTMLCanvasElement): Promise<Blob> {
  if (!map.loaded()) await map.once('idle');
  const picture = document.createElement('canvas');
  const rendered = map.once('render');
  map.triggerRepaint();
  await rendered;
  // The ground can be read until the browser shows what was drawn.
  compose(picture, map.getCanvas(), vehicles);
  return new Promise((resolve, reject) => {
    const isMade = (blob: Blob | null) =>
      blob ? resolve(blob) : reject(new Error('This browser could not make a picture of the map.'));
    picture.toBlob(isMade, 'image/png');
  });
}

function compose(picture: HTMLCanvasElement, ground: HTMLCanvasElement, vehicles: HTMLCanvasElement): void {
  const { width, height } = vehicles;
  const ratio = width / Math.max(1, vehicles.clientWidth);
  picture.width = width;
  picture.height = height + Math.round(LINE.height * ratio);
  const context = picture.getContext('2d');
  if (!context) return;
  const { halo, text } = isDark.peek() ? dark : light;
  context.drawImage(ground, 0, 0, width, height);
  context.drawImage(vehicles, 0, 0, width, height);
  context.fillStyle = halo;
  context.fillRect(0, height, picture.width, picture.height);
  context.fillStyle = text;
  context.font = `${LINE.text * ratio}px system-ui, sans-serif`;
  context.textBaseline = 'middle';
  const middle = height + (LINE.height * ratio) / 2;
  const edge = LINE.edge * ratio;
  const { title = 'Roadtest', timeZone = 'UTC' } = story.peek() ?? {};
  context.fillText(`${title}: ${momentOf(now.peek(), timeZone)}`, edge, middle);
  context.textAlign = 'right';
  context.fillText(sources.peek(), width - edge, middle);
}
