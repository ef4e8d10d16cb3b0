/** The account: its credentials, whether its API is on, and its licences (sections 1, 3, 5 and 8). */
import type { Core } from './core.ts';
import { FleetError } from './errors.ts';
import { OWN_USER } from './records/users.ts';
import type { AccountState } from './state.ts';
import type { Account as AccountView } from './types.ts';

export type AccountEvents = 'account-changed';

interface AccountFacts extends AccountState {
  apiKey: string;
}

/** The account. Changes by a tester take effect at once. */
export class Account {
  /** The user whose key the account uses. */
  readonly ownUserId = OWN_USER;
  /** Facts as own properties, so that `{ ...account }` has them. */
  declare readonly userName: string;
  declare readonly apiKey: string;
  declare readonly timeZone: string;
  declare readonly apiEnabled: boolean;
  readonly #core: Core<AccountEvents>;
  #state: AccountFacts;
  readonly #keys = new Set<string>();

  constructor(core: Core<AccountEvents>, state: AccountFacts) {
    this.#core = core;
    this.#state = state;
    this.#keys.add(state.apiKey);
    for (const name of ['userName', 'apiKey', 'timeZone', 'apiEnabled'] as const)
      Object.defineProperty(this, name, { get: () => this.#state[name], enumerable: true });
  }

  /** The key that holds, and those that held before: what was written then shows none of them. */
  get keys(): ReadonlySet<string> {
    return this.#keys;
  }

  /** When a day ends, where a fixture or a story says it. */
  get dayEnds(): string | undefined {
    return this.#state.dayEnds;
  }

  /** Licences in use: one for each device that is not expired (section 8). */
  get licencesUsed(): number {
    return this.#state.licencesUsed;
  }

  /** Free licences; 0 also when the total was set below the used ones. */
  get licencesAvailable(): number {
    const { licenceTotal, licencesUsed } = this.#state;
    return this.#core.rules.licencesAvailable({ total: licenceTotal, used: licencesUsed });
  }

  /** The whole account as it is now, the key included. */
  view(): AccountView {
    const { userName, apiKey, apiEnabled, timeZone, licenceTotal, licencesUsed } = this.#state;
    const licences = { total: licenceTotal, used: licencesUsed, available: this.licencesAvailable };
    return { userName, apiKey, apiEnabled, timeZone, licences };
  }

  /** Switches API access on or off (section 5, rule 5). */
  setApiEnabled(on: boolean): void {
    if (on === this.#state.apiEnabled) return;
    this.#state.apiEnabled = on;
    this.#core.log.append('account-changed', { apiEnabled: on });
  }

  /** Sets the key of the account: from now on tokens are issued for it alone (section 4.1). */
  setApiKey(key: string): void {
    this.#state.apiKey = key;
    this.#keys.add(key);
    // The key is a secret: the log records that it changed, not its value.
    this.#core.log.append('account-changed', { fields: ['apiKey'] });
  }

  /**
   * Sets the number of licences. It may be below the used ones: no device expires by that, and none
   * can be activated until enough were released. Throws `LICENCES_BELOW_ZERO`.
   */
  setLicenceTotal(total: number): void {
    if (!Number.isSafeInteger(total) || total < 0) {
      throw new FleetError('LICENCES_BELOW_ZERO', `${String(total)} is not a number of licences.`, {
        field: 'licences.total',
        hint: 'A whole number from 0.',
      });
    }
    if (total === this.#state.licenceTotal) return;
    this.#state.licenceTotal = total;
    this.#core.log.append('account-changed', { licences: this.view().licences });
  }

  /** For the parts of the fleet that take and release licences. */
  setLicencesUsed(used: number): void {
    this.#state.licencesUsed = used;
  }

  save(): AccountFacts {
    return { ...this.#state };
  }

  restore(state: AccountState): void {
    this.#state = { ...state, apiKey: state.apiKey ?? this.#state.apiKey };
    this.#keys.add(this.#state.apiKey);
  }
}
