/** How devices take and release licences (sections 1, 3 and 8). */
import { checkOptions } from '../../contracts/kit/option-names.ts';
import type { Answers } from '../../contracts/specification/openings/index.ts';
import { dateAfter, dateAt } from '../time/calendar.ts';
import type { Account } from './account.ts';
import { type Core, requireDevice } from './core.ts';
import type { Devices } from './devices.ts';
import { FleetError } from './errors.ts';
import type { Expiry } from './expiry.ts';
import type { CalendarDate, Device, DeviceId, IdGiven } from './types.ts';

/** How far an activation moves the date, in days, where it does (`activation.also`). */
const A_YEAR = 365;

export type LicenceEvents = 'device-activated' | 'device-expired';
export type LicencePolicy = Answers<'activation.also'>;

export class Licences {
  readonly #core: Core<LicenceEvents>;
  readonly #policy: LicencePolicy;
  readonly #account: Account;
  readonly #expiry: Expiry;
  readonly #devices: Devices;

  constructor(
    core: Core<LicenceEvents>,
    policy: LicencePolicy,
    account: Account,
    expiry: Expiry,
    devices: Devices,
  ) {
    this.#core = core;
    this.#policy = policy;
    this.#account = account;
    this.#expiry = expiry;
    this.#devices = devices;
  }

  /**
   * Makes an expired device count as a used licence again; a new expiration date switches Expires on.
   * Throws `UNKNOWN_DEVICE`, `DEVICE_NOT_EXPIRED`, `NO_LICENCE_AVAILABLE`, `EXPIRY_NEEDS_DATE`, and `EXPIRY_DATE_INVALID`
   * for a date that is invalid or has been reached.
   */
  activate(id: IdGiven, options: { expirationDate?: CalendarDate } = {}): Device {
    checkOptions(options, { expirationDate: true }, 'licences.activate');
    const { rules, columns, timeline } = this.#core;
    const device = requireDevice(this.#core, id);
    const { expirationDate } = options;
    if (columns.licenceOf(device) === 'used') {
      throw new FleetError('DEVICE_NOT_EXPIRED', 'The device is not expired.');
    }
    if (expirationDate !== undefined) this.#requireAhead(device, expirationDate);
    else if (this.#policy['activation.also'] === 'needs-date') {
      throw new FleetError('EXPIRY_NEEDS_DATE', 'An activation needs a new expiration date.', {
        field: 'expirationDate',
        hint: 'Give expirationDate, a date that is still ahead.',
      });
    }
    const available = this.#account.licencesAvailable;
    if (!rules.mayActivate({ deviceId: device, available, at: timeline.now })) {
      throw new FleetError('NO_LICENCE_AVAILABLE', 'All licences are in use.', {
        hint: 'Let another device expire, or raise the number of licences.',
      });
    }
    this.#takeLicence(device);
    this.#setExpiry(device, expirationDate);
    return this.#devices.get(device) as Device;
  }

  /** New settings end the expired state of a device, if a licence is available for it (`expired.leaves-by`). */
  revive(id: DeviceId): void {
    const available = this.#account.licencesAvailable;
    if (this.#core.rules.mayActivate({ deviceId: id, available, at: this.#core.timeline.now }))
      this.#takeLicence(id);
  }

  /** A device's expiry is reached. */
  expire(id: DeviceId): void {
    const { rules, columns, log } = this.#core;
    columns.setLicence(id, rules.licenceAtExpiry({ deviceId: id, licence: columns.licenceOf(id) }));
    if (columns.licenceOf(id) === 'used') return;
    this.#account.setLicencesUsed(rules.usedAfterExpiry({ deviceId: id, used: this.#account.licencesUsed }));
    log.append('device-expired', { deviceId: id, licencesUsed: this.#account.licencesUsed });
  }

  #takeLicence(id: DeviceId): void {
    const { rules, columns, log } = this.#core;
    columns.setLicence(id, rules.licenceAfterActivation({ deviceId: id }));
    this.#account.setLicencesUsed(
      rules.usedAfterActivation({ deviceId: id, used: this.#account.licencesUsed }),
    );
    log.append('device-activated', { deviceId: id, licencesUsed: this.#account.licencesUsed });
  }

  #setExpiry(id: DeviceId, expirationDate: CalendarDate | undefined): void {
    const settings = this.#core.columns.expiryOf(id);
    const also = this.#policy['activation.also'];
    if (expirationDate !== undefined) this.#expiry.set(id, { expires: true, expirationDate });
    else if (also === 'switches-expiry-off') this.#expiry.set(id, { ...settings, expires: false });
    else if (also === 'moves-any-date' || (also === 'moves-date' && settings.expires)) {
      const today = dateAt(this.#core.timeline.now, 'UTC');
      this.#expiry.set(id, { expires: true, expirationDate: dateAfter(today, A_YEAR) });
    } else this.#expiry.resume(id);
  }

  #requireAhead(id: DeviceId, expirationDate: CalendarDate): void {
    const settings = this.#expiry.checked(id, { expires: true, expirationDate });
    const instant = this.#expiry.instantOf(id, settings);
    if (instant === null || instant > this.#core.timeline.now) return;
    throw new FleetError('EXPIRY_DATE_INVALID', `The date ${expirationDate} has already been reached.`, {
      field: 'expirationDate',
      hint: 'Give a later date, or none.',
    });
  }
}
