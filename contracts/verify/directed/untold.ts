/** The lines of a profile that would show what decides a rule, where nothing does. */
import type { Unlock } from '../../deployment/finding.ts';
import { type Look, looksOf } from '../../judge/decisive.ts';
import type { Judged } from '../../specification/judged.ts';
import type { Circumstances } from '../evidence.ts';

type Fact = Circumstances['untold'][number];

/**
 * The facts that show each. A device that may be expired says nothing by its messages, nor does one whose limit may not have
 * been set.
 */
const factsOf: { readonly [L in Look]: readonly Fact[] } = {
  message: ['licence', 'dailyEmail', 'dailySms'],
  burst: ['licence', 'dailyEmail', 'dailySms'],
  use: ['licence'],
  activation: ['licence'],
  counter: ['usageEmail', 'usageSms'],
  limit: ['dailyEmail', 'dailySms'],
  expires: ['expires'],
  counts: ['used', 'available'],
};

const channelOf: { readonly [F in Fact]?: Judged['channel'] } = {
  usageEmail: 'email',
  dailyEmail: 'email',
  usageSms: 'sms',
  dailySms: 'sms',
};

/** The addition that the profile needs, as a sentence, and the controls that it belongs to; nothing where nothing is missing. */
export function untoldOf(
  { id, channel }: Judged,
  { untold }: Pick<Circumstances, 'untold'>,
): { readonly sentence: string; readonly unlock: readonly Unlock[] } | undefined {
  const facts = new Set(
    looksOf(id)
      .flat()
      .flatMap((look) => factsOf[look]),
  );
  const missing = untold.filter(
    (fact) => facts.has(fact) && (channelOf[fact] === undefined || channelOf[fact] === channel),
  );
  if (missing.length === 0) return undefined;
  const lines = missing.map((fact) => `\`${fact}:\` to \`${controlOf(fact)}.reads\``);
  return {
    sentence: `The profile has no place for what would show it: add ${lines.join(', and ')}.`,
    unlock: [...new Set(missing.map(controlOf))],
  };
}

function controlOf(fact: Fact): 'controls.readLimits' | 'controls.readLicences' {
  return fact === 'used' || fact === 'available' ? 'controls.readLicences' : 'controls.readLimits';
}
