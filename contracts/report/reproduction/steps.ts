/** The exchanges that lead to a failure: those of the rule, and the history of every record in them. */
import { operation } from '../../specification/operations.ts';
import type { Exchange, Outcome, Run } from '../../verify/run.ts';
import { isNewDevice, licencesLeft } from './account.ts';
import { answers, type MadeId, madeIds, mentions } from './made-ids.ts';
import { textsIn } from './words.ts';

/** The record of a run, as far as scripts are made of it. */
export type Recorded = Pick<Run, 'exchanges' | 'explored' | 'nonce' | 'target' | 'tool'> & {
  /** The variables of the environment that hold secrets of the controls. */
  secrets?: readonly string[];
};

export interface Step {
  exchange: Exchange;
  /** Whether the finding rests on it. */
  shows: boolean;
  /** Whether a script compares the status of its answer. */
  compares: boolean;
  /** Whether it is the one that shows the finding best. */
  decides: boolean;
  /** The id in its reply that later steps need, by its number. */
  gives?: { made: MadeId; number: number } | undefined;
}

export interface Steps {
  /** The judged rule that failed. */
  rule: string;
  steps: Step[];
  /** What the run put back afterwards. */
  after: Exchange[];
  ids: readonly MadeId[];
  /** The texts that the steps send. */
  sent: readonly string[];
  /** How many steps there are, of which the last are kept. */
  count: number;
}

/** No script has more. */
export const MOST_STEPS = 300;

export function stepsOf(run: Pick<Run, 'exchanges' | 'target'>, outcome: Outcome): Steps {
  const last = Math.max(-1, ...outcome.exchanges);
  const before = run.exchanges.filter(({ index }) => index <= last);
  const made = madeIds(before);
  const own = new Set(outcome.exchanges);
  const chosen = withHistory(before, made, own);
  // Tokens are what these rules are about: each request has the one that it had.
  if (isAboutTokens(outcome))
    for (const { index, issuedBy } of before)
      if (chosen.has(index) && issuedBy !== undefined) chosen.add(issuedBy);
  // Which token is given follows from all that were requested before, and from what was set.
  const history = before.find(({ index }) => index === outcome.exchanges.at(-1))?.purpose;
  if (outcome.id.startsWith('token/'))
    for (const { index, purpose, request } of before)
      if (purpose === history && request.method !== 'GET') chosen.add(index);
  for (const { index } of licencesFor(before, chosen)) chosen.add(index);
  const others = [...chosen].filter((index) => !isToken(run, before, index));
  const clockFrom = Math.min(...(others.length > 0 && !isAboutTokens(outcome) ? others : chosen));
  const exchanges = before.filter(
    ({ index, purpose, request }) =>
      chosen.has(index) || (purpose === 'clock' && index > clockFrom && request.method !== 'GET'),
  );
  const steps = exchanges.slice(-MOST_STEPS);
  // Requests that other rules share are left out.
  const isOfRule = ({ index, purpose }: Exchange) => own.has(index) && purpose === outcome.id;
  const isShown = steps.some(isOfRule) ? isOfRule : ({ index }: Exchange) => own.has(index);
  const clearest = outcome.exchanges.at(-1);
  const ids = made.filter(({ exchange, value }) =>
    steps.some(
      (one) =>
        one.index > exchange.index && (mentions(one, value) || (own.has(one.index) && answers(one, value))),
    ),
  );
  const given = ids.filter(({ exchange }) => steps.includes(exchange));
  // What is read of others says nothing: they may have changed meanwhile.
  const isOwn = (exchange: Exchange) =>
    exchange.request.method !== 'GET' || given.some(({ value }) => mentions(exchange, value));
  return {
    rule: outcome.id,
    steps: steps.map((exchange) => {
      const number = given.findIndex((one) => one.exchange === exchange);
      const gives = given[number] && { made: given[number], number };
      const shows = own.has(exchange.index);
      const decides = exchange.index === clearest;
      return { exchange, shows, compares: decides || (isShown(exchange) && isOwn(exchange)), decides, gives };
    }),
    after: run.exchanges.filter(
      ({ index, purpose, request }) => index > last && purpose === outcome.id && request.method !== 'GET',
    ),
    ids: given,
    sent: steps.flatMap(({ request }) => textsIn(request.body ?? '')),
    count: exchanges.length,
  };
}

/** A new device needs a free licence: the request before each that set their number, for whichever rule. */
function licencesFor(exchanges: readonly Exchange[], chosen: ReadonlySet<number>): Exchange[] {
  const set = exchanges.filter((one) => licencesLeft(one) !== undefined);
  const devices = exchanges.filter((one) => chosen.has(one.index) && isNewDevice(one));
  return devices.flatMap(({ index }) => set.findLast((one) => one.index < index) ?? []);
}

function isToken(run: Pick<Run, 'target'>, exchanges: readonly Exchange[], index: number): boolean {
  const found = exchanges.find((one) => one.index === index);
  return found !== undefined && isTokenRequest(run, found);
}

export function isAboutTokens({ id }: Pick<Outcome, 'id'>): boolean {
  return /^(auth|token)\//.test(id);
}

/** Whether an exchange is a request for a token of the deployment itself. */
export function isTokenRequest({ target }: Pick<Run, 'target'>, { request }: Exchange): boolean {
  const { method, path } = operation('issueToken');
  return request.method === method && isAt(target, request.url) && request.url.endsWith(path);
}

/** Whether an address is one of the deployment itself. */
export function isAt(target: string, url: string): boolean {
  try {
    return new URL(url).origin === new URL(target).origin;
  } catch {
    return false;
  }
}

/** These, and whatever made or changed the records in them, before and between. */
function withHistory(
  exchanges: readonly Exchange[],
  made: readonly MadeId[],
  own: ReadonlySet<number>,
): Set<number> {
  const chosen = new Set(own);
  const followed = new Set<MadeId>();
  for (let grown = true; grown; ) {
    grown = false;
    for (const one of made) {
      if (followed.has(one)) continue;
      const isNeeded = exchanges.some(
        (each) => chosen.has(each.index) && (each === one.exchange || mentions(each, one.value)),
      );
      if (!isNeeded) continue;
      followed.add(one);
      grown = true;
      chosen.add(one.exchange.index);
      for (const each of exchanges)
        if (each.request.method !== 'GET' && mentions(each, one.value)) chosen.add(each.index);
    }
  }
  return chosen;
}
