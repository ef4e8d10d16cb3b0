/** From the words of a command line to the arguments and options of a command. */
// The parser of yargs alone: the rest of yargs takes longer to load than a server to start, see help.ts.

import { Parser } from 'yargs/helpers';
import { suggestion } from '../contracts/kit/suggest.ts';
import { excerpt, quoted } from '../contracts/kit/untrusted.ts';
import {
  CliError,
  type Command,
  type NumberOption,
  type Option,
  type Options,
  type Values,
} from './command.ts';

export type Parsed = { help: true } | { help: false; args: string[]; options: Values<Options> };

/** @throws CliError that says which word is wrong, and what may have been meant. */
export function parse(command: Command, words: readonly string[]): Parsed {
  const names = (type: Option['type']) =>
    Object.keys(command.options).filter((name) => command.options[name]?.type === type);
  const {
    _: args,
    help,
    ...given
  } = Parser(knownWords(command, spelledOut(command, words)), {
    boolean: ['help', ...names('boolean')],
    array: names('strings'),
    // Numbers too are read as text: what they have to be is checked below.
    string: ['_', ...names('strings'), ...names('string'), ...names('number')],
    configuration: { 'boolean-negation': false, 'camel-case-expansion': false, 'dot-notation': false },
  });
  if (help) return { help: true };
  return { help: false, args: checkArgs(command, args.map(String)), options: checkOptions(command, given) };
}

/** `-o DIR` as `--output DIR`. */
function spelledOut({ options }: Command, words: readonly string[]): string[] {
  const end = words.indexOf('--');
  return words.map((word, index) => {
    const [, letter, rest = ''] = /^-([A-Za-z])(=.*)?$/s.exec(word) ?? [];
    if (letter === undefined || (end >= 0 && index > end)) return word;
    const name = Object.keys(options).find((each) => options[each]?.short === letter);
    return name === undefined ? word : `--${name}${rest}`;
  });
}

/** The words, once every option among them is known: yargs would take any name, and stumbles over `constructor`. */
function knownWords(command: Command, words: readonly string[]): string[] {
  const end = words.indexOf('--');
  for (const word of end < 0 ? words : words.slice(0, end)) {
    const [, name, value] = /^-+([^-\d.][^=]*)(=.*)?$/s.exec(word) ?? [];
    if (name === undefined || name === 'help') continue;
    const option = Object.hasOwn(command.options, name) ? command.options[name] : undefined;
    if (!option || !/^--[^-]/.test(word)) throw unknownOption(command, name);
    if (option.type === 'boolean' && value !== undefined) throw wrongOption(command, name, 'takes no value');
  }
  return [...words];
}

function checkArgs(command: Command, args: string[]): string[] {
  const positionals = command.positionals ?? [];
  const missing = positionals[args.length];
  if (missing?.required) {
    throw new CliError('MISSING_ARGUMENT', `${missing.name} is missing: ${missing.summary}.`, {
      hint: helpHint(command),
    });
  }
  const surplus = positionals.at(-1)?.several ? undefined : args[positionals.length];
  if (surplus !== undefined) {
    throw new CliError(
      'UNKNOWN_ARGUMENT',
      `Unexpected argument ${quoted(surplus)} for roadtest ${command.name}.`,
      { hint: suggestion(surplus, Object.keys(command.options).map(dashed)) ?? helpHint(command) },
    );
  }
  return args;
}

function checkOptions(command: Command, given: { [name: string]: unknown }): Values<Options> {
  const values = Object.entries(command.options).map(([name, option]) => {
    const excluded = name in given && [option.excludes ?? []].flat().find((other) => other in given);
    if (excluded) throw wrongOption(command, name, `cannot be combined with ${dashed(excluded)}`);
    if (name in given && option.needs !== undefined && !(option.needs in given))
      throw wrongOption(command, name, `needs ${dashed(option.needs)} as well`);
    const { value, wrong } = readValue(option, given[name]);
    if (wrong) throw wrongOption(command, name, wrong);
    return [name, value];
  });
  return Object.fromEntries(values);
}

/** The value of the option, or what is wrong with the text that was given. */
function readValue(option: Option, given: unknown): { value?: Values<Options>[string]; wrong?: string } {
  if (option.type === 'boolean') return { value: given === true || Array.isArray(given) };
  if (option.type === 'strings') {
    const values = given as string[] | undefined;
    const empty = values && (values.length === 0 || values.includes(''));
    return empty ? { wrong: `takes one ${option.value} or more` } : { value: values ?? [] };
  }
  if (given === undefined) return { value: option.default };
  if (Array.isArray(given)) return { wrong: 'is given more than once' };
  if (option.type === 'string')
    return given === '' ? { wrong: `takes a value: ${option.value}` } : { value: given as string };
  const value = given === '' ? Number.NaN : Number(given);
  return withinRange(option, value) ? { value } : { wrong: `takes ${rangeInWords(option)}` };
}

function withinRange({ min, max, whole }: NumberOption, value: number): boolean {
  if (!Number.isFinite(value) || (whole && !Number.isSafeInteger(value))) return false;
  return value >= (min ?? value) && value <= (max ?? value);
}

function rangeInWords({ min, max, whole }: NumberOption): string {
  const from = min === undefined ? '' : ` from ${min}`;
  const to = max === undefined ? '' : ` up to ${max}`;
  return `a ${whole ? 'whole ' : ''}number${from}${to}`;
}

function unknownOption(command: Command, name: string): CliError {
  const hint = suggestion(dashed(name), Object.keys(command.options).map(dashed)) ?? helpHint(command);
  const message = `Unknown option ${dashed(excerpt(name))} for roadtest ${command.name}.`;
  return new CliError('UNKNOWN_OPTION', message, { hint });
}

function wrongOption(command: Command, name: string, what: string): CliError {
  return new CliError('WRONG_OPTION', `${dashed(name)} ${what}.`, { hint: helpHint(command) });
}

function dashed(name: string): string {
  return `${name.length === 1 ? '-' : '--'}${name}`;
}

function helpHint(command: Command): string {
  return `roadtest ${command.name} --help shows what it takes.`;
}
