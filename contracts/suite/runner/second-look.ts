/** What the last look of a run makes of its outcomes: a rule about which something was found otherwise is suspect. */
import type { Outcome } from '../run.ts';
import { Caller } from '../session/caller.ts';
import { createCaseKit } from '../session/case-kit.ts';
import type { Session } from '../session/session.ts';
import { lookAgain } from '../watching/second-look.ts';
import type { Stray } from '../watching/strays.ts';
import { outcomeSuspect } from './outcome.ts';
import type { Planned } from './plan.ts';

/** The outcomes that are others after it. What another client may have done says nothing. */
export async function secondLook(
  session: Session,
  outcomes: ReadonlyMap<Planned, Outcome>,
): Promise<Map<Planned, Outcome>> {
  const { signal, transport, options, others, sightings, host } = session;
  const changed = new Map<Planned, Outcome>();
  if (signal.aborted || transport.gone || options.readOnly || others.seen) return changed;
  const began = host.monotonic();
  const { kit } = createCaseKit(session, new Caller(session, 'second look', signal));
  const strays = await lookAgain(kit, sightings);
  if (strays.length === 0 || (await others.changedSince(began))) return changed;
  for (const stray of strays) {
    const planned = ruleFor(stray, [...outcomes.keys()]);
    const before = planned && (changed.get(planned) ?? outcomes.get(planned));
    if (!planned || !before || before.verdict === 'fail' || before.verdict === 'suspect') continue;
    const exchanges = stray.shown.flatMap(({ exchange }) => (exchange === undefined ? [] : [exchange]));
    changed.set(planned, outcomeSuspect(planned.judged, stray.reason, exchanges, before.milliseconds));
  }
  return changed;
}

/** The rule that a stray is about, or where that is not judged another of its area and channel. */
function ruleFor({ rule }: Stray, planned: readonly Planned[]): Planned | undefined {
  const [area = '', , channel] = rule.split('/');
  const isNear = ({ judged }: Planned) =>
    judged.id.startsWith(`${area}/`) && (channel === undefined || judged.channel === channel);
  return planned.find(({ judged }) => judged.id === rule) ?? planned.find(isNear);
}
