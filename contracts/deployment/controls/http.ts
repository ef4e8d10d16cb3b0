/** A control by an HTTP call: to the deployment, or to an absolute address that the profile writes out. */
import { exactJsonText } from '../../kit/exact-json.ts';
import { fieldOf, type Json } from '../../kit/json.ts';
import { excerpt } from '../../kit/untrusted.ts';
import type { Control, ControlName } from '../../profile/profile.ts';
import type { Answer, RawRequest } from '../answer.ts';
import type { Deployment } from '../deployment.ts';
import { Unanswered, Unreached } from '../finding.ts';
import { type Performed, readFacts } from './facts.ts';
import { component, fillPath, inHeader, plain } from './fit.ts';
import { fillJson, fillText, type Values } from './templates.ts';

type HttpControl = Extract<Control, { by: 'http' }>;

export async function performHttp(
  name: ControlName,
  control: HttpControl,
  values: Values,
  deployment: Deployment,
): Promise<Performed> {
  const request = requestOf(control, values, deployment.profile.controlsUrl);
  const answer = await deployment.send(request).catch((error: unknown) => {
    if (!(error instanceof Unreached)) throw error;
    const unreached = new Unreached(
      `the control ${name} got no answer: ${error.message}`,
      `controls.${name}`,
      ...error.unlock,
    );
    unreached.cause = error;
    throw unreached;
  });
  const said = `answered ${answer.status}`;
  // Its own failure is not the deployment's word on what was asked.
  if (answer.status >= 500) throw new Unanswered(`the control ${name} ${said}`, `controls.${name}`);
  const done = answer.status < 300 && !saysNo(answer);
  return {
    outcome: done ? 'done' : 'refused',
    status: answer.status,
    said: done ? said : `${said}${complaint(answer)}`,
    facts: readFacts(answer.json, control.reads),
    exchange: answer.exchange,
  };
}

function requestOf(control: HttpControl, values: Values, base: string | undefined): RawRequest {
  const headers: { [name: string]: string } = {};
  for (const [header, template] of Object.entries(control.headers ?? {})) {
    headers[header.toLowerCase()] = fillText(template, values, inHeader(template));
  }
  const body = control.body === undefined ? undefined : bodyOf(control.body, values, headers);
  if (body !== undefined) headers['content-type'] ??= 'application/json';
  return { method: control.method, url: below(base, addressOf(control.url, values)), headers, body };
}

/** An address that is a path is one below the base address of controls, where the profile has one. */
function below(base: string | undefined, address: string): string {
  return base !== undefined && address.startsWith('/') ? base.replace(/(?<!\/)\/+$/, '') + address : address;
}

function addressOf(template: string, values: Values): string {
  const [path = '', ...query] = template.split('?');
  return [fillPath(path, values), ...query.map((part) => fillText(part, values, component))].join('?');
}

/** A text in another content type than JSON goes out as it is; all else is JSON. */
function bodyOf(template: Json, values: Values, headers: { [name: string]: string }): string {
  const type = headers['content-type'] ?? 'application/json';
  if (typeof template !== 'string' || type.includes('json')) {
    return exactJsonText(fillJson(template, values) ?? (Array.isArray(template) ? [] : {}));
  }
  const form = type.startsWith('application/x-www-form-urlencoded');
  return fillText(template, values, form ? component : plain);
}

/** The text of a refusal, as the verdict shows it. */
function complaint({ text }: Answer): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line === '' ? '' : `: ${excerpt(line)}`;
}

/** Some deployments refuse with a status of success and a body that says otherwise. */
function saysNo({ json }: Answer): boolean {
  return fieldOf(json, 'success') === false;
}
