/** Texts of groups and users that do not come back as they were sent (sections 1 and 4.2). */
import type { Content, Family } from '../fleet/rules/records.ts';
import { documentRules, type Rules } from '../options.ts';
import { type Deviation, deviation } from './deviation.ts';

const free: { readonly [F in Family]: readonly string[] } = {
  group: ['name', 'description'],
  user: ['name'],
};

export function losesLetters(family: Family): Deviation {
  return deviation('loses letters that are not ASCII', () =>
    written(family, (text) => text.replace(/[^ -~]/g, '?')),
  );
}

/** Rules by which every write of a family changes its free texts. */
export function written(family: Family, change: (text: string) => string): Partial<Rules> {
  const changed = (content: Content): Content => {
    const texts = free[family].flatMap((fact) => {
      const text = content[fact];
      return typeof text === 'string' ? [[fact, change(text)] as const] : [];
    });
    return { ...content, ...Object.fromEntries(texts) };
  };
  return {
    recordCreated: (facts) =>
      facts.family === family
        ? { ...facts.content, ...changed(facts.content) }
        : documentRules.recordCreated(facts),
    recordReplaced: (facts) =>
      facts.family === family ? changed(facts.content) : documentRules.recordReplaced(facts),
    recordUpdated: (facts) =>
      facts.family === family
        ? documentRules.recordUpdated({ ...facts, change: changed(facts.change) })
        : documentRules.recordUpdated(facts),
  };
}
