/** A service that performs a profile, and a client that speaks it by the lens: what the one writes the other reads. */
import { beforeAll, describe, expect, it } from 'vitest';
import { compileLens, completeProfile } from '../../contracts/profile/index.ts';
import { type Talk, talk } from './talk.ts';
import { three } from './three.ts';

const dialects = three.flatMap((profile) =>
  (['cleared', 'kept', 'refused'] as const).map((leftOut) => ({
    name: profile.name,
    leftOut,
    profile: completeProfile({ ...profile, openings: { ...profile.openings, 'put.left-out': leftOut } }),
  })),
);

describe.each(dialects)(
  'in the profile $name, where what a PUT leaves out is $leftOut',
  ({ leftOut, profile }) => {
    let said: Talk;
    beforeAll(async () => {
      said = await talk(profile);
    });

    it.each([
      ['group', { name: 'Night', description: 'after ten' }],
      ['user', { name: 'Hal', email: 'hal@depot.example', phone: '+49 1' }],
    ] as const)('a %s is created, patched, replaced, listed and deleted', (kept, content) => {
      const { created, patched, replaced, listed, deleted } = said.lives[kept];
      expect(created).toMatchObject(content);
      expect(patched).toMatchObject({ ...content, name: 'Other' });
      const blank = Object.fromEntries(Object.keys(content).map((fact) => [fact, '']));
      const left = {
        cleared: { ...blank, name: 'Third' },
        kept: { ...content, name: 'Third' },
        refused: undefined,
      };
      if (left[leftOut] === undefined) expect(replaced, 'after a PUT').toBeUndefined();
      else expect(replaced, 'after a PUT').toMatchObject(left[leftOut]);
      expect(listed).toContain(created.id);
      expect(deleted).toBe(profile.openings['errors.status']['deleted-id']);
    });

    it('devices, places and the lists of names are read without an issue', () => {
      const [one, ...all] = said.devices;
      expect(all).toContainEqual(one);
      const { facts, issues } = compileLens(profile.openings).reply('location').read(said.last);
      if (profile.openings['locations.purpose'].does === 'record')
        expect({ facts, issues }).toMatchObject({
          facts: { deviceId: 1, latitude: 48.1, longitude: 11.5 },
          issues: [],
        });
      expect(facts.speed ?? 50).toBeCloseTo(50, 3);
      const country = said.countries.find(({ code }) => code === 'AF');
      const zone = said.timeZones.find(({ id }) => String(id).startsWith('A'));
      expect([country, zone?.id]).toEqual([
        { code: 'AF', name: 'Afghanistan' },
        expect.stringMatching(/^A\w+\/\w+$/),
      ]);
    });
  },
);
