/**
 * One control performed as the profile has it: by an HTTP call to the deployment or to an absolute address that the profile writes
 * out, or by a command, which the host runs without a shell. Only a host whose user chose the profile can (`Host.run`).
 */
import { durationMs, HOUR } from '../../kit/durations.ts';
import { exactJsonText, parseExactJson } from '../../kit/exact-json.ts';
import { fieldOf, type Json } from '../../kit/json.ts';
import { excerpt } from '../../kit/untrusted.ts';
import type { Control, ControlName } from '../../profile/profile.ts';
import { isSecretName, templateFaults } from '../../profile/templates.ts';
import type { RawRequest } from '../answer.ts';
import type { Deployment } from '../deployment.ts';
import { type HasExchange, Unanswered, Unreached } from '../finding.ts';
import { type ControlFacts, readFacts, written } from './facts.ts';
import {
  component,
  fillArgument,
  fillJson,
  fillPath,
  fillText,
  inHeader,
  plain,
  ValueMissing,
  type Values,
  ValueUnfit,
} from './templates.ts';

/** The result of a control that was performed. */
export interface Performed extends HasExchange {
  /** `refused`: the deployment, or the command in its place, said no. */
  outcome: 'done' | 'refused';
  /** How it said so, for a report: `answered 409`. */
  said: string;
  /** The status of the reply, where there was one. */
  status?: number;
  facts: ControlFacts;
}

type By<Way extends Control['by']> = Extract<Control, { by: Way }>;

const DEFAULT_TIMEOUT = 'PT1M';
const MAX_TIMEOUT = HOUR;

/** Returns whether a control is one that can be performed here. */
export function isOffered(control: Control | undefined, { host }: Pick<Deployment, 'host'>): boolean {
  return control?.by === 'http' || (control?.by === 'command' && host.run !== undefined);
}

/** Throws `Unreached` where it is not offered, or neither did its work nor was refused. */
export async function perform(
  name: ControlName,
  control: Control | undefined,
  values: Values,
  deployment: Deployment,
): Promise<Performed> {
  const unlock = `controls.${name}` as const;
  const cannot = (why: string) => new Unreached(`the control ${name} ${why}`, unlock);
  if (!control) throw new Unreached(`the profile offers no control ${name}`, unlock);
  if (control.by === 'none') throw new Unreached(`the profile says that there is no control ${name}`, unlock);
  // A profile from a file was checked when it was read; one that was made in code may not have been.
  const [fault] = templateFaults(control);
  if (fault) throw cannot(`cannot be used: ${fault.message}`);
  const { controlSecrets = {} } = deployment.options;
  const secrets = Object.entries(controlSecrets).map(([secret, value]) => [`$${secret}`, value]);
  const given = { ...written(values, control.values), ...Object.fromEntries(secrets) };
  try {
    return control.by === 'http'
      ? await performHttp(name, control, given, deployment)
      : await performCommand(name, control, given, deployment);
  } catch (error) {
    if (error instanceof ValueUnfit) throw cannot(`cannot carry ${error.message}`);
    if (!(error instanceof ValueMissing)) throw error;
    const { value } = error;
    if (isSecretName(value))
      throw cannot(`asks for the environment variable ${value.slice(1)}, which is not set`);
    const why = `asks for {${value}}, which was not set and which the control readLimits does not return`;
    throw new Unreached(`the control ${name} ${why}`, 'controls.readLimits');
  }
}

async function performHttp(
  name: ControlName,
  control: By<'http'>,
  values: Values,
  deployment: Deployment,
): Promise<Performed> {
  const unlock = `controls.${name}` as const;
  const request = requestOf(control, values, deployment.profile.controlsUrl);
  const answer = await deployment.send(request).catch((error: unknown) => {
    if (!(error instanceof Unreached)) throw error;
    const why = `the control ${name} got no answer: ${error.message}`;
    throw Object.assign(new Unreached(why, unlock, ...error.unlock), { cause: error });
  });
  const { status, json, exchange } = answer;
  const said = `answered ${status}`;
  // Its own failure is not the deployment's word on what was asked.
  if (status >= 500) throw new Unanswered(`the control ${name} ${said}`, unlock);
  // Some deployments refuse with a status of success and a body that says otherwise.
  const isDone = status < 300 && fieldOf(json, 'success') !== false;
  const complaint = isDone ? '' : excerpt(answer.text.replace(/\s+/g, ' ').trim());
  const facts = readFacts(json, control.reads, control.values);
  return { outcome: isDone ? 'done' : 'refused', status, said: withWords(said, complaint), facts, exchange };
}

function withWords(said: string, complaint: string): string {
  return complaint === '' ? said : `${said}: ${complaint}`;
}

function requestOf(control: By<'http'>, values: Values, base: string | undefined): RawRequest {
  const headers: { [name: string]: string } = {};
  for (const [header, template] of Object.entries(control.headers ?? {}))
    headers[header.toLowerCase()] = fillText(template, values, inHeader(template));
  const body = control.body === undefined ? undefined : bodyOf(control.body, values, headers);
  if (body !== undefined) headers['content-type'] ??= 'application/json';
  const [path = '', ...query] = control.url.split('?');
  const parts = [fillPath(path, values), ...query.map((part) => fillText(part, values, component))];
  const address = parts.join('?');
  // A path is one below the base address of controls, where the profile has one.
  const isBelow = base !== undefined && address.startsWith('/');
  const url = isBelow ? base.replace(/(?<!\/)\/+$/, '') + address : address;
  return { method: control.method, url, headers, body };
}

/** A text in another content type than JSON goes out as it is; all else is JSON. */
function bodyOf(template: Json, values: Values, headers: { [name: string]: string }): string {
  const type = headers['content-type'] ?? 'application/json';
  if (typeof template !== 'string' || type.includes('json'))
    return exactJsonText(fillJson(template, values) ?? (Array.isArray(template) ? [] : {}));
  const isForm = type.startsWith('application/x-www-form-urlencoded');
  return fillText(template, values, isForm ? component : plain);
}

async function performCommand(
  name: ControlName,
  { command, timeout = DEFAULT_TIMEOUT, environment = [], reads, values: translations }: By<'command'>,
  values: Values,
  { host, until: signal }: Deployment,
): Promise<Performed> {
  const unlock = `controls.${name}` as const;
  if (!host.run) throw new Unreached(`no commands can be run here, and the control ${name} is one`, unlock);
  const filled = command.flatMap((part) => fillArgument(part, values));
  const timeoutMs = Math.min(durationMs(timeout), MAX_TIMEOUT);
  const ran = await host.run(filled, { timeoutMs, signal, environment }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw new Unanswered(`the command of the control ${name} failed: ${firstLine(String(error))}`, unlock);
  });
  const said = `ended with exit code ${ran.exitCode}`;
  if (ran.exitCode !== 0)
    return { outcome: 'refused', said: withWords(said, firstLine(ran.stderr)), facts: {} };
  if (Object.keys(reads ?? {}).length === 0) return { outcome: 'done', said, facts: {} };
  try {
    return { outcome: 'done', said, facts: readFacts(parseExactJson(ran.stdout), reads, translations) };
  } catch {
    const why = 'did not print JSON to read its facts from';
    throw new Unanswered(`the command of the control ${name} ${why}`, unlock);
  }
}

function firstLine(text: string): string {
  return (text.trim().split('\n')[0] ?? '').slice(0, 200);
}
