/** Checks of a saved story, which have to hold so that it goes on. Each function throws a StateError. */
import { formOf } from '../../contracts/kit/form.ts';
import { count, mustHold, ordinal } from '../../contracts/kit/saved.ts';
import { list, object } from '../../contracts/kit/schema.ts';
import type { PluginWorld } from '../../simulator/plugin.ts';
import { Claims } from '../../simulator/time/claims.ts';
import { devicesOf, repeatsOf } from '../actions/action.ts';
import type { Story } from '../language/story.ts';
import type { Devices } from '../language/terms.ts';
import { messagesIn } from './counters.ts';
import { END, MOMENT, nextMoment } from './moments.ts';
import type { CountersState, LedgerState, StoryState, TriggersState } from './state.ts';
import { FIRING, LONGEST_CHAIN } from './triggers.ts';

/** An action of an entry that is done again. */
export const AGAIN = 'story-again';

const readMoment = formOf(object({ entry: count }));
const readFiring = formOf(object({ entry: count, device: ordinal, chain: list(count, { minItems: 1 }) }));
const readAgain = formOf(object({ entry: count, action: count, device: ordinal, left: ordinal }));

export function checkCounts({ before }: StoryState, { fleet }: PluginWorld): void {
  const counts: { readonly [kind: string]: number } = fleet.log.counts;
  for (const [kind, number] of Object.entries(before)) {
    const fits = Object.hasOwn(counts, kind) && number <= (counts[kind] ?? 0);
    mustHold(fits, `/before/${kind}`, 'is more than ever happened');
  }
}

export function checkTriggers({ fired, last, burst }: TriggersState, story: Story, world: PluginWorld): void {
  const { now } = world.timeline;
  fired.forEach((times, entry) => {
    const when = story.timeline[entry]?.when;
    const most = when?.kind === 'when' ? when.most : 0;
    mustHold(times <= most, `/triggers/fired/${entry}`, `is more than the ${most} times that it may be`);
  });
  const seen = new Set<string>();
  last.forEach(([entry, device, at], place) => {
    const when = story.timeline[entry]?.when;
    const waits = when?.kind === 'when' && when.notAgainFor > 0;
    const isNew = !seen.has(`${entry} ${device}`);
    seen.add(`${entry} ${device}`);
    const good = waits && isNew && world.fleet.devices.has(device) && at <= now;
    mustHold(good, `/triggers/last/${place}`, 'is of no entry, device or time for which that is kept');
  });
  mustHold(burst.at <= now, '/triggers/burst/at', 'is after now');
}

/** The ledger has a row for each expectation. */
export function checkLedger(ledger: LedgerState, expectations: number): void {
  mustHold(
    ledger.length === expectations,
    '/ledger',
    `has another length than the ${expectations} expectations of the story`,
  );
  ledger.forEach(([checked, failed, seen], place) => {
    const fits = failed <= checked && (seen === null) === (checked === 0);
    mustHold(fits, `/ledger/${place}`, 'does not go with how often it was looked at');
  });
}

/** @param asked the recipients whose messages are counted */
export function checkCounters(
  counters: CountersState,
  { fleet }: PluginWorld,
  asked: ReadonlySet<string>,
): void {
  const counts = new Map(counters);
  const seen = new Set<string>();
  counters.forEach(([key, number], place) => {
    const good = !seen.has(key) && fleet.devices.has(Number(key.split(' ', 1)[0]));
    mustHold(good, `/tally/${place}/0`, 'is of no device, or occurs twice');
    seen.add(key);
    const { to } = messagesIn(key) ?? {};
    if (to == null) return;
    const all = counts.get(key.slice(0, -` to ${to}`.length)) ?? 0;
    mustHold(
      asked.has(to) && number <= all,
      `/tally/${place}`,
      'has a recipient that the story does not ask about, or more messages than there are',
    );
  });
}

/** The moments to come are those of the story, and what is under way is of its entries. */
export function checkEvents({ ended }: StoryState, story: Story, { timeline, fleet }: PluginWorld): void {
  const { now } = timeline;
  const claims = new Claims(timeline.upcoming(Number.POSITIVE_INFINITY, [MOMENT, END, FIRING, AGAIN]));
  const ends = claims.takeAll(END, {});
  claims.close(END);
  const isRight = ended ? ends.length === 0 : ends.length === 1 && ends[0]?.at === story.clock.end;
  mustHold(isRight, '/ended', 'does not go with the event that ends the story');

  const moments = new Map<number, number>();
  for (const { payload, at, sequence } of claims.takeAll(MOMENT)) {
    const read = readMoment(payload);
    const entry = 'value' in read ? read.value.entry : -1;
    const isNew = story.timeline[entry] !== undefined && !moments.has(entry);
    mustHold(
      isNew,
      '',
      `awaits the moment of event ${sequence}, which is of no entry, or of one that has another`,
    );
    moments.set(entry, at);
  }
  story.timeline.forEach(({ when }, entry) => {
    const next = nextMoment(when, story.clock.timeZone, now);
    const at = moments.get(entry);
    // An entry that is due at this very moment may not have come yet.
    const good = at === next || (at === now && nextMoment(when, story.clock.timeZone, now - 1) === now);
    mustHold(good, '', `awaits entry ${entry} at another moment than the story says`);
  });

  for (const { payload, at, sequence } of claims.takeAll(FIRING)) {
    const read = readFiring(payload);
    const good = 'value' in read && at === now && isFiring(read.value, story, fleet);
    mustHold(good, '', `awaits event ${sequence}, which sets off nothing of the story`);
  }
  for (const { payload, at, sequence } of claims.takeAll(AGAIN)) {
    const read = readAgain(payload);
    const good = 'value' in read && isAgain(read.value, at - now, story, fleet);
    mustHold(good, '', `awaits event ${sequence}, which repeats nothing of the story`);
  }
}

type Fleet = PluginWorld['fleet'];

function sizeOf(devices: Devices | null): number {
  return devices === null || devices === 'it' ? 1 : devices.count;
}

function isFiring(
  { entry, device, chain }: { entry: number; device: number; chain: number[] },
  story: Story,
  fleet: Fleet,
): boolean {
  const isCondition = (each: number): boolean => story.timeline[each]?.when.kind === 'when';
  const isChain = chain.length <= LONGEST_CHAIN && chain.at(-1) === entry && chain.every(isCondition);
  return isChain && fleet.devices.has(device);
}

function isAgain(
  { entry, action, device, left }: { entry: number; action: number; device: number; left: number },
  ahead: number,
  story: Story,
  fleet: Fleet,
): boolean {
  const repeated = story.timeline[entry]?.actions[action];
  if (repeated === undefined) return false;
  const { times, apart, stagger } = repeatsOf(repeated);
  const isAgain = left < times && ahead <= apart;
  const isStaggered = left === times && stagger > 0 && ahead <= stagger * (sizeOf(devicesOf(repeated)) - 1);
  return (isAgain || isStaggered) && fleet.devices.has(device);
}
