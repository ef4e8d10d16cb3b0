/** From answers to a profile that is valid as it is: what it cannot hold is left out, and said. */
import { exactJsonText, parseExactJson } from '../kit/exact-json.ts';
import type { Json } from '../kit/json.ts';
import { splitPointer } from '../kit/json-pointer.ts';
import { checkProfile } from '../profile/load.ts';
import { follow, place } from '../profile/pointer.ts';
import type { Profile } from '../profile/profile.ts';
import type { OpeningId } from '../specification/openings/index.ts';
import { limitFacts, recordFacts } from '../specification/records/index.ts';
import type { FactKind } from '../specification/records/kinds.ts';
import type { Answer } from './merge.ts';

export interface Tree {
  [name: string]: Json;
}

export interface Built {
  /** The profile. */
  readonly data: Tree & { readonly openings: Tree };
  readonly kept: readonly Answer[];
  readonly left: readonly { readonly answer: Answer; readonly why: string }[];
}

/** Places of a profile that a source may fill: nothing else of what it says is kept. */
const allowed = /^\/(basePath$|openings\/|samples\/(group|user)\/)/;

/** The opening without which a fact of this kind cannot be read. */
const rests: { readonly [K in FactKind]?: OpeningId } = {
  ...{ time: 'records.time', date: 'records.time' },
  ...{ speed: 'records.units', course: 'records.units', length: 'records.units', distance: 'records.units' },
};

/** Answers that do not go with another one, where that other one is worth more. */
const blamed: { readonly [code: string]: string } = {
  CURSOR_NOWHERE: '/openings/operations.paging',
  STATUS_WITHOUT_BODY: '/openings/operations.envelope/nothing',
};

/** With more, something is wrong with the answers as a whole. */
const MAX_REMOVED = 200;

/** @param given a profile that is completed: only what a run cannot do without is added, and nothing that it says is changed */
export function profileOf(answers: readonly Answer[], name: string, given?: Profile): Built {
  const left: { answer: Answer; why: string }[] = [];
  let kept = given ? missingIn(given, answers) : answers.filter(({ at }) => allowed.test(at));
  const leave = (which: (answer: Answer) => boolean, why: string): void => {
    for (const answer of kept.filter(which)) left.push({ answer, why });
    kept = kept.filter((answer) => !which(answer));
  };
  const isBelow = ({ at }: Answer, above: string) => `${at}/`.startsWith(`${above}/`);
  for (let round = 0; round < MAX_REMOVED; round++) {
    const data = treeOf(kept, name, given);
    const resting = kept.find(({ at }) => {
      const needed = neededBy(at);
      const own = at.replace('/fields/', '/forms/');
      return needed && data.openings[needed] === undefined && !kept.some((answer) => isBelow(answer, own));
    });
    if (resting) {
      leave((answer) => answer === resting, `it cannot be read without ${neededBy(resting.at)}`);
      continue;
    }
    const [issue] = checkProfile(data);
    if (!issue) return { data, kept, left };
    // A place without an answer has its default: then the answer that contradicts it is at fault.
    const isOwn = kept.some((answer) => isBelow(answer, issue.pointer)) && issue.code !== 'CURSOR_NOWHERE';
    const names = ((isOwn ? undefined : blamed[issue.code]) ?? issue.pointer).split('/');
    // The place, or the nearest around it where something was answered: never all of a profile.
    const around = names.map((_, index) => names.slice(0, names.length - index).join('/')).slice(0, -1);
    const at = around.find((one) => one !== '/openings' && kept.some((answer) => isBelow(answer, one)));
    if (at === undefined) break;
    leave((answer) => isBelow(answer, at), issue.message);
  }
  leave(() => true, 'together they do not form a profile');
  return { data: treeOf([], name, given), kept: [], left };
}

const kindsOf: { readonly [opening: string]: { readonly [fact: string]: FactKind } } = {
  ...Object.fromEntries(
    Object.entries(recordFacts).map(([resource, kinds]) => [`records.${resource}`, kinds]),
  ),
  'limits.names': limitFacts,
};

/** The opening that a field of a record rests on. */
function neededBy(at: string): OpeningId | undefined {
  const [, opening = '', part, fact = ''] = splitPointer(at);
  const kind = part === 'fields' ? kindsOf[opening]?.[fact] : undefined;
  return kind && rests[kind];
}

/** The profile with answers in their places; the objects on the way are made where they are not there. */
function treeOf(answers: readonly Answer[], name: string, given?: Profile): Built['data'] {
  const data = parseExactJson(exactJsonText(given ?? { roadtest: 1, name, openings: {} })) as Built['data'];
  for (const { at, value } of answers) place(data, splitPointer(at), value);
  return data;
}

/** How calls are answered and refused, and what writes show and reads do not. */
const needed =
  /^\/(samples|openings\/(auth\.refusal|errors\.status|token\.status|patch\.format|put\.left-out|operations\.status|operations\.envelope\/(bodies|answers|id|nothing|families|locationHeader)))(\/|$)/;
/** A fact by which a record could be made. Without a place of its own no body would have it. */
const ofSample = /^\/samples\/(group|user)\/(\w+).*/;

function missingIn(given: Profile, answers: readonly Answer[]): Answer[] {
  const samples = answers.filter(({ at }) => ofSample.test(at));
  const places = new Set(samples.map(({ at }) => at.replace(ofSample, '/openings/records.$1/fields/$2')));
  return answers.filter(
    ({ at }) =>
      (needed.test(at) || places.has(at)) &&
      follow(given, splitPointer(at)) === undefined &&
      (given.samples === undefined || !at.startsWith('/samples/')),
  );
}
