/** Mutants of the simulator, each judged by the suite: which of them its callers could tell, and which are caught. */
import { readdirSync } from 'node:fs';
import { drawn, instrument, isSame, type Mutant } from '../mutation/instrument.ts';
import { root } from '../mutation/root.ts';
import { type Explained, explanationOf } from './explained.ts';
import type { Sound } from './thread.ts';
import { type Outcome, Threads } from './threads.ts';
import { readTrace, type TracedCall } from './trace.ts';

/**
 * - `hidden`      every call of the trace is answered as before
 * - `caught`      fail, suspect or drift
 * - `explained`   an opening that is not observable, or nothing that the document speaks of
 * - `missed`      all the others
 * - `no service`  it does not start, it never comes to an end, or the run ends at its first request with exit
 *                 code 2: there is nothing to judge
 */
export const fates = ['caught', 'missed', 'explained', 'hidden', 'no service'] as const;
export type Fate = (typeof fates)[number];

export interface Finding {
  mutant: Mutant;
  fate: Fate;
  /** The suite's findings, why it could find nothing, or why it need not. */
  why: readonly string[];
  /** The first call that is answered otherwise. */
  call?: TracedCall;
}

export interface DetectionOptions {
  seed: number;
  count: number;
  /** Only mutants of files whose path begins so. */
  folder?: string;
  /** Only these, whatever the seed. */
  again?: readonly Mutant[] | undefined;
  /** Judges those as well that the trace does not show. */
  all?: boolean;
  /** So many calls of the trace; default all. */
  traced?: number;
  /** Findings of an earlier run, which are taken over. */
  found?: readonly Finding[];
  onProgress?(done: number, total: number): void;
}

/** The fates of what a caller could notice. */
export const noticed: ReadonlySet<Fate> = new Set<Fate>(['caught', 'missed', 'explained']);

/** The folders whose code is mutated. */
export const mutated = ['simulator/fleet/', 'simulator/http/'];

/** Every mutant that can be drawn. */
export async function mutantsThere(): Promise<readonly Mutant[]> {
  return (await instrument(filesIn(mutated))).mutants;
}

/** Gives each finding as soon as it is there. */
export async function* detect(options: DetectionOptions): AsyncGenerator<Finding> {
  const { seed, count, folder = '', again, all = false, traced, found = [], onProgress } = options;
  const instrumented = await instrument(filesIn(mutated).filter((file) => file.startsWith(folder)));
  const chosen = again
    ? instrumented.mutants.filter((mutant) => again.some((one) => isSame(one, mutant)))
    : drawn(instrumented.mutants, seed, count);
  const calls = readTrace().slice(0, traced);
  const threads = await Threads.open(instrumented, calls);
  try {
    const sound = soundOf(await threads.sound());
    for (const [done, mutant] of chosen.entries()) {
      onProgress?.(done, chosen.length);
      const before = found.find((finding) => isSame(finding.mutant, mutant));
      if (before) {
        yield before;
        continue;
      }
      const isReached = sound.byTrace.has(mutant.id) || (all && sound.bySuite.has(mutant.id));
      const task = { mutant: mutant.id, digests: sound.digests, onlyObservable: !all };
      const outcome = isReached ? await threads.run(task, sound.once.has(mutant.id)) : undefined;
      yield findingOf(mutant, outcome, calls);
    }
  } finally {
    await threads.close();
  }
}

/** Throws where the suite finds anything at fault with the simulator as it should be. */
function soundOf({ judged, digests, byTrace, bySuite, once }: Sound) {
  if (judged.found.length > 0 || judged.exitCode !== 0)
    throw new Error(`The simulator as it should be is found at fault: ${JSON.stringify(judged)}`);
  return { digests, byTrace: new Set(byTrace), bySuite: new Set(bySuite), once: new Set(once) };
}

function findingOf(mutant: Mutant, outcome: Outcome | undefined, calls: readonly TracedCall[]): Finding {
  if (!outcome) return { mutant, fate: 'hidden', why: ['not reached'] };
  const { judged, broke, differsAt } = outcome;
  const call = differsAt === null ? undefined : calls[differsAt];
  const found = judged?.found ?? [];
  const finding = (fate: Fate, why: readonly string[]): Finding => ({
    mutant,
    fate,
    why,
    ...(call && { call }),
  });
  if (found.length > 0) return finding('caught', found);
  const nothing = broke ?? judged?.problem;
  if (nothing !== undefined) return finding('no service', [nothing]);
  if (differsAt === null) return finding('hidden', []);
  const explanation = explanationOf(mutant);
  if (explanation) return finding('explained', [wordsOf(explanation)]);
  return finding('missed', [`exit code ${judged?.exitCode}`, ...(judged?.open.slice(0, 3) ?? [])]);
}

function wordsOf(explanation: Explained): string {
  return 'opening' in explanation ? `opening ${explanation.opening}` : explanation.outside;
}

function filesIn(folders: readonly string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.generated.ts'))
      .map((name) => folder + name)
      .sort(),
  );
}
