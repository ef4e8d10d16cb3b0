/**
 * A control by a command, which the host runs without a shell: only a host whose user chose the
 * profile can (`Host.run`). Facts are read from JSON that it prints.
 */

import { durationMs, HOUR } from '../../kit/durations.ts';
import { parseExactJson } from '../../kit/exact-json.ts';
import type { Control, ControlName } from '../../profile/profile.ts';
import { commandPart } from '../../profile/templates.ts';
import type { Deployment } from '../deployment.ts';
import { Unanswered, Unreached } from '../finding.ts';
import type { CommandResult } from '../host.ts';
import { type ControlFacts, type Performed, readFacts } from './facts.ts';
import { argument, plain } from './fit.ts';
import { ValueMissing, type Values } from './templates.ts';

const DEFAULT_TIMEOUT = 'PT1M';
const LONGEST = HOUR;

export async function performCommand(
  name: ControlName,
  control: Extract<Control, { by: 'command' }>,
  values: Values,
  { host, until: signal }: Deployment,
): Promise<Performed> {
  if (!host.run)
    throw new Unreached(`no commands can be run here, and the control ${name} is one`, `controls.${name}`);
  const command = control.command.flatMap((part) => argumentsOf(part, values));
  const timeoutMs = Math.min(durationMs(control.timeout ?? DEFAULT_TIMEOUT), LONGEST);
  const { environment = [] } = control;
  const result = await host.run(command, { timeoutMs, signal, environment }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw new Unanswered(
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
}

/** An option such as `--sms={dailySms}` is left out when its value is unknown. */
function argumentsOf(text: string, values: Values): string[] {
  const part = commandPart(text);
  if (!part || 'text' in part || !Object.hasOwn(values, part.name)) return [text];
  const value = values[part.name];
  if (value !== undefined) {
    return [part.prefix + (part.prefix === '' ? argument : plain)(value, part.name)];
  }
  if (part.prefix === '') throw new ValueMissing(part.name);
  return [];
}

/** Returns whether a part of a command can be left out without the others changing their meaning. */
export function isOption(text: string): boolean {
  const part = commandPart(text);
  return part !== undefined && 'prefix' in part && part.prefix !== '';
}

function printedFacts(
  name: ControlName,
  stdout: string,
  reads: { [fact: string]: string } | undefined,
): ControlFacts {
  if (!reads || Object.keys(reads).length === 0) return {};
  try {
    return readFacts(parseExactJson(stdout), reads);
  } catch {
    throw new Unanswered(
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
