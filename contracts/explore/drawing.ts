/**
 * Draws histories by a seed. Each takes a few of the kinds of steps (swarm testing: what is left out lets other things
 * come about), goes back to earlier records, and prefers steps that have not followed the same two steps of the same
 * record or device before.
 */
import { itemAt } from '../kit/items.ts';
import { mix } from '../kit/random.ts';
import type { Family } from '../model/event.ts';
import type { Channel } from '../specification/judged.ts';
import { channelIds } from '../specification/records/values.ts';
import { type Step, type StepKind, targetOf, triedOn } from './steps.ts';

/** What histories can be about; which of them a deployment allows is found out first. */
export type Theme = 'groups' | 'users' | 'limits' | 'licences' | 'places' | 'tokens';

/** Steps that a deployment does not allow are not drawn. */
export type Allows = (kind: StepKind) => boolean;

/** How often a step has followed the two before it of its target: by what is new, exploration is led. */
export class Coverage {
  readonly #counts = new Map<string, number>();

  get size(): number {
    return this.#counts.size;
  }

  of(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  add(key: string): void {
    this.#counts.set(key, this.of(key) + 1);
  }

  /** How often each was drawn. */
  get counts(): ReadonlyMap<string, number> {
    return this.#counts;
  }
}

/** One stream of numbers. */
class Draws {
  readonly #seed: number;
  readonly #stream: number;
  #count = 0;

  constructor(seed: number, stream: number) {
    this.#seed = seed;
    this.#stream = stream;
  }

  below(limit: number): number {
    return mix(this.#seed, this.#stream, this.#count++) % limit;
  }

  of<T>(values: readonly T[]): T {
    return itemAt(values, this.below(values.length));
  }

  /** True in so many of a hundred. */
  chance(percent: number): boolean {
    return this.below(100) < percent;
  }
}

const SHORTEST = 4;
/** Where it costs most to make what a history is about, more is done with it. */
const LONGEST = { groups: 22, users: 22, limits: 34, licences: 24, places: 14, tokens: 14 } as const;
/** How many records or devices a history begins with. */
const TARGETS = [1, 1, 2, 2, 3] as const;
const CANDIDATES = 2;

export function draw(
  seed: number,
  number: number,
  { themes, allows, coverage }: { themes: readonly Theme[]; allows: Allows; coverage: Coverage },
): Step[] {
  const draws = new Draws(seed, number);
  const theme = itemAt(themes, number % themes.length);
  const kinds = kindsOf[theme].filter((kind) => allows(kind));
  const swarm = kinds.filter((kind) => draws.chance(SELDOM[theme]?.has(kind) ? 20 : 75));
  const used = swarm.length > 1 ? swarm : kinds;
  const targets = draws.of(TARGETS);
  const channel = draws.chance(70) ? draws.of(channelIds) : undefined;
  const steps: Step[] = openingsOf(theme, targets);
  const pasts = new Map<string, string[]>();
  for (const step of steps) remember(pasts, step);
  const length = SHORTEST + draws.below(LONGEST[theme] - SHORTEST + 1);
  let made = targets;
  while (steps.length < length + targets) {
    const candidates = Array.from({ length: CANDIDATES }, () =>
      stepOf(draws, theme, draws.of(used), made, channel),
    );
    const step = leastCovered(candidates, pasts, coverage);
    if (step.do === 'create' || step.do === 'device') made++;
    coverage.add(keyOf(step, pasts));
    remember(pasts, step);
    steps.push(step);
  }
  return [...steps, ...closingsOf(theme, made).filter((step) => allows(step.do))];
}

function leastCovered(candidates: readonly Step[], pasts: Pasts, coverage: Coverage): Step {
  const counts = candidates.map((step) => coverage.of(keyOf(step, pasts)));
  return itemAt(candidates, counts.indexOf(Math.min(...counts)));
}

type Pasts = Map<string, string[]>;

function remember(pasts: Pasts, step: Step): void {
  pasts.set(targetOf(step), [...(pasts.get(targetOf(step)) ?? []).slice(-1), spoken(step)]);
}

/** A step after the two before it of the same target. */
function keyOf(step: Step, pasts: Pasts): string {
  return [...(pasts.get(targetOf(step)) ?? []), spoken(step)].join(' > ');
}

/** A step without what names its target. */
function spoken(step: Step): string {
  if (step.do === 'create' || step.do === 'replace' || step.do === 'delete' || step.do === 'read')
    return `${step.do} ${step.family}`;
  if (step.do === 'expiry') return step.on ? 'expires' : 'expires not';
  if (step.do === 'token') return `token ${step.credentials}`;
  return step.do;
}

/** Kinds after which little can be said of the rest: most histories do without. */
const SELDOM: { readonly [T in Theme]?: ReadonlySet<StepKind> } = {
  limits: new Set(['device', 'expiry', 'counter']),
};

const ofRecords = ['create', 'replace', 'update', 'update', 'delete', 'read', 'read', 'list'] as const;

const kindsOf: { readonly [T in Theme]: readonly StepKind[] } = {
  groups: ofRecords,
  users: ofRecords,
  limits: [
    ...(['limit', 'limit', 'limit', 'limits', 'send', 'send', 'send', 'send', 'send'] as const),
    ...(['settings', 'counter', 'wait', 'wait', 'device', 'expiry'] as const),
  ],
  licences: ['expiry', 'expiry', 'wait', 'wait', 'activate', 'activate', 'settings', 'licences', 'allot'],
  places: ['locate', 'locate', 'last', 'device'],
  tokens: ['token', 'token', 'call', 'call', 'access', 'wait'],
};

function openingsOf(theme: Theme, targets: number): Step[] {
  const numbers = Array.from({ length: targets }, (_, index) => index + 1);
  const family = familyOf(theme);
  if (family) return numbers.map((record) => ({ do: 'create', family, record }));
  if (theme === 'tokens') return [{ do: 'token', credentials: 'good' }];
  return numbers.map((device) => ({ do: 'device', device }));
}

/** What is looked at in the end: a fault may have left something behind that nothing has read yet. */
function closingsOf(theme: Theme, made: number): Step[] {
  const numbers = Array.from({ length: made }, (_, index) => index + 1);
  const family = familyOf(theme);
  if (family) {
    return [...numbers.map((record): Step => ({ do: 'read', family, record })), { do: 'list', family }];
  }
  if (theme === 'places') return numbers.map((device) => ({ do: 'last', device }));
  if (theme === 'tokens') return [{ do: 'call', operation: 'listGroups', bearer: 'token', back: 0 }];
  const counts: Step[] = theme === 'licences' ? [{ do: 'licences' }] : [];
  return [...numbers.map((device): Step => ({ do: 'settings', device })), ...counts];
}

function familyOf(theme: Theme): Family | undefined {
  return theme === 'groups' ? 'group' : theme === 'users' ? 'user' : undefined;
}

/** Limits at their edges: none, below zero, and what a few messages reach. */
const LIMITS = [0, 0, 1, 1, 2, 2, 3, 3, 4, 5, null, -3] as const;
const COUNTS = [1, 1, 1, 1, 2, 3] as const;
const HOURS = { limits: [2, 30, 30, 30], licences: [24, 200, 200, 400], tokens: [1, 2] } as const;

/** `focus`: the only channel of the history. */
function stepOf(draws: Draws, theme: Theme, kind: StepKind, made: number, focus: Channel | undefined): Step {
  const family = familyOf(theme) ?? 'group';
  const record = draws.chance(50) ? made : 1 + draws.below(made);
  const device = draws.chance(40) ? made : 1 + draws.below(made);
  const channel = focus ?? draws.of(channelIds);
  switch (kind) {
    case 'create':
      return { do: 'create', family, record: made + 1 };
    case 'replace':
    case 'delete':
    case 'read':
      return { do: kind, family, record };
    case 'update':
      return { do: 'update', family, record, fact: draws.chance(50) ? 'name' : 'other' };
    case 'list':
      return { do: 'list', family };
    case 'device':
      return { do: 'device', device: made + 1 };
    case 'limit':
      return { do: 'limit', device, channel, to: draws.of(LIMITS) };
    case 'limits':
      return { do: 'limits', device, to: draws.of(LIMITS) };
    case 'send':
      return draws.chance(12)
        ? { do: 'send', device, channel, count: 3 + draws.below(3), atOnce: true }
        : { do: 'send', device, channel, count: draws.of(COUNTS) };
    case 'counter':
      return { do: 'counter', device, channel, to: draws.below(10) };
    case 'expiry':
      return draws.chance(25)
        ? { do: 'expiry', device, on: false, days: null }
        : { do: 'expiry', device, on: true, days: draws.chance(8) ? null : 4 + draws.below(9) };
    case 'settings':
    case 'activate':
    case 'last':
      return { do: kind, device };
    case 'licences':
      return { do: 'licences' };
    case 'allot':
      return { do: 'allot', available: draws.below(3) };
    case 'wait':
      return {
        do: 'wait',
        hours: draws.of(theme === 'licences' || theme === 'tokens' ? HOURS[theme] : HOURS.limits),
      };
    case 'locate':
      return { do: 'locate', device, late: draws.chance(20) };
    case 'token':
      return {
        do: 'token',
        credentials: draws.chance(60)
          ? 'good'
          : draws.of(['wrong-api-key', 'unknown-user', 'empty-credentials']),
      };
    case 'call':
      return {
        do: 'call',
        operation: draws.of(triedOn),
        bearer: draws.of(['token', 'token', 'garbage', 'tampered']),
        back: draws.below(3),
      };
    case 'access':
      return { do: 'access', enabled: draws.chance(60) };
  }
}
