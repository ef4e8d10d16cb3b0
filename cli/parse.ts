/** From the words of a command line to the options of a command, and the help that tells of them. */
import yargs, { type Argv, type Options as YargsOption } from 'yargs';
import {
  CliError,
  type Command,
  type NumberOption,
  type Option,
  type Options,
  type Values,
} from './command.ts';
import { didYouMean } from './suggest.ts';

export type Parsed = { help: true } | { help: false; args: string[]; options: Values<Options> };

/** @throws CliError that says which word is wrong, and what may have been meant. */
export async function parse(command: Command, words: readonly string[]): Promise<Parsed> {
  const { _: args, $0: _program, help, ...given } = await parserOf(command).parseAsync([...words]);
  if (help) return { help: true };
  return { help: false, args: checkArgs(command, args.map(String)), options: checkOptions(command, given) };
}

/** What `roadtest <command> --help` prints. */
export function helpOf(command: Command, columns: number): Promise<string> {
  return parserOf(command).wrap(columns).getHelp();
}

/** What `roadtest --help` prints. */
export function overview(commands: readonly Command[], columns: number): Promise<string> {
  const parser = yargs([]).scriptName('roadtest').usage('roadtest <command> [options]').version(false);
  for (const { name, summary } of commands) parser.command(name, summary);
  for (const { examples } of commands) parser.example(examples[0].line, examples[0].does);
  return withHelp(parser)
    .option('version', { type: 'boolean', describe: 'Print the version' })
    .epilogue('roadtest <command> --help tells about one command.')
    .wrap(columns)
    .getHelp();
}

function parserOf(command: Command): Argv {
  const positionals = command.positionals ?? [];
  const places = positionals.map(({ name, required }) => (required ? `<${name}>` : `[${name}]`));
  const parser = yargs([])
    .scriptName('roadtest')
    .usage(`${['roadtest', command.name, ...places, '[options]'].join(' ')}\n\n${command.summary}`)
    .parserConfiguration({
      'boolean-negation': false,
      'camel-case-expansion': false,
      'dot-notation': false,
      'parse-positional-numbers': false,
    })
    .version(false)
    .exitProcess(false)
    .fail((message, error) => {
      throw error ?? new CliError('WRONG_OPTION', message, { hint: helpHint(command) });
    });
  for (const [name, option] of Object.entries(command.options)) parser.option(name, yargsOption(option));
  for (const { line, does } of command.examples) parser.example(line, does);
  return withHelp(parser).epilogue(positionals.map(({ name, summary }) => `${name}: ${summary}`).join('\n'));
}

/** `--help` as an option like any other: yargs' own would print and exit. */
function withHelp(parser: Argv): Argv {
  return parser.help(false).option('help', { type: 'boolean', describe: 'Print this help' });
}

function yargsOption(option: Option): YargsOption {
  switch (option.type) {
    case 'boolean':
      return { type: 'boolean', describe: option.summary };
    case 'strings':
      return { type: 'string', array: true, requiresArg: true, describe: option.summary };
    default: {
      const shown = option.default === undefined ? {} : { defaultDescription: String(option.default) };
      return { type: option.type, requiresArg: true, describe: option.summary, ...shown };
    }
  }
}

function checkArgs(command: Command, args: string[]): string[] {
  const positionals = command.positionals ?? [];
  const missing = positionals[args.length];
  if (missing?.required) {
    throw new CliError('MISSING_ARGUMENT', `${missing.name} is missing: ${missing.summary}`, {
      hint: helpHint(command),
    });
  }
  const surplus = args[positionals.length];
  if (surplus !== undefined) {
    throw new CliError(
      'UNKNOWN_ARGUMENT',
      `"${surplus}" is one word too many for roadtest ${command.name}.`,
      {
        hint: didYouMean(surplus, Object.keys(command.options).map(dashed)) ?? helpHint(command),
      },
    );
  }
  return args;
}

function checkOptions(command: Command, given: { [name: string]: unknown }): Values<Options> {
  for (const name of Object.keys(given)) {
    if (Object.hasOwn(command.options, name)) continue;
    throw new CliError('UNKNOWN_OPTION', `${dashed(name)} is no option of roadtest ${command.name}.`, {
      hint: didYouMean(dashed(name), Object.keys(command.options).map(dashed)) ?? helpHint(command),
    });
  }
  const values = Object.entries(command.options).map(([name, option]) => {
    const value = given[name];
    if (value !== undefined && option.excludes !== undefined && given[option.excludes] !== undefined) {
      throw wrongValue(command, name, `cannot stand beside ${dashed(option.excludes)}`);
    }
    return [name, checkValue(command, name, option, value)];
  });
  return Object.fromEntries(values);
}

function checkValue(command: Command, name: string, option: Option, value: unknown): Values<Options>[string] {
  if (option.type === 'strings') return (value as string[] | undefined) ?? [];
  if (Array.isArray(value)) throw wrongValue(command, name, 'is given more than once');
  if (option.type === 'boolean') return value === true;
  if (value === undefined) return option.default;
  if (option.type === 'number' && !withinRange(option, value as number)) {
    throw wrongValue(command, name, `takes ${rangeInWords(option)}`);
  }
  if (value === '') throw wrongValue(command, name, `takes a value: ${option.value}`);
  return value as string | number;
}

function withinRange(
  { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY, whole }: NumberOption,
  value: number,
) {
  return Number.isFinite(value) && value >= min && value <= max && (!whole || Number.isSafeInteger(value));
}

function rangeInWords({ min, max, whole }: NumberOption): string {
  const from = min === undefined ? '' : ` from ${min}`;
  const to = max === undefined ? '' : ` up to ${max}`;
  return `a ${whole ? 'whole ' : ''}number${from}${to}`;
}

function wrongValue(command: Command, name: string, what: string): CliError {
  return new CliError('WRONG_OPTION', `${dashed(name)} ${what}.`, { hint: helpHint(command) });
}

function dashed(name: string): string {
  return `${name.length === 1 ? '-' : '--'}${name}`;
}

function helpHint(command: Command): string {
  return `roadtest ${command.name} --help shows what it takes.`;
}
