/** Story, seed, moment and device in the address: a link that opens the same moment elsewhere. */
export interface Link {
  story: string | null;
  seed: number | null;
  /** ISO 8601 UTC. */
  at: string | null;
  device: string | null;
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
  };
}

/** Writes it, with `#`; the empty text for nothing. */
export function writeLink({ story, seed, at, device }: Link): string {
  const parts = new URLSearchParams();
  if (story !== null) parts.set('story', story);
  if (seed !== null) parts.set('seed', String(seed));
  if (at !== null) parts.set('at', at);
  if (device !== null) parts.set('device', device);
  const text = parts.toString().replaceAll('%3A', ':');
  return text === '' ? '' : `#${text}`;
}
