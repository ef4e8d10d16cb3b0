/**
 * The way back: what is read of a description is right, and the description of that is the same again. What no description says
 * (`places.ts`) is taken over.
 */
import { describe, expect, it } from 'vitest';
import { readOpenApi } from '../../contracts/openapi/read.ts';
import { writeOpenApi } from '../../contracts/openapi/write.ts';
import { profiles } from '../service/profiles.ts';
import { permutants } from './dialects.ts';
import { differences, profileFrom, wrongIn } from './told.ts';

const told = [...profiles.map((profile) => ({ name: profile.name, profile })), ...permutants()];

describe.each(told.map(({ name, profile }) => [name.split(':')[0] ?? '', profile] as const))(
  '%s',
  (name, profile) => {
    const document = writeOpenApi(profile, { hasIdForm: true });
    const { findings } = readOpenApi(JSON.parse(JSON.stringify(document)));

    it('is read from its description, and nothing is read that it does not say', () => {
      expect(findings.length).toBeGreaterThan(80);
      expect(wrongIn(findings, profile)).toEqual([]);
    });

    // Where operations are withheld nobody is told how they would answer.
    it.skipIf(name.includes(' with '))('is described again as it was', () => {
      expect(differences(document, writeOpenApi(profileFrom(findings, profile)))).toEqual([]);
    });
  },
);
