/** Secrets of this world that the control API never shows: its keys, its tokens, and the passwords of its users. */
import { redacted } from '../../contracts/kit/placeholders.ts';
import { Redactor } from '../../contracts/kit/redact.ts';
import type { Lens } from '../../contracts/profile/lens/lens.ts';
import { parsePointer } from '../../contracts/profile/pointer.ts';
import type { Account } from '../fleet/account.ts';

export class WorldSecrets {
  readonly #redactor = new Redactor();
  readonly #account: Account;
  #hidden: string | undefined;

  constructor(account: Account, tokens: readonly (string | undefined)[], lens: Lens) {
    this.#account = account;
    for (const token of tokens) if (token !== undefined) this.#redactor.hide(token, redacted);
    const password = parsePointer(lens.record('user').pointer('password') ?? '');
    for (const name of password.slice(-1)) this.#redactor.hideField(name);
  }

  /** Hides the key that holds now, and all that held before. */
  get redactor(): Redactor {
    // Only where they are others: what is known of texts is forgotten then.
    const { userName, keys } = this.#account;
    const hidden = `${keys.size}:${userName}`;
    if (hidden !== this.#hidden)
      for (const apiKey of keys) this.#redactor.hideCredentials({ userName, apiKey });
    this.#hidden = hidden;
    return this.#redactor;
  }
}
