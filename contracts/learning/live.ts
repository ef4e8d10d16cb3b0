/** Learning from a deployment itself. */
import type { Host } from '../suite/host.ts';
import type { VerifyOptions } from '../suite/options.ts';
import { checkOptions, meetDeployment } from '../suite/runner/first-contact.ts';
import { fieldOf } from '../kit/json.ts';
import { Session } from '../suite/session/session.ts';
import { Asker } from './asker.ts';
import { findingsOf } from './exchanges.ts';
import type { Findings } from './finding.ts';
import { readAll } from './reading.ts';

export interface LearnOptions extends Omit<VerifyOptions, 'profile'> {
  /** Whether groups and users of its own may be made, changed and removed. */
  readonly writes?: boolean;
}

export interface Learned extends Findings {
  /** The requests that were sent. */
  readonly requests: number;
  /** In words, what was made and could not be removed. */
  readonly leftBehind: readonly string[];
}

/** Usual prefixes of all paths, where the address itself serves nothing. */
const prefixes = ['', '/v1', '/v2', '/v3', '/rest', '/fleet', '/tracking'];

/** The address of a world of a server of ours is no part of its dialect. */
const ofWorld = /^\/w\/[^/]+/;

/**
 * Asks a deployment, and tells what that shows. At most `MOST_REQUESTS` requests.
 *
 * @throws ConfigurationError where nothing of the interface is served, or the credentials are refused
 */
export async function learnLive(options: LearnOptions, host: Host): Promise<Learned> {
  const target = checkOptions(options);
  const signal = options.signal ?? new AbortController().signal;
  const { prefix, requests } = await prefixOf(target, options, host, signal);
  const profile = { roadtest: 1 as const, name: 'learned', basePath: prefix, openings: {} };
  const session = new Session(target, { ...options, profile }, host, signal);
  await meetDeployment(session);
  const asker = new Asker(session, requests);
  await readAll(asker);
  const { findings, notes } = findingsOf(asker.seen, 'live');
  const basePath = new URL(target).pathname.replace(/\/$/, '').replace(ofWorld, '') + prefix;
  const place = { at: '/basePath', value: basePath, source: 'live' as const, evidence: 'seen: tokens are issued below it' };
  return { findings: [...(basePath === '' ? [] : [place]), ...findings], notes, requests: asker.sent, leftBehind: [] };
}

/** The first prefix below which a token is issued; the address as it is where none is. */
async function prefixOf(target: string, options: LearnOptions, host: Host, signal: AbortSignal): Promise<{ prefix: string; requests: number }> {
  const session = new Session(target, options, host, signal);
  const found = (prefix: string) => ({ prefix, requests: session.transport.exchanges.length });
  for (const prefix of prefixes) {
    const { userName, apiKey } = options.credentials;
    const headers = { accept: 'application/json', 'content-type': 'application/json' };
    const sending = { method: 'POST', url: `${prefix}/api/Auth/Token`, headers, body: JSON.stringify({ userName, apiKey }) };
    const answer = await session.background('set-up').send(sending, { documented: true }).catch((error: unknown) => {
      if (prefix === '') return undefined;
      throw error;
    });
    if (typeof fieldOf(answer?.json, 'token') === 'string' && fieldOf(answer?.json, 'token') !== '') return found(prefix);
    // A refusal in the form of the document is an answer: nothing is tried elsewhere.
    if (!answer || fieldOf(answer.json, 'success') === false) return found('');
  }
  return found('');
}
