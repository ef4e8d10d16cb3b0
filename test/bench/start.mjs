/** From the command to the first answered request, and what a story adds to it. */
import { spawn } from 'node:child_process';
import { atMost, firstAnswer, freePort, inTurn, ROADTEST, ratio, stopped } from './measure.mjs';
import { command, fileWith } from './peers/json-server.mjs';

export async function startRows() {
  const { file, remove } = fileWith({});
  const times = await inTurn(
    {
      ours: () => timed((port) => [ROADTEST, 'serve', '--port', port], '/api/devices'),
      still: () => timed((port) => [ROADTEST, 'serve', '--still', '--port', port], '/api/devices'),
      theirs: () => timed((port) => [...command(file, port), '--quiet'], '/locations/1'),
    },
    15,
  );
  remove();
  const storied = await inTurn(
    {
      plain: () => timed((port) => [ROADTEST, 'serve', '--frozen', '--port', port], '/api/devices'),
      story: () =>
        timed(
          (port) => [ROADTEST, 'serve', '--frozen', '--port', port, '--scenario', 'licence-crunch'],
          '/api/devices',
        ),
    },
    15,
  );
  const note = `${Math.round(times.still)} ms against ${Math.round(times.theirs)} ms, with a fleet as still as its data`;
  return [
    atMost('start to first answer', times.ours, 'ms', 600, 'roadtest serve'),
    ratio('speed of start / json-server', times.theirs, times.still, 1, note),
    atMost('start with a story / without', storied.story / storied.plain, '×', 1.5, 'both frozen'),
  ];
}

async function timed(argumentsFor, path) {
  const port = await freePort();
  const began = performance.now();
  const child = spawn(process.execPath, argumentsFor(port), { stdio: 'ignore' });
  await firstAnswer(`http://127.0.0.1:${port}${path}`);
  const took = performance.now() - began;
  await stopped(child, 'SIGKILL');
  return took;
}
