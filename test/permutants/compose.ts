/** From one level of each factor to a profile and a simulator that performs it. */

import { toDirect } from '../../cli/exploring/direct.ts';
import type { Host } from '../../contracts/deployment/host.ts';
import { type CompleteProfile, completeProfile, type Profile } from '../../contracts/profile/index.ts';
import type { ListName } from '../../contracts/profile/openings.ts';
import type { GivenOpenings, Openings } from '../../contracts/specification/openings/index.ts';
import { createSimulator, type Simulator, type SimulatorOptions } from '../../simulator/index.ts';
import type { Draw } from './array.ts';
import { factorNames, type Level, levelOf, levelsOf, type Row, withheld } from './factors.ts';
import type { Fetch, Gate } from './gates.ts';

export interface Permutant {
  /** Its label, and the levels that differ from the default. */
  name: string;
  profile: CompleteProfile;
  options: Omit<SimulatorOptions, 'profile'>;
  gate: Gate | undefined;
}

export function compose({ row, label, withholds }: Draw): Permutant {
  const own = factorNames.map((factor) => levelOf(factor, row[factor] ?? ''));
  const levels = withholds === undefined ? own : [...own, withheld[withholds] as Level];
  const openings = merged(levels.map((level) => level.openings ?? {})) as GivenOpenings;
  const basePath = levels.find((level) => level.basePath !== undefined)?.basePath;
  // Describes the deployment in full: a run has nothing to guess.
  const profile = withApart(levels, {
    roadtest: 1,
    name: `permutant ${label}`,
    ...(basePath !== undefined && { basePath }),
    openings: reconciled(openings),
    samples: {
      group: { name: 'roadtest {nonce}', description: 'may be deleted' },
      user: { name: 'roadtest {nonce}', email: 'roadtest-{nonce}@example.test', country: 'DE' },
    },
  });
  return {
    name: `${label}: ${described(row)}`,
    profile,
    options: merged(levels.map((level) => level.simulator ?? {})),
    gate: levels.find((level) => level.gate)?.gate,
  };
}

/** The complete profile, with the bodies of single refusals. */
function withApart(levels: readonly Level[], given: Profile): CompleteProfile {
  const profile = completeProfile(given);
  const apart = levels.find((level) => level.apart)?.apart;
  if (!apart) return profile;
  const body = { ...profile.openings['errors.body'], apart };
  return { ...profile, openings: { ...profile.openings, 'errors.body': body } };
}

interface Opened {
  simulator: Simulator;
  fetch: Fetch;
  answer: Host['answer'] | undefined;
}

/** The simulator of a permutant, and the ways in: `answer` where nothing is put around it. Stop it when done. */
export function open({ profile, options, gate }: Permutant): Opened {
  const simulator = createSimulator({ prepare: everyDeviceWasSomewhere, ...options, profile });
  if (gate) return { simulator, fetch: gate(simulator), answer: undefined };
  return { simulator, fetch: simulator.fetch, answer: toDirect(simulator.handle) };
}

/** Gives each device a location: where a POST asks for a range, no client can record one. */
const everyDeviceWasSomewhere: NonNullable<SimulatorOptions['prepare']> = (fleet, now) => {
  for (const { id } of fleet.devices.list()) {
    fleet.locations.record(id, {
      deviceTime: now - 60_000 * id,
      latitude: 48 + id / 10,
      longitude: 11,
      speed: 5,
    });
  }
};

function described(row: Row): string {
  return factorNames
    .filter((factor) => row[factor] !== levelsOf(factor)[0])
    .map((factor) => `${factor}: ${row[factor]}`)
    .join('; ');
}

/**
 * The consequences of two levels together: a refusal with status 200 says so in its body; an answer with 204
 * has no body; a cursor has its place; a page of all records has no size.
 */
function reconciled(openings: GivenOpenings): GivenOpenings {
  return merged([
    openings,
    saysSuccess(openings),
    bodyless(openings),
    placesForCursors(openings),
  ]) as GivenOpenings;
}

function saysSuccess(given: GivenOpenings): GivenOpenings {
  const { openings } = completeProfile({ roadtest: 1, name: 'x', openings: given });
  const statuses = [...Object.values(openings['errors.status']), openings['auth.refusal'].status];
  const body = openings['errors.body'];
  if (body.form !== 'json' || statuses.every((status) => status >= 300)) return {};
  return { 'errors.body': { ...body, fields: { ...body.fields, success: '/success' } } };
}

function bodyless(given: GivenOpenings): GivenOpenings {
  const { openings } = completeProfile({ roadtest: 1, name: 'x', openings: given });
  const { answers, nothing } = openings['operations.envelope'];
  const statuses = Object.entries(openings['operations.status']).map(([operation, status]) => {
    const answer = answers[operation as keyof typeof answers];
    const asks =
      (operation === 'postLocations' && openings['locations.purpose'].does === 'query') ||
      (operation === 'postAlerts' && openings['alerts.purpose'].does === 'query');
    const empty = answer === 'nothing' && nothing.constants === undefined && !asks;
    return [operation, status === 204 && !empty ? 200 : status];
  });
  return { 'operations.status': Object.fromEntries(statuses) as Openings['operations.status'] };
}

function placesForCursors(given: GivenOpenings): GivenOpenings {
  if (given['operations.paging']?.by !== 'cursor') return {};
  const names: ListName[] = ['devices', 'groups', 'users'];
  const lists = Object.fromEntries(names.map((name) => [name, { next: '/next' }]));
  return { 'operations.envelope': { lists: lists as never } };
}

type Tree = { [name: string]: unknown };

/** Later ones go over earlier ones, name by name, all the way down. */
function merged(trees: readonly object[]): Tree {
  const result: Tree = {};
  for (const tree of trees) {
    for (const [name, value] of Object.entries(tree)) {
      const before = result[name];
      result[name] = isTree(before) && isTree(value) ? merged([before, value]) : value;
    }
  }
  return result;
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
