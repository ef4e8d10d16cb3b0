/** `roadtest verify --attended`: the person at the keyboard does what the profile says, one thing after the other. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { personAt } from '../../cli/verifying/person.ts';
import { Outlet } from '../../contracts/kit/outlet.ts';
import { defaultProfile } from '../../contracts/profile/index.ts';
import { cli, demo, deployed, folder } from './verifying.ts';

const atOnce = <T>(ask: () => Promise<T>) => ask();
const never = new AbortController().signal;

/** A keyboard whose person answers each question that is asked with the next of these. */
function keyboard(answers: string[], terminal = false) {
  const input = Object.assign(new PassThrough(), { isTTY: terminal, setRawMode: () => input });
  const output = Object.assign(new PassThrough(), { isTTY: terminal, columns: 80, rows: 24 });
  let asked = '';
  output.on('data', (chunk: Buffer) => {
    asked += chunk.toString();
    if (/[:?] $/.test(chunk.toString()) && answers.length > 0)
      setImmediate(() => input.write(`${answers.shift()}\n`));
  });
  return { input, output, terminal, asked: () => asked };
}

describe('a person at a plain keyboard', () => {
  it('is asked what to do, and does it or skips it', async () => {
    const keys = keyboard(['', 's']);
    const person = await personAt(keys, atOnce, () => undefined, new Outlet());
    expect(await person.perform('Switch it off.', never)).toBe('done');
    expect(await person.perform('Switch it on.', never)).toBe('skipped');
    expect(keys.asked()).toContain('Switch it off.');
    expect(keys.asked()).toMatch(/Enter when it is done/);
  });

  it('is not led astray by what an instruction quotes', async () => {
    const keys = keyboard(['']);
    const outlet = new Outlet();
    outlet.secrets.hide('a-secret');
    const person = await personAt(keys, atOnce, () => undefined, outlet);
    await person.perform('Delete \u001b[2J\u202e a-secret.', never);
    expect(keys.asked()).toContain('Delete \\u001b[2J\\u202e <REDACTED>.');
  });

  it('is asked one thing at a time, however many want something', async () => {
    const keys = keyboard(['12', '', '7']);
    const person = await personAt(keys, atOnce, () => undefined, new Outlet());
    const answers = await Promise.all(
      ['E-mails?', 'SMS?', 'Licences?'].map((question) => person.ask(question, never)),
    );
    expect(answers).toEqual(['12', undefined, '7']);
  });

  it('who has gone is no longer waited for', async () => {
    const keys = keyboard([]);
    const person = await personAt(keys, atOnce, () => undefined, new Outlet());
    keys.input.end();
    expect(await person.perform('Anybody there?', never)).toBe('skipped');
  });

  it('is left alone when the run ends', async () => {
    const run = new AbortController();
    const person = await personAt(keyboard([]), atOnce, () => undefined, new Outlet());
    const asked = person.ask('How many?', run.signal);
    run.abort(new Error('over'));
    await expect(asked).rejects.toThrow('over');
  });
});

describe('a person at a terminal', () => {
  it('picks from what is drawn', async () => {
    const keys = keyboard([], true);
    const person = await personAt(keys, atOnce, () => undefined, new Outlet());
    const first = person.perform('Switch it off.', never);
    await expect.poll(keys.asked).toContain('Switch it off.');
    keys.input.write('\r');
    expect(await first).toBe('done');
    const second = person.perform('Switch it on.', never);
    await expect.poll(keys.asked).toContain('Switch it on.');
    keys.input.write('\u001b[B');
    keys.input.write('\r');
    expect(await second).toBe('skipped');
  });

  it('ends the run with Ctrl+C', async () => {
    const keys = keyboard([], true);
    const run = new AbortController();
    const person = await personAt(keys, atOnce, () => run.abort(new Error('stopped')), new Outlet());
    const asked = person.ask('How many?', run.signal);
    await expect.poll(keys.asked).toContain('How many?');
    keys.input.write('\u0003');
    await expect(asked).rejects.toThrow('stopped');
  });
});

describe('--attended', () => {
  const instruction = 'Switch API access {enabled} in the settings.';
  const profile = {
    ...defaultProfile,
    name: 'attended',
    controls: { setApiEnabled: { by: 'person', instruction } },
  };
  const words = ['--profile', 'attended.json', '--only', 'token/api-'];

  it('has the person do what no interface offers', async () => {
    writeFileSync(join(folder, 'attended.json'), JSON.stringify(profile));
    // Without its control API it is a deployment like any other.
    const { url, simulator } = await deployed({
      onReply: (reply, { target }) =>
        target.startsWith('/_control') ? { status: 404, headers: {}, body: '' } : reply,
    });
    const keys = keyboard([]);
    keys.output.on('data', (chunk: Buffer) => {
      const asked = /API access (on|off)/.exec(chunk.toString())?.[1];
      if (!asked) return;
      simulator.fleet.account.setApiEnabled(asked === 'on');
      setImmediate(() => keys.input.write('\n'));
    });
    const alone = await cli(['verify', url, ...words], { env: demo });
    expect(alone).toMatchObject({ code: 3, out: expect.stringContaining('2 not reached') });
    const { code, out } = await cli(['verify', url, ...words, '--attended'], {
      env: demo,
      keyboard: () => keys,
    });
    expect(out).toContain('2 pass');
    expect(code).toBe(0);
  });
});
