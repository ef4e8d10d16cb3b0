/** From the command to the first answered request. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atMost, inTurn, pathOf, ROADTEST, ratio, stopped } from './measure.mjs';

export async function startRows() {
  const folder = mkdtempSync(join(tmpdir(), 'roadtest-bench-'));
  const file = join(folder, 'db.json');
  writeFileSync(file, JSON.stringify({ locations: [{ id: 1 }] }));
  const jsonServer = pathOf('node_modules/json-server/lib/cli/bin.js');
  try {
    const times = await inTurn(
      {
        ours: async () => firstAnswer((port) => [ROADTEST, 'serve', '--port', port], '/api/devices'),
        theirs: async () =>
          firstAnswer((port) => [jsonServer, file, '--port', port, '--quiet'], '/locations/1'),
      },
      11,
    );
    const note = `${Math.round(times.ours)} ms against ${Math.round(times.theirs)} ms`;
    return [
      atMost('start to first answer', times.ours, 'ms', 600, 'roadtest serve'),
      ratio('speed of start / json-server', times.theirs, times.ours, 1, note),
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function firstAnswer(argumentsFor, path) {
  const port = String(await freePort());
  const began = performance.now();
  const child = spawn(process.execPath, argumentsFor(port), { stdio: 'ignore' });
  for (;;) {
    const answered = await fetch(`http://127.0.0.1:${port}${path}`).then(
      (reply) => reply.text(),
      () => undefined,
    );
    if (answered !== undefined) break;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  const took = performance.now() - began;
  await stopped(child, 'SIGKILL');
  return took;
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
