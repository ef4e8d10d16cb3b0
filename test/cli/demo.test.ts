import { readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { endAll, launch, roadtest } from './roadtest.ts';

afterEach(endAll);

const digestOf = (out: string) => /digest (\w+)/.exec(out)?.[1];

describe('roadtest demo', () => {
  it('plays a day that goes as promised, and ends with --once', async () => {
    const { code, out, err } = await roadtest(['demo', '--once']);
    expect(err).toBe('');
    expect(code).toBe(0);
    for (const part of [
      '10 of 10 licences used',
      /[\d,]+ positions recorded/,
      /12 e-mails sent, 18 withheld at the daily limit/,
      /SOS from .*: email sent, sms sent/,
      'has 0 e-mails on its counter',
      /has expired: 9 of 10 licences used, 1 available/,
      /takes the licence: 10 of 10 used/,
      'NO_LICENCE_AVAILABLE',
      /is activated: 11 of 11 used/,
      /by the contract suite: \d+ rules judged, all hold, none inconclusive/,
    ]) {
      expect(out).toMatch(part);
    }
    expect(out).not.toContain('\u001B'); // plain where nobody sits at a terminal
  });

  it('leaves a report of the verification, and the world as the day left it', async () => {
    const demo = launch(['demo', '--port', '0']);
    await expect.poll(() => demo.out, { timeout: 20_000 }).toContain('Ctrl+C');
    const report = /The report: (.*report\.html)/.exec(demo.out)?.[1] ?? '';
    expect(await readFile(report, 'utf8')).toMatch(/^<!doctype html>/i);
    await rm(dirname(report), { recursive: true });

    const control = /http:\S+\/_control/.exec(demo.out)?.[0];
    const ask = async (path: string) => (await fetch(`${control}${path}`)).json();
    // The suite moves the clock by weeks, and makes devices.
    expect(await ask('/clock')).toMatchObject({ now: expect.stringMatching(/^2026-01-06T08:/) });
    expect(await ask('/devices')).toMatchObject({ total: 11 });
    demo.child.kill('SIGINT');
    await demo.ended;
  });

  it('is the same day from the same seed, and another from another', async () => {
    const [first, again, other] = await Promise.all(
      ['3', '3', '4'].map((seed) => roadtest(['demo', '--once', '--seed', seed])),
    );
    expect(digestOf(first?.out ?? '')).toMatch(/^\w+$/);
    expect(digestOf(again?.out ?? '')).toBe(digestOf(first?.out ?? ''));
    expect(digestOf(other?.out ?? '')).not.toBe(digestOf(first?.out ?? ''));
  });

  it('ends in the middle of its day when it is asked to', async () => {
    const demo = launch(['demo', '--port', '0']);
    await demo.firstLine();
    demo.child.kill('SIGINT');
    const { code, out, err } = await demo.ended;
    expect(code).toBe(0);
    expect(err).toBe('');
    expect(out).not.toContain('Ctrl+C');
  });

  it('keeps serving the fleet after its day, in real time', async () => {
    const demo = launch(['demo', '--port', '0']);
    await expect.poll(() => demo.out, { timeout: 20_000 }).toContain('Ctrl+C');
    const control = /http:\S+\/_control/.exec(demo.out)?.[0];
    const clock = (await (await fetch(`${control}/clock`)).json()) as { frozen: boolean; speed: number };
    expect(clock).toMatchObject({ frozen: false, speed: 1 });
    demo.child.kill('SIGINT');
    expect((await demo.ended).code).toBe(0);
  });
});
