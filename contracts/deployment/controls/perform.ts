/**
 * One control performed as the profile has it: by an HTTP call to the deployment or to an absolute address that the profile writes
 * out, or by a command, which the host runs without a shell. Only a host whose user chose the profile can (`Host.run`).
 */
import { durationMs, HOUR } from '../../kit/durations.ts';
import { exactJsonIn, exactJsonText } from '../../kit/exact-json.ts';
import { defined } from '../../kit/fields.ts';
import { fieldOf, type Json } from '../../kit/json.ts';
import { excerpt } from '../../kit/untrusted.ts';
import type { Control, ControlName } from '../../profile/profile.ts';
import { templateFaults } from '../../profile/templates.ts';
import type { RawRequest } from '../answer.ts';
import type { Deployment } from '../deployment.ts';
import { Unanswered, Unreached } from '../finding.ts';
import type { SettingsTaken } from './api.ts';
import { type ControlFacts, readFacts, written } from './facts.ts';
import { encoded, fillArgument, fillJson, fillPath, fillText, Unfilled, type Values } from './templates.ts';

/** The result of a control that was performed. */
export interface Performed extends SettingsTaken {
  facts: ControlFacts;
}

type By<Way extends Control['by']> = Extract<Control, { by: Way }>;

/** The result before its facts are read. `complaint`: why it was refused, where it was. */
interface ControlReply extends Omit<SettingsTaken, 'outcome'> {
  complaint?: string;
  json: unknown;
}

const DEFAULT_TIMEOUT = 'PT1M';
const MAX_TIMEOUT = HOUR;

/** Returns whether a control is one that can be performed here. */
export function isOffered(control: Control | undefined, { host }: Pick<Deployment, 'host'>): boolean {
  return control?.by === 'http' || (control?.by === 'command' && host.run !== undefined);
}

/**
 * Throws `Unreached` where it is not offered, or neither did its work nor was refused.
 *
 * @param more gives further values, where a text asks for one that is not known
 */
export async function perform(
  name: ControlName,
  control: Control | undefined,
  values: Values,
  deployment: Deployment,
  more?: () => Promise<Values>,
): Promise<Performed> {
  const unlock = `controls.${name}` as const;
  const cannot = (why: string) => new Unreached(`the control ${name} ${why}`, unlock);
  if (!control) throw new Unreached(`the profile offers no control ${name}`, unlock);
  if (control.by === 'none') throw new Unreached(`the profile says that there is no control ${name}`, unlock);
  // A profile from a file was checked when it was read; one that was made in code may not have been.
  const [fault] = templateFaults(control);
  if (fault) throw cannot(`cannot be used: ${fault.message}`);
  const secrets = Object.entries(deployment.options.controlSecrets ?? {});
  const given = {
    ...written(values, control.values),
    ...Object.fromEntries(secrets.map(([secret, value]) => [`$${secret}`, value])),
  };
  try {
    const came = await (control.by === 'http'
      ? byHttp(name, control, given, deployment)
      : byCommand(name, control, given, deployment));
    const { complaint, json, said, ...rest } = came;
    return {
      ...{ ...rest, outcome: complaint === undefined ? 'done' : 'refused' },
      said: complaint ? `${said}: ${complaint}` : said,
      facts: readFacts(json, control.reads, control.values),
    };
  } catch (error) {
    if (!(error instanceof Unfilled)) throw error;
    if (error.isUnread && more)
      return perform(name, control, { ...(await more()), ...defined(values) }, deployment);
    throw new Unreached(
      `the control ${name} ${error.message}`,
      error.isUnread ? 'controls.readLimits' : unlock,
    );
  }
}

async function byHttp(
  name: ControlName,
  control: By<'http'>,
  values: Values,
  deployment: Deployment,
): Promise<ControlReply> {
  const unlock = `controls.${name}` as const;
  const request = requestOf(control, values, deployment.profile.controlsUrl);
  const answer = await deployment.send(request).catch((error: unknown) => {
    if (!(error instanceof Unreached)) throw error;
    const why = `the control ${name} got no answer: ${error.message}`;
    throw Object.assign(new Unreached(why, unlock, ...error.unlock), { cause: error });
  });
  const { status, json, exchange } = answer;
  // Its own failure is not the deployment's word on what was asked.
  if (status >= 500) throw new Unanswered(`the control ${name} answered ${status}`, unlock);
  // Some deployments refuse with a status of success and a body that says otherwise.
  const isDone = status < 300 && fieldOf(json, 'success') !== false;
  const complaint = isDone ? {} : { complaint: excerpt(answer.text.replace(/\s+/g, ' ').trim()) };
  return { said: `answered ${status}`, status, json, exchange, ...complaint };
}

function requestOf(control: By<'http'>, values: Values, base: string | undefined): RawRequest {
  const headers: { [name: string]: string } = {};
  for (const [header, template] of Object.entries(control.headers ?? {}))
    headers[header.toLowerCase()] = fillText(template, values);
  const body = control.body === undefined ? undefined : bodyOf(control.body, values, headers);
  if (body !== undefined) headers['content-type'] ??= 'application/json';
  const [path = '', ...query] = control.url.split('?');
  const parts = [fillPath(path, values), ...query.map((part) => fillText(part, values, encoded))];
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
  return fillText(
    template,
    values,
    type.startsWith('application/x-www-form-urlencoded') ? encoded : undefined,
  );
}

async function byCommand(
  name: ControlName,
  { command, timeout = DEFAULT_TIMEOUT, environment = [], reads = {} }: By<'command'>,
  values: Values,
  { host, until: signal }: Deployment,
): Promise<ControlReply> {
  const failed = (why: string) =>
    new Unanswered(`the command of the control ${name} ${why}`, `controls.${name}`);
  if (!host.run)
    throw new Unreached(`no commands can be run here, and the control ${name} is one`, `controls.${name}`);
  const filled = command.flatMap((part) => fillArgument(part, values));
  const timeoutMs = Math.min(durationMs(timeout), MAX_TIMEOUT);
  const ran = await host.run(filled, { timeoutMs, signal, environment }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw failed(`failed: ${firstLine(String(error))}`);
  });
  const said = `ended with exit code ${ran.exitCode}`;
  if (ran.exitCode !== 0) return { said, json: undefined, complaint: firstLine(ran.stderr) };
  const json = exactJsonIn(ran.stdout);
  if (json === undefined && Object.keys(reads).length > 0)
    throw failed('did not print JSON to read its facts from');
  return { said, json };
}

function firstLine(text: string): string {
  return (text.trim().split('\n')[0] ?? '').slice(0, 200);
}
