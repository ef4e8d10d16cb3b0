/** The command as a process: colours, pipes, exit codes. Needs a build. */
import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { launch, roadtest, serviceOf } from '../command/roadtest.ts';

/** Moments of weekdays, of every day, and of the second Monday. */
const calendar = `
title: Calendar
clock: { start: 2026-03-02 08:00, for: 8d, timeZone: Europe/Berlin }
fleet: { van: {} }
timeline:
  - { cron: "30 8 * * 1-5", do: { send: van, channel: sms } }
  - { cron: "0 10 * * *", do: { send: van, channel: email } }
  - { cron: "0 12 * * 1#2", do: { alert: van, type: sos } }
expect:
  - { sent: 7, channel: sms }
  - { sent: 9, channel: email }
  - { alerts: 1 }
`;

describe('the roadtest command', () => {
  it('writes plain text where no terminal reads it', async () => {
    const { code, out, err } = await roadtest(['rules', 'token/']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('token/issued');
    expect(out).not.toContain('\u001b');
  });

  it.each([
    [{ FORCE_COLOR: '1' }, true],
    [{ FORCE_COLOR: '', NO_COLOR: '1', TERM: 'dumb' }, true],
    [{ FORCE_COLOR: '0' }, false],
    [{ FORCE_COLOR: 'false' }, false],
    [{ NO_COLOR: '1' }, false],
  ])('with %j: colours %j, also where no terminal reads them', async (env, coloured) => {
    const { out } = await roadtest(['rules', 'token/issued'], { env });
    expect(out.includes('\u001b[')).toBe(coloured);
  });

  it('ends well when its reader has gone', async () => {
    const { child, ended } = launch(['rules', '--json']);
    child.stdout?.destroy();
    const { code, err } = await ended;
    expect({ code, err }).toEqual({ code: 0, err: '' });
  });

  it('prints an error that was not caught without its secrets, and what would act on a terminal', async () => {
    const thrown = "throw new Error('\\u001b[31mwrong key: ' + process.env.ROADTEST_API_KEY)";
    const preload = `data:text/javascript,${encodeURIComponent(`process.once('SIGUSR2', () => { ${thrown} })`)}`;
    const served = launch(['serve', '--port', '0', '--json'], {
      env: { ROADTEST_API_KEY: 'demo-key-7Fq2', NODE_OPTIONS: `--import ${preload}` },
    });
    await served.firstLine();
    served.child.kill('SIGUSR2');
    const { code, err } = await served.ended;
    expect([code, err]).toEqual([5, expect.stringContaining('roadtest itself failed [INTERNAL]')]);
    expect(err).toContain('wrong key: ');
    expect(err).not.toContain('demo-key-7Fq2');
    expect(err).not.toContain('\u001b');
  });

  it('plays a story with cron expressions, as the control API of a server does', async () => {
    const file = join(tmpdir(), `roadtest-calendar-${randomUUID()}.yaml`);
    writeFileSync(file, calendar);
    try {
      const { code, err } = await roadtest(['play', file]);
      expect({ code, err }).toEqual({ code: 0, err: '' });
    } finally {
      rmSync(file);
    }
    const served = await serviceOf(launch(['serve', '--port', '0', '--json', '--frozen']));
    const { status } = await served.control('PUT', '/story', { file: 'calendar.yaml', text: calendar });
    expect(status).toBe(200);
    await served.stop();
  });

  it('ends with 2 when it was called wrongly, with nothing on standard output', async () => {
    const { code, out, err } = await roadtest(['rules', 'no-such-rule']);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain('UNKNOWN_ID');
  });
});
