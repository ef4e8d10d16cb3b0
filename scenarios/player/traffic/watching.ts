/** The conditions of a story that are looked at with each report, and the areas that they ask about. */
import { itemAt } from '../../../contracts/kit/items.ts';
import { causeOf, siteOf, type VehicleReport } from '../../facts/conditions.ts';
import type { Condition, Story } from '../../language/story.ts';
import { areaOf, Fences } from '../../motion/fences.ts';

/** A condition, and the moment from which on it is awaited; absent: from the first. */
export type Watched = Condition & { from?: number };

interface Watch {
  /** Its place in the list that was given. */
  number: number;
  first: number;
  count: number;
}
/** A watch that becomes true when a fence is crossed. */
interface Crossing extends Watch {
  site: number;
  into: boolean;
}
/** A watch that is asked about each report. */
interface Held extends Watch {
  from: number;
  holds(report: VehicleReport): boolean;
}

export type Watching = ReturnType<typeof watchingOf>;

export function watchingOf(story: Story, watched: readonly Watched[]) {
  const crossed: Crossing[] = [];
  const held: Held[] = [];
  const zones: number[] = [];
  for (const [number, condition] of watched.entries()) {
    if (condition.devices === 'it') continue;
    const { devices, from = Number.NEGATIVE_INFINITY } = condition;
    const about = { number, first: devices.first - 1, count: devices.count };
    const cause = causeOf(condition);
    const site = siteOf(condition);
    if ('crosses' in cause) crossed.push({ ...about, site: site ?? 0, into: cause.crosses === 'in' });
    else if ('holds' in cause) {
      held.push({ ...about, from, holds: (report) => cause.holds(condition, report) });
      if (site !== undefined) zones.push(site);
    }
  }
  const fenced = [...new Set(crossed.map(({ site }) => site))];
  const sites = [...new Set([...fenced, ...zones])];
  return {
    /** By fence: what becomes true when it is crossed. */
    crossings: fenced.map((site) => crossed.filter((crossing) => crossing.site === site)),
    held,
    /** The fences that can be crossed, and then the other areas within which something is watched. */
    areas: new Fences(sites.map((site) => areaOf(itemAt(story.sites, site)))),
    /** The sites of these, in the same order. */
    sites,
    /** Returns whether anything is to be looked at for a vehicle. */
    concerns: (v: number): boolean => [...crossed, ...held].some((watch) => isAbout(watch, v)),
  };
}

export function isAbout({ first, count }: Watch, v: number): boolean {
  return v >= first && v < first + count;
}
