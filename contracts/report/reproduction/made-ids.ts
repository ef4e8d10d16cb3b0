/** Ids that a deployment gave in a run: where each is in the reply, so that a script can read the one that it gets. */
import type { Exchange } from '../../verify/run.ts';

/** What an id is made of; other values are no ids to a script. */
export const ID = '[A-Za-z0-9._:@-]';
const id = new RegExp(`^(?!(?:null|true|false)$)${ID}{1,80}$`);
const name = /^\w{1,40}$/;

export interface MadeId {
  value: string;
  exchange: Exchange;
  /** In the `Location` header, or in the body: as the value of this name for the n-th time. */
  at: 'location' | { name: string; nth: number } | 'whole';
}

/** The ids that the replies to POST hold, and that were in no request before: by their names, or by the later addresses that have them. */
export function madeIds(exchanges: readonly Exchange[]): MadeId[] {
  const made = new Map<string, MadeId>();
  const addressed = new Map<string, number>();
  for (const { index, request } of exchanges)
    for (const part of pathParts(request.url)) addressed.set(part, index);
  for (const exchange of exchanges) {
    if (exchange.request.method !== 'POST' || exchange.reply === undefined) continue;
    const isAddressed = (value: string) => (addressed.get(value) ?? -1) > exchange.index;
    for (const found of idsIn(exchange, isAddressed))
      if (!made.has(found.value) && !mentions(exchange, found.value)) made.set(found.value, found);
  }
  return [...made.values()].filter(
    ({ value, exchange }) => !exchanges.some((one) => one.index < exchange.index && mentions(one, value)),
  );
}

/** Whether a request holds the value: as a part of its path, or as a value in its body. */
export function mentions({ request }: Exchange, value: string): boolean {
  return pathParts(request.url).includes(value) || valueIn(value).test(request.body ?? '');
}

/** Whether a reply holds the value. */
export function answers({ reply }: Exchange, value: string): boolean {
  return valueIn(value).test(reply?.body ?? '');
}

/** A value in JSON, with the quotation marks of a text. Ids hold nothing but `.` that an expression gives a meaning. */
export function valueIn(value: string): RegExp {
  const literal = value.replaceAll('.', '\\.');
  return new RegExp(`(?<=[:,[]\\s*)("?)${literal}\\1(?=\\s*[,}\\]])`, 'g');
}

function pathParts(url: string): string[] {
  return url
    .replace(/[?#].*$/, '')
    .split('/')
    .slice(3);
}

function idsIn(exchange: Exchange, isAddressed: (value: string) => boolean): MadeId[] {
  const { headers = {}, body = '' } = exchange.reply ?? {};
  const located = /([^/?#]+)\/?$/.exec(headers.location ?? '')?.[1];
  const found: MadeId[] = [];
  if (located !== undefined && id.test(located)) found.push({ value: located, exchange, at: 'location' });
  const whole = /^\s*"?([^"\s]*)"?\s*$/.exec(body)?.[1];
  if (whole !== undefined && id.test(whole)) found.push({ value: whole, exchange, at: 'whole' });
  const times = new Map<string, number>();
  for (const { groups } of body.matchAll(/"(?<name>\w+)"\s*:\s*"?(?<value>[^",{}[\]\s]*)/g)) {
    const { name: field = '', value = '' } = groups ?? {};
    const nth = (times.get(field) ?? 0) + 1;
    times.set(field, nth);
    if ((/id$/i.test(field) || isAddressed(value)) && name.test(field) && id.test(value))
      found.push({ value, exchange, at: { name: field, nth } });
  }
  return found;
}
