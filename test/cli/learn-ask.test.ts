/** `roadtest learn --ask`: what no source tells is asked at the terminal. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { learn } from '../../cli/commands/learn.ts';
import { run } from '../../cli/run.ts';
import { parseProfile } from '../../contracts/profile/index.ts';

import { folder } from './verifying.ts';
import { testIo } from './world.ts';

const description = fileURLToPath(new URL('../foreign/openapi.yaml', import.meta.url));

/** A terminal whose person answers each question by its name, in turn; what is not named is not known. */
function terminal(answers: { [name: string]: string[] }) {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => input });
  const output = Object.assign(new PassThrough(), { isTTY: true, columns: 200, rows: 100 });
  const asked: string[] = [];
  let written = '';
  let last = '';
  output.on('data', (chunk: Buffer) => {
    written += chunk.toString();
    const name = /\(\d+ of \d+\) ([\w.-]+):/.exec(chunk.toString())?.[1] ?? '';
    const isAgain = chunk.toString().includes('That cannot be taken');
    if (isAgain ? asked.at(-1) === `${last} again` : name === '' || asked.includes(name)) return;
    last = isAgain ? last : name;
    asked.push(isAgain ? `${last} again` : last);
    setImmediate(() => input.write(`${answers[last]?.shift() ?? ''}\r`));
  });
  return { input, output, terminal: true, asked, written: () => written };
}

async function ask(words: string[], keyboard?: ReturnType<typeof terminal>) {
  const io = testIo({ cwd: folder, env: {}, ...(keyboard && { keyboard: () => keyboard }) });
  const code = await run(
    { learn: async () => learn },
    ['learn', '--openapi', description, '--ask', ...words],
    io,
  );
  return { code, ...io.written() };
}

describe('learn --ask', () => {
  it('asks one question at a time, the one that unlocks most first, and writes the answers', async () => {
    const keys = terminal({
      setLimits: ['{ by: none }'],
      send: ['send: { by: command, command: [./send, --device, "{deviceId}"] }'],
      'limits.default': ['plenty', '{ email: 3, sms: null }'],
      'day.ends': ['04:00'],
      'users.delete-self': ['q'],
    });
    const { code, err } = await ask(['-o', 'asked.yaml'], keys);
    expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining('and answers at the terminal') });
    const unlocked = [...keys.written().matchAll(/It unlocks (\d+) checks/g)].map(([, count]) =>
      Number(count),
    );
    expect(unlocked.length).toBeGreaterThan(5);
    expect(Math.max(...unlocked)).toBe(unlocked[0]);
    const text = readFileSync(join(folder, 'asked.yaml'), 'utf8');
    expect(statSync(join(folder, 'asked.yaml')).mode & 0o777).toBe(0o600);
    const { openings, controls } = parseProfile(text);
    expect(openings['day.ends']).toBe('04:00');
    expect(openings['limits.default']).toEqual({ email: 3, sms: null });
    expect(controls).toMatchObject({
      setLimits: { by: 'none' },
      send: { by: 'command', command: ['./send', '--device', '{deviceId}'] },
    });
    expect(text).toContain('day.ends: "04:00" # asked: answered at the terminal');
  });

  it('says why an answer cannot be taken, and asks again', async () => {
    const keys = terminal({ advance: ['{ by: magic }', '{ by: none }', 'q'], setLimits: ['q'] });
    await ask(['-o', 'again.yaml', '--force'], keys);
    expect(keys.written()).toMatch(/That cannot be taken: by: /);
  });

  it('needs a terminal', async () => {
    const { code, err } = await ask([]);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('NOT_INTERACTIVE') });
  });
});
