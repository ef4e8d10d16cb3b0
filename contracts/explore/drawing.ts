/**
 * Draws histories by a seed. Each takes a few of the kinds of steps (swarm testing: what is left out lets other things
 * come about), goes back to earlier records, and prefers steps that were seldom taken in the same state after the same
 * steps of the same record or device.
 */
import { itemAt } from '../kit/items.ts';
import { channelIds } from '../specification/records/values.ts';
import { Draws } from './draws.ts';
import { Shadow } from './shadow.ts';
import type { Step } from './steps.ts';
import { type Allows, kindsOf, oftenIn, type Theme } from './theme.ts';
import { changes, type Drawing, familyOf, stepOf } from './values.ts';

/** How often a step was taken in a state after other steps: by what is new, exploration is led. */
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

const SHORTEST = 5;
/** Where it costs most to make what a history is about, more is done with it. */
const LONGEST = { groups: 22, users: 22, limits: 30, licences: 24, places: 12, tokens: 12 } as const;
/** How many records or devices a history begins with. */
const TARGETS = [1, 1, 2, 2, 3] as const;
const CANDIDATES = 2;
/** One kind of step is drawn so many times more often than it would be. */
const MORE = 3;
/** Some histories are about one device, others about how devices disturb each other. */
const FOCUS = [40, 65, 95] as const;
/** So many of a hundred changes are probed at once; the others come to light later. */
const PROBED = 55;
const PROBED_BURSTS = 70;
const PROBED_EXPIRY = 85;

export function draw(
  seed: number,
  number: number,
  { themes, allows, coverage }: { themes: readonly Theme[]; allows: Allows; coverage: Coverage },
): Step[] {
  const draws = new Draws(seed, number);
  const theme = itemAt(themes, number % themes.length);
  const kinds = kindsOf[theme].filter((kind) => allows(kind));
  const swarm = new Set([...new Set(kinds)].filter((kind) => draws.chance(oftenIn(theme, kind))));
  const taken = swarm.size > 1 ? kinds.filter((kind) => swarm.has(kind)) : kinds;
  // What shows at the n-th time needs histories that do one thing again and again.
  const most = draws.of([...new Set(taken)]);
  const used = [...taken, ...Array.from({ length: MORE }, () => most)];
  const watched = theme === 'limits' && draws.chance(25) ? 80 : 0;
  const shadow = new Shadow();
  const made = draws.of(TARGETS);
  const drawing: Drawing = {
    ...{ draws, theme, shadow, made },
    favourite: 1 + draws.below(made),
    focus: theme === 'limits' ? draws.of(FOCUS) : 60,
    watched,
    channel: draws.of(channelIds),
    oneChannel: draws.chance(50),
    changes: changes.filter(() => draws.chance(60)),
  };
  const steps = openingsOf(theme, made).filter(({ do: kind }) => kind === 'device' || allows(kind));
  for (const step of steps) shadow.note(step);
  const length = steps.length + SHORTEST + draws.below(LONGEST[theme] - SHORTEST + 1);
  while (steps.length < length) {
    const candidates = Array.from({ length: CANDIDATES }, () => stepOf(drawing, draws.of(used)));
    const step = leastCovered(candidates, shadow, coverage);
    if (step.do === 'create' || step.do === 'device') drawing.made++;
    if (step.do === 'create' && shadow.isGone(`${step.family} ${drawing.favourite}`))
      drawing.favourite = step.record;
    coverage.add(shadow.keyOf(step));
    shadow.note(step);
    const probes = probe(step, drawing).filter(({ do: kind }) => allows(kind));
    for (const taken of probes) shadow.note(taken);
    steps.push(step, ...probes);
  }
  return [...steps, ...closingsOf(theme, drawing.made).filter((step) => allows(step.do))];
}

/**
 * What shows whether a step took effect: of a limit, messages up to it and one more; of a wait, what it has changed.
 * Whether a device expired is read of itself before licences are counted: then it shows which of the two is wrong.
 */
function probe(step: Step, { draws, shadow, made, favourite, channel, theme, watched }: Drawing): Step[] {
  if (step.do === 'burst') {
    const [call] = step.calls;
    if (!call || !('record' in call) || !draws.chance(PROBED_BURSTS)) return [];
    return [{ do: 'read', family: call.family, record: call.record }];
  }
  if ((step.do === 'send' || step.do === 'limit') && draws.chance(watched))
    return [{ do: 'settings', device: step.device }];
  if (step.do === 'wait' && theme === 'licences') {
    if (!draws.chance(PROBED_EXPIRY)) return [];
    const expired = numbersTo(made).filter((device) => shadow.isGone(`device ${device}`));
    return [...expired.map((device): Step => ({ do: 'settings', device })), { do: 'licences' }];
  }
  if (!draws.chance(PROBED)) return [];
  const line = step.do === 'limit' ? step : step.do === 'wait' ? { device: favourite, channel } : undefined;
  const room = line && shadow.room(line.device, line.channel);
  if (!line || room === undefined) return [];
  const send = (count: number): Step => ({ do: 'send', device: line.device, channel: line.channel, count });
  if (step.do === 'wait' && draws.chance(40)) return [{ do: 'settings', device: favourite }];
  if (room === 0) return [send(1)];
  return draws.chance(30) ? [send(room)] : [send(room), send(1)];
}

function leastCovered(candidates: readonly Step[], shadow: Shadow, coverage: Coverage): Step {
  const counts = candidates.map((step) => coverage.of(shadow.keyOf(step)));
  return itemAt(candidates, counts.indexOf(Math.min(...counts)));
}

function openingsOf(theme: Theme, targets: number): Step[] {
  const numbers = numbersTo(targets);
  const family = familyOf(theme);
  if (family) return numbers.map((record) => ({ do: 'create', family, record }));
  if (theme === 'tokens') return [{ do: 'token', credentials: 'good' }];
  const devices = numbers.map((device): Step => ({ do: 'device', device }));
  return theme === 'licences' ? [...devices, { do: 'licences' }] : devices;
}

/** What is looked at in the end: a fault may have left something behind that nothing has read yet. */
function closingsOf(theme: Theme, made: number): Step[] {
  const numbers = numbersTo(made);
  const family = familyOf(theme);
  if (family)
    return [...numbers.map((record): Step => ({ do: 'read', family, record })), { do: 'list', family }];
  if (theme === 'places')
    return [
      ...numbers.flatMap((device): Step[] => [
        { do: 'last', device },
        { do: 'visit', device },
      ]),
      { do: 'devices' },
    ];
  if (theme === 'tokens') return [{ do: 'call', operation: 'listGroups', bearer: 'token', back: 0 }];
  const counts: Step[] = theme === 'licences' ? [{ do: 'licences' }] : [];
  return [...numbers.map((device): Step => ({ do: 'settings', device })), ...counts];
}

function numbersTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}
