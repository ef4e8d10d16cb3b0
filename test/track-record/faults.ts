/** The faults that are chosen, each with a default run over it. */
import { readFileSync } from 'node:fs';
import { nodeHost } from '../../contracts/hosts/node.ts';
import { mix } from '../../contracts/kit/random.ts';
import { parseProfile } from '../../contracts/profile/index.ts';
import type { Run } from '../../contracts/verify/run.ts';
import { verify } from '../../contracts/verify/whole-run.ts';
import { deviantSimulator } from '../../simulator/deviations/apply.ts';
import { toDirect } from '../../simulator/hosts/direct.ts';
import { start } from '../foreign/server.ts';
import { type Variant, variants } from '../foreign/variants.ts';
import { quickHost } from '../matrix/host.ts';
import { type Mutant, mutants } from '../mutants/mutants.ts';
import { ruleOf } from './record.ts';

export interface Fault {
  name: string;
  /** The findings of a default run: a verdict and an id each. */
  judge(seed: number): Promise<string[]>;
}

/** In an order by the seed in which each rule comes once before any comes again. */
export function faultsOf(source: 'matrix' | 'foreign', seed: number): Fault[] {
  const rows =
    source === 'matrix'
      ? mutants.map((mutant) => ({ ...mutant, judge: () => runOfMutant(mutant, seed) }))
      : variants.map((variant) => ({ ...variant, judge: () => runOfVariant(variant, seed) }));
  const lots = new Map<string, number>();
  return [...rows.keys()]
    .sort((a, b) => mix(seed, a, 0) - mix(seed, b, 0))
    .flatMap((place) => {
      const row = rows[place];
      if (!row) return [];
      const rule = ruleOf(row.breaks[0] ?? '');
      const round = lots.get(rule) ?? 0;
      lots.set(rule, round + 1);
      return [{ round, name: row.what, judge: async () => findingsIn(await row.judge()) }];
    })
    .sort((a, b) => a.round - b.round);
}

const NONCE = 'record77';

async function runOfMutant({ defect, thorough }: Mutant, seed: number): Promise<Run> {
  const simulator = deviantSimulator(defect());
  const host = quickHost(simulator.fetch, NONCE, toDirect(simulator.handle));
  const target = { baseUrl: 'http://127.0.0.1:4010', credentials: { userName: 'demo', apiKey: 'demo-key' } };
  const run = await verify({ ...target, profile: simulator.profile, thorough, seed }, host);
  simulator.stop();
  return run;
}

const profile = () => {
  const text = readFileSync(new URL('../foreign/profile.yaml', import.meta.url), 'utf8');
  return parseProfile(text, 'profile.yaml');
};

/** Over real sockets, in real time. */
async function runOfVariant({ broken, thorough = false }: Variant, seed: number): Promise<Run> {
  const depot = await start({ broken: broken() });
  const credentials = { userName: 'dispatch', apiKey: 'k-7731-newfoundland' };
  const target = { baseUrl: depot.url, credentials, profile: profile() };
  const run = await verify({ ...target, thorough, seed }, nodeHost());
  await depot.close();
  return run;
}

function findingsIn({ outcomes, observations }: Run): string[] {
  const drifted = observations.filter(({ drift }) => drift).map(({ opening }) => `drift ${opening}`);
  const open = outcomes.filter(({ leftOpen }) => leftOpen).map(({ id }) => `open ${id}`);
  return [...outcomes.map(({ verdict, id }) => `${verdict} ${id}`), ...drifted, ...open];
}
