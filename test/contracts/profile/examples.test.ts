import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseProfile } from '../../../contracts/profile/index.ts';
import { envelopedProfile } from '../../enveloped.generated.ts';

const yaml = readFileSync(
  new URL('../../../contracts/profile/examples/enveloped.yaml', import.meta.url),
  'utf8',
);

describe('the enveloped example', () => {
  it('is a profile that can be used, and comes as data too', () => {
    expect(parseProfile(yaml, 'enveloped.yaml')).toEqual(envelopedProfile);
    expect(envelopedProfile.basePath).toBe('/fleet/v2');
  });
});
