/** A control by a command, which the host runs without a shell. Facts are read from JSON that it prints. */
import { durationMs } from '../../../kit/durations.ts';
import { parseJson } from '../../../kit/json.ts';
import { Unreached } from '../../case.ts';
import type { CommandResult } from '../../host.ts';
import type { ControlName } from '../../kit.ts';
import { readFacts, type Told } from '../facts.ts';
import { asText, fillJson, fillText, type Values } from '../templates.ts';
import type { Way } from './way.ts';

const DEFAULT_TIMEOUT = 'PT1M';

export const performCommand: Way<'command'> = async (name, control, values, { host, signal }) => {
  if (!host.run)
    throw new Unreached(`no commands can be run here, and the control ${name} is one`, `controls.${name}`);
  const command = control.command.flatMap((part) => argument(part, values));
  const timeoutMs = durationMs(control.timeout ?? DEFAULT_TIMEOUT);
  const result = await host.run(command, { timeoutMs, signal }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw new Unreached(
      `the command of the control ${name} failed: ${firstLine(String(error))}`,
      `controls.${name}`,
    );
  });
  const refused = result.exitCode !== 0;
  return {
    outcome: refused ? 'refused' : 'done',
    said: `ended with exit code ${result.exitCode}${refused ? complaint(result) : ''}`,
    facts: refused ? {} : printedFacts(name, result.stdout, control.reads),
  };
};

/** An option such as `--sms={dailySms}` is left out when nobody has said anything about its value. */
function argument(part: string, values: Values): string[] {
  const filled = fillJson(part, values);
  if (filled === undefined && isOption(part)) return [];
  return [fillText(part, values, asText)];
}

/** Whether a part of a command can be left out without the others changing their meaning. */
export function isOption(part: string): boolean {
  return /^-[^=]*=/.test(part);
}

function printedFacts(
  name: ControlName,
  stdout: string,
  reads: { [fact: string]: string } | undefined,
): Told {
  if (!reads || Object.keys(reads).length === 0) return {};
  try {
    return readFacts(parseJson(stdout), reads);
  } catch {
    throw new Unreached(
      `the command of the control ${name} did not print JSON to read its facts from`,
      `controls.${name}`,
    );
  }
}

function complaint({ stderr }: CommandResult): string {
  const line = firstLine(stderr);
  return line === '' ? '' : `: ${line}`;
}

function firstLine(text: string): string {
  return (text.trim().split('\n')[0] ?? '').slice(0, 200);
}
