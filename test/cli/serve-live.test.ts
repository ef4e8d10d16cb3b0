/** `roadtest serve` with the live page: stories, tiles, a browser. */
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { Io } from '../../cli/command.ts';
import { openPage } from '../../cli/serving/browser.ts';
import { launch, launchHere, root } from '../command/roadtest.ts';
import { typed } from '../command/world.ts';

const scratch = mkdtempSync(join(tmpdir(), 'roadtest-live-'));
afterAll(() => rmSync(scratch, { recursive: true }));

async function served(...args: string[]) {
  const process = launchHere(['serve', '--port', '0', '--json', ...args]);
  const { controlUrl, baseUrl } = JSON.parse(await process.firstLine());
  const ask = async (path: string, init?: RequestInit) => (await fetch(controlUrl + path, init)).json();
  return { process, ask, baseUrl, page: controlUrl.replace('_control', '_console/') };
}

describe('the live page', () => {
  it('is shown on the start, and served from the package', async () => {
    const built = launch(['serve', '--port', '0']);
    await expect.poll(() => built.out).toContain('Ctrl+C');
    const page = /Live page {2}(http:\S+\/_console\/)\n/.exec(built.out)?.[1] ?? '';
    const answer = await fetch(page);
    expect(answer.status).toBe(200);
    const html = await answer.text();
    const script = /src="\.\/(assets\/[^"]+\.js)"/.exec(html)?.[1];
    expect((await fetch(page + script)).headers.get('cache-control')).toContain('immutable');
  });

  it('has the tiles of an address under it', async () => {
    const { page } = await served('--tiles', 'https://tiles.example/{z}/{x}/{y}.png');
    const answer = await fetch(`${page}settings.json`);
    expect(await answer.json()).toEqual({ tiles: { url: 'https://tiles.example/{z}/{x}/{y}.png' } });
    expect(answer.headers.get('content-security-policy')).toContain('https://tiles.example');
  });

  it('has the tiles of a file under it', async () => {
    const file = join(scratch, 'town.pmtiles');
    writeFileSync(file, 'PMTiles\u0003 and so on');
    const { page } = await served('--tiles', file);
    const tiles = await fetch(`${page}tiles/town.pmtiles`, { headers: { range: 'bytes=0-6' } });
    expect([tiles.status, await tiles.text()]).toEqual([206, 'PMTiles']);
  });

  it.each([
    ['https://{s}.tiles.example/{z}/{x}/{y}.png', 'TILES_INVALID'],
    ['package.json', 'TILES_INVALID'],
    ['nothing.pmtiles', 'FILE_NOT_READABLE'],
    ['test', 'FILE_NOT_READABLE'],
  ])('refuses %s as tiles', async (tiles, code) => {
    const { code: exit, err } = await typed(['serve', '--port', '0', '--tiles', tiles], { cwd: root });
    expect(exit).toBe(2);
    expect(err).toContain(code);
  });
});

describe('roadtest serve --scenario', () => {
  it('serves while the story plays from its start, at the speed', async () => {
    const { ask, baseUrl } = await served('--scenario', 'licence-crunch', '--speed', '3600');
    const { story } = await ask('/story');
    expect(story).toMatchObject({ name: 'licence-crunch', start: '2026-03-09T22:30:00.000Z' });
    expect((await fetch(`${baseUrl}/api/devices`)).status).toBe(401);
    await expect.poll(async () => (await ask('/clock')).now > story.start).toBe(true);
    expect(await ask('/clock')).toMatchObject({ frozen: false, speed: 3600, until: story.end });
  });

  it('is at the start of the story with --frozen', async () => {
    const { ask } = await served('--scenario', 'licence-crunch', '--frozen', '--seed', '8');
    expect(await ask('/clock')).toMatchObject({ now: '2026-03-09T22:30:00.000Z', frozen: true });
    expect((await ask('/story')).story.seed).toBe(8);
  });

  it('takes a file, and speaks the dialect of a profile with the rule that is to be broken', async () => {
    const file = join(scratch, 'mine.yaml');
    writeFileSync(
      file,
      'title: Mine\nclock: { start: 2026-03-02 08:00, for: 1h }\nfleet:\n  car: { start: [52.5, 13.4] }\n',
    );
    const { ask, baseUrl } = await served(
      ...['--scenario', file, '--profile', 'contracts/profile/examples/enveloped.yaml'],
      ...['--deviate', 'auth/header-required'],
    );
    expect((await ask('/story')).story).toMatchObject({ name: 'mine', devices: 1 });
    const devices = await fetch(`${baseUrl}/api/devices`); // without a token
    expect(devices.status).toBe(200);
    expect(JSON.stringify(await devices.json())).toContain('"label":"car"');
  });

  it.each([
    [['--scenario', 'licence-crunsh'], 'UNKNOWN_STORY', 'licence-crunch'],
    [['--scenario', 'nothing.yaml'], 'FILE_NOT_READABLE', 'nothing.yaml'],
    [['--scenario', 'demo', '--devices', '4'], 'WRONG_OPTION', '--scenario'],
    [['--scenario', 'demo', '--import', 'x.json'], 'WRONG_OPTION', '--import'],
  ])('refuses %j before a port is opened', async (args, code, named) => {
    const { code: exit, out, err } = await typed(['serve', '--port', '0', ...args]);
    expect([exit, out]).toEqual([2, '']);
    expect(err).toContain(code);
    expect(err).toContain(named);
  });

  it('keeps the credentials that the environment gives, whatever a story says', async () => {
    const process = launchHere(['serve', '--port', '0', '--json', '--scenario', 'demo'], {
      env: { ROADTEST_API_KEY: 'of-our-own' },
    });
    const { baseUrl, apiKey } = JSON.parse(await process.firstLine());
    expect(apiKey).toBe('of-our-own');
    const token = (key: string) =>
      fetch(`${baseUrl}/api/Auth/Token`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ userName: 'demo', apiKey: key }),
      });
    expect((await token('of-our-own')).status).toBe(200);
    expect((await token('demo-key')).status).not.toBe(200);
  });
});

describe('a story that is shown', () => {
  it('plays on the page with play --open, and stays until it is stopped', async () => {
    const file = join(scratch, 'wrong.yaml');
    writeFileSync(
      file,
      'title: W\nclock: { start: 2026-03-02 08:00, for: 1h }\nfleet:\n  car: { start: [52.5, 13.4] }\nexpect: { devices: 2 }\n',
    );
    const playing = launchHere(['play', file, '--open', '--speed', 'max']);
    await expect.poll(() => playing.out).toContain('expected 2, got 1');
    expect(playing.out).toMatch(/Live page/);
    const { code, err } = await playing.stop();
    expect([code, err]).toEqual([1, '']); // an expectation failed
  });
});

describe('opening the page', () => {
  const ioWith = (interactive: boolean, reported: string[] = []) =>
    ({ interactive, err: (text: string) => reported.push(text) }) as unknown as Io;
  const path = process.env.PATH;
  afterEach(() => {
    process.env.PATH = path;
  });

  it('hands the address to what opens addresses on this system, where a person sits', async () => {
    const opener = join(scratch, 'xdg-open');
    writeFileSync(opener, `#!/bin/sh\nprintf '%s' "$1" > '${scratch}/opened'\n`);
    chmodSync(opener, 0o755);
    process.env.PATH = `${scratch}:${path}`;
    await openPage('http://127.0.0.1:1/_console/', ioWith(false));
    expect(() => readFileSync(join(scratch, 'opened'))).toThrow();
    await openPage('http://127.0.0.1:1/_console/', ioWith(true));
    await expect
      .poll(() => {
        try {
          return readFileSync(join(scratch, 'opened'), 'utf8');
        } catch {
          return '';
        }
      })
      .toBe('http://127.0.0.1:1/_console/');
  });

  it('says where to go when nothing opens it', async () => {
    process.env.PATH = '';
    const reported: string[] = [];
    await openPage('http://127.0.0.1:1/_console/', ioWith(true, reported));
    expect(reported.join('')).toContain('http://127.0.0.1:1/_console/');
  });
});
