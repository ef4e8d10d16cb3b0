/**
 * Draws histories by a seed. Each takes a few of the kinds of steps (swarm testing: what is left out lets other things
 * come about), goes back to earlier records, and prefers steps that were seldom taken in the same state after the same
 * steps of the same record or device.
 */
import { itemAt } from '../kit/items.ts';
import type { Step } from '../play/steps.ts';
import { channelIds } from '../specification/records/values.ts';
import { type Coverage, newness } from './coverage.ts';
import { Draws } from './draws.ts';
import { numbersTo, probe, rowLooks } from './probing.ts';
import { rowOf } from './rows.ts';
import { Shadow } from './shadow.ts';
import { type Allows, kindsOf, oftenIn, type Theme } from './theme.ts';
import { changes, type Drawing, familyOf, stepOf } from './values.ts';

/** Where it costs most to make what a history is about, more is done with it. */
const SHORTEST = { groups: 10, users: 10, limits: 15, licences: 10, places: 8, tokens: 5 } as const;
const LONGEST = { groups: 45, users: 45, limits: 60, licences: 36, places: 26, tokens: 14 } as const;
/** How many records or devices a history begins with. */
const TARGETS = [1, 1, 2, 2, 3] as const;
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
/** So many of a hundred times several records are changed in a row. */
const ROWS = [0, 8, 15, 25] as const;
/** Of the changes of a history all are looked at, most, some, or none. */
const WATCHED = [100, 100, 70, 20] as const;
const watchedIn = {
  ...{ groups: WATCHED, users: WATCHED, places: WATCHED },
  ...{ limits: [0, 0, 0, 80], licences: [0], tokens: [0] },
} as const;
export interface Lead {
  themes: readonly Theme[];
  allows: Allows;
  /** Pairs of a state with the step before it, and steps: they are reported. */
  coverage: Coverage;
  /** Steps in all of their contexts: they lead the drawing. */
  contexts: Coverage;
}

export function draw(seed: number, number: number, { themes, allows, coverage, contexts }: Lead): Step[] {
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
  const rows = draws.of(ROWS);
  const longer = draws.below(LONGEST[theme] - SHORTEST[theme] + 1);
  const length = steps.length + SHORTEST[theme] + longer;
  const take = (step: Step): Step => {
    if (step.do === 'create' || step.do === 'device') drawing.made++;
    drawing.last = step;
    if (step.do === 'create' && shadow.isGone(`${step.family} ${drawing.favourite}`))
      drawing.favourite = step.record;
    coverage.add(shadow.keyOf(step));
    for (const context of shadow.contextsOf(step)) contexts.add(context);
    shadow.note(step);
    return step;
  };
  while (steps.length < length) {
    if (draws.chance(rows)) {
      const row = rowOf(drawing).filter(({ do: kind }) => allows(kind));
      for (const step of row) steps.push(take(step));
      const looks = row.length > 0 ? rowLooks(drawing).filter(({ do: kind }) => allows(kind)) : [];
      for (const look of looks) shadow.note(look);
      steps.push(...looks);
    }
    const count = draws.chance(LED) ? CANDIDATES : 1;
    const candidates = Array.from({ length: count }, () => stepOf(drawing, draws.of(used)));
    const step = newest(candidates, shadow, contexts);
    take(step);
    const probes = probe(step, drawing).filter(({ do: kind }) => allows(kind));
    for (const taken of probes) shadow.note(taken);
    steps.push(step, ...probes);
  }
  return [...steps, ...closingsOf(theme, drawing.made).filter((step) => allows(step.do))];
}

function newest(candidates: readonly Step[], shadow: Shadow, contexts: Coverage): Step {
  const scores = candidates.map((step) => newness(shadow.contextsOf(step), contexts));
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
