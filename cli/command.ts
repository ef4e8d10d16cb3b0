/**
 * The types of a command and of the `Io` that it is given. A command is data and one function: it parses nothing,
 * exits nothing and touches no process, so that a test can run it with an `Io` of its own.
 */

import type { Palette } from '../contracts/kit/palette.ts';
import type { Clean, Outlet } from './outlet.ts';

/** The outer world as a command sees it. */
export interface Io {
  /** Writes text to standard output, through the outlet. Line ends are the caller's. */
  out(text: string): void;
  /** Writes warnings and errors to standard error, through the outlet. */
  err(text: string): void;
  /** Writes a value to standard output as JSON and a line end, through the outlet. */
  json(value: unknown, indent?: number): void;
  /** Writes what has passed the outlet in another way. */
  print(text: Clean): void;
  /** Draws a line of progress on standard error over the one before; an empty one takes it away. */
  draw(line: string): void;
  /** The way out of the process. What is hidden in its `secrets` leaves by none of these functions. */
  readonly outlet: Outlet;
  /** Colours for a terminal; functions that change nothing where plain text is wanted. */
  readonly colors: Palette;
  /** True if a person reads standard output on a terminal. */
  readonly interactive: boolean;
  /** True if a person watches standard error on a terminal: progress can be drawn there. */
  readonly watched: boolean;
  /** Width of the terminal in characters; 100 where there is none. */
  readonly columns: number;
  /** The width at which tables are broken: that of the terminal, or none where no person reads. */
  readonly width: number;
  readonly env: { readonly [name: string]: string | undefined };
  /** The folder that relative file names start from. */
  readonly cwd: string;
  /** Aborted when nothing is under way any more and the command has not ended: a fault of ours, to be reported. */
  readonly stalled?: AbortSignal;
  /** Aborted when the process is asked to stop: a command that runs on ends in good order then. */
  readonly stop: AbortSignal;
}

/** Writes a warning, in one line. */
export function warn(text: string, io: Pick<Io, 'err' | 'colors'>): void {
  io.err(`${io.colors.yellow('warning')} ${text}\n`);
}

interface OptionBase {
  /** One line for `--help`. */
  summary: string;
  /** A short form of one letter: `-o` for `--output`. */
  short?: string;
  /** The names of other options that cannot be combined with this one. */
  excludes?: string | readonly string[];
  /** The name of the option that this one means nothing without. */
  needs?: string;
}
export interface SwitchOption extends OptionBase {
  type: 'boolean';
}
export interface TextOption extends OptionBase {
  type: 'string';
  /** The placeholder of the value in `--help`, such as `FILE`. */
  value: string;
  default?: string;
}
export interface FilesOption extends OptionBase {
  /** One or more values: `--track a.gpx b.gpx` or the option given again. */
  type: 'strings';
  value: string;
}
export interface NumberOption extends OptionBase {
  type: 'number';
  value: string;
  default?: number;
  /** Smallest and largest value allowed. */
  min?: number;
  max?: number;
  /** True if it must be a whole number. */
  whole?: boolean;
}
export type Option = SwitchOption | TextOption | FilesOption | NumberOption;
/** Options by their name on the command line, without the dashes. */
export type Options = { readonly [name: string]: Option };

type ValueOf<O extends Option> = O extends { type: 'boolean' }
  ? boolean
  : O extends { type: 'strings' }
    ? string[]
    : O extends { type: 'number' }
      ? number | Absent<O>
      : string | Absent<O>;
type Absent<O> = O extends { default: unknown } ? never : undefined;
/** The parsed values of the options of a command. Switches default to false, `strings` to none. */
export type Values<O extends Options> = { readonly [Name in keyof O]: ValueOf<O[Name]> };

export interface Example {
  /** A command line that works when pasted. */
  line: string;
  does: string;
}

/** An argument without dashes. */
export interface Positional {
  /** Its placeholder in `--help`, such as `ID`. */
  name: string;
  summary: string;
  required?: boolean;
  /** Any number of them; only the last one of a command. */
  several?: boolean;
}

export interface Command<O extends Options = Options> {
  name: string;
  /** One line for the list of commands. */
  summary: string;
  positionals?: readonly Positional[];
  options: O;
  examples: readonly [Example, ...Example[]];
  /** The result is the exit code; nothing is 0. Heavy modules are imported in here, not at the head of the file. */
  run(
    input: { args: readonly string[]; options: Values<O> },
    io: Io,
    // biome-ignore lint/suspicious/noConfusingVoidType: a command that says nothing ends well
  ): Promise<number | void> | number | void;
}

/** Lets TypeScript work out the values of a command's options from their data. */
export function defineCommand<const O extends Options>(command: Command<O>): Command<O> {
  return command;
}

/** The exit codes of every command. */
export const exitCodes = { ok: 0, failed: 1, usage: 2, inconclusive: 3, drift: 4, internal: 5 } as const;

/** The exit code of what has a verdict, where a file or an output with it could not be written: what is proven, and a fault of ours, count for more. */
export function exitWithout(verdict: number): number {
  return verdict === exitCodes.failed || verdict === exitCodes.internal ? verdict : exitCodes.usage;
}

/** The reason of `stop` where the process got a signal. */
export class Stopped extends Error {
  override readonly name = 'AbortError';
  readonly signal: NodeJS.Signals;

  constructor(signal: NodeJS.Signals) {
    super(`The process got ${signal}.`);
    this.signal = signal;
  }
}

/** An error that a person can mend: shown without a stack. The code is stable. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly code: string;
  /** Advice to the user. */
  readonly hint: string | undefined;
  readonly exitCode: number;

  constructor(
    code: string,
    message: string,
    facts: { hint?: string | undefined; exitCode?: number; cause?: unknown } = {},
  ) {
    super(message, 'cause' in facts ? { cause: facts.cause } : undefined);
    this.code = code;
    this.hint = facts.hint;
    this.exitCode = facts.exitCode ?? exitCodes.usage;
  }
}
