/** A control by an HTTP call. */
import type { Control, Json } from '../../../profile/core.ts';
import { Unreached } from '../../case.ts';
import type { Answer, ControlName, Sending } from '../../kit.ts';
import { readFacts } from '../facts.ts';
import { asText, fillJson, fillText, type Value, type Values } from '../templates.ts';
import type { Way } from './way.ts';

type HttpControl = Extract<Control, { by: 'http' }>;

export const performHttp: Way<'http'> = async (name, control, values, means) => {
  const request = requestOf(name, control, values);
  const answer = await means.send(request).catch((error: unknown) => {
    if (!(error instanceof Unreached)) throw error;
    throw new Unreached(
      `the control ${name} got no answer: ${error.message}`,
      `controls.${name}`,
      ...error.unlock,
    );
  });
  const said = `answered ${answer.status}`;
  // Its own failure is not the deployment's word on what was asked.
  if (answer.status >= 500) throw new Unreached(`the control ${name} ${said}`, `controls.${name}`);
  return {
    outcome: answer.status < 300 && !saysNo(answer) ? 'done' : 'refused',
    said,
    facts: readFacts(answer.json, control.reads),
    exchange: answer.exchange,
  };
};

function requestOf(name: ControlName, control: HttpControl, values: Values): Sending {
  const headers: { [name: string]: string } = {};
  for (const [header, template] of Object.entries(control.headers ?? {})) {
    headers[header.toLowerCase()] = fillText(template, values, (value) => inHeader(name, value));
  }
  const body = control.body === undefined ? undefined : bodyOf(control.body, values, headers);
  if (body !== undefined) headers['content-type'] ??= 'application/json';
  const url = fillText(control.url, values, (value) => inUrl(name, value));
  return { method: control.method, url, headers, body };
}

/** A text in another content type than JSON goes out as it stands; all else is JSON. */
function bodyOf(template: Json, values: Values, headers: { [name: string]: string }): string {
  const type = headers['content-type'] ?? 'application/json';
  if (typeof template !== 'string' || type.includes('json')) {
    return JSON.stringify(fillJson(template, values) ?? (Array.isArray(template) ? [] : {}));
  }
  const form = type.startsWith('application/x-www-form-urlencoded');
  return fillText(template, values, (value) => (form ? encodeURIComponent(asText(value)) : asText(value)));
}

function inUrl(name: ControlName, value: Value): string {
  const text = asText(value);
  // A path with these in it would name another place.
  if (text === '.' || text === '..') throw unusable(name, text);
  return encodeURIComponent(text);
}

function inHeader(name: ControlName, value: Value): string {
  const text = asText(value);
  if (!/^[\x20-\x7e]*$/.test(text)) throw unusable(name, text);
  return text;
}

function unusable(name: ControlName, text: string): Unreached {
  return new Unreached(
    `the control ${name} cannot carry the value ${JSON.stringify(text)} where its template has it`,
    `controls.${name}`,
  );
}

/** Some deployments refuse with a status of success and a body that says otherwise. */
function saysNo({ json }: Answer): boolean {
  if (json === null || typeof json !== 'object' || Array.isArray(json)) return false;
  return Object.hasOwn(json, 'success') && (json as { success: unknown }).success === false;
}
