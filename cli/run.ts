/** A command line from its words to an exit code, in whatever world the `Io` is. */

import { errorFacts } from '../contracts/kit/fields.ts';
import { nearest, suggestion } from '../contracts/kit/suggest.ts';
import { quoted } from '../contracts/kit/untrusted.ts';
import manifest from '../package.json' with { type: 'json' };
import { CliError, type Command, exitCodes, type Io } from './command.ts';
import { parse } from './parse.ts';

/** The commands by name, each loaded when it is called. */
export type CommandTable = { readonly [name: string]: () => Promise<Command> };

/** Runs the command that the words name, and returns the exit code. Never throws. */
export async function run(table: CommandTable, words: readonly string[], io: Io): Promise<number> {
  try {
    return await dispatch(table, words, io);
  } catch (error) {
    return report(error, io);
  }
}

async function dispatch(table: CommandTable, [name, ...rest]: readonly string[], io: Io): Promise<number> {
  if (name === '--version') {
    io.out(`${manifest.version}\n`);
    return exitCodes.ok;
  }
  if (name === 'help' && rest[0] !== undefined) return dispatch(table, [rest[0], '--help'], io);
  if (name === undefined || name === '--help' || name === 'help') return printOverview(table, name, io);
  if (name.startsWith('-')) throw unknownOption(name);
  const load = Object.hasOwn(table, name) ? table[name] : undefined;
  if (!load) throw unknownCommand(name, Object.keys(table));

  const command = await load();
  const parsed = parse(command, rest);
  if (parsed.help) {
    const { helpOf } = await import('./help.ts');
    io.out(`${await helpOf(command, io.columns)}\n`);
    return exitCodes.ok;
  }
  return (await command.run(parsed, io)) ?? exitCodes.ok;
}

/** Without any word the overview is an answer to a wrong call. */
async function printOverview(table: CommandTable, asked: string | undefined, io: Io): Promise<number> {
  const { overview } = await import('./help.ts');
  const commands = await Promise.all(Object.values(table).map((load) => load()));
  const text = `${await overview(commands, io.columns)}\n`;
  if (asked) io.out(text);
  else io.err(text);
  return asked ? exitCodes.ok : exitCodes.usage;
}

function unknownOption(name: string): CliError {
  const hint = suggestion(name, ['--help', '--version']) ?? 'Options come after a command.';
  return new CliError('UNKNOWN_OPTION', `Unknown option ${quoted(name)} before a command.`, { hint });
}

function unknownCommand(name: string, names: string[]): CliError {
  const near = nearest(name, names, 3);
  const hint =
    near.length > 0
      ? `Did you mean ${near.map((it) => `roadtest ${it}`).join(' or ')}?`
      : `There are: ${names.join(', ')}.`;
  return new CliError('UNKNOWN_COMMAND', `Unknown command ${quoted(name)}.`, { hint });
}

/** An error with a code is printed in words; any other is a fault of ours and shows its stack. Returns the exit code. */
export function report(error: unknown, io: Io): number {
  const { red, dim } = io.colors;
  const known = asKnown(error);
  if (known) {
    io.err(
      `${red('error')} ${known.message} ${dim(`[${known.code}]`)}\n${known.hint ? `  ${known.hint}\n` : ''}`,
    );
    return known.exitCode;
  }
  io.err(`${red('error')} roadtest itself failed ${dim('[INTERNAL]')}\n${stackOf(error)}`);
  return exitCodes.internal;
}

/** An error that is a fault of ours, in full: where it was thrown, and with what. */
export function stackOf(error: unknown): string {
  return `${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`;
}

/** The parts of the project, and the system, throw errors with a code of their own. */
function asKnown(error: unknown): Pick<CliError, 'message' | 'code' | 'hint' | 'exitCode'> | undefined {
  if (error instanceof CliError) return error;
  const { code, message } = errorFacts(error);
  if (!(error instanceof Error) || code === undefined || code.startsWith('ERR_')) return undefined;
  const { hint } = error as { hint?: unknown };
  return { message, code, hint: typeof hint === 'string' ? hint : undefined, exitCode: exitCodes.usage };
}
