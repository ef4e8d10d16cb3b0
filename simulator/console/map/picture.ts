/** The map as a picture: all its layers, with the story, the simulated moment and the sources below. */
import { momentOf } from '../look/format.ts';
import { now } from '../state/clock.ts';
import { isDark } from '../state/preferences.ts';
import { story } from '../state/story.ts';
import type { BaseMap } from './base.ts';
import { viewOf } from './camera.ts';
import { contextOf } from './context.ts';
import { dark, light } from './palette.ts';
import { sources } from './sources.ts';

/** CSS pixels of the line below. */
const LINE = { height: 28, text: 13, edge: 10 };

/** A PNG of what the map shows, as fine as it is on the screen. Throws where the browser makes none. */
export async function pictureOf(map: BaseMap, layers: readonly HTMLCanvasElement[]): Promise<Blob> {
  if (!map.loaded()) await map.once('idle');
  const canvas = document.createElement('canvas');
  await new Promise<void>((resolve) => {
    // Only while it is drawn can the ground be read.
    map.once('render', () => {
      compose(canvas, map, layers);
      resolve();
    });
    map.triggerRepaint();
  });
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(blob);
      else reject(new Error('This browser could not make a picture of the map.'));
    }, 'image/png');
  });
}

function compose(canvas: HTMLCanvasElement, map: BaseMap, layers: readonly HTMLCanvasElement[]): void {
  const { width = 1, height = 1 } = layers.at(-1) ?? {};
  const ratio = width / Math.max(1, viewOf(map).width);
  canvas.width = width;
  canvas.height = height + Math.round(LINE.height * ratio);
  const context = contextOf(canvas);
  const { halo, text } = isDark.peek() ? dark : light;
  context.drawImage(map.getCanvas(), 0, 0, width, height);
  for (const layer of layers) context.drawImage(layer, 0, 0, width, height);
  context.fillStyle = halo;
  context.fillRect(0, height, canvas.width, canvas.height);
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
