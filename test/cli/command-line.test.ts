/** How a command line is read, and what is printed when it cannot be. */
import { describe, expect, it } from 'vitest';
import { CliError, defineCommand } from '../../cli/command.ts';
import { run } from '../../cli/run.ts';
import { testIo } from '../command/world.ts';

const travel = defineCommand({
  name: 'travel',
  summary: 'Travel somewhere',
  positionals: [{ name: 'PLACE', summary: 'where to', required: true }],
  options: {
    speed: { type: 'number', value: 'N', min: 1, max: 3600, whole: true, default: 60, summary: 'How fast' },
    load: { type: 'number', value: 'T', excludes: 'empty', summary: 'How much' },
    empty: { type: 'boolean', summary: 'Without a load' },
    name: { type: 'string', value: 'TEXT', summary: 'What it is called' },
    stop: { type: 'strings', value: 'TOWN', summary: 'Stops on the way' },
  },
  examples: [{ line: 'roadtest travel Berlin --speed 100', does: 'A fast trip' }],
  run({ args, options }, io) {
    io.out(JSON.stringify({ args, ...options }));
  },
});
const crash = defineCommand({
  name: 'crash',
  summary: 'Fail',
  positionals: [{ name: 'HOW', summary: 'in which way' }],
  options: {},
  examples: [{ line: 'roadtest crash', does: 'Fails' }],
  run({ args: [how] }) {
    if (how === 'known')
      throw new CliError('NO_ROAD', 'There is no road.', { hint: 'Take the train.', exitCode: 3 });
    if (how === 'part')
      throw Object.assign(new Error('The port is taken.'), { code: 'EADDRINUSE', hint: 'Try --port 0.' });
    throw new TypeError('x is not a function');
  },
});
const table = { travel: async () => travel, crash: async () => crash };

async function roadtest(...words: string[]) {
  const io = testIo();
  const exitCode = await run(table, words, io);
  return { exitCode, ...io.written() };
}
async function options(...words: string[]) {
  const { exitCode, out, err } = await roadtest('travel', 'Rome', ...words);
  expect(err).toBe('');
  expect(exitCode).toBe(0);
  return JSON.parse(out);
}

describe('options', () => {
  it('have their defaults where nothing is said', async () => {
    expect(await options()).toEqual({ args: ['Rome'], speed: 60, empty: false, stop: [] });
  });

  it('take their values behind a space or an equals sign', async () => {
    expect(await options('--speed', '70')).toMatchObject({ speed: 70 });
    expect(await options('--speed=70', '--name=a b')).toMatchObject({ speed: 70, name: 'a b' });
  });

  it('take negative numbers, and text that looks like a number', async () => {
    expect(await options('--load', '-3.5', '--name', '007')).toMatchObject({ load: -3.5, name: '007' });
  });

  it('take several values in a row or one by one', async () => {
    expect(await options('--stop', 'a', 'b', '--stop', 'c')).toMatchObject({ stop: ['a', 'b', 'c'] });
  });

  it.each([
    [['--speed'], '--speed takes a whole number from 1 up to 3600.'],
    [['--speed', ''], '--speed takes a whole number from 1 up to 3600.'],
    [['--speed', 'fast'], '--speed takes a whole number from 1 up to 3600.'],
    [['--speed', '1.5'], '--speed takes a whole number from 1 up to 3600.'],
    [['--speed', '0'], '--speed takes a whole number from 1 up to 3600.'],
    [['--speed', '3601'], '--speed takes a whole number from 1 up to 3600.'],
    [['--speed', '1', '--speed', '2'], '--speed is given more than once.'],
    [['--load', 'Infinity'], '--load takes a number.'],
    [['--name'], '--name takes a value: TEXT.'],
    [['--stop'], '--stop takes one TOWN or more.'],
    [['--empty=maybe'], '--empty takes no value.'],
    [['--load', '1', '--empty'], '--load cannot be combined with --empty.'],
  ])('are refused when wrong: %j', async (words, message) => {
    const { exitCode, out, err } = await roadtest('travel', 'Rome', ...words);
    expect(err).toContain(`error ${message} [WRONG_OPTION]`);
    expect(err).toContain('roadtest travel --help');
    expect(exitCode).toBe(2);
    expect(out).toBe('');
  });

  it('that do not exist are refused, with the name that may have been meant', async () => {
    const { exitCode, err } = await roadtest('travel', 'Rome', '--sped', '3');
    expect(exitCode).toBe(2);
    expect(err).toContain('Unknown option --sped for roadtest travel. [UNKNOWN_OPTION]');
    expect(err).toContain('Did you mean --speed?');
  });

  it.each(['--__proto__', '--constructor', '--no-empty', '--toString', '-s', '-speed', '--=x', '---speed'])(
    '%s is not an option either',
    async (word) => {
      const { exitCode, err } = await roadtest('travel', 'Rome', word, 'x');
      expect(exitCode).toBe(2);
      expect(err).toMatch(/UNKNOWN_OPTION/);
    },
  );
});

describe('arguments', () => {
  it('that are missing are asked for', async () => {
    const { exitCode, err } = await roadtest('travel');
    expect(exitCode).toBe(2);
    expect(err).toContain('PLACE is missing: where to. [MISSING_ARGUMENT]');
  });

  it('that are too many are refused', async () => {
    const { exitCode, err } = await roadtest('travel', 'Rome', 'speed');
    expect(exitCode).toBe(2);
    expect(err).toContain('Unexpected argument "speed"');
    expect(err).toContain('Did you mean --speed?');
  });
});

describe('commands', () => {
  it('that do not exist are refused, with the name that may have been meant', async () => {
    const { exitCode, err } = await roadtest('travle');
    expect(exitCode).toBe(2);
    expect(err).toContain('Unknown command "travle". [UNKNOWN_COMMAND]');
    expect(err).toContain('Did you mean roadtest travel?');
  });

  it('are listed where no name is near, and names of objects are none', async () => {
    for (const word of ['bicycle', 'constructor', '__proto__']) {
      const { exitCode, err } = await roadtest(word);
      expect(exitCode).toBe(2);
      expect(err).toContain('There are: travel, crash.');
    }
  });

  it('say how they are used, with an example', async () => {
    const { exitCode, out } = await roadtest('travel', '--help');
    expect(exitCode).toBe(0);
    expect(out).toContain('roadtest travel <PLACE> [options]');
    expect(out).toMatch(/--speed N +How fast +\[default: 60\]/);
    expect(out).toContain('roadtest travel Berlin --speed 100');
    expect(out).toContain('PLACE: where to');
  });

  it('are listed by roadtest --help', async () => {
    const { exitCode, out } = await roadtest('--help');
    expect(exitCode).toBe(0);
    expect(out).toMatch(/roadtest travel +Travel somewhere/);
    expect(out).toContain('roadtest travel Berlin --speed 100');
  });

  it('are missed where there is no word at all: the same help, on the error side', async () => {
    const { exitCode, out, err } = await roadtest();
    expect(exitCode).toBe(2);
    expect(out).toBe('');
    expect(err).toBe((await roadtest('--help')).out);
  });

  it('have a version', async () => {
    expect(await roadtest('--version')).toEqual({
      exitCode: 0,
      out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
      err: '',
    });
  });
});

describe('errors', () => {
  it('that a person can mend come with their code and what to try, and no stack', async () => {
    expect(await roadtest('crash', 'known')).toEqual({
      exitCode: 3,
      out: '',
      err: 'error There is no road. [NO_ROAD]\n  Take the train.\n',
    });
  });

  it('of the other parts and of the system are reported in the same way', async () => {
    const { exitCode, err } = await roadtest('crash', 'part');
    expect(err).toBe('error The port is taken. [EADDRINUSE]\n  Try --port 0.\n');
    expect(exitCode).toBe(2);
  });

  it('of our own making end with 5 and show where', async () => {
    const { exitCode, err } = await roadtest('crash', 'odd');
    expect(exitCode).toBe(5);
    expect(err).toContain('roadtest itself failed [INTERNAL]\nTypeError: x is not a function\n');
    expect(err).toContain('command-line.test.ts');
  });
});
