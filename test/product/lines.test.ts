/** Lines that a command prints to be pasted, run with sh as they are printed. */
import { expect, it } from 'vitest';
import { run, start } from './run.ts';

it('the line of roadtest serve lists the devices', async () => {
  const served = await start('roadtest', ['serve', '--port', '0', '--frozen', '--devices', '2']);
  const printed = await served.printed(/^ +curl .*\n/m);
  const line = /^ +(curl .*)$/m.exec(printed)?.[1] ?? '';
  const { code, out } = await run('sh', ['-c', line]);
  await served.stop();
  expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining('dev-2') });
});
