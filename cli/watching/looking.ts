/** Calls as they go by, read and judged, with their record: those of any client, or our own. */

import { ExchangeRecord } from '../../contracts/deployment/transport/record.ts';
import type { OnRequest } from '../../contracts/deployment/transport/transport.ts';
import type { Traffic } from '../../contracts/judge/verdict.ts';
import { exactJsonIn } from '../../contracts/kit/exact-json.ts';
import { fieldOf } from '../../contracts/kit/json.ts';
import { counted } from '../../contracts/kit/phrases.ts';
import { Redactor } from '../../contracts/kit/redact.ts';
import { isoUtc } from '../../contracts/kit/times.ts';
import { routeOf } from '../../contracts/learning/seen.ts';
import type { Profile } from '../../contracts/profile/profile.ts';
import type { Evidence } from '../../contracts/verify/evidence.ts';
import { redactedOutcome, redactedRun } from '../../contracts/verify/redacted.ts';
import { redactedEvidence } from '../../contracts/verify/redacted-evidence.ts';
import type { Outcome, Run } from '../../contracts/verify/run.ts';
import { outcomesOf } from '../../contracts/verify/settling.ts';
import { sharpnessOf } from '../../contracts/verify/sharpness.ts';
import { MOST_EXCHANGES } from '../../contracts/verify/unplanned.ts';
import { answerOf } from '../../contracts/watch/passed.ts';
import { Watching } from '../../contracts/watch/traffic.ts';
import type { Io } from '../command.ts';
import { stackOf } from '../run.ts';
import { toolName } from '../verifying/tool.ts';
import type { Arrived, Onlooker } from './proxy.ts';

interface LookingOptions {
  /** The address that calls go to, without the base path. */
  readonly base: string;
  readonly profile: Profile;
  readonly sharing: Traffic;
  /** Called with each outcome that is bad when it is seen, without secrets. */
  onBad?(outcome: Outcome): void;
}

export class Looking implements Onlooker {
  readonly #options: LookingOptions;
  readonly #io: Io;
  readonly #redactor = new Redactor();
  readonly #record = new ExchangeRecord({ monotonic: () => performance.now() }, this.#redactor);
  readonly #watching: Watching;
  readonly #startedAt = Date.now();

  constructor(options: LookingOptions, io: Io) {
    this.#options = options;
    this.#io = io;
    const { profile, sharing, onBad } = options;
    this.#watching = new Watching({
      ...{ profile, sharing, exchanges: this.#record.exchanges },
      onBad: (outcome) => onBad?.(redactedOutcome(outcome, this.#redactor)),
    });
  }

  failed(error: unknown): void {
    this.#watching.count('that roadtest itself failed to read');
    this.#io.err(`${this.#redactor.text(stackOf(error))}\n`);
  }

  begin(call: Arrived): ReturnType<Onlooker['begin']> {
    const { base, profile } = this.#options;
    const [watching, record, redactor] = [this.#watching, this.#record, this.#redactor];
    // Not every target of a call is an address that can be parsed.
    const [path = '', query = ''] = call.target.split('?', 2);
    const route = routeOf(call.method, path);
    const began = Date.now();
    if (!route?.basePath.endsWith(profile.basePath ?? '')) {
      watching.count('to paths that the interface does not have');
      return () => undefined;
    }
    if (record.exchanges.length >= MOST_EXCHANGES) {
      watching.count(`after ${MOST_EXCHANGES}, the most that one recording holds`);
      return () => undefined;
    }
    watching.begin(route);
    const { authorization } = call.headers;
    const bearer = /^Bearer +(.+)$/i.exec(authorization ?? '')?.[1];
    if (authorization !== undefined) redactor.hide(bearer ?? authorization, '$ROADTEST_TOKEN');
    return (sent, answer) => {
      const body = sent === undefined ? undefined : exactJsonIn(sent);
      hideCredentials(route.operation === 'issueToken' ? body : undefined, redactor);
      const { method, headers } = call;
      const request = { method, url: base + call.target, headers, body: sent === '' ? undefined : sent };
      const exchange = record.begin(request, { purpose: 'watched' });
      const isRead = answer?.text !== undefined;
      const text = answer?.text ?? '';
      if (isRead) record.answered(exchange, { ...answer, text }, exactJsonIn(text));
      else record.failed(exchange, answer ? 'a body that was not read' : 'no answer');
      watching.end({
        ...{ operation: route.operation, id: route.id, bearer, exchange: exchange.index },
        isQuery: query !== '',
        isOtherwise: authorization !== undefined || query !== '' || hasOther(headers),
        sent: body,
        answer: isRead ? answerOf({ ...answer, text }, exchange.index) : undefined,
        ...{ began, ended: Date.now() },
      });
    };
  }

  /** Our own requests, as far as they are calls of the interface. */
  get onRequest(): OnRequest {
    const { base } = this.#options;
    return ({ method, url, headers = {}, body = '' }) => {
      const target = url.startsWith(base) ? url.slice(base.length) : '';
      if (!routeOf(method, target.split('?', 1)[0] ?? '')) return () => undefined;
      try {
        const end = this.begin({ method, target, headers });
        return (arrived) => this.#safely(() => end(body, arrived));
      } catch (error) {
        this.failed(error);
        return () => undefined;
      }
    };
  }

  #safely(look: () => void): void {
    try {
      look();
    } catch (error) {
      this.failed(error);
    }
  }

  /** All that was seen, without secrets, and the run that it is the evidence of: it is to be concluded. */
  seen(): { evidence: Evidence; run: Run } {
    const { base: target, profile, sharing } = this.#options;
    const [watching, { exchanges }, redactor] = [this.#watching, this.#record, this.#redactor];
    const evidence = redactedEvidence(watching.evidence(), redactor);
    const outcomes = outcomesOf(evidence, { exchanges });
    const { passed, judged } = watching.counts;
    const run: Run = {
      ...({ format: 'roadtest-run', version: 1, tool: toolName } as const),
      ...{ target, profile: profile.name === '' ? null : profile.name, nonce: '', seed: 0 },
      ...{ startedAt: isoUtc(this.#startedAt), finishedAt: isoUtc(Date.now()), outcomes, observations: [] },
      ...{ exchanges, sharpness: sharpnessOf(evidence, outcomes), interrupted: false },
      ...{ messages: 0, leftBehind: [], staleBaseline: [], exitCode: 0 },
      warnings: [
        `Traffic of clients was watched: ${counted(passed, 'call')}, of which ${judged} could be judged.`,
        ...(sharing === 'alone'
          ? [
              'By --alone no other client wrote meanwhile: what one could have brought about is a failure, too.',
            ]
          : []),
        ...watching.unread.map((said) => `${said}.`),
      ],
    };
    return { evidence, run: redactedRun(run, redactor) };
  }
}

function hideCredentials(body: unknown, redactor: Redactor): void {
  const [userName, apiKey] = [fieldOf(body, 'userName'), fieldOf(body, 'apiKey')];
  if (typeof apiKey === 'string' && apiKey !== '')
    redactor.hideCredentials({ userName: typeof userName === 'string' ? userName : '', apiKey });
}

/** Whether a call may have credentials beside its Authorization header. */
function hasOther(headers: Arrived['headers']): boolean {
  return Object.keys(headers).some((name) => name === 'cookie' || /key|token|auth/.test(name));
}
