/**
 * The live page on a socket: built files under `/_console/`, and the way there from `/`. It takes nothing else
 * away from the service, whatever a profile's paths look like, and holds no knowledge of it: the page speaks HTTP.
 */
import { Buffer } from 'node:buffer';
import { existsSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { basename, dirname, extname } from 'node:path';
import sirv from 'sirv';

/** Answers a request that is meant for the page; false, and nothing done, for any other. */
export type Pages = (req: IncomingMessage, res: ServerResponse, target: string) => boolean;

export interface PagesOptions {
  /** The folder with the built page. */
  folder: string;
  /** Returns whether the page is served under this `Host`: a foreign name is a foreign page's trick (DNS rebinding). */
  servedUnder: (host: string) => boolean;
  /**
   * The prefix of the world that an address is of, which has the page too; `''` for the plain address, `undefined` for a
   * world that there is not. Default: there are no worlds.
   */
  worldOf?: (target: string) => string | undefined;
  /** Map tiles under everything: a template with `{z}`, `{x}`, `{y}`, a style, or a `.pmtiles` file. */
  tiles?: { url: string } | { file: string };
}

const BASE = '/_console/';
const SETTINGS = `${BASE}settings.json`;
const TILES = `${BASE}tiles/`;
const YEAR = 31_536_000;
/** Vite writes a hash of the content into these names: the file under one never changes. */
const HASHED = /^\/assets\/.+-[\w-]{8}\.\w+$/;

/** The page of a folder. Nothing is read before it is asked for. */
export function createPages({ folder, servedUnder, tiles, worldOf = () => '' }: PagesOptions): Pages {
  const headers = securityHeaders(tiles);
  const settings = JSON.stringify({ tiles: tiles ? { url: tilesUrl(tiles) } : null });
  // Files are looked up at each request (`dev`), so that a page that was built anew is served at once.
  const page = sirv(folder, {
    dev: true,
    etag: true,
    setHeaders(res, path) {
      if (HASHED.test(path)) res.setHeader('cache-control', `public, max-age=${YEAR}, immutable`);
    },
  });

  const file = tiles && 'file' in tiles ? tiles.file : '';
  // It stands in for each path that its folder does not have, so that its name may have any signs.
  const alone = { single: basename(file), extensions: [extname(file).slice(1)], ignores: false as const };
  const tileFile = sirv(dirname(file), { dev: true, etag: true, ...alone });

  function answer(req: IncomingMessage, res: ServerResponse, path: string): void {
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
    // Sirv takes no notice of a file that cannot be read, nor of a reader that has gone.
    res.on('pipe', (source) => {
      source.once('error', () => res.destroy());
      res.once('close', () => source.destroy());
    });
    if (!servedUnder(req.headers.host ?? '')) {
      say(res, 403, 'The page is not served under this host name. Call it by its loopback address.');
    } else if (req.method !== 'GET' && req.method !== 'HEAD') {
      res.setHeader('allow', 'GET, HEAD');
      say(res, 405, 'The page can only be read.');
    } else if (path === SETTINGS) {
      send(res, 200, 'application/json', settings);
    } else if (tiles && file !== '' && path === tilesUrl(tiles)) {
      tileFile(req, res, () => say(res, 404, 'The file of the tiles no longer exists.'));
    } else if (!existsSync(folder)) {
      say(
        res,
        404,
        'The page has not been built: npm run build does it. The control API is under /_control.',
      );
    } else {
      req.url = path.slice(BASE.length - 1);
      page(req, res, () => say(res, 404, `The page has no ${path}.`));
    }
  }

  return (req, res, target) => {
    const prefix = worldOf(target) ?? '';
    const path = target.slice(prefix.length).replace(/[?#].*$/s, '') || '/';
    const isDoor = path === '/' && (req.method === 'GET' || req.method === 'HEAD');
    if (isDoor || path === BASE.slice(0, -1)) {
      res.writeHead(302, { location: prefix + BASE, 'cache-control': 'no-store', 'content-length': 0 });
      res.end();
      return true;
    }
    if (!path.startsWith(BASE)) return false;
    keepPlainRange(req);
    try {
      answer(req, res, path);
    } catch {
      res.destroy(); // a file that is gone in the middle of the answer
    }
    return true;
  };
}

/** Leaves of one plain range what sirv reads as it is meant. All of the file is the answer to any other form (RFC 9110, 14.2). */
function keepPlainRange({ headers }: IncomingMessage): void {
  const [, start, end] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? [];
  // To sirv an end of 0 is none.
  if (start === undefined || (end !== '' && Number(end) < Math.max(1, Number(start)))) delete headers.range;
}

/**
 * The page loads nothing from elsewhere but tiles where a source is given, runs nothing inline, and is shown in
 * no frame of another page. MapLibre makes its workers of blobs, and pictures of its own.
 */
function securityHeaders(tiles: PagesOptions['tiles']): { [name: string]: string } {
  const source = tiles && 'url' in tiles ? ` ${new URL(tiles.url).origin}` : '';
  const policy = [
    "default-src 'self'",
    `img-src 'self' data: blob:${source}`,
    "style-src 'self'",
    "worker-src 'self' blob:",
    `connect-src 'self'${source}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "object-src 'none'",
  ];
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  };
}

/** Returns the address that the page loads its tiles from. */
function tilesUrl(tiles: { url: string } | { file: string }): string {
  return 'url' in tiles ? tiles.url : TILES + encodeURIComponent(basename(tiles.file));
}

function say(res: ServerResponse, status: number, text: string): void {
  send(res, status, 'text/plain; charset=utf-8', `${text}\n`);
}

function send(res: ServerResponse, status: number, type: string, body: string): void {
  res.writeHead(status, {
    'content-type': type,
    'cache-control': 'no-store',
    'content-length': Buffer.byteLength(body),
  });
  res.end(body); // for HEAD, Node leaves the body out
}
