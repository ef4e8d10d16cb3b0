/** The text of `--help`, formatted by yargs. */
import yargs, { type Argv } from 'yargs';
import type { Command } from './command.ts';

/** The text of `roadtest <command> --help`. */
export function helpOf(command: Command, columns: number): Promise<string> {
  const positionals = command.positionals ?? [];
  const places = positionals.map(({ name, required, several }) => {
    const shown = several ? `${name}…` : name;
    return required ? `<${shown}>` : `[${shown}]`;
  });
  const help = helper(columns).usage(
    `${['roadtest', command.name, ...places, '[options]'].join(' ')}\n\n${command.summary}`,
  );
  for (const [name, option] of Object.entries(command.options)) {
    // The name that is shown holds the placeholder of the value: `--port N`.
    help.option('value' in option ? `${name} ${option.value}` : name, {
      describe: option.summary,
      ...(option.short !== undefined && { alias: option.short }),
      ...('default' in option ? { defaultDescription: String(option.default) } : {}),
    });
  }
  for (const { line, does } of command.examples) help.example(line, does);
  return help.epilogue(positionals.map(({ name, summary }) => `${name}: ${summary}`).join('\n')).getHelp();
}

/** The text of `roadtest --help`. */
export function overview(commands: readonly Command[], columns: number): Promise<string> {
  const help = helper(columns).usage('roadtest <command> [options]');
  for (const { name, summary, examples } of commands) {
    help.command(name, summary).example(examples[0].line, examples[0].does);
  }
  return help
    .option('version', { describe: 'Print the version' })
    .epilogue('roadtest <command> --help prints the options of a command.')
    .getHelp();
}

function helper(columns: number): Argv {
  const help = yargs([]).scriptName('roadtest').help(false).version(false).wrap(columns);
  return help.option('help', { describe: 'Print this help' });
}
