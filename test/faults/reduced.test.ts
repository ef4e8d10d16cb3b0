/** No rule that is broken passes, whatever the profile leaves out, in the cells in which one once did; `npm run whole` judges all. */
import { describe, expect, it } from 'vitest';
import { completeProfile } from '../../contracts/profile/index.ts';
import type { GivenOpenings } from '../../contracts/specification/openings/index.ts';
import { LONG } from '../sample.ts';
import { type Cell, cellsWith, judgedIn, wrongIn } from './cells.ts';
import { deviationFaults } from './index.ts';
import { idsWith, judged } from './judging.ts';
import type { Devices } from './profiles.ts';

/** Cells by what is broken and what the profile lacks. */
const once: Record<Devices, readonly (readonly [what: string, lacks: string])[]> = {
  made: [
    ['expires-again: releases a licence only', '/controls/readLicences/reads/used'],
    ['activation-takes-one: does not count', '/controls/readLicences/reads/used'],
    ['earlier-takes-effect: keeps the later date when', '/controls/readLimits'],
    ['groups/created-is-listed: does not list what was created', '/openings/operations.paging'],
    ['keeps the first location of a device as the last', '/openings/records.group/fields/name'],
    ['loses the location that follows an alert', '/openings/records.group/fields/name'],
    ['carries out every write before it looks at the signature', 'nothing'],
    ['carries out every write before it looks at the token', '/openings/records.user/fields/name'],
    ['ends the day after an hour', '/controls/readLimits/reads/usageSms'],
    ['counts the messages that it withheld as well', '/controls/setLimits/body/dailyEmail'],
    ['activates an expired device at its locations', '/controls/readLimits/reads/licence'],
  ],
  known: [['takes the limits of the device after it away', '/controls/send/reads/sent']],
  expired: [
    ['only-its-own: gives the expiry of a device to the one that was made before', '/controls/activate'],
    ['stops one message short of the limit', '/controls/setLimits/body/expires'],
    ['shows one message too few', '/controls/setLimits/body/expires'],
    ['keeps half of what was counted when the day ends', '/openings/errors.status'],
  ],
};

describe.each(['made', 'known', 'expired'] as const)('With devices that are %s no rule passes', (devices) => {
  const cells = [...cellsWith(devices), ...cellsWith(devices, 'further')];

  it.each(once[devices])(
    'that is broken where a service %s, with a profile without %s',
    LONG,
    async (what, lacks) => {
      expect(await wrongIn(cellIn(cells, what, lacks))).toEqual([]);
    },
  );
});

it('what is broken is found by the messages that are sent, and not by settings that are read back', async () => {
  const cell = cellIn(cellsWith('known'), 'limits/channels-apart', '/controls/readLimits/reads/licence');
  expect(await judgedIn(cell)).toContainEqual(expect.objectContaining({ verdict: 'fail' }));
});

it.each(['groups/replaced', 'users/replaced'])(
  '%s does not pass where it is broken, and the profile tells how creates alone are answered',
  async (rule) => {
    const { openings, ...profile } = completeProfile({ roadtest: 1, name: 'creates alone', openings: {} });
    const { answers, ...envelope } = openings['operations.envelope'];
    const { createGroup, createUser } = answers;
    const given: GivenOpenings = {
      ...openings,
      'operations.status': { createGroup: 201, createUser: 201 },
      'operations.envelope': { ...envelope, answers: { createGroup, createUser } },
    };
    const fault = deviationFaults.find(({ does }) => does.startsWith(rule)) ?? expect.fail(rule);
    const run = await judged(fault, { only: [rule], known: { ...profile, openings: given } });
    expect(idsWith(run, 'pass')).not.toContain(rule);
  },
);

function cellIn(cells: readonly Cell[], what: string, lacks: string): Cell {
  const cell = cells.find(({ broken, reduced }) => broken.what.includes(what) && reduced.lacks === lacks);
  if (!cell) throw new Error('There is no such cell.');
  return cell;
}
