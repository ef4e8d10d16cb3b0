/** The reads before a setting is changed that the run did not make: what it was, and how that is known. */
import { afterEach, describe, expect, it } from 'vitest';
import { UndoGuard } from '../../../contracts/deployment/changes/undo-guard.ts';
import { readJournal } from '../../../contracts/deployment/journal/reading.ts';
import { Session } from '../../../contracts/deployment/session/session.ts';
import { nodeHost } from '../../../contracts/hosts/node.ts';
import type { Profile } from '../../../contracts/profile/index.ts';
import { createSimulator, type Simulator } from '../../../simulator/index.ts';
import { ADDRESS, credentials } from '../../verify/support.ts';

const simulators: Simulator[] = [];
afterEach(() => {
  for (const simulator of simulators.splice(0)) simulator.stop();
});

/** A run that has begun, and what it keeps in its journal. */
async function begun(known: Profile['known'] = {}) {
  const simulator = createSimulator({ devices: 3 });
  simulators.push(simulator);
  const lines: string[] = [];
  const host = {
    ...nodeHost(simulator.fetch),
    journal: { write: async (line: string) => void lines.push(line) },
  };
  const profile = { ...simulator.profile, known };
  const options = { baseUrl: ADDRESS, credentials, profile };
  const session = new Session(ADDRESS, options, host, new AbortController().signal);
  await session.connect();
  const caller = session.background('set-up');
  return {
    simulator,
    session,
    caller,
    access: session.settingAccess(caller),
    guard: session.undoGuardOf(caller),
    changes: () => readJournal(lines.join('')).runs[0]?.changes ?? [],
    effects: () =>
      lines
        .join('')
        .trim()
        .split('\n')
        .map((line): unknown => JSON.parse(line)),
  };
}

describe('API access', () => {
  /** A run that has not seen a sign-in succeed. */
  const unseen = ({ session, access }: Awaited<ReturnType<typeof begun>>) =>
    new UndoGuard({
      undoLog: session.undoLog,
      profile: session.profile,
      access,
      signedIn: async () => false,
    });

  it('is not touched where nothing shows whether it is on', async () => {
    const run = await begun();
    const asked = unseen(run).apiAccess(false);
    await expect(asked).rejects.toMatchObject({ name: 'Unreached', unlock: ['known.apiEnabled'] });
    expect(run.changes()).toEqual([]);
  });

  it.each([true, false])('is put back to what the profile knows it to be (%s)', async (apiEnabled) => {
    const run = await begun({ apiEnabled });
    const { simulator, session, access } = run;
    await unseen(run).apiAccess(!apiEnabled);
    expect(run.changes()).toMatchObject([
      { setting: 'api-access', was: { enabled: apiEnabled }, sets: [{ enabled: !apiEnabled }] },
    ]);
    simulator.fleet.account.setApiEnabled(!apiEnabled);
    expect(await session.undoLog.putBack(access)).toEqual([]);
    expect(simulator.fleet.account.apiEnabled).toBe(apiEnabled);
    expect(run.changes()).toEqual([]);
  });
});

describe('An activation', () => {
  it('is written down before it is asked for, with the expiry settings that it may change', async () => {
    const run = await begun();
    const { simulator, guard, session, access } = run;
    simulator.fleet.limits.set(2, { expires: true, expirationDate: '2030-01-31' });
    await guard.activation('dev-2');
    expect(run.effects()).toContainEqual({ entry: 'effect', effect: 'activation', device: 'dev-2' });
    simulator.fleet.limits.set(2, { expires: true, expirationDate: '2031-12-31' });
    await guard.activated('dev-2');
    expect(run.changes()).toMatchObject([
      { setting: 'limits', id: 'dev-2', was: { expires: true, expirationDate: '2030-01-31' } },
    ]);
    expect(await session.undoLog.putBack(access)).toEqual([]);
    expect(simulator.fleet.limits.get(2)).toMatchObject({ expires: true, expirationDate: '2030-01-31' });
    expect(run.changes()).toEqual([]);
  });

  it('that changed nothing leaves nothing to put back', async () => {
    const run = await begun();
    await run.guard.activation('dev-2');
    await run.guard.activated('dev-2');
    expect(run.changes()).toEqual([]);
  });
});
