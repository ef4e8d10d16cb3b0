/** Whether groups and users are in their lists once, also such as were created at the same time. */
import type { AnyId } from '../../../profile/facts.ts';
import { familyOperations, listedBy } from '../../../specification/operations.ts';
import type { Case, Cases } from '../../case.ts';
import type { CaseContext, Made } from '../../case-context.ts';
import { type Finding, fail, Unreached } from '../../finding.ts';
import { readPage } from '../../reading/list.ts';
import { breakOffIn } from '../../transport/failures.ts';
import { judgeOnce } from '../once.ts';
import { isAtOnce } from './at-once.ts';
import { type AnyFacts, difference, isWholePhone, ownTexts } from './compare.ts';
import { sharedHistory } from './course.ts';
import { type Family, families } from './family.ts';
import { freshFacts, repeatedNames } from './fresh.ts';
import { leftByHistory } from './history.ts';
import { judgeLastWrites, LAST_WRITES } from './last-writes.ts';
import { readOnce } from './reading.ts';
import { create } from './writing.ts';

/** Records that are created at the same time, where that is drawn: many, and more where the list is short. */
const MANY = 10;
const MOST = 11;
/** Records of the run that are looked for in a list: so many are created where there are fewer. */
const LOOKED_FOR = 3;
const THOROUGH = 20;
/** A list that is cut by mistake is so after 10 or 20 records more often than elsewhere. */
const LONG = 21;
/** The run's other records that are compared with what is read by their id. */
const COMPARED = 2;
const LISTS = 5;

export const onceCases = {
  'groups/listed-once': onceCase('group'),
  'users/listed-once': onceCase('user'),
} satisfies Cases;

function onceCase(family: Family): Case {
  return {
    touches: 'quiet',
    cost: {
      requests: MOST + COMPARED + LISTS + LAST_WRITES,
      creates: Array.from({ length: MOST }, () => family),
      shared: [sharedHistory(family)],
    },
    judge: (context) => judgeFamily(context, family),
  };
}

async function judgeFamily(context: CaseContext, family: Family): Promise<Finding> {
  const made = await createAtOnce(context, family);
  const twice = made.find(({ id }, index) =>
    made.slice(0, index).some((one) => String(one.id) === String(id)),
  );
  if (twice) {
    const same = made.filter(({ id }) => String(id) === String(twice.id));
    return fail(
      `an id of its own for each ${family} that is created`,
      `${twice.id} twice`,
      ...same.map(({ answer }) => answer),
    );
  }
  const now = new Map<string, AnyFacts>();
  for (const { id, sent } of made) now.set(String(id), ownTexts(family, sent, sent, context.nonce));
  const standing = context.make.standing(family);
  for (const { id, facts } of await olderOnes(context, family, standing))
    now.set(String(id), ownTexts(family, facts, facts, context.nonce));
  const finding = await judgeOnce(context, {
    list: listedBy[familyOperations[family].list],
    what: family,
    own: standing,
    lasting: await context.make.lasting(family),
    wasDeleted: (id) => context.make.wasDeleted(family, id),
    refused: context.make.refused(family),
    repeated: repeatedNames(context),
    isStrange: (id) => context.make.knowsAll(family) && !standing.some((one) => String(one) === String(id)),
    differs: (id, entry) => difference(family, shownBy(entry, now.get(String(id)) ?? {}), entry),
    async confirms(id, entry) {
      const { facts, found } = await readOnce(context, family, id);
      if (!entry || !found) return found;
      const texts = ownTexts(family, facts, facts, context.nonce);
      return difference(family, shownBy(entry, texts), entry) !== undefined;
    },
  });
  return finding.verdict === 'pass' ? ((await judgeLastWrites(context, family)) ?? finding) : finding;
}

/** Those of the run's history as they were last read, or some of the others. */
async function olderOnes(
  context: CaseContext,
  family: Family,
  standing: readonly AnyId[],
): Promise<readonly { id: AnyId; facts: AnyFacts }[]> {
  const left = leftByHistory(context).get(family) ?? [];
  if (left.length > 0) return left;
  const drawn = context.chance.shuffled(`listed ${family}s`, standing).slice(0, COMPARED);
  const reads = await Promise.all(
    drawn.map(async (id) => ({ id, ...(await readOnce(context, family, id)) })),
  );
  return reads.filter(({ found }) => found);
}

/** Of some texts those that an entry shows whole. A list may mask a phone, or show its end alone. */
function shownBy(entry: AnyFacts, texts: AnyFacts): AnyFacts {
  const shown = Object.entries(texts).filter(
    ([fact]) => entry[fact] !== undefined && (fact !== 'phone' || isWholePhone(entry[fact])),
  );
  return Object.fromEntries(shown);
}

/** What is refused when many come at once, or in a read-only run, is not made. */
async function createAtOnce(context: CaseContext, family: Family): Promise<Made<Family>[]> {
  const drawn = isAtOnce(context, 'create', family);
  // Lists are cut by what all families share: that of devices is long by itself where the run makes some.
  const isLong =
    drawn || (!context.controls.has('createDevice') && context.chance.pick('long list', families) === family);
  const wanted = Math.max(
    drawn ? MANY : LOOKED_FOR - context.make.standing(family).length,
    isLong ? await missing(context, family) : 0,
  );
  const count = context.thorough ? THOROUGH : Math.min(Math.max(wanted, 0), MOST);
  const made = await Promise.all(
    Array.from({ length: count }, () =>
      create(context, family, freshFacts(context, family)).catch((error: unknown) => {
        if (!(error instanceof Unreached) || breakOffIn(error)) throw error;
        return undefined;
      }),
    ),
  );
  return made.filter((one) => one !== undefined);
}

/** How many records a list needs to be long. Where the profile says nothing of pages, a cut list may be a page: none. */
async function missing(context: CaseContext, family: Family): Promise<number> {
  if (context.profile.openings['operations.paging'] === undefined) return 0;
  const { list: operation } = familyOperations[family];
  const { json } = await context.fingerprints.withToken(operation);
  const { total, records } = readPage(context.lens, listedBy[operation], json);
  return LONG - (total ?? records.length) - context.make.standing(family).length;
}
