/** The timeline: when, and what then. */

import { readAction } from '../../actions/action.ts';
import { readCondition } from '../../conditions/condition.ts';
import { readExpectation, type Unlabelled } from '../../expectations/expectation.ts';
import type { Path } from '../problems.ts';
import type { WrittenStory } from '../schema/index.ts';
import type { WrittenEntry, WrittenExpectations } from '../schema/timeline.ts';
import type { Entry, Moment } from '../story.ts';
import { readCaption } from './captions.ts';
import { CronExpressions } from './cron.ts';
import { each } from './diagnostics.ts';
import { durationOf } from './durations.ts';
import { Following } from './following.ts';
import type { Names } from './names.ts';
import { readShown } from './shown.ts';
import { checkText } from './texts.ts';
import { timeIn } from './times.ts';

const SHORTEST = 1000;
/** No bound on how often a condition sets something off. */
const NO_BOUND = Number.MAX_SAFE_INTEGER;

/** Entries without labels: these are words about a story that is whole. */
export type UnlabelledEntry = Omit<Entry, 'label' | 'expectations' | 'onlyIf'> & {
  expectations: readonly Unlabelled[];
  onlyIf: readonly Unlabelled[];
  name?: string;
};

export async function readTimeline(
  written: Partial<WrittenStory>,
  names: Names,
  clockKnown: boolean,
): Promise<UnlabelledEntry[]> {
  const crons = new CronExpressions(names.diagnostics);
  const before = new Following();
  const entries: UnlabelledEntry[] = [];
  for (const [entry, path] of Array.isArray(written.timeline) ? each(written.timeline, ['timeline']) : []) {
    const read = await readEntry(entry, path, names, clockKnown, { crons, before });
    if (read) entries.push(read);
    before.note(Object(entry), read?.when.kind === 'at' ? read.when.at : undefined);
  }
  const atEnd = readExpectations(written.expect, ['expect'], names, false);
  if (atEnd.length > 0) {
    entries.push({
      place: names.diagnostics.place(['expect']),
      when: { kind: 'end' },
      ...{ actions: [], onlyIf: [], values: {} },
      expectations: atEnd,
      name: 'At the end',
    });
  }
  return entries;
}

/** The cron expressions that were read, and the entries before. */
interface Beside {
  readonly crons: CronExpressions;
  readonly before: Following;
}

async function readEntry(
  given: WrittenEntry,
  path: Path,
  names: Names,
  clockKnown: boolean,
  beside: Beside,
): Promise<UnlabelledEntry | undefined> {
  if (given === null || typeof given !== 'object') return undefined;
  const written = names.diagnostics.readable<WrittenEntry>(given, path);
  const mayBeIt = written.when !== undefined;
  const actions = each(written.do, [...path, 'do']).flatMap(([action, here]) =>
    names.diagnostics.sound(here) ? (readAction(action, here, names, mayBeIt) ?? []) : [],
  );
  const onlyIf = readExpectations(written.if, [...path, 'if'], names, mayBeIt);
  const expectations = readExpectations(written.expect, [...path, 'expect'], names, mayBeIt);
  const shown = readShown(written, path, names, mayBeIt);
  const when = await momentOf(written, path, names, clockKnown, beside);
  if (when === undefined) return undefined;
  const { name, chapter, caption } = written;
  checkText(name, [...path, 'name'], names.diagnostics);
  checkText(chapter, [...path, 'chapter'], names.diagnostics);
  const values = readCaption(caption, [...path, 'caption'], names, mayBeIt);
  const said = [name, chapter, caption, written.do, written.expect, ...Object.values(shown)];
  if (said.every((each) => each === undefined) && names.diagnostics.sound(path)) {
    const hint = 'give it a chapter, caption, do or expect';
    names.diagnostics.wrong('NOTHING_SAID', path, 'nothing happens in this entry', hint);
  }
  return {
    place: names.diagnostics.place(path),
    when,
    values,
    onlyIf,
    actions,
    expectations,
    ...(name !== undefined && { name }),
    ...(chapter !== undefined && { chapter }),
    ...(caption !== undefined && { caption: caption.trim() }),
    ...shown,
  };
}

function readExpectations(
  written: WrittenExpectations | undefined,
  path: Path,
  names: Names,
  mayBeIt: boolean,
): Unlabelled[] {
  return each(written, path).flatMap(([expectation, here]) =>
    names.diagnostics.sound(here) ? readExpectation(expectation, here, names, mayBeIt) : [],
  );
}

async function momentOf(
  written: WrittenEntry,
  path: Path,
  names: Names,
  clockKnown: boolean,
  { crons, before }: Beside,
): Promise<Moment | undefined> {
  const { diagnostics, clock } = names;
  const fields = ['at', 'every', 'cron', 'when', 'from', 'until', 'cooldown'];
  if (!fields.every((field) => diagnostics.sound([...path, field]))) return undefined;
  const span = clockKnown ? clock : { ...clock, start: -LONG_AGO, end: LONG_AGO };
  const time = (field: 'at' | 'from' | 'until'): number | undefined =>
    written[field] === undefined
      ? undefined
      : timeIn(span, written[field], [...path, field], diagnostics, before);

  if (written.at !== undefined) {
    if (written.at === 'end') return { kind: 'end' };
    const at = time('at');
    return at === undefined ? undefined : { kind: 'at', at };
  }
  const [from, until] = [time('from'), time('until')];
  if (
    (written.from !== undefined && from === undefined) ||
    (written.until !== undefined && until === undefined)
  )
    return undefined;
  const last = until ?? clock.end;
  if (from !== undefined && last < from)
    return diagnostics.wrong('NEVER', [...path, 'until'], 'it ends before it begins');

  if (written.every !== undefined) {
    const every = durationOf(written.every) ?? 0;
    if (every < SHORTEST) {
      return diagnostics.wrong(
        'EVERY_TOO_SHORT',
        [...path, 'every'],
        `"every" is one second or more, not ${written.every}`,
      );
    }
    return { kind: 'every', every, from: from ?? clock.start + every, until: last };
  }
  if (written.cron !== undefined) {
    const isValid = await crons.check(written.cron, [...path, 'cron']);
    return isValid
      ? { kind: 'cron', expression: written.cron, from: from ?? clock.start, until: last }
      : undefined;
  }
  const condition = written.when && readCondition(written.when, [...path, 'when'], names);
  return (
    condition && {
      kind: 'when',
      condition,
      from: from ?? clock.start,
      until: last,
      limit: written.limit ?? NO_BOUND,
      cooldown: durationOf(written.cooldown ?? '0s') ?? 0,
    }
  );
}

/** Far enough for any time when it is not known when the story plays; zones and days still fit beyond it. */
const LONG_AGO = 8e15;
