/**
 * A run of directed histories. Each is played on records of its own, and once more on fresh ones where no reading of the
 * document explains it: what comes each time is the deployment's, and not that of what surrounds it.
 */
import type { History } from '../histories/history.ts';
import { histories } from '../histories/index.ts';
import type { Event } from '../judge/event.ts';
import { Judge } from '../judge/judge.ts';
import type { Known } from '../judge/pins.ts';
import { CONFIRMING, type Ruling, rulingsOn, type Witnessed } from '../judge/verdict.ts';
import { messageOf, onDeployment, type Visit } from '../play/on-deployment.ts';
import { type Played, play } from '../play/player.ts';
import { DeviceSupply } from '../play/supply.ts';
import type { Profile } from '../profile/profile.ts';
import { expand, type Judged, type JudgedId } from '../specification/judged.ts';
import { explainNeed, type Need } from '../specification/needs.ts';
import { rules } from '../specification/rules/index.ts';
import type { Host } from '../suite/host.ts';
import { isSelected, type VerifyOptions } from '../suite/options.ts';
import { dayEndAfter } from '../suite/reading/day-end.ts';
import { createCaseContext } from '../suite/session/create-context.ts';
import type { Session } from '../suite/session/session.ts';

export interface DirectedOptions extends VerifyOptions {
  /** Devices that may be made. Default 100. */
  maxDevices?: number;
  /** Histories in place of those of the product. */
  histories?: readonly History[];
}

/** The record of a run of histories. */
export interface Directed extends Visit {
  /** In the order of the ledger. */
  rulings: readonly Ruling[];
  /** Each history as it was played last. */
  witnessed: readonly Witnessed[];
  /** Histories played, with those that were played again. */
  histories: number;
  requests: number;
  devices: number;
  messages: number;
}

const MOST_DEVICES = 100;

/** It always ends with a record: what the deployment does becomes a ruling or a problem. */
export async function judgeByHistories(options: DirectedOptions, host: Host): Promise<Directed> {
  const witnessed: Witnessed[] = [];
  const record: Directed = {
    ...{ target: options.baseUrl, nonce: '', seed: options.seed ?? 0, interrupted: false },
    ...{
      leftBehind: [],
      warnings: [],
      rulings: [],
      witnessed,
      histories: 0,
      requests: 0,
      devices: 0,
      messages: 0,
    },
  };
  const session = await onDeployment(options, host, record, (session) =>
    playAll(session, options, record, witnessed),
  );
  const judged = rules.flatMap(expand).filter(({ id }) => isSelected(id, options));
  const ids = judged.map(({ id }) => id);
  const redacted = witnessed.map((one) => session?.redactor.deep(one) ?? one);
  return {
    ...record,
    witnessed: redacted,
    rulings: session
      ? rulingsOn(ids, redacted, { unoffered: unofferedIn(judged, options), known: knownBy(options) })
      : [],
    requests: session?.transport.exchanges.length ?? 0,
    messages: session?.messages ?? 0,
  };
}

async function playAll(
  session: Session,
  { histories: given = histories, maxDevices = MOST_DEVICES, ...options }: DirectedOptions,
  record: Directed,
  witnessed: Witnessed[],
): Promise<void> {
  const { context, end } = createCaseContext(session, session.calling('histories', session.signal));
  const supply = new DeviceSupply(context, options.readOnly ? 0 : maxDevices);
  const once = async (history: History): Promise<Played> => {
    const played = await play(session, supply, history.steps, Judge.create());
    record.histories++;
    record.warnings.push(...played.undone);
    return played;
  };
  try {
    for (const history of given) {
      if (session.signal.aborted || session.journal.failure !== undefined) return;
      if (!history.about.some((id) => isSelected(id, options))) continue;
      await session.turn.renew();
      witnessed.push(await witness(history, once, knownBy(options), session.signal));
    }
  } finally {
    record.devices = supply.made;
    for (const error of await end()) record.warnings.push(messageOf(error));
  }
}

async function witness(
  history: History,
  once: (history: History) => Promise<Played>,
  known: Known,
  signal: AbortSignal,
): Promise<Witnessed> {
  // It is played to its end where only a pin does not hold.
  const wrong = (played: Played) => played.wrongAbout ?? judgedBy(played, known).wrongAbout;
  let last = await once(history);
  const about = wrong(last);
  let [failed, played] = [about === undefined ? 0 : 1, 1];
  while (failed === played && played < CONFIRMING && !signal.aborted) {
    const again = await once(history);
    played++;
    if (wrong(again) !== about) continue;
    failed++;
    last = again;
  }
  const facts = factsOf(last);
  const isExplained = judgedBy(last, {}).explains;
  return {
    ...{ name: history.name, about: history.about, facts, failed, played },
    // A dead deployment is not held to its answers, nor one to what a control did not bring about.
    counts: last.wrongAbout !== undefined || (isExplained && last.judged > 0),
    untaken: last.done.flatMap(({ untaken }) => untaken ?? []),
  };
}

/** The rules that the profile takes from the deployment, and why. */
function unofferedIn(
  judged: readonly Judged[],
  { profile }: Pick<VerifyOptions, 'profile'>,
): ReadonlyMap<JudgedId, string> {
  return new Map(
    judged.flatMap(({ id, needs, operation }): [JudgedId, string][] => {
      const mayNot = profile?.openings['auth.roles']?.mayNotCall ?? [];
      if (mayNot.some((one) => one === operation))
        return [[id, `The profile says that the account may not call ${operation}.`]];
      const other = needs.find((need) => saysOtherwise(need, profile));
      return other === undefined ? [] : [[id, `It needs ${explainNeed(other)}.`]];
    }),
  );
}

/** Whether the profile answers the opening that a need names, and in another way. */
function saysOtherwise(need: Need, profile: Profile | undefined): boolean {
  const opening = recording.get(need);
  const purpose = opening && profile?.openings[opening];
  return purpose !== undefined && purpose.does !== 'record';
}

const recording: ReadonlyMap<Need, 'alerts.purpose' | 'locations.purpose'> = new Map([
  ['says:alerts.purpose=record', 'alerts.purpose'],
  ['says:locations.purpose=record', 'locations.purpose'],
]);

function factsOf({ done }: Played): Event[] {
  return done.flatMap(({ event }) => event ?? []);
}

function judgedBy(played: Played, known: Known): Judge {
  return factsOf(played).reduce((judge, fact) => judge.after(fact), Judge.create({ known }));
}

/** The answers of the profile that the judge holds a deployment to. */
function knownBy({ profile }: Pick<VerifyOptions, 'profile'>): Known {
  if (!profile || dayEndAfter({ profile }, 0) === undefined) return {};
  return { dayEndAfter: (moment) => dayEndAfter({ profile }, moment) };
}
