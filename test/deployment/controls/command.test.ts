/** Controls by a command. */
import { describe, expect, it } from 'vitest';
import type { CommandResult, Host } from '../../../contracts/deployment/host.ts';
import type { Control } from '../../../contracts/profile/profile.ts';
import { benchOf } from './bench.ts';

const ended = (stdout = '', exitCode = 0, stderr = ''): CommandResult => ({ exitCode, stdout, stderr });

function runs(result: () => Promise<CommandResult>) {
  const commands: { command: readonly string[]; timeoutMs: number }[] = [];
  const run: NonNullable<Host['run']> = (command, { timeoutMs }) => {
    commands.push({ command, timeoutMs });
    return result();
  };
  return { commands, host: { run } };
}

describe('a command', () => {
  const send: Control = {
    by: 'command',
    command: ['fleetctl', 'send', '--device={deviceId}', '{channel}', '{count}'],
    timeout: 'PT5S',
    reads: { sent: '/sent' },
  };

  it('is given its arguments as they are, without a shell', async () => {
    const { commands, host } = runs(async () => ended('{"sent":2}'));
    const { controls } = await benchOf({ send }, { host });
    expect(await controls.send('V:7@depot', 'email', 2)).toMatchObject({ sent: 2, withheld: 0 });
    expect(commands).toEqual([
      { command: ['fleetctl', 'send', '--device=V:7@depot', 'email', '2'], timeoutMs: 5000 },
    ]);
  });

  it('leaves out options that nobody has said anything about, and nothing else', async () => {
    const setLimits: Control = {
      by: 'command',
      command: ['fleetctl', 'limits', '{deviceId}', '--mail={dailyEmail}', '--text={dailySms}'],
    };
    const { commands, host } = runs(async () => ended());
    await (await benchOf({ setLimits }, { host })).controls.setLimits(7, { dailySms: 3 });
    expect(commands[0]?.command).toEqual(['fleetctl', 'limits', '7', '--text=3']);

    const positional: Control = {
      by: 'command',
      command: ['limits', '{deviceId}', '{dailyEmail}', '{dailySms}'],
    };
    const { controls } = await benchOf({ setLimits: positional }, { host });
    await expect(controls.setLimits(7, { dailySms: 3 })).rejects.toThrow('{dailyEmail}');
    expect(commands).toHaveLength(1);
  });

  it('that ends with another exit code than 0 has refused', async () => {
    const activate: Control = { by: 'command', command: ['fleetctl', 'activate', '{deviceId}'] };
    const { host } = runs(async () => ended('', 3, 'no licence available\nusage: …'));
    const { controls } = await benchOf({ activate }, { host });
    expect((await controls.activate(7)).activated).toBe(false);
  });

  it('that was needed says why it was refused', async () => {
    const readLicences: Control = {
      by: 'command',
      command: ['fleetctl', 'licences'],
      reads: { used: '/used' },
    };
    const { host } = runs(async () => ended('', 1, 'not logged in\n'));
    const { controls } = await benchOf({ readLicences }, { host });
    await expect(controls.readLicences()).rejects.toThrow('ended with exit code 1: not logged in');
  });

  it.each([
    ['cannot be started', () => Promise.reject(new Error('spawn fleetctl ENOENT')), 'ENOENT'],
    ['prints no JSON', async () => ended('Sent: 2'), 'did not print JSON'],
  ])('that %s concludes nothing, and the control is named', async (_, result, word) => {
    const { controls } = await benchOf({ send }, { host: runs(result).host });
    await expect(controls.send(7, 'sms', 1)).rejects.toMatchObject({
      message: expect.stringMatching(new RegExp(`send.*${word}`)),
      unlock: ['controls.send'],
    });
  });

  it('is not offered where there are none', async () => {
    expect((await benchOf({ send })).controls.has('send')).toBe(false);
  });
});
