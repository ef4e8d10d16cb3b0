import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { envelopedProfile } from '../../../contracts/profile/examples/enveloped.ts';
import { parseProfile } from '../../../contracts/profile/index.ts';

const yaml = readFileSync(
  new URL('../../../contracts/profile/examples/enveloped.yaml', import.meta.url),
  'utf8',
);

/** How the twin is written. `vitest --update` writes it anew after a change of the YAML file. */
const twinOf = (
  profile: unknown,
): string => `// biome-ignore-all format: made from enveloped.yaml by \`npx vitest run --config test/vitest.config.ts test/contracts/profile/examples.test.ts --update\`
/** The profile of \`enveloped.yaml\` as data, for programs that read no files. */
import type { Profile } from '../profile.ts';

export const envelopedProfile: Profile = ${JSON.stringify(profile, null, 2)};
`;

describe('the enveloped example', () => {
  it('is a profile that can be used', () => {
    expect(parseProfile(yaml, 'enveloped.yaml').name).toBe('enveloped');
  });

  it('comes as data too, the same to the letter', async () => {
    await expect(twinOf(parseProfile(yaml, 'enveloped.yaml'))).toMatchFileSnapshot(
      '../../../contracts/profile/examples/enveloped.ts',
    );
    expect(envelopedProfile.basePath).toBe('/fleet/v2');
  });
});
