/** The timeline: when, and what then. */
import { entriesOf } from '../../../contracts/kit/tables.ts';
import { quoted } from '../../../contracts/kit/untrusted.ts';
import { readAction } from '../../actions/action.ts';
import type { Introduces } from '../../actions/define.ts';
import { actions } from '../../actions/index.ts';
import { readCondition } from '../../conditions/condition.ts';
import { readExpectation, type Unlabelled } from '../../expectations/expectation.ts';
import { storyBounds } from '../bounds.ts';
import type { Path } from '../problems.ts';
import type { WrittenStory } from '../schema/index.ts';
import type { WrittenEntry, WrittenExpectations } from '../schema/timeline.ts';
import type { Entry, Moment, Show, Shown } from '../story.ts';
import { durationOf } from './durations.ts';
import { each, isOn } from './each.ts';
import type { Names } from './names.ts';
import { checkText, readCaption } from './texts.ts';
import { Following, timeIn } from './times.ts';

const SHORTEST = 1000;
/** No bound on how often a condition sets something off. */
const NO_BOUND = Number.MAX_SAFE_INTEGER;

/** Entries without labels: these are words about a story that is whole. */
export type UnlabelledEntry = Omit<Entry, 'label' | 'expectations' | 'onlyIf'> & {
  expectations: readonly Unlabelled[];
  onlyIf: readonly Unlabelled[];
  name?: string;
};

export async function readTimeline(written: WrittenStory, names: Names): Promise<UnlabelledEntry[]> {
  const timeline: readonly WrittenEntry[] = written.timeline ?? [];
  const moments = fixedMoments(timeline, names);
  collectNames(timeline, moments, names);
  const crons = new Set<string>();
  const entries: UnlabelledEntry[] = [];
  for (const [index, entry] of timeline.entries()) {
    const path = ['timeline', index];
    const when = await momentOf(entry, moments[index], path, names, crons);
    if (when) entries.push(readEntry(entry, when, path, names));
    else readEntry(entry, { kind: 'end' }, path, names);
  }
  const atEnd = readExpectations(written.expect, ['expect'], names, false);
  if (atEnd.length > 0)
    entries.push({
      place: names.place(['expect']),
      when: { kind: 'end' },
      ...{ actions: [], onlyIf: [], values: {} },
      expectations: atEnd,
      name: 'At the end',
    });
  return entries;
}

/** The moments of entries with `at`; undefined where there is none, or none that is valid. */
function fixedMoments(timeline: readonly WrittenEntry[], names: Names): (number | undefined)[] {
  const before = new Following();
  return timeline.map((entry, index) => {
    const { at: text } = entry;
    const at = text === undefined ? undefined : timeIn(text, ['timeline', index, 'at'], names, before);
    before.note(entry, text === 'end' ? undefined : at);
    return at;
  });
}

/** Takes note of the names that actions bring into a story: a group that is created later can be referred to, and so on. */
function collectNames(
  timeline: readonly WrittenEntry[],
  moments: readonly (number | undefined)[],
  names: Names,
): void {
  const devices: { name: string; at: number | undefined }[] = [];
  for (const [index, entry] of timeline.entries())
    for (const [action] of each<unknown>(entry.do, []))
      for (const [set, name] of introducedBy(Object(action)))
        if (set === 'devices') devices.push({ name, at: moments[index] });
        else names[set].add(name);
  // Devices are numbered as they come: those that are added at known times can be named.
  if (devices.some(({ at }) => at === undefined)) return;
  const inOrder = devices.toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0));
  for (const [index, { name }] of inOrder.entries())
    if (!names.added.has(name)) names.added.set(name, names.devices + 1 + index);
}

function introducedBy(action: { readonly [field: string]: unknown }): [set: Introduces[0], name: string][] {
  return entriesOf(actions).flatMap(([field, row]) => {
    const { introduces }: { introduces?: Introduces | undefined } = row;
    if (introduces === undefined || !Object.hasOwn(action, field)) return [];
    const [set, among = field] = introduces;
    const name = action[among];
    return typeof name === 'string' ? [[set, name]] : [];
  });
}

function readEntry(written: WrittenEntry, when: Moment, path: Path, names: Names): UnlabelledEntry {
  const mayBeIt = written.when !== undefined;
  const { name, chapter, caption } = written;
  const actions = each(written.do, [...path, 'do']).flatMap(
    ([action, here]) => readAction(action, here, names, mayBeIt) ?? [],
  );
  const onlyIf = readExpectations(written.if, [...path, 'if'], names, mayBeIt);
  const expectations = readExpectations(written.expect, [...path, 'expect'], names, mayBeIt);
  const shown = readShown(written, path, names, mayBeIt);
  checkText(name, [...path, 'name'], names);
  checkText(chapter, [...path, 'chapter'], names);
  const values = readCaption(caption, [...path, 'caption'], names, mayBeIt);
  const said = [name, chapter, caption, written.do, written.expect, ...Object.values(shown)];
  if (said.every((each) => each === undefined)) {
    const hint = 'give it a chapter, caption, do or expect';
    names.wrong('NOTHING_SAID', path, 'nothing happens in this entry', hint);
  }
  return {
    place: names.place(path),
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
    readExpectation(expectation, here, names, mayBeIt),
  );
}

/** @param at the moment of an entry with `at` @param crons the expressions that were read before */
async function momentOf(
  written: WrittenEntry,
  at: number | undefined,
  path: Path,
  names: Names,
  crons: Set<string>,
): Promise<Moment | undefined> {
  if (written.at === 'end') return { kind: 'end' };
  if (written.at !== undefined) return at === undefined ? undefined : { kind: 'at', at };
  const { start, end } = names.clock;
  const time = (text: string | undefined, field: string, usual: number) =>
    text === undefined ? usual : timeIn(text, [...path, field], names);
  const every = written.every === undefined ? 0 : (durationOf(written.every) ?? 0);
  const from = time(written.from, 'from', start + every);
  const until = time(written.until, 'until', end);
  if (from === undefined || until === undefined) return undefined;
  if (written.from !== undefined && until < from)
    return names.wrong('NEVER', [...path, 'until'], 'it ends before it begins');
  if (written.every !== undefined) {
    if (every >= SHORTEST) return { kind: 'every', every, from, until };
    const message = `"every" is one second or more, not ${written.every}`;
    return names.wrong('EVERY_TOO_SHORT', [...path, 'every'], message);
  }
  if (written.cron !== undefined) {
    const isValid = await checkCron(written.cron, [...path, 'cron'], names, crons);
    return isValid ? { kind: 'cron', expression: written.cron, from, until } : undefined;
  }
  const condition = written.when && readCondition(written.when, [...path, 'when'], names);
  const { limit = NO_BOUND, cooldown = '0s' } = written;
  return condition && { kind: 'when', condition, from, until, limit, cooldown: durationOf(cooldown) ?? 0 };
}

/** Returns whether a cron expression can be used; reported where it cannot. Only a story that has one loads the library. */
async function checkCron(
  expression: string,
  path: Path,
  names: Names,
  before: Set<string>,
): Promise<boolean> {
  if (before.has(expression)) return true;
  const { cronExpressions: max } = storyBounds;
  if (before.size === max) {
    const message = `there are more than ${max} different cron expressions`;
    names.wrong('TOO_MANY', path, message, 'use one of them again, or say every or at');
    return false;
  }
  const { validateDetailed } = await import('node-cron');
  const { valid, errors } = validateDetailed(expression);
  if (valid) before.add(expression);
  else
    names.wrong(
      'CRON_INVALID',
      path,
      `${quoted(expression)} is not a valid cron expression: ${errors.map(({ message }) => message).join('; ')}`,
      'minute, hour, day, month, weekday: "30 8 * * 1-5" is half past eight on working days',
    );
  return valid;
}

/** The view of an entry on the live page, and how the page's clock goes on there. */
function readShown(written: WrittenEntry, path: Path, names: Names, mayBeIt: boolean): Shown {
  const { chapter, caption, show, speed, pause } = written;
  const missing = (field: string[], message: string, hint: string) =>
    names.wrong('CAPTION_MISSING', [...path, ...field], message, hint);
  const first = (['show', 'speed', 'pause'] as const).find((field) => written[field] !== undefined);
  if (first !== undefined && chapter === undefined && caption === undefined)
    missing(
      [first],
      `"${first}" needs a chapter or a caption`,
      'add a caption that says what there is to see',
    );
  if (Object(show).device === 'it' && chapter !== undefined && caption === undefined)
    missing(
      ['show', 'device'],
      '"it" is shown with a caption',
      'add a caption: a chapter is about no device',
    );
  return {
    ...(show !== undefined && { show: readShow(show, [...path, 'show'], names, mayBeIt) }),
    ...(speed !== undefined && { speed }),
    ...(pause !== undefined && isOn(pause) && { pause: true }),
  };
}

function readShow(
  written: NonNullable<WrittenEntry['show']>,
  path: Path,
  names: Names,
  mayBeIt: boolean,
): Show {
  if (written === 'fleet') return { panel: 'fleet', device: null, area: 'fleet', zoom: null };
  const { panel = null, device, area, zoom = null } = written;
  const isIt = device === 'it' && names.those(device, [...path, 'device'], mayBeIt) === 'it';
  return {
    panel,
    device: isIt
      ? 'it'
      : device === undefined || device === 'it'
        ? null
        : (names.one(device, [...path, 'device']) ?? null),
    area: area === undefined ? null : (names.site(area, [...path, 'area']) ?? null),
    zoom,
  };
}
