/** Openings as histories show them: limits that are set, and the answers that the profile pins. */
import { singleEvents } from '../judge/event.ts';
import { pinsSeen } from '../judge/pinned.ts';
import type { OpeningId } from '../specification/openings/index.ts';
import type { HasExchange } from '../suite/finding.ts';
import type { Session } from '../suite/session/session.ts';
import { knownBy, type Shown } from './playing.ts';

export function observe(session: Session, shown: readonly Shown[]): void {
  for (const { opening, holds, at } of pinsSeen(shown, knownBy(session))) {
    const { history, step } = at.at(-1) ?? {};
    const evidence = evidenceOf(
      shown.find(({ name }) => name === history),
      step,
    );
    for (const [id, observed] of wordsOf(session, opening, holds)) session.observe(id, observed, ...evidence);
  }
  for (const one of shown)
    for (const [index, fact] of one.facts.entries())
      for (const event of singleEvents([fact])) {
        if (event.kind !== 'set') continue;
        const limit = [event.change.dailyEmail, event.change.dailySms].find((one) => (one ?? 0) < 0);
        if (limit === undefined) continue;
        const fate = event.done ? 'taken' : 'refused';
        session.observe('limits.range', `${limit} is ${fate}`, ...evidenceOf(one, index));
      }
}

function evidenceOf(one: Shown | undefined, step = 0): HasExchange[] {
  return (one?.exchanges[step] ?? []).map((exchange) => ({ exchange }));
}

/** The end of the day is two openings: the time, and the zone that it is a time of. */
function wordsOf(
  { profile: { openings } }: Session,
  opening: OpeningId,
  holds: boolean,
): [OpeningId, string][] {
  const { 'day.ends': ends, 'day.time-zone': zone } = openings;
  if (opening !== 'day.ends' || ends === undefined || zone === undefined) return [];
  if (!holds) return [['day.ends', `another time than ${ends} ${zone}`]];
  return [
    ['day.ends', ends],
    ['day.time-zone', zone],
  ];
}
