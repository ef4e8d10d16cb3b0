/** The view in the address of the page: a link that opens the same moment and the same view elsewhere. */
import type { Camera } from './camera.ts';
import { type Opened, panelNamed } from './panels.ts';

export interface Link {
  story: string | null;
  seed: number | null;
  /** ISO 8601 UTC. */
  at: string | null;
  device: string | null;
  /** True if the map follows the device. */
  follow: boolean;
  /** `null`: those that are open at first. */
  panels: Opened | null;
  /** `null`: the fleet, or the device. */
  camera: Camera | null;
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?Z$/;

/** Reads the part after `#`. What is none of a link, or does not look like it, is left out. */
export function readLink(hash: string): Link {
  const parts = new URLSearchParams(hash.replace(/^#/, ''));
  const seed = parts.get('seed');
  const at = parts.get('at');
  return {
    story: parts.get('story') || null,
    seed: seed !== null && /^\d{1,15}$/.test(seed) ? Number(seed) : null,
    at: at !== null && INSTANT.test(at) && !Number.isNaN(Date.parse(at)) ? at : null,
    device: parts.get('device') || null,
    follow: parts.get('follow') === 'yes',
    panels: panelsIn(parts.get('panels') ?? ''),
    camera: cameraIn(parts.get('map') ?? ''),
  };
}

/** Writes it, with `#`; the empty text for nothing. */
export function writeLink({ story, seed, at, device, follow, panels, camera }: Link): string {
  const parts = new URLSearchParams();
  if (story !== null) parts.set('story', story);
  if (seed !== null) parts.set('seed', String(seed));
  if (at !== null) parts.set('at', at);
  if (device !== null) parts.set('device', device);
  if (follow) parts.set('follow', 'yes');
  if (panels !== null) parts.set('panels', `${panels.left},${panels.right}`);
  if (camera !== null) parts.set('map', cameraInWords(camera));
  const text = parts.toString().replaceAll('%3A', ':').replaceAll('%2C', ',');
  return text === '' ? '' : `#${text}`;
}

function panelsIn(text: string): Opened | null {
  const [left, right, ...more] = text.split(',').map(panelNamed);
  return left && right && more.length === 0 ? { left, right } : null;
}

/** Latitude and longitude to the decimetre, and a zoom that is the same to a pixel. */
const DIGITS = { degrees: 6, zoom: 3 };
const NUMBERS = /^-?\d{1,3}(\.\d+)?,-?\d{1,3}(\.\d+)?,\d{1,2}(\.\d+)?$/;

function cameraInWords({ latitude, longitude, zoom }: Camera): string {
  const [north, east] = [latitude, longitude].map((degrees) => Number(degrees.toFixed(DIGITS.degrees)));
  return `${north},${east},${Number(zoom.toFixed(DIGITS.zoom))}`;
}

function cameraIn(text: string): Camera | null {
  if (!NUMBERS.test(text)) return null;
  const [latitude = 0, longitude = 0, zoom = 0] = text.split(',').map(Number);
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && zoom <= 24
    ? { latitude, longitude, zoom }
    : null;
}
