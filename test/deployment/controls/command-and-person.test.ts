/** Controls by a command, and by the person at the keyboard. */
import { describe, expect, it } from 'vitest';
import type { CommandResult, Host, Person } from '../../../contracts/deployment/host.ts';
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

describe('a person', () => {
  const setLimits: Control = {
    by: 'person',
    instruction: 'Under Devices, {deviceId}: e-mails {dailyEmail}, SMS {dailySms}, Expires {expires}.',
  };

  function attending(answers: Partial<Person> = {}) {
    const wishes: string[] = [];
    const person: Person = {
      perform: async (wish) => {
        wishes.push(wish);
        return 'done';
      },
      ask: async () => undefined,
      ...answers,
    };
    return { wishes, host: { person } };
  }

  it('is told in words, and told to leave the rest alone', async () => {
    const { wishes, host } = attending();
    const { controls } = await benchOf({ setLimits }, { host });
    await controls.setLimits(7, { dailyEmail: 3, expires: false });
    expect(wishes).toEqual([
      'Under Devices, 7: e-mails 3, SMS what it is now, Expires off. If it is refused there, go on all the same.',
    ]);
  });

  it('hears spans of time as people say them', async () => {
    const { wishes, host } = attending();
    const advance: Control = { by: 'person', instruction: 'Set the clock forward by {by}.' };
    await (await benchOf({ advance }, { host })).controls.advance({ by: 26 * 3_600_000 });
    expect(wishes).toEqual(['Set the clock forward by 26 hours.']);
  });

  it('is asked for what is to be read', async () => {
    const asked: string[] = [];
    const { host } = attending({
      ask: async (question) => {
        asked.push(question);
        return ' 2 ';
      },
    });
    const send: Control = {
      by: 'person',
      instruction: 'Send {count} by {channel} from {deviceId}.',
      asks: { sent: 'How many of the {count} went out?' },
    };
    const { controls } = await benchOf({ send }, { host });
    expect(await controls.send(7, 'sms', 3)).toMatchObject({ sent: 2, withheld: 1 });
    expect(asked).toEqual(['How many of the 3 went out?']);
  });

  it('who skips something leaves it open', async () => {
    const { host } = attending({ perform: async () => 'skipped' });
    const { controls } = await benchOf({ setLimits }, { host });
    await expect(controls.setLimits(7, { dailyEmail: 1 })).rejects.toMatchObject({
      message: expect.stringContaining('skipped'),
      unlock: ['controls.setLimits'],
    });
  });

  it('does one thing after the other, however many cases wait', async () => {
    let busy = 0;
    let most = 0;
    const { host } = attending({
      perform: async () => {
        most = Math.max(most, ++busy);
        await new Promise((resolve) => setImmediate(resolve));
        busy--;
        return most > 3 ? 'skipped' : 'done';
      },
    });
    const { controls } = await benchOf({ setLimits }, { host });
    await Promise.all([1, 2, 3].map((id) => controls.setLimits(id, { dailyEmail: 1 })));
    expect(most).toBe(1);
  });

  it('has to be there', async () => {
    const { controls } = await benchOf({ setLimits });
    expect(controls.has('setLimits')).toBe(false);
    await expect(controls.setLimits(7, { dailyEmail: 1 })).rejects.toMatchObject({ unlock: ['attended'] });
  });
});
