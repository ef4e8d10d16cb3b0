/** The commands of `roadtest exec` on each platform. */
import { describe, expect, it } from 'vitest';
import { launchOf, type Platform } from '../../cli/serving/launching.ts';

const files = [
  'C:\\node\\npm.cmd',
  'C:\\node\\node.exe',
  'C:\\git\\npm', // for another shell
  'C:\\project\\run tests.bat',
  'D:\\tools\\check.cmd',
];
const isOne = (path: string) => files.some((file) => file.toLowerCase() === path.toLowerCase());
const windows: Platform = { name: 'win32', isFile: isOne };
const io = {
  env: { Path: 'C:\\git;C:\\node;', PathExt: '.EXE;.cmd;.bat', ComSpec: 'C:\\cmd.exe' },
  cwd: 'C:\\project',
};
const onWindows = (...words: string[]) => launchOf(words, io, windows);
const script = (line: string) => ({
  file: 'C:\\cmd.exe',
  args: ['/d', '/s', '/c', `"${line}"`],
  windowsVerbatimArguments: true,
});

it('elsewhere it is what was written', () => {
  const words = ['npm', 'test', '--', 'two words'];
  expect(launchOf(words, io, { ...windows, name: 'linux' })).toEqual({ file: 'npm', args: words.slice(1) });
});

describe('on Windows', () => {
  it('a program is started by itself, found as Windows finds it', () => {
    expect(onWindows('node', 'a b')).toEqual({ file: 'C:\\node\\node.EXE', args: ['a b'] });
    expect(onWindows('C:\\node\\node.exe')).toEqual({ file: 'C:\\node\\node.exe', args: [] });
  });

  it.each([
    [['npm', 'test'], 'C:\\node\\npm.cmd ^^^"test^^^"'],
    [['npm.cmd'], 'C:\\node\\npm.cmd'],
    [['.\\run tests'], null],
    [['D:\\tools\\check', 'x'], 'D:\\tools\\check.cmd ^^^"x^^^"'],
  ])('a script is started by cmd.exe: %j', (words, line) => {
    expect(onWindows(...words)).toEqual(line === null ? { file: words[0], args: [] } : script(line));
  });

  it('a script of the folder is found, and its path may have spaces', () => {
    expect(onWindows('run tests.bat')).toEqual({ file: 'run tests.bat', args: [] }); // not in PATH
    const inFolder: Platform = { ...windows, isFile: (path) => path === 'C:\\project\\bin\\run tests.cmd' };
    expect(launchOf(['bin\\run tests'], io, inFolder)).toEqual(script('C:\\project\\bin\\run^ tests.cmd'));
  });

  it('what would mean something to cmd.exe arrives as it was given', () => {
    const meant = /&|\||<|>|%|\^|!/;
    const escaped = onWindows('npm', 'a&calc|x>y%PATH%^!', 'say "hi"\\').args[3] ?? '';
    // Every such character has an escape before it, and no quote is one that cmd.exe sees.
    const line = escaped.slice(1, -1);
    for (let at = 0; at < line.length; at++) {
      if (line[at] === '^') at++;
      else expect(line[at]).not.toMatch(meant);
    }
    expect(line).toContain('\\\\^^^"'); // the backslash at the end does not escape the quote
  });

  it('what is not there is left to be refused with its name', () => {
    expect(onWindows('nonsense', 'x')).toEqual({ file: 'nonsense', args: ['x'] });
  });
});
