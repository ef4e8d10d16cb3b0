/**
 * How a command is started without a shell on each platform. On Windows npm, npx and what packages install are scripts
 * (`.cmd`), which Node starts by cmd.exe alone; every word is escaped, so that it arrives as it was given.
 */
import { statSync } from 'node:fs';
import process from 'node:process';
import type { Io } from '../command.ts';

/** The facts of a platform that a launch depends on. */
export interface Platform {
  name: NodeJS.Platform;
  isFile(path: string): boolean;
}

export interface Launch {
  file: string;
  args: readonly string[];
  /** The words are written as Windows takes them already. */
  windowsVerbatimArguments?: true;
}

export const thisPlatform: Platform = {
  name: process.platform,
  isFile: (path) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false,
};

/** @param words the command and its arguments */
export function launchOf(
  words: readonly string[],
  { env, cwd }: Pick<Io, 'env' | 'cwd'>,
  platform: Platform = thisPlatform,
): Launch {
  const [command = '', ...args] = words;
  if (platform.name !== 'win32') return { file: command, args };
  const found = candidatesOf(command, env, cwd).find((path) => platform.isFile(path));
  // Node reports a command that is not there.
  if (found === undefined || !/\.(cmd|bat)$/i.test(found)) return { file: found ?? command, args };
  const line = [forCommandLine(found), ...args.map(argumentOfScript)].join(' ');
  return {
    file: variable(env, 'comspec') ?? 'cmd.exe',
    args: ['/d', '/s', '/c', `"${line}"`],
    windowsVerbatimArguments: true,
  };
}

/** The files that a command may be, in the order in which Windows looks for them. */
function candidatesOf(command: string, env: Io['env'], cwd: string): string[] {
  const endings = (variable(env, 'PATHEXT') ?? '.COM;.EXE;.BAT;.CMD')
    .split(';')
    .filter((ending) => ending !== '');
  const names = [...(/\.\w+$/.test(command) ? [command] : []), ...endings.map((ending) => command + ending)];
  if (/^[A-Za-z]:|^[\\/]/.test(command)) return names;
  const folders = /[\\/]/.test(command) ? [cwd] : (variable(env, 'PATH') ?? '').split(';');
  return folders
    .filter((folder) => folder !== '')
    .flatMap((folder) => names.map((name) => `${folder}\\${name}`));
}

/** Names of variables are the same in capitals and in small letters there. */
function variable(env: Io['env'], name: string): string | undefined {
  const key = Object.keys(env).find((each) => each.toUpperCase() === name.toUpperCase());
  return key === undefined ? undefined : env[key];
}

function forCommandLine(text: string): string {
  return text.replace(/[()[\]%!^"`<>&|;, *?]/g, '^$&');
}

/** In quotes, as programs read their arguments; escaped for cmd.exe twice, since a script hands its arguments on in a line. */
function argumentOfScript(text: string): string {
  const inQuotes = `"${text.replace(/(?<!\\)(\\*)"/g, '$1$1\\"').replace(/(?<!\\)(\\+)$/, '$1$1')}"`;
  return forCommandLine(forCommandLine(inQuotes));
}
