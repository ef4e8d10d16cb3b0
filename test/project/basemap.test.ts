import { Buffer } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { PMTiles } from 'pmtiles';
import { describe, expect, it } from 'vitest';

const file = readFileSync(new URL('../../dist/console/basemap.pmtiles', import.meta.url));
const basemap = new PMTiles({
  getKey: () => 'basemap',
  getBytes: async (offset, length) => ({
    data: new Uint8Array(file.subarray(offset, offset + length)).buffer,
  }),
});

describe('the basemap in the package', () => {
  it('names towns, with coasts and borders around them', async () => {
    const istria = await tile(6, 34, 22);
    for (const name of ['land', 'borders', 'towns', 'Trieste', 'Rovinj']) expect(istria).toContain(name);
    expect(await tile(3, 4, 2)).toContain('Berlin');
    expect(await tile(0, 0, 0)).toContain('land');
    const fiji = await tile(6, 63, 35);
    expect(fiji).toContain('land');
  });

  it('has lakes and rivers, from afar, too', async () => {
    for (const name of ['lakes', 'rivers']) {
      expect(await tile(6, 33, 22)).toContain(name);
      expect(await tile(3, 4, 2)).toContain(name);
    }
  });

  it('has nothing of the open sea', async () => {
    expect(await basemap.getZxy(6, 2, 40)).toBeUndefined();
  });

  it('makes the package no larger than 3 MB more', () => {
    expect(gzipSync(file).length).toBeLessThan(3_000_000);
  });
});

async function tile(zoom: number, x: number, y: number): Promise<string> {
  const found = await basemap.getZxy(zoom, x, y);
  return Buffer.from(found?.data ?? new ArrayBuffer(0)).toString();
}
