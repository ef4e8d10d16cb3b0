/** Licences that are freed for the devices of a run. */
import { describe, expect, test } from 'vitest';
import { FreeLicences, SPARE } from '../../../contracts/deployment/controls/free-licence.ts';
import { Unreached } from '../../../contracts/deployment/finding.ts';

/** An account, and what was asked of it. `most`: a higher total is refused. */
function account({ total = 3, used = 3, most = Number.POSITIVE_INFINITY } = {}) {
  const asked: string[] = [];
  const counts = { total, used };
  const access = {
    async read() {
      asked.push('read');
      return { ...counts, available: counts.total - counts.used };
    },
    async set(wanted: number) {
      asked.push(`set ${wanted}`);
      if (wanted > most) throw new Unreached('too many', 'account');
      counts.total = wanted;
    },
  };
  const create = async (more: () => Promise<boolean>) => {
    if (counts.used >= counts.total && !(await more())) throw new Unreached('none left', 'account');
    if (counts.used >= counts.total) throw new Unreached('none left', 'account');
    asked.push('create');
    counts.used++;
  };
  return { asked, counts, access, create };
}

describe('A device is made with a free licence', () => {
  test('which is brought about once for all that come after it', async () => {
    const { asked, access, create } = account();
    const licences = new FreeLicences(SPARE);
    await licences.use(access, create);
    await Promise.all([licences.use(access, create), licences.use(access, create)]);
    await licences.use(access, create);
    expect(asked).toEqual(['read', 'set 14', 'read', 'create', 'create', 'create', 'create']);
  });

  test('as few as are needed where the account can have no more', async () => {
    const { asked, access, create } = account({ most: 4 });
    await new FreeLicences(SPARE).use(access, create);
    expect(asked).toEqual(['read', 'set 14', 'set 4', 'read', 'create']);
  });

  test('also where another client took those that were free', async () => {
    const { asked, counts, access, create } = account({ total: 8 });
    const licences = new FreeLicences(SPARE);
    await licences.use(access, create);
    counts.used = counts.total;
    await licences.use(access, create);
    expect(asked).toEqual(['read', 'create', 'read', 'set 19', 'read', 'create']);
  });

  test('and counted anew once the run changed the number of licences', async () => {
    const { asked, access, create } = account({ total: 8 });
    const licences = new FreeLicences(SPARE);
    await licences.use(access, create);
    licences.forget();
    await licences.use(access, create);
    expect(asked).toEqual(['read', 'create', 'read', 'create']);
  });
});
