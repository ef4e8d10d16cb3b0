/** How the cases of the daily limits are put together: on which devices they are judged, and how often. */
import { HOUR } from '../../../kit/durations.ts';
import { itemAt } from '../../../kit/items.ts';
import { mapTable } from '../../../kit/tables.ts';
import type { AnyId } from '../../../profile/facts.ts';
import type { Channel } from '../../../specification/judged.ts';
import type { RuleId } from '../../../specification/rules/index.ts';
import type { Case, Cost, Touches } from '../../case.ts';
import { type Finding, inconclusive } from '../../finding.ts';
import type { Kit } from '../../kit.ts';
import { unlessUnreached } from '../../transport/failures.ts';
import { giveBack, newDevices, ownDevices } from '../devices/own.ts';
import { freeLicences } from '../licences/cast.ts';
import { ofRun } from '../of-run.ts';
import { type Line, lineOf, type Reckoning } from './line.ts';

/** What happens to devices, and is looked at by one rule or by several. Lines are of the channel that is judged. */
export interface Story<Told> {
  /** Default: the rule that is judged by it. */
  name?: string;
  /** Devices that it takes; default 1. */
  devices?: 1 | 2;
  /** Default `device`; `time` for one that waits for the next day. */
  touches?: Extract<Touches, 'device' | 'account' | 'time'>;
  tell(line: Line, second: Line): Promise<Told>;
}

export interface Chapter<Told> {
  /** Beside the devices of the story. */
  cost: Cost;
  judge(told: Told): Finding | Promise<Finding>;
}

/**
 * The cases that look at a story at present. Its devices go back when none does any more: however many
 * of its chapters are judged, how often, and whether its telling came to an end.
 */
class Readers {
  readonly #readers = new Map<string, number>();
  readonly #afterLast = new Map<string, (() => void)[]>();

  enter(story: string): void {
    this.#readers.set(story, (this.#readers.get(story) ?? 0) + 1);
  }

  leave(story: string): void {
    const left = (this.#readers.get(story) ?? 1) - 1;
    this.#readers.set(story, left);
    if (left > 0) return;
    const acts = this.#afterLast.get(story) ?? [];
    this.#afterLast.delete(story);
    for (const act of acts) act();
  }

  afterLast(story: string, act: () => void): void {
    this.#afterLast.set(story, [...(this.#afterLast.get(story) ?? []), act]);
  }
}

const readersOf = ofRun(() => new Readers());

/** More of the deployment's time than any story takes, far less than a day. */
const TOO_LONG = 6 * HOUR;

/**
 * Cases that look at one story, told once for all of them. What does not hold is told once more, on
 * fresh devices where they can be had, otherwise by the counters: a day may have ended between two
 * requests, and then everything is different.
 */
export function storyCases<Told, R extends RuleId>(
  story: Story<Told>,
  chapters: { readonly [Rule in R]: Chapter<Told> },
): { [Rule in R]: Case } {
  const shared = Object.keys(chapters).length > 1;
  return mapTable<R, Chapter<Told>, Case>(chapters, (chapter) => storyCase(story, chapter, shared));
}

function storyCase<Told>(story: Story<Told>, { cost, judge }: Chapter<Told>, shared: boolean): Case {
  const { name, devices = 1, touches = 'device' } = story;
  const creates = Array.from({ length: devices }, () => 'device' as const);
  return {
    touches,
    cost: { ...cost, creates: [...creates, ...(cost.creates ?? [])] },
    async judge(kit, { rule, channel = 'email' }) {
      const began = kit.clock.now();
      const key = `${name ?? rule} ${channel}`;
      const readers = readersOf(kit);
      readers.enter(key);
      kit.afterwards(async () => readers.leave(key));
      const heard = await kit.shared(key, async () => {
        const held = await devicesFor(kit, story, shared);
        if (shared) readers.afterLast(key, () => giveBack(kit, held));
        return { held, told: await tell(story, kit, held, channel) };
      });
      const first = await judge(heard.told);
      if (first.verdict === 'pass') return first;
      if (touches !== 'time' && kit.clock.now() - began > TOO_LONG) {
        return inconclusive("The deployment's clock runs so fast that days end while the rule is judged.");
      }
      if (!kit.controls.has('createDevice')) {
        return judge(await tell(story, kit, await devicesFor(kit, story, false), channel));
      }
      const again = await kit.shared(`${key} once more`, async () => {
        const fresh = await freshDevices(kit, devices);
        return tell(story, kit, fresh ?? heard.held, channel, fresh ? 'own' : 'counter');
      });
      return judge(again);
    },
  };
}

/** A case with a story of its own. */
export interface LimitCase extends Omit<Story<Finding>, 'name' | 'tell'>, Omit<Chapter<Finding>, 'judge'> {
  judge: Story<Finding>['tell'];
}

/** Cases with a story of their own each. */
export function limitCases<R extends RuleId>(
  cases: { readonly [Rule in R]: LimitCase },
): { [Rule in R]: Case } {
  return mapTable<R, LimitCase, Case>(cases, ({ cost, judge, ...story }) =>
    storyCase({ ...story, tell: judge }, { cost, judge: (finding) => finding }, false),
  );
}

async function tell<Told>(
  story: Story<Told>,
  kit: Kit,
  devices: readonly AnyId[],
  channel: Channel,
  reckoning?: Reckoning,
): Promise<Told> {
  const lines = await Promise.all(devices.map((device) => lineOf(kit, device, channel, reckoning)));
  const first = itemAt(lines, 0);
  return story.tell(first, lines[1] ?? first);
}

/** A story that several look at keeps its devices until all have, for another look. */
function devicesFor(kit: Kit, { devices = 1, touches }: Story<unknown>, keep: boolean): Promise<AnyId[]> {
  return ownDevices(kit, devices, { urgent: touches === 'time', keep });
}

/** Devices that nothing was sent from; `undefined` where no more can be had. */
async function freshDevices(kit: Kit, count: number): Promise<AnyId[] | undefined> {
  if (!kit.controls.has('createDevice')) return undefined;
  // A device without a licence sends nothing.
  await freeLicences(kit).catch(unlessUnreached);
  return newDevices(kit, count).catch(unlessUnreached);
}
