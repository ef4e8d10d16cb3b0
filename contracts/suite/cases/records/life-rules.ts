/** What the names of the operations promise of the life of a record (sections 1 and 4.2). */

import { familyOperations } from '../../../specification/operations.ts';
import type { Answer } from '../../answer.ts';
import type { Case, Cases } from '../../case.ts';
import { type Finding, fail, inconclusive, pass } from '../../finding.ts';
import type { Kit, Listed } from '../../kit.ts';
import { describeAnswer } from '../../reading/describe.ts';
import { wasTaken } from '../taken.ts';
import { difference, tellingFacts } from './compare.ts';
import { type Family, unlock } from './family.ts';
import { type Deleted, deleteAnother, type Life, lifeOf, type Read, type Written } from './life.ts';

interface LifeRule {
  requests: number;
  /** Records that it makes; default 1. */
  creates?: number;
  judge(life: Life, kit: Kit): Finding | Promise<Finding>;
}

const rules = {
  'created-can-be-read': {
    requests: 2,
    async judge({ family, made, read }, kit) {
      if (!read.found)
        return unread(kit, family, read, `the ${family} ${made.id} that was created to be read by its id`);
      const differs = difference(family, made.sent, read.facts);
      if (differs === undefined)
        return pass(
          `The ${family} that was created can be read and holds what was sent.`,
          made.answer,
          read.answer,
        );
      return fail(`the ${family} ${made.id} to hold what was sent`, differs, made.answer, read.answer);
    },
  },
  'created-is-listed': {
    requests: 2,
    judge({ family, made, listed }, kit) {
      const { page, found } = listed();
      if (found)
        return pass(`The ${family} that was created stands in the list.`, made.answer, ...page.pages);
      const hidden = unseen(kit, page);
      if (hidden) return hidden;
      return fail(
        `the ${family} ${made.id} that was created in the list`,
        `${page.records.length} others`,
        made.answer,
        ...page.pages,
      );
    },
  },
  replaced: {
    requests: 4,
    async judge({ family, replaced }, kit) {
      const written = replaced();
      const differs = difference(family, written.wish, written.after.facts);
      if (written.after.found && differs === undefined)
        return pass('After a PUT the new content is read.', written.answer, written.after.answer);
      return (
        (await notWritten(kit, family, 'replace', written)) ??
        fail(
          'the new content to be read after a PUT',
          differs ?? 'no record',
          written.answer,
          written.after.answer,
        )
      );
    },
  },
  'updated-keeps-rest': {
    requests: 4,
    async judge({ family, updated }, kit) {
      const written = updated();
      const { wish, before, answer, after } = written;
      const telling = [before.answer, answer, after.answer];
      const unchanged = difference(family, wish, after.facts);
      if (unchanged !== undefined) {
        return (
          (await notWritten(kit, family, 'update', written)) ??
          fail('a PATCH of one field to change it', unchanged, ...telling)
        );
      }
      const rest = Object.fromEntries(Object.entries(before.facts).filter(([fact]) => !(fact in wish)));
      const lost = difference(family, rest, after.facts);
      if (lost !== undefined)
        return fail(`a PATCH of ${Object.keys(wish).join()} to leave the other fields`, lost, ...telling);
      if (tellingFacts(rest).length === 0) {
        return inconclusive('Nothing is read beside the field that was changed.', ...unlock[family]);
      }
      const format = kit.profile.openings['patch.format'];
      if (format) {
        const pinned = `${format.form} as ${format.contentType}`;
        kit.observe('patch.format', { observed: `${pinned} is taken`, pinned, holds: true }, answer);
      }
      return pass(`A PATCH of ${Object.keys(wish).join()} changed that and left the others.`, ...telling);
    },
  },
  'deleted-is-gone': {
    requests: 5,
    creates: 2,
    async judge({ family, deleted }, kit) {
      const { id, before, answer, after, list, listed } = deleted();
      if (!before.found) return notReadBefore(family);
      const telling = [before.answer, answer, after.answer, ...list.pages];
      if (after.found || listed) {
        if ((await wasTaken(kit, familyOperations[family].delete, { id, answer })) !== 'taken')
          return notDeleted(answer);
        const where = [...(after.found ? ['read'] : []), ...(listed ? ['listed'] : [])].join(' and ');
        return fail(`the ${family} ${id} to be gone after its DELETE`, `it is still ${where}`, ...telling);
      }
      return (
        unseen(kit, list) ?? pass(`After its DELETE the ${family} is neither read nor listed.`, ...telling)
      );
    },
  },
  'deleted-spares-others': {
    requests: 6,
    creates: 2,
    async judge({ family, deleted }, kit) {
      const first = await judgeSpared(kit, family, deleted());
      // Other cases delete what they made: one may have hit this record, and then nothing was deleted here.
      return first.verdict === 'inconclusive'
        ? judgeSpared(kit, family, await deleteAnother(kit, family))
        : first;
    },
  },
} satisfies { [name: string]: LifeRule };

export const lifeCases = {
  'groups/created-can-be-read': lifeCase('group', rules['created-can-be-read']),
  'groups/created-is-listed': lifeCase('group', rules['created-is-listed']),
  'groups/replaced': lifeCase('group', rules.replaced),
  'groups/updated-keeps-rest': lifeCase('group', rules['updated-keeps-rest']),
  'groups/deleted-is-gone': lifeCase('group', rules['deleted-is-gone']),
  'groups/deleted-spares-others': lifeCase('group', rules['deleted-spares-others']),
  'users/created-can-be-read': lifeCase('user', rules['created-can-be-read']),
  'users/created-is-listed': lifeCase('user', rules['created-is-listed']),
  'users/replaced': lifeCase('user', rules.replaced),
  'users/updated-keeps-rest': lifeCase('user', rules['updated-keeps-rest']),
  'users/deleted-is-gone': lifeCase('user', rules['deleted-is-gone']),
  'users/deleted-spares-others': lifeCase('user', rules['deleted-spares-others']),
} satisfies Cases;

function lifeCase(family: Family, { requests, creates = 1, judge }: LifeRule): Case {
  return {
    touches: 'records',
    cost: { requests, creates: Array.from({ length: creates }, () => family) },
    judge: async (kit) => judge(await lifeOf(kit, family), kit),
  };
}

async function judgeSpared(
  kit: Kit,
  family: Family,
  { id, before, answer, after, neighbour }: Deleted,
): Promise<Finding> {
  if (!before.found || !neighbour.before.found) return notReadBefore(family);
  const telling = [neighbour.before.answer, answer, neighbour.after.answer];
  const differs = neighbour.after.found
    ? difference(family, neighbour.before.facts, neighbour.after.facts)
    : describeAnswer(neighbour.after.answer);
  if (differs !== undefined) {
    return fail(`the ${family} beside the deleted one to stay as it was`, differs, ...telling);
  }
  const taken = await wasTaken(kit, familyOperations[family].delete, { id, answer });
  if (after.found || taken !== 'taken') return notDeleted(answer);
  return pass(`The ${family} beside the deleted one is still there, unchanged.`, ...telling);
}

function notReadBefore(family: Family): Finding {
  return inconclusive(`The ${family} could not be read before it was deleted.`, ...unlock[family]);
}

function notDeleted(answer: Answer): Finding {
  return inconclusive(`The DELETE was not taken: it got ${describeAnswer(answer)}.`);
}

/** A record that exists was not read. */
async function unread(
  kit: Kit,
  family: Family,
  { answer, issues, facts }: Read,
  expected: string,
): Promise<Finding> {
  const kind = await kit.looks.kind(familyOperations[family].read, answer);
  if (kind === 'absent' || (facts.id !== undefined && facts.id !== null))
    return fail(expected, describeAnswer(answer), answer);
  const why = issues[0] ?? describeAnswer(answer);
  return inconclusive(
    `The ${family} that was created cannot be recognised: ${why}.`,
    ...unlock[family],
    'operations.envelope',
  );
}

/** A list in which not everything was seen. */
function unseen(kit: Kit, { complete, issues, records }: Listed<'groups' | 'users'>): Finding | undefined {
  if (records.length === 0 && issues[0]) {
    return inconclusive(`The list cannot be read: ${issues[0]}.`, 'operations.envelope');
  }
  if (complete && kit.profile.openings['operations.paging'] !== undefined) return undefined;
  return inconclusive('Not all pages of the list were seen.', 'operations.paging', 'operations.query');
}

/** A write without the effect that it should have: was it a write at all? */
async function notWritten(
  kit: Kit,
  family: Family,
  verb: 'replace' | 'update',
  { before, body, answer }: Written,
): Promise<Finding | undefined> {
  if (!before.found) return inconclusive(`The ${family} could not be read before.`, ...unlock[family]);
  const id = before.facts.id as string;
  const taken = await wasTaken(kit, familyOperations[family][verb], { id, body, answer });
  if (taken === 'taken') return undefined;
  const why = taken === 'refused' ? 'was refused' : 'is answered alike whether it is taken or not';
  const format = verb === 'update' ? (['patch.format'] as const) : ([] as const);
  return inconclusive(`The ${verb} ${why}: it got ${describeAnswer(answer)}.`, ...format, ...unlock[family]);
}
