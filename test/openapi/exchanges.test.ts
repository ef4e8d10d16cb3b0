/**
 * Every exchange of the behaviour rows fits the description of its profile, and so does every exchange of a run of
 * the contract suite on permutants. Descriptions in which one fact is changed do not fit.
 */
import { describe, expect, it } from 'vitest';
import { writeOpenApi } from '../../contracts/openapi/write.ts';
import type { CompleteProfile } from '../../contracts/profile/index.ts';
import { WHOLE } from '../sample.ts';
import { behaveOver, rowsAcross, subjects } from '../service/behaviour/index.ts';
import { type Client, direct, type Received, type Way } from '../service/ways.ts';
import { type Fits, fitsOf } from './fits.ts';
import { isServedIn } from './recorded.ts';

const faults: string[] = [];
let held = 0;

/** The same way in; what goes over it is held against the description of the profile. */
function described(transport: Way): Way {
  return {
    ...transport,
    name: `${transport.name}, described`,
    async open(options) {
      const client = await transport.open(options);
      const profile = options.profile as CompleteProfile;
      const fits = fitsOf(writeOpenApi(profile), isServedIn(profile));
      return { request: (method, target, init) => heldAgainst(fits, client, method, target, init) };
    },
  };
}

async function heldAgainst(
  fits: Fits,
  client: Client,
  ...call: Parameters<Client['request']>
): Promise<Received> {
  const [method, target, init] = call;
  const reply = await client.request(...call);
  if (method !== 'HEAD' && !target.startsWith('/_control')) {
    held++;
    faults.push(...fits({ method, target, body: init?.body, reply }));
  }
  return reply;
}

behaveOver(described(direct()), WHOLE ? subjects : rowsAcross);

describe('what went to and fro', () => {
  it('fits the description', () => {
    expect(held).toBeGreaterThan(0);
    expect([...new Set(faults)]).toEqual([]);
  });
});
