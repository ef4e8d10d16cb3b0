/** json-server as its own command serves a file, its log thrown away by the caller. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { firstAnswer, freePort, pathOf, stopped } from '../measure.mjs';

/** A folder with the file of one collection; `remove()` takes it away. */
export function fileWith(location) {
  const folder = mkdtempSync(join(tmpdir(), 'roadtest-bench-'));
  const file = join(folder, 'db.json');
  writeFileSync(file, JSON.stringify({ locations: [{ id: 1, ...location }] }));
  return { file, remove: () => rmSync(folder, { recursive: true }) };
}

const program = pathOf('test/bench/node_modules/json-server/lib/cli/bin.js');
export const command = (file, port) => [program, file, '--port', port];

/** Serves one location; answers once it does. */
export async function serveJson(location) {
  const { file, remove } = fileWith(location);
  const port = await freePort();
  const child = spawn(process.execPath, command(file, port), { stdio: 'ignore' });
  const baseUrl = `http://127.0.0.1:${port}`;
  await firstAnswer(`${baseUrl}/locations/1`);
  return { baseUrl, stop: () => stopped(child).then(remove) };
}
