/** All histories on one deployment that answers in this process: what came of each, and what it took. */

import type { History } from '../../contracts/histories/history.ts';
import { histories } from '../../contracts/histories/index.ts';
import { explain, Judge } from '../../contracts/judge/judge.ts';
import { type Played, play } from '../../contracts/play/player.ts';
import { DeviceSupply } from '../../contracts/play/supply.ts';
import type { Profile } from '../../contracts/profile/profile.ts';
import type { JudgedId } from '../../contracts/specification/judged.ts';
import type { Host } from '../../contracts/suite/host.ts';
import { meetDeployment } from '../../contracts/suite/runner/first-contact.ts';
import { undoAll } from '../../contracts/suite/session/cleaning-up.ts';
import { createCaseContext } from '../../contracts/suite/session/create-context.ts';
import { Session } from '../../contracts/suite/session/session.ts';
import { type Defect, deviantSimulator } from '../../simulator/deviations/apply.ts';
import { toDirect } from '../../simulator/hosts/direct.ts';
import type { SimulatorOptions } from '../../simulator/options.ts';
import { ADDRESS, demo } from '../explore/exploring.ts';
import { quickHost } from '../matrix/host.ts';
import type { Draw } from '../permutants/array.ts';
import { compose, open } from '../permutants/compose.ts';

/** A history and what came of it. */
export interface Outcome {
  readonly history: History;
  readonly played: Played;
  /** The smallest sets of rules without which it can be explained, the likeliest first; empty where two do not do. */
  readonly broken: readonly (readonly JudgedId[])[] | undefined;
  readonly requests: number;
}

export interface Run {
  readonly outcomes: readonly Outcome[];
  /** Histories that no reading of the document explains. */
  readonly failures: readonly Outcome[];
  readonly requests: number;
  readonly devices: number;
  readonly messages: number;
}

/** No run makes more. */
export const MOST_DEVICES = 14;

interface Way {
  baseUrl?: string;
  profile?: Profile;
  fetch: Host['fetch'];
  answer?: Host['answer'];
  chosen?: readonly History[];
  maxDevices?: number;
}

/** Plays histories one after the other in one run. */
export async function playHistories({
  baseUrl = ADDRESS,
  profile,
  fetch,
  answer,
  chosen = histories,
  maxDevices = MOST_DEVICES,
}: Way): Promise<Run> {
  const options = {
    ...{ baseUrl, credentials: demo, seed: 1, alone: true, maxMessages: 1e6 },
    ...(profile && { profile }),
  };
  const host = quickHost(fetch, 'histories1', answer);
  const ending = new AbortController();
  const session = new Session(baseUrl, options, host, new AbortController().signal, { ending, judges: true });
  await meetDeployment(session);
  const { context, end } = createCaseContext(session, session.calling('explore', session.signal));
  const supply = new DeviceSupply(context, maxDevices);
  const count = () => session.transport.exchanges.length;
  const outcomes: Outcome[] = [];
  for (const history of chosen) {
    const before = count();
    const played = await play(session, supply, history.steps, Judge.create());
    const broken = played.wrongAbout === undefined ? undefined : named(history, played);
    outcomes.push({ history, played, broken, requests: count() - before });
  }
  await end();
  await undoAll(session, session.background('clean-up', ending.signal));
  return {
    outcomes,
    failures: outcomes.filter(({ broken }) => broken !== undefined),
    requests: count(),
    devices: supply.made,
    messages: outcomes.reduce((sum, { played }) => sum + messagesIn(played), 0),
  };
}

/** Plays them on a simulator with a defect, or one as it should be. */
export async function playOnSimulator(
  defect: Defect,
  way: Partial<Way> = {},
  options: SimulatorOptions = {},
): Promise<Run> {
  const simulator = deviantSimulator(defect, { devices: 3, ...options });
  const { profile, fetch, handle } = simulator;
  try {
    return await playHistories({ profile, fetch, answer: toDirect(handle), ...way });
  } finally {
    simulator.stop();
  }
}

/** Plays them on a lawful deployment that answers the openings in its own way. */
export async function playOnPermutant(
  draw: Draw,
  withProfile: boolean,
  way: Partial<Way> = {},
): Promise<Run> {
  const permutant = compose(draw);
  const { profile } = permutant;
  const { simulator, fetch, answer } = open(permutant);
  const described = withProfile ? { profile } : { baseUrl: ADDRESS + profile.basePath };
  try {
    return await playHistories({ ...described, fetch, ...(answer && { answer }), ...way });
  } finally {
    simulator.stop();
  }
}

/** What a history that failed says is broken: of equally small sets first those that it was written for. */
function named({ about }: History, { done }: Played): readonly (readonly JudgedId[])[] {
  const sets = explain(done.flatMap(({ event }) => event ?? []))?.broken ?? [];
  const place = (set: readonly JudgedId[]) => (set.every((rule) => about.includes(rule)) ? 0 : 1);
  return sets.toSorted((one, other) => place(one) - place(other));
}

function messagesIn({ done }: Played): number {
  const sent = done.map(({ event }) => {
    if (event?.kind === 'sent') return event.sent;
    if (event?.kind !== 'burst') return 0;
    return event.calls.reduce((sum, call) => sum + (call.kind === 'sent' ? call.sent : 0), 0);
  });
  return sent.reduce((sum, count) => sum + count, 0);
}
