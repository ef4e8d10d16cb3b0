/** Texts of groups and users that do not come back as they were sent (sections 1 and 4.2). */
import { type Deviation, deviation } from '../../simulator/deviations/deviation.ts';
import { written } from '../../simulator/deviations/texts.ts';
import type { Family } from '../../simulator/fleet/rules/records.ts';

/** Shorter than every deployment has to keep. */
const CUT = 40;

export function keptWrongly(family: Family): Deviation[] {
  return [
    deviation(`cuts texts at ${CUT} characters`, () => written(family, (text) => text.slice(0, CUT))),
    deviation('decodes percent signs', () => written(family, (text) => text.replace(/%/g, ''))),
    deviation('takes texts that look like numbers for numbers', () => written(family, asNumber)),
  ];
}

function asNumber(text: string): string {
  const number = Number(text);
  return text === '' || Number.isNaN(number) ? text : String(number);
}
