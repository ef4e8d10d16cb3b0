/** Openings about groups and users as histories show them: ids that come again, PATCH, and what a PUT leaves out. */

import type { Compared, Deployment } from '../../deployment/deployment.ts';
import type { Event, Family, Texts } from '../../judge/event.ts';
import { namesOf } from '../../kit/tables.ts';
import { evidenceOf, observeSights, type Sight } from './sight.ts';
import type { Shown } from './witness.ts';

type Of<K extends Event['kind']> = Extract<Event, { kind: K }>;

export function observeRecords(session: Deployment, shown: readonly Shown[]): void {
  const left = new Map<Family, string>();
  for (const one of shown) {
    observeSights(session, one, [...idsIn(session, one.facts), ...patchesIn(session, one)]);
    for (const { family, became, at } of leftOutIn(one.facts)) {
      left.set(family, became);
      session.observe('put.left-out', leftOut(session, left), ...evidenceOf(one, ...at));
    }
  }
}

/** Observes whether a new record has the id of one that is gone. One that has not does not show that none ever will. */
function idsIn({ profile }: Deployment, facts: readonly Event[]): Sight[] {
  const gone = new Set<string>();
  const opening = 'records.id-reuse';
  return facts.flatMap((fact, step): Sight[] => {
    if (fact.kind === 'deleted') gone.add(`${fact.family} ${fact.record}`);
    if (fact.kind !== 'created' || ![...gone].some((key) => key.startsWith(`${fact.family} `))) return [];
    if (gone.has(`${fact.family} ${fact.record}`)) return [{ opening, observed: 'reused', at: [step] }];
    return profile.openings[opening] === 'never' ? [{ opening, observed: 'never', at: [step] }] : [];
  });
}

/** PATCHes as the profile has them: such as were read afterwards, and such as were refused for what is in them. */
function patchesIn(session: Deployment, { facts, exchanges }: Shown): Sight[] {
  const { 'patch.format': format, 'errors.status': statuses } = session.profile.openings;
  if (!format) return [];
  const pinned = `${format.form} as ${format.contentType}`;
  const causes = namesOf(statuses ?? {});
  return facts.flatMap((fact, step): Sight[] => {
    if (fact.kind !== 'updated' || fact.drawn || Object.keys(fact.texts).length === 0) return [];
    const told = (observed: string, holds: boolean): Sight[] => [
      { opening: 'patch.format', observed: { observed, pinned, holds }, at: [step] },
    ];
    const read = readAfter(facts, step);
    if (fact.taken === 'taken' && read && isRead(fact.texts, read.fact.texts))
      return told(`${pinned} is taken`, true);
    if (fact.taken !== 'refused' || !isPlain(fact.texts)) return [];
    const status = session.transport.exchanges[exchanges[step]?.[0] ?? -1]?.reply?.status;
    const named = causes.filter((cause) => statuses?.[cause] === status);
    const isOfBody = named.length > 0 && named.every((cause) => cause === 'invalid' || cause === 'malformed');
    return isOfBody ? told(`a PATCH of ${Object.keys(fact.texts).join(', ')} alone is refused`, false) : [];
  });
}

/** Free texts that any deployment takes. */
function isPlain(texts: Texts): boolean {
  return Object.entries(texts).every(
    ([fact, text]) => (fact === 'name' || fact === 'description') && text !== '',
  );
}

function isRead(texts: Texts, read: Texts): boolean {
  return Object.entries(texts).every(([fact, text]) => read[fact] === text);
}

interface LeftOut {
  readonly family: Family;
  readonly became: string;
  readonly at: readonly number[];
}

/** The fate of texts that a PUT left out and that were there before. */
function leftOutIn(facts: readonly Event[]): LeftOut[] {
  return facts.flatMap((fact, step): LeftOut[] => {
    if (fact.kind !== 'replaced' || !fact.left) return [];
    const { family, record, left, taken } = fact;
    const before = readBefore(facts, step)?.texts;
    const was = left.find((name) => (before?.[name] ?? '') !== '');
    if (taken === 'refused') {
      const isWhole = (one: Event) =>
        one.kind === 'replaced' && one.family === family && one.record === record && !one.left;
      const whole = facts.findIndex((one, other) => isWhole(one) && wasTaken(facts, other));
      return whole >= 0 ? [{ family, became: 'refused', at: [step, whole] }] : [];
    }
    const after = readAfter(facts, step);
    if (taken !== 'taken' || was === undefined || !after || !isRead(fact.texts, after.fact.texts)) return [];
    const now = after.fact.texts[was] ?? '';
    const became = now === before?.[was] ? 'kept' : now === '' ? 'cleared' : 'another text in its place';
    return [{ family, became, at: [step, after.step] }];
  });
}

function wasTaken(facts: readonly Event[], step: number): boolean {
  const fact = facts[step];
  if (fact?.kind !== 'replaced') return false;
  const read = readAfter(facts, step);
  return read !== undefined && isRead(fact.texts, read.fact.texts);
}

/** The first read of a record after a write of it, with no other write of it between. */
function readAfter(facts: readonly Event[], step: number): { fact: Of<'read'>; step: number } | undefined {
  const of = facts[step];
  if (!of || !('record' in of)) return undefined;
  for (const [later, fact] of facts.entries()) {
    if (later <= step || !('record' in fact) || fact.record !== of.record || fact.family !== of.family)
      continue;
    return fact.kind === 'read' && fact.found ? { fact, step: later } : undefined;
  }
  return undefined;
}

/** The last read of a record before a write of it. */
function readBefore(facts: readonly Event[], step: number): Of<'read'> | undefined {
  const of = facts[step];
  if (!of || !('record' in of)) return undefined;
  const before = facts
    .slice(0, step)
    .findLast((fact) => 'record' in fact && fact.record === of.record && fact.family === of.family);
  return before?.kind === 'read' && before.found ? before : undefined;
}

/** By family: one may do otherwise than the other. */
function leftOut({ profile }: Deployment, seen: ReadonlyMap<Family, string>): string | Compared {
  const all = [...new Set(seen.values())];
  const each = [...seen].sort().map(([name, became]) => `${became} of ${name}s`);
  const observed = all.length === 1 ? (all[0] ?? '') : each.join(', ');
  const pinned = profile.openings['put.left-out'];
  return pinned === undefined ? observed : { observed, pinned, holds: observed === pinned };
}
