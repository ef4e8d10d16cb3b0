/**
 * When devices expire (section 2 "Expires", section 8 "Limit expiry"). A device with an expiry ahead
 * has one event on the timeline. A date that was reached once is spent: a device that is activated
 * afterwards stays a used licence until another date is set.
 */
import { fieldsOf } from '../../contracts/kit/fields.ts';
import { quoted } from '../../contracts/kit/untrusted.ts';
import type { Answers } from '../../contracts/specification/openings/index.ts';
import { isDate } from '../time/calendar.ts';
import { type Core, zoneOf } from './core.ts';
import { FleetError } from './errors.ts';
import type { ExpiryState } from './state.ts';
import type { CalendarDate, DeviceId, EpochMs } from './types.ts';

const KIND = 'device-expiry';

export interface ExpirySettings {
  expires: boolean;
  expirationDate: CalendarDate | null;
}

export type ExpiryPolicy = Answers<'expired.leaves-by' | 'expiry.instant'>;

/** Changes by expiry to the licence of a device. */
export interface LicenceMoves {
  /** Its expiry is reached. */
  expire(id: DeviceId): void;
  /** Its settings end the expired state, where a licence is available. */
  revive(id: DeviceId): void;
}

export class Expiry {
  readonly #core: Core;
  readonly #policy: ExpiryPolicy;
  readonly #licences: LicenceMoves;
  /** By device, its event. */
  #events = new Map<DeviceId, number>();

  constructor(core: Core, policy: ExpiryPolicy, licences: LicenceMoves) {
    this.#core = core;
    this.#policy = policy;
    this.#licences = licences;
    core.timeline.on(
      KIND,
      ({ payload, sequence }) => this.#reached(Number(fieldsOf(payload).deviceId), sequence),
      { first: true },
    );
  }

  /**
   * The settings that a change leads to; what a device has already is not checked again.
   * Throws `EXPIRY_NEEDS_DATE`, `EXPIRY_DATE_INVALID`.
   */
  checked(id: DeviceId, change: Partial<ExpirySettings>): ExpirySettings {
    const next = { ...this.#core.columns.expiryOf(id), ...change };
    if (Object.keys(change).length === 0) return next;
    if (next.expirationDate !== null && !isDate(next.expirationDate)) {
      throw new FleetError('EXPIRY_DATE_INVALID', `${quoted(next.expirationDate)} is not a date.`, {
        field: 'expirationDate',
        hint: 'Write it as YYYY-MM-DD.',
      });
    }
    if (!this.#core.rules.expiryComplete({ deviceId: id, ...next })) {
      throw new FleetError('EXPIRY_NEEDS_DATE', 'Expires cannot be on without an expiration date.', {
        field: 'expirationDate',
        hint: 'Give expirationDate along with expires.',
      });
    }
    return next;
  }

  /** The instant from which on a device with these settings is expired. */
  instantOf(id: DeviceId, settings: ExpirySettings): EpochMs | null {
    const { at, timeZone } = this.#policy['expiry.instant'];
    return this.#core.rules.expiryInstant({
      deviceId: id,
      ...settings,
      at,
      timeZone: zoneOf(this.#core, timeZone),
    });
  }

  /** Puts checked settings in place. A used device whose new expiry has been reached expires at once. */
  set(id: DeviceId, settings: ExpirySettings): void {
    const { columns, rules, timeline } = this.#core;
    const instant = this.instantOf(id, settings);
    columns.setExpiry(id, settings.expires, settings.expirationDate);
    columns.setExpiresAt(id, instant);
    if (!rules.keepsOldExpiry({ deviceId: id, next: instant })) this.#cancel(id);
    if (columns.licenceOf(id) === 'expired' && this.#endsExpiry(settings, instant)) this.#licences.revive(id);
    if (instant === null || columns.licenceOf(id) === 'expired') return;
    if (instant <= timeline.now) this.#licences.expire(id);
    else this.#schedule(id, instant);
  }

  /** Cancels the expiry of a device that is about to be removed. */
  cancel(id: DeviceId): void {
    this.#cancel(id);
    this.#core.columns.setExpiry(id, false, null);
    this.#core.columns.setExpiresAt(id, null);
  }

  /** For a device that has just been activated: its expiry counts if it is still ahead. */
  resume(id: DeviceId): void {
    const instant = this.#core.columns.expiresAt(id);
    if (instant !== null && instant > this.#core.timeline.now) this.#schedule(id, instant);
  }

  /** Returns whether new settings of an expired device end that state without an activation. */
  #endsExpiry({ expires }: ExpirySettings, instant: EpochMs | null): boolean {
    const by = this.#policy['expired.leaves-by'];
    if (!expires) return by === 'switching-off' || by === 'either';
    const isAhead = instant !== null && instant > this.#core.timeline.now;
    return isAhead && (by === 'date-ahead' || by === 'either');
  }

  save(): ExpiryState {
    return [...this.#events];
  }

  restore(state: ExpiryState): void {
    this.#events = new Map(state);
  }

  #reached(id: DeviceId, sequence: number): void {
    if (this.#events.get(id) === sequence) this.#events.delete(id);
    if (this.#core.columns.licenceOf(id) === 'used') this.#licences.expire(id);
  }

  #schedule(id: DeviceId, at: EpochMs): void {
    this.#events.set(id, this.#core.timeline.schedule(at, KIND, { deviceId: id }));
  }

  #cancel(id: DeviceId): void {
    const sequence = this.#events.get(id);
    if (sequence === undefined) return;
    this.#core.timeline.cancel(sequence);
    this.#events.delete(id);
  }
}
