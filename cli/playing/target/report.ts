/** The result of a story on a deployment: data, which `summary.ts` puts into words. */
import type { Story } from '../../../scenarios/language/story.ts';
import type { CountOf, OperationCount, RefusalCount, Tally } from '../../../scenarios/target/tally.ts';
import type { DeploymentClock, TimeWay } from './clock.ts';
import type { Contact } from './contact.ts';
import type { How } from './ending.ts';
import type { Judged } from './judging.ts';
import type { Pacer } from './pacer.ts';
import type { PlayedOn } from './playing.ts';

export interface TargetReport extends How {
  format: 'roadtest-target';
  version: 1;
  story: string;
  target: string;
  profile: string;
  /** The simulated moments from which to which it was played, ISO 8601 UTC. */
  from: string;
  until: string;
  /** How the deployment's clock was taken into account, and how far the story's times were moved, in ms. */
  time: TimeWay;
  movedBy: number;
  /** Story devices in their order, as the deployment calls them. */
  devices: number;
  /** Real time, in ms. */
  took: number;
  sent: number;
  perSecond: number;
  operations: OperationCount[];
  refusals: RefusalCount[];
  /** Refusals that the story did not expect. */
  unexpected: number;
  notDone: CountOf[];
  notes: { words: string; count: number }[];
  /** Real milliseconds by which steps went out late, and what that is in the story's time. */
  lag: { last: number; most: number; simulated: number };
  expectations: { judged: Judged[]; notJudged: number };
  /** Records that were created and could not be removed, or were to be kept. */
  leftBehind: string[];
  /** Why the journal could not be written: from then on nothing more was changed. */
  journalLost?: string;
}

/**
 * 1 where the story did not expect what happened: a refusal, an expectation that does not hold, a lost deployment. 2 where
 * the journal could not be written: what was not done can make neither fail.
 */
export function exitCodeOf({ unexpected, ended, expectations, journalLost }: TargetReport): 0 | 1 | 2 {
  if (journalLost !== undefined) return 2;
  const failed = expectations.judged.some(({ met, metByStory }) => !met && metByStory);
  return unexpected > 0 || failed || ended !== 'finished' ? 1 : 0;
}

export interface ReportParts {
  story: Story;
  contact: Pick<Contact, 'client' | 'profile'>;
  tally: Tally;
  played: PlayedOn;
  pacer: Pacer;
  clock: DeploymentClock;
  speed: number | 'max';
  took: number;
  leftBehind: string[];
  journalLost: string | undefined;
  how: How;
}

export function reportOf({
  story,
  contact,
  tally,
  played,
  pacer,
  clock,
  speed,
  took,
  ...parts
}: ReportParts): TargetReport {
  const { last, most } = pacer.lag;
  return {
    format: 'roadtest-target',
    version: 1,
    story: story.name,
    target: contact.client.target,
    profile: contact.profile.name,
    from: new Date(story.clock.start).toISOString(),
    until: new Date(played.reached).toISOString(),
    time: clock.way,
    movedBy: clock.moved,
    devices: story.devices,
    took: Math.round(took),
    sent: tally.sent,
    perSecond: took > 0 ? Math.round((tally.sent * 1000) / took) : 0,
    operations: tally.operations(),
    refusals: tally.refusals(),
    unexpected: tally.unexpected,
    notDone: tally.notDoneCounts(),
    notes: tally.notes(),
    lag: { last, most, simulated: speed === 'max' ? 0 : most * speed },
    expectations: { judged: played.judged, notJudged: played.notJudged },
    ...parts.how,
    leftBehind: parts.leftBehind,
    ...(parts.journalLost !== undefined && { journalLost: parts.journalLost }),
  };
}
