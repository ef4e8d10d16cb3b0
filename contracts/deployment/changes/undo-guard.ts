/**
 * Guards the changes by the controls of a history. A record that the run made needs no guard. Anything
 * else is changed only if it can be put back: it is read, or the profile states what it is.
 */

import { fieldOf } from '../../kit/json.ts';
import type { AnyId } from '../../profile/facts.ts';
import type { Known } from '../../profile/profile.ts';
import type { LimitsChange } from '../controls/api.ts';
import { takesDate } from '../controls/limits.ts';
import type { Deployment } from '../deployment.ts';
import { Unreached } from '../finding.ts';
import type { Effect, SettingFacts, SettingName } from '../journal/entries.ts';
import { putBackOpen } from './putting-back.ts';
import { settings, undoer } from './settings.ts';

export class UndoGuard {
  readonly #deployment: Deployment;
  /** The changes that were begun here. */
  readonly #begun = new Set<number>();
  /** Tells whether a device of others may have expired. */
  #mayExpire = false;

  constructor(deployment: Deployment) {
    this.#deployment = deployment;
  }

  apiAccess(enabled: boolean): Promise<void> {
    const former = async () => {
      if (await this.#isSignedIn()) return { enabled: true };
      const { apiEnabled } = this.#known;
      if (apiEnabled !== undefined) return { enabled: apiEnabled };
      throw new Unreached(
        'nothing shows whether API access is on, so it could not be restored',
        'known.apiEnabled',
      );
    };
    return this.#begin('api-access', undefined, { enabled }, former);
  }

  limits(device: AnyId, change: LimitsChange): Promise<void> {
    return this.#begin('limits', device, { ...change }, async (facts) => {
      const known = {
        ...this.#reportedLimits(device),
        ...(await settings.limits.read(undoer(this.#deployment), device)),
      };
      const unknown = facts.find((fact) => known[fact] === undefined);
      if (unknown === undefined) return pick(known, [...facts, ...companions(facts)]);
      throw new Unreached(
        `the device ${device} was not made by this run and its ${unknown} cannot be read, so it could not be restored`,
        'controls.createDevice',
        'controls.readLimits',
        'known.limits',
      );
    });
  }

  /** An activation may change the expiry settings of a device: they are looked at before and after. */
  async activation(device: AnyId): Promise<void> {
    await this.effect({ entry: 'effect', effect: 'activation', device });
    if (!this.#deployment.undoLog.knows('limits', device, companions(['expires']))) await this.#seen(device);
  }

  async activated(device: AnyId): Promise<void> {
    await this.changed('limits', device, await this.#seen(device));
  }

  /** A device is about to be given an expiry, by which it may expire: then it is activated again. */
  async licence(device: AnyId): Promise<void> {
    const { profile, undoing: controls } = this.#deployment;
    const isEnough = profile.openings['activation.also'] !== 'needs-date' || takesDate({ controls });
    if (!controls.has('activate') || !isEnough) {
      const reason = `the device ${device} was not made by this run, and could not be activated again once it expires`;
      throw new Unreached(reason, 'controls.createDevice', 'controls.activate');
    }
    this.#mayExpire = true;
    await this.#begin('licence', device, { licence: 'expired' }, async () => ({ licence: 'used' }));
  }

  /** For the whole run: what was made meanwhile goes on needing them. */
  async licences(total: number): Promise<void> {
    const former = async () => {
      const was = await settings.licences.read(undoer(this.#deployment), '');
      if (was.total !== undefined) return was;
      const reason = 'it is not known how many licences the account has, so the number could not be restored';
      throw new Unreached(reason, 'controls.readLicences');
    };
    await this.#deployment.undoLog.changing({ setting: 'licences', set: { total }, former });
  }

  changed(setting: SettingName, id: AnyId | undefined, set: SettingFacts): Promise<void> {
    return this.#deployment.undoLog.changed({ setting, id, set });
  }

  effect(effect: Effect, once?: boolean): Promise<void> {
    return this.#deployment.undoLog.effect(effect, once);
  }

  /**
   * Puts back what was begun here, as far as possible; the rest stays open. A device that is to be in use again may need one of
   * the licences that the run took away.
   */
  async putBack(): Promise<void> {
    await putBackOpen(
      this.#deployment,
      ({ number, setting }) => this.#begun.has(number) || (setting === 'licences' && this.#mayExpire),
    );
  }

  /** The expiry settings as they are now, where they can be read. */
  async #seen(device: AnyId): Promise<SettingFacts> {
    const read = await settings.limits.read(undoer(this.#deployment), device);
    const expiry = pick(read, companions(['expires']));
    if (Object.keys(expiry).length > 0) await this.#begin('limits', device, expiry, async () => expiry);
    return expiry;
  }

  async #begin(
    setting: SettingName,
    id: AnyId | undefined,
    set: SettingFacts,
    former: (facts: readonly string[]) => Promise<SettingFacts>,
  ): Promise<void> {
    this.#begun.add(await this.#deployment.undoLog.changing({ setting, id, set, former }));
  }

  /** The profile's limits of a device that it names. */
  #reportedLimits(device: AnyId): SettingFacts {
    const { device: devices = [], limits = {} } = this.#known;
    return devices.some((one) => String(one) === String(device)) ? limits : {};
  }

  /** Returns whether the run has signed in: then API access was on. */
  async #isSignedIn(): Promise<boolean> {
    const { json } = await this.#deployment.tokens.first();
    return fieldOf(json, 'success') === true && typeof fieldOf(json, 'token') === 'string';
  }

  get #known(): Known {
    return this.#deployment.profile.known ?? {};
  }
}

/** Facts that are put back together. */
function companions(facts: readonly string[]): readonly string[] {
  const expiry = ['expires', 'expirationDate'];
  return facts.some((fact) => expiry.includes(fact)) ? expiry : [];
}

function pick(facts: SettingFacts, names: readonly string[]): SettingFacts {
  return Object.fromEntries(Object.entries(facts).filter(([name]) => names.includes(name)));
}
