/**
 * The steps of a failure as lines for `sh`, which show it on the same deployment again. A line that makes a record or asks for a
 * token keeps its id in a variable, dates are so many days from the deployment's day, and credentials come from the environment.
 */
import type { Event } from '../judge/event.ts';
import { curlArguments } from '../kit/curl.ts';
import { DAY } from '../kit/durations.ts';
import { exactJsonIn, exactJsonText } from '../kit/exact-json.ts';
import { decodedSegment } from '../kit/http.ts';
import { placeholders } from '../kit/placeholders.ts';
import { nameIn } from '../kit/tables.ts';
import { onlyReads, type Step } from '../play/steps.ts';
import { type Forgery, forgeries } from '../specification/dangers/forgeries.ts';
import { operation } from '../specification/operations.ts';
import type { Exchange } from './run.ts';

/** The parts of a history that lines are made of. */
export interface Sent {
  readonly facts: readonly Event[];
  readonly steps: readonly Step[];
  readonly exchanges: readonly (readonly number[])[];
}

/** The lines of each step; that of the last one prints the answer that shows the failure. */
export function shellLines({ facts, steps, exchanges }: Sent, record: readonly Exchange[]): string[][] {
  const shell = new Shell(record);
  const sentFrom = (these: readonly (readonly number[])[]) =>
    these.flat().flatMap((one) => record[one] ?? []);
  return steps.map((step, index) => {
    const fact = facts[index];
    if (fact?.kind === 'device') return shell.binding(fact.device, Number.POSITIVE_INFINITY);
    // A token that is taken is asked for there: what follows may wait for its end.
    if (step.do === 'runToken') return shell.tokenFor(sentFrom(exchanges.slice(index)));
    const sent = sentFrom(exchanges.slice(index, index + 1));
    // A look at another record only tells what an answer means.
    const id = fact && ('record' in fact ? fact.record : 'device' in fact ? fact.device : undefined);
    const own = sent.filter(({ request }) => id !== undefined && pathOf(request.url).includes(id));
    return shownOf(step, own.length > 0 ? own : sent).flatMap((one) =>
      shell.linesOf(one, fact, index < steps.length - 1),
    );
  });
}

/** The requests that a step is: those that change something, or each that it read last. */
function shownOf(step: Step, exchanges: readonly Exchange[]): Exchange[] {
  if (step.do === 'token' || step.do === 'firstToken') return exchanges.filter(isTokenRequest).slice(-1);
  const writing = exchanges.filter(
    (one) => one.request.method !== 'GET' && (one.purpose !== 'clock' || !isTokenRequest(one)),
  );
  if (writing.length > 0 && !(onlyReads(step) && step.do !== 'call')) return writing;
  return [...new Map(exchanges.map((one) => [`${one.request.method} ${one.request.url}`, one])).values()];
}

const DATE = /\b\d{4}-\d{2}-\d{2}\b/g;

/** The names of the variables that hold ids, by the end of the address where what they name is made. */
const variables = { groups: 'GROUP', users: 'USER', devices: 'DEVICE' } as const;

class Shell {
  readonly #record: readonly Exchange[];
  /** The names of variables, without the dollar, by the id, the token's exchange or the date that they hold. */
  readonly #ids = new Map<string, string>();
  readonly #tokens = new Map<number, string>();
  readonly #names = new Set<string>();

  constructor(record: readonly Exchange[]) {
    this.#record = record;
  }

  /**
   * A request, after what it needs.
   *
   * @param takes whether a variable takes the id or the token that it brings: otherwise it prints its answer
   */
  linesOf(exchange: Exchange, fact?: Event, takes = true): string[] {
    const { index, request } = exchange;
    const needs = pathOf(request.url).flatMap((id) => this.binding(id, index));
    const { lines, headers } = this.#signed(exchange);
    const dated =
      fact?.kind === 'set' || fact?.kind === 'activated'
        ? this.#dated(request.body ?? '', fact.at, request)
        : { lines: [], body: request.body };
    const filled = {
      ...{ method: request.method, headers, url: this.#inPath(request.url) },
      ...(dated.body !== undefined && { body: this.#inBody(dated.body) }),
    };
    const names = [...this.#names];
    const asked = (how: string) => [how, ...curlArguments(filled, names)].join(' ');
    const name = takes ? this.#keeps(exchange, fact) : undefined;
    const own = name ? `${name.name}=$(${asked('curl -sS')} | ${taking(name.place)})` : asked('curl -i');
    return [...needs, ...lines, ...dated.lines, own];
  }

  /** The variable that keeps what a request brings, a token or the id of a record, and where that is in the answer. */
  #keeps(exchange: Exchange, fact: Event | undefined): { name: string; place: string } | undefined {
    const isToken = isTokenRequest(exchange);
    const id = fact?.kind === 'created' ? fact.record : undefined;
    if (!isToken && id === undefined) return undefined;
    const place = placeIn(exchange, (value) =>
      isToken ? value === placeholders.token : String(value) === id,
    );
    if (place === undefined) return undefined;
    const made = nameIn(variables, pathOf(exchange.request.url).at(-1) ?? '');
    const wanted = isToken ? placeholders.token.slice(1) : made === undefined ? 'RECORD' : variables[made];
    const name = this.#named(wanted);
    if (isToken) this.#tokens.set(exchange.index, name);
    else if (id !== undefined) this.#ids.set(id, name);
    return { name, place };
  }

  /** The line that brings the token of these requests. */
  tokenFor(requests: readonly Exchange[]): string[] {
    const signed = requests.find(({ issuedBy }) => issuedBy !== undefined);
    return signed ? this.#signed(signed).lines : [];
  }

  /** The line that makes what has an id, where the run made it. @param before the exchange that names it */
  binding(id: string, before: number): string[] {
    if (this.#ids.has(id)) return [];
    const maker = this.#record.find(
      (one) =>
        one.index < before &&
        one.request.method === 'POST' &&
        !pathOf(one.request.url).includes(id) &&
        placeIn(one, (value) => String(value) === id) !== undefined,
    );
    if (!maker) return [];
    // A device is made where a licence is free for it.
    const licences = this.#record.findLast(
      ({ index, purpose, request: { method, url, body = '' } }) =>
        index < maker.index && purpose === maker.purpose && method !== 'GET' && /licen/i.test(url + body),
    );
    const made = this.linesOf(maker, { kind: 'created', record: id, at: 0, family: 'group', texts: {} });
    return [
      ...(licences && pathOf(maker.request.url).at(-1) === 'devices' ? this.linesOf(licences) : []),
      ...made,
    ];
  }

  #named(wanted: string): string {
    const count = [...this.#names].filter((name) => name.replace(/_\d+$/, '') === wanted).length;
    const name = count === 0 ? wanted : `${wanted}_${count + 1}`;
    this.#names.add(name);
    return name;
  }

  /** The headers of a request with the token that it had, and the lines that bring or forge that. */
  #signed({ request, issuedBy }: Exchange): { lines: string[]; headers: Exchange['request']['headers'] } {
    const { authorization = '', ...headers } = request.headers;
    const token = issuedBy === undefined ? undefined : this.#record[issuedBy];
    if (token) {
      const lines = this.#tokens.has(token.index) ? [] : this.linesOf(token);
      const name = `$${this.#tokens.get(token.index)}`;
      return {
        lines,
        headers: { ...headers, authorization: authorization.replace(placeholders.token, () => name) },
      };
    }
    const forgery = nameIn(forgeries, /^Bearer <(.*)>$/.exec(authorization)?.[1] ?? '');
    const genuine = [...this.#tokens.values()][0];
    if (forgery === undefined) return { lines: [], headers: request.headers };
    const issued = genuine === undefined ? this.#record.find(isTokenRequest) : undefined;
    const lines = issued ? this.linesOf(issued) : [];
    const name = this.#named('FORGED');
    const from = genuine ?? [...this.#tokens.values()][0];
    return {
      lines: [...lines, `${name}=$(node -pe '${forging(forgeries[forgery])}' "$${from}")`],
      headers: { ...headers, authorization: `Bearer $${name}` },
    };
  }

  /** Dates of a change as variables: so many days from the day that the deployment has. */
  #dated(body: string, at: number, { url }: Exchange['request']): { lines: string[]; body: string } {
    const lines: string[] = [];
    const filled = body.replace(DATE, (date) => {
      const days = Math.round((Date.parse(date) - Math.floor(at / DAY) * DAY) / DAY);
      const name = this.#named('DAY');
      lines.push(
        `${name}=$(curl -sSI '${new URL(url).origin}' | node -pe 'new Date(Date.parse(/^date: *(.*)/im.exec(fs.readFileSync(0, "utf8"))[1]) + ${days} * 864e5).toISOString().slice(0, 10)')`,
      );
      return `$${name}`;
    });
    return { lines, body: filled };
  }

  #inPath(url: string): string {
    return url.replace(/[^/?]+/g, (part) => {
      const name = this.#ids.get(decodedSegment(part));
      return name === undefined ? part : `$${name}`;
    });
  }

  /** Texts that are ids, and numbers that are in a member whose name ends so. */
  #inBody(body: string): string {
    const filled = (id: string, whole: string) => {
      const name = this.#ids.get(id);
      return name === undefined ? whole : whole.replace(id, () => `$${name}`);
    };
    return body
      .replace(/"([^"\\]+)"/g, (whole, id: string) => filled(id, whole))
      .replace(/ids?"\s*:\s*(\[[^\]]*\]|\d+)/gi, (member) =>
        member.replace(/(?<!\w)\d+(?!\w)/g, (id) => filled(id, id)),
      );
  }
}

/** The parts of the path of an address. */
function pathOf(url: string): string[] {
  return new URL(url).pathname.split('/').filter(Boolean).map(decodedSegment);
}

function isTokenRequest({ request: { method, url } }: Exchange): boolean {
  const { path, method: asking } = operation('issueToken');
  return method === asking && new URL(url).pathname.endsWith(path);
}

/** Takes what an answer has at a place. */
function taking(place: string): string {
  return `node -pe 'JSON.parse(fs.readFileSync(0))${place}'`;
}

/** The place of a value in the answer to a request, as an expression; `undefined` where it is not there, or cannot be read so. */
function placeIn({ reply }: Exchange, is: (value: unknown) => boolean): string | undefined {
  const search = (value: unknown): string | undefined => {
    if (typeof value !== 'object' || value === null) {
      const isExact = typeof value !== 'number' || Number.isSafeInteger(value);
      return isExact && is(value) ? '' : undefined;
    }
    for (const [name, inner] of Object.entries(value)) {
      const place = search(inner);
      const part = Array.isArray(value)
        ? `[${name}]`
        : /^\w+$/.test(name)
          ? `.${name}`
          : `[${exactJsonText(name)}]`;
      if (place !== undefined && !part.includes("'")) return part + place;
    }
    return undefined;
  };
  return reply && search(exactJsonIn(reply.body));
}

const signatures: { readonly [S in Extract<Forgery['signature'], string>]: string } = {
  kept: '"." + s',
  empty: '"."',
  removed: '""',
  altered: '"." + s.replace(/./g, (c, i) => (i === s.length >> 1 ? (c === "A" ? "B" : "A") : c))',
  'begun otherwise': '"." + (s[0] === "A" ? "B" : "A") + s.slice(1)',
  cut: '"." + s.slice(0, -6)',
  'in other letters': '"." + (s.toLowerCase() === s ? s.toUpperCase() : s.toLowerCase())',
  'of zeros': '"." + Buffer.alloc(64).toString("base64url")',
};

/** An expression that makes a forged token of its argument. */
function forging({ header = {}, claims = {}, signature }: Forgery): string {
  const over = (part: string, members: object) =>
    Object.keys(members).length === 0
      ? part
      : `Buffer.from(JSON.stringify(Object.assign(JSON.parse(Buffer.from(${part}, "base64url")), ${exactJsonText(members).replaceAll('null', 'undefined')}))).toString("base64url")`;
  const end =
    typeof signature === 'string'
      ? signatures[signature]
      : `"." + crypto.createHmac("sha256", ${exactJsonText(signature.key)}).update(t).digest("base64url")`;
  return `const [h, p, s] = process.argv[1].split("."), t = ${over('h', header)} + "." + ${over('p', claims)}; t + ${end}`;
}
