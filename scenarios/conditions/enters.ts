import { text } from '../language/schema/builders.ts';
import { siteName } from '../language/words.ts';
import { defineCondition } from './define.ts';

export const enters = defineCondition({
  kind: 'enters',
  summary: 'A device comes into an area.',
  value: text,
  beside: {},
  read({ value, here, names }) {
    const site = names.area(value, here);
    return site === undefined ? undefined : { site };
  },
  words: ({ site }, who, names) => `${who} enters ${siteName(site, names)}`,
  cause: { crosses: 'in', site: ({ site }) => site },
});
