/** From the words of a command line to the options of a command, and the help that tells of them. */
import yargs, { type Argv } from 'yargs';
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
  const { _: args, help, ...given } = await parserOf(command).parseAsync(knownWords(command, words));
  if (help) return { help: true };
  return { help: false, args: checkArgs(command, args.map(String)), options: checkOptions(command, given) };
}

/** Every value is read as the text that stands there: what it has to be is checked below. */
function parserOf(command: Command): Argv {
  const parser = yargs([])
    .parserConfiguration({
      'boolean-negation': false,
      'camel-case-expansion': false,
      'dot-notation': false,
      'parse-numbers': false,
      'parse-positional-numbers': false,
    })
    .exitProcess(false)
    .help(false)
    .version(false)
    .boolean('help');
  for (const [name, { type }] of Object.entries(command.options)) {
    parser.option(name, type === 'boolean' ? { type } : { type: 'string', array: type === 'strings' });
  }
  return parser;
}

/** What `roadtest <command> --help` prints. */
export function helpOf(command: Command, columns: number): Promise<string> {
  const positionals = command.positionals ?? [];
  const places = positionals.map(({ name, required }) => (required ? `<${name}>` : `[${name}]`));
  const help = helper(columns).usage(
    `${['roadtest', command.name, ...places, '[options]'].join(' ')}\n\n${command.summary}`,
  );
  for (const [name, option] of Object.entries(command.options)) {
    // The name that is shown holds the placeholder of the value: `--port N`.
    help.option('value' in option ? `${name} ${option.value}` : name, {
      describe: option.summary,
      ...('default' in option ? { defaultDescription: String(option.default) } : {}),
    });
  }
  for (const { line, does } of command.examples) help.example(line, does);
  return help.epilogue(positionals.map(({ name, summary }) => `${name}: ${summary}`).join('\n')).getHelp();
}

/** What `roadtest --help` prints. */
export function overview(commands: readonly Command[], columns: number): Promise<string> {
  const help = helper(columns).usage('roadtest <command> [options]');
  for (const { name, summary, examples } of commands) {
    help.command(name, summary).example(examples[0].line, examples[0].does);
  }
  return help
    .option('version', { describe: 'Print the version' })
    .epilogue('roadtest <command> --help tells about one command.')
    .getHelp();
}

function helper(columns: number): Argv {
  const help = yargs([]).scriptName('roadtest').help(false).version(false).wrap(columns);
  return help.option('help', { describe: 'Print this help' });
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
  const values = Object.entries(command.options).map(([name, option]) => {
    if (name in given && option.excludes !== undefined && option.excludes in given) {
      throw wrongOption(command, name, `cannot stand beside ${dashed(option.excludes)}`);
    }
    const { value, wrong } = readValue(option, given[name]);
    if (wrong) throw wrongOption(command, name, wrong);
    return [name, value];
  });
  return Object.fromEntries(values);
}

/** What the option stands at, or what is wrong with the text that was given. */
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
  const hint = didYouMean(dashed(name), Object.keys(command.options).map(dashed)) ?? helpHint(command);
  return new CliError('UNKNOWN_OPTION', `${dashed(name)} is no option of roadtest ${command.name}.`, {
    hint,
  });
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
