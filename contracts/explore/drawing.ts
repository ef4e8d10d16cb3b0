/**
 * Draws histories by a seed. Each takes a few of the kinds of steps (swarm testing: what is left out lets other things
 * come about), goes back to earlier records, and prefers steps that were seldom taken in the same state after the same
 * steps of the same record or device.
 */
import { itemAt } from '../kit/items.ts';
import type { Family } from '../model/event.ts';
import type { Channel } from '../specification/judged.ts';
import { channelIds } from '../specification/records/values.ts';
import { Draws } from './draws.ts';
import type { Novelty } from './novelty.ts';
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

/** The shortest and the longest. Where it costs most to make what a history is about, more is done with it. */
const LENGTHS = {
  ...{ groups: [10, 45], users: [10, 45], limits: [15, 60], licences: [10, 36] },
  ...{ places: [8, 26], tokens: [5, 14] },
} as const;
/** How many records or devices a history begins with. */
const TARGETS = [1, 1, 1, 2, 2, 3] as const;
const CANDIDATES = 3;
/** So many of a hundred steps are the newest of these; the others are as they are drawn, so that nothing is always passed over. */
const LED = 50;
/** So many hundredths of the kinds of steps are taken that could be: what a few kinds do needs histories of little else. */
const SHARES = [30, 60, 100] as const;
/** One kind of step is drawn so many times more often than it would be. */
const MORE = [0, 3, 3, 12] as const;
/** Some histories are about one device, others about how devices disturb each other. */
const FOCUS = [40, 65, 95] as const;
/** Some do several steps with one record or device before they go on to another. */
const STAYS = [0, 0, 60, 85] as const;
/** Of the changes of a history all are looked at, most, some, or none. */
const WATCHED = [100, 100, 70, 20] as const;
const watchedIn = {
  ...{ groups: WATCHED, users: WATCHED, places: WATCHED },
  ...{ limits: [0, 0, 0, 80], licences: [0], tokens: [0] },
} as const;
/** So many of a hundred changes are probed at once; the others come to light later. */
const PROBED = 55;
/** So many records are looked at in the list, which shows the others too. */
const LISTED = 20;
const PROBED_BURSTS = 70;
const PROBED_EXPIRY = 85;

export interface Lead {
  themes: readonly Theme[];
  allows: Allows;
  coverage: Coverage;
  novelty: Novelty;
}

export function draw(
  seed: number,
  number: number,
  { themes, allows, coverage, novelty }: Lead,
): Step[] {
  const draws = new Draws(seed, number);
  const theme = itemAt(themes, number % themes.length);
  const kinds = kindsOf[theme].filter((kind) => allows(kind));
  const share = draws.of(SHARES);
  const swarm = new Set([...new Set(kinds)].filter((kind) => draws.chance(oftenIn(theme, kind, share))));
  const taken = swarm.size > 1 ? kinds.filter((kind) => swarm.has(kind)) : kinds;
  // What shows at the n-th time needs histories that do one thing again and again.
  const most = draws.of([...new Set(taken)]);
  const used = [...taken, ...Array.from({ length: draws.of(MORE) }, () => most)];
  const shadow = new Shadow();
  const made = draws.of(TARGETS);
  const drawing: Drawing = {
    ...{ draws, theme, shadow, made },
    favourite: 1 + draws.below(made),
    focus: draws.of(FOCUS),
    stays: draws.of(STAYS),
    watched: draws.of(watchedIn[theme]),
    channel: draws.of(channelIds),
    oneChannel: draws.chance(40),
    changes: changes.filter(() => draws.chance(60)),
  };
  const steps = openingsOf(theme, made).filter(({ do: kind }) => kind === 'device' || allows(kind));
  for (const step of steps) shadow.note(step);
  const [shortest, longest] = LENGTHS[theme];
  const length = steps.length + shortest + draws.below(longest - shortest + 1);
  while (steps.length < length) {
    const count = draws.chance(LED) ? CANDIDATES : 1;
    const candidates = Array.from({ length: count }, () => stepOf(drawing, draws.of(used)));
    const step = newest(candidates, shadow, novelty);
    if (step.do === 'create' || step.do === 'device') drawing.made++;
    drawing.last = step;
    if (step.do === 'create' && shadow.isGone(`${step.family} ${drawing.favourite}`))
      drawing.favourite = step.record;
    coverage.add(shadow.keyOf(step));
    novelty.add(shadow.contextsOf(step));
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
  if (step.do === 'update' || step.do === 'replace' || step.do === 'delete' || step.do === 'create')
    return draws.chance(watched) ? [readingOf(step, draws.chance(LISTED))] : [];
  if (step.do === 'locate') return draws.chance(watched) ? [{ do: 'last', device: step.device }] : [];
  if (step.do === 'alert') return draws.chance(watched) ? [{ do: 'visit', device: step.device }] : [];
  if ((step.do === 'send' || step.do === 'limit') && draws.chance(watched))
    return [{ do: 'settings', device: step.device }];
  if (step.do === 'wait' && theme === 'licences') {
    if (!draws.chance(PROBED_EXPIRY)) return [];
    const expired = numbersTo(made).filter((device) => shadow.isGone(`device ${device}`));
    return [...expired.map((device): Step => ({ do: 'settings', device })), { do: 'licences' }];
  }
  if (!draws.chance(PROBED)) return [];
  if (step.do === 'counter' || (step.do === 'wait' && theme === 'limits' && draws.chance(25)))
    return [{ do: 'settings', device: step.do === 'wait' ? favourite : step.device }];
  const lines = linesOf(step, { device: favourite, channel });
  return lines.flatMap(({ device, channel }) => {
    const room = shadow.room(device, channel);
    if (room === undefined) return [];
    const counts = upTo(room, step.do === 'wait' || draws.chance(70));
    return counts.map((count): Step => ({ do: 'send', device, channel, count }));
  });
}

interface OfLine {
  device: number;
  channel: Channel;
}

/** The lines on which it shows whether a step took effect. */
function linesOf(step: Step, favourite: OfLine): readonly OfLine[] {
  if (step.do === 'limit') return [step];
  if (step.do === 'limits') return channelIds.map((channel) => ({ device: step.device, channel }));
  return step.do === 'wait' ? [favourite] : [];
}

/** Messages that fill a limit: the first alone, since several may be withheld together; `beyond`: and one more. */
function upTo(room: number, beyond: boolean): number[] {
  if (room === 0) return [1];
  return [1, ...(room > 1 ? [room - 1] : []), ...(beyond ? [1] : [])];
}

function readingOf({ family, record }: { family: Family; record: number }, inList: boolean): Step {
  return inList ? { do: 'list', family } : { do: 'read', family, record };
}

function newest(candidates: readonly Step[], shadow: Shadow, novelty: Novelty): Step {
  const scores = candidates.map((step) => novelty.of(shadow.contextsOf(step)));
  return itemAt(candidates, scores.indexOf(Math.max(...scores)));
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
