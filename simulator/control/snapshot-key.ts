/** The API key of a snapshot: a snapshot is shared, attached and kept, and the key is a secret. */
import { checkOptions, OptionError } from '../../contracts/kit/option-names.ts';
import { quoted } from '../../contracts/kit/untrusted.ts';
import { type Snapshot, snapshotDigest } from './snapshot.ts';

export interface SnapshotOptions {
  /** Default `omit`: a world that restores the snapshot keeps its own key. */
  apiKey?: 'include' | 'omit';
}

type Account = Snapshot['fleet']['account'];

/** A snapshot as it leaves the world: with a digest of itself, and with its key only when that was asked for. */
export interface ExportedSnapshot extends Omit<Snapshot, 'fleet'> {
  fleet: Omit<Snapshot['fleet'], 'account'> & {
    account: Omit<Account, 'apiKey'> & Partial<Pick<Account, 'apiKey'>>;
  };
}

export function exportedSnapshot(snapshot: Snapshot, options: SnapshotOptions = {}): ExportedSnapshot {
  checkOptions(options, { apiKey: true }, 'snapshot');
  const { apiKey = 'omit' } = options;
  if (apiKey !== 'include' && apiKey !== 'omit')
    throw new OptionError(
      `apiKey can be include or omit, not ${quoted(apiKey)}.`,
      'Default: omit.',
      'apiKey',
    );
  const digest = snapshotDigest(snapshot);
  if (apiKey === 'include') return { ...snapshot, digest };
  const { apiKey: _secret, ...account } = snapshot.fleet.account;
  return { ...snapshot, fleet: { ...snapshot.fleet, account }, digest };
}
