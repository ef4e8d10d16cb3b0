/** Daily limits and expiry settings of devices, and the messages that go through them (sections 2, 8). */
import { fieldsOf } from '../../contracts/kit/fields.ts';
import { checkOptions } from '../../contracts/kit/option-names.ts';
import type { Answers } from '../../contracts/specification/openings/index.ts';
import { type Core, requireDevice } from './core.ts';
import { FleetError } from './errors.ts';
import type { Expiry, ExpirySettings } from './expiry.ts';
import { checkSettings, limitFields, settings } from './limitSettings.ts';
import type { Outbox } from './outbox.ts';
import {
  type Channel,
  channels,
  type DeviceId,
  type IdGiven,
  type LimitSettings,
  type Limits,
  type WithheldReason,
} from './types.ts';

/** More messages than this at once is a mistake. */
const MAX_MESSAGES = 1_000_000;

export interface Mail {
  recipient: string;
  subject: string;
  alertId: number | null;
}

export interface Sending {
  sent: number;
  withheld: number;
  /** Why some were withheld. */
  reason: WithheldReason | null;
}

/** Recipient and subject of a message that was given none. */
export interface Sender {
  /** The recipient. */
  recipient(channel: Channel): string;
  /** The name of the device. */
  name(id: DeviceId): string;
}

export type LimitEvents = 'limits-set' | 'limit-reached' | 'message-sent' | 'message-withheld';
export type LimitPolicy = Answers<'expiry.limits' | 'limits.range'>;

export class DeviceLimits {
  readonly #core: Core<LimitEvents>;
  readonly #policy: LimitPolicy;
  readonly #expiry: Expiry;
  readonly #outbox: Outbox;
  readonly #sender: Sender;
  /** Devices whose counters or limits the day's end puts back. */
  #changedToday = new Set<DeviceId>();

  constructor(core: Core<LimitEvents>, policy: LimitPolicy, expiry: Expiry, outbox: Outbox, sender: Sender) {
    this.#core = core;
    this.#policy = policy;
    this.#expiry = expiry;
    this.#outbox = outbox;
    this.#sender = sender;
  }

  /** Throws `UNKNOWN_DEVICE`. */
  get(id: IdGiven): Limits {
    return this.of(requireDevice(this.#core, id));
  }

  /** The limits of a device that is there, whichever device answers to its id. */
  of(device: DeviceId): Limits {
    const { columns, rules } = this.#core;
    const usage = columns.usage(rules.usageCounter(device));
    return {
      ...columns.expiryOf(device),
      dailyEmail: columns.limit(device, 'email'),
      dailySms: columns.limit(device, 'sms'),
      usage: { ...rules.usageShown({ deviceId: device, usage }) },
    };
  }

  /**
   * Changes settings; `null` takes a limit away. Everything is checked before anything changes.
   * Throws `UNKNOWN_DEVICE`, `USAGE_READ_ONLY`, `SETTING_INVALID`, `LIMIT_OUT_OF_RANGE`,
   * `EXPIRY_NEEDS_DATE`, `EXPIRY_DATE_INVALID`.
   */
  set(id: IdGiven, change: Partial<LimitSettings>): Limits {
    const device = requireDevice(this.#core, id);
    const usage = this.#usageWritten(device, change);
    checkSettings(change);
    for (const channel of channels) this.#checkLimit(device, channel, change[limitFields[channel]]);
    const expiry = this.#checkedExpiry(device, change);

    if (usage !== undefined) this.#core.columns.setUsage(this.#core.rules.usageCounter(device), usage);
    for (const channel of channels) this.#setLimit(device, channel, change[limitFields[channel]]);
    const fields = settings.filter((field) => change[field] !== undefined);
    const facts = Object.fromEntries(fields.map((field) => [field, change[field]]));
    this.#core.log.append('limits-set', { deviceId: device, ...facts });
    if (expiry !== undefined) this.#expiry.set(device, expiry);
    return this.get(device);
  }

  /**
   * Sends messages from a device as far as its limit allows; the others are withheld. Both are
   * recorded in the outbox. Throws `UNKNOWN_DEVICE`, `COUNT_OUT_OF_RANGE`.
   */
  send(id: IdGiven, channel: Channel, count: number, mail?: Mail): Sending {
    const { columns, log, rules } = this.#core;
    const device = requireDevice(this.#core, id);
    if (!Number.isInteger(count) || count < 0 || count > MAX_MESSAGES || !channels.includes(channel)) {
      throw new FleetError(
        'COUNT_OUT_OF_RANGE',
        `${String(count)} messages by ${String(channel)} cannot be sent.`,
        {
          field: 'count',
          hint: `A whole number from 0 to ${MAX_MESSAGES}, by email or sms.`,
        },
      );
    }
    if (mail) checkOptions(mail, { recipient: true, subject: true, alertId: true }, 'limits.send');
    const { allowed, because } = this.#allowance(device, channel, count);
    const withheld = count - allowed;
    if (allowed > 0) {
      const counter = rules.usageCounter(device);
      columns.setUsage(
        counter,
        rules.usageAfterSending({ deviceId: device, channel, usage: columns.usage(counter), sent: allowed }),
      );
      this.#changedToday.add(counter);
      log.append('message-sent', {
        deviceId: device,
        channel,
        count: allowed,
        alertId: mail?.alertId ?? null,
      });
    }
    if (withheld > 0) {
      if (because === 'daily-limit') this.#tellReached(device, channel);
      log.append('message-withheld', {
        deviceId: device,
        channel,
        count: withheld,
        reason: because,
        alertId: mail?.alertId ?? null,
      });
    }
    this.#record(device, channel, allowed, withheld, because, mail);
    return { sent: allowed, withheld, reason: withheld > 0 ? because : null };
  }

  /** The day's end: counters start again, and limits set during the day count in full. */
  endDay(): void {
    const { columns, rules } = this.#core;
    for (const id of this.#changedToday) {
      columns.setUsage(id, rules.usageNextDay({ deviceId: id, usage: columns.usage(id) }));
      for (const channel of channels) {
        columns.setLimitLogged(id, channel, false);
        columns.setLimitInForce(id, channel, columns.limit(id, channel));
      }
    }
    this.#changedToday.clear();
  }

  /** Returns whether a limit may be set to this, or taken away. */
  accepts(id: DeviceId, channel: Channel, value: number | null): boolean {
    const range = this.#policy['limits.range'];
    return value === null || this.#core.rules.limitAccepted({ deviceId: id, channel, value, range });
  }

  /** Finds the devices that the day's end concerns, from the columns. */
  restore(): void {
    this.#changedToday = new Set(this.#core.columns.changedToday());
  }

  #allowance(
    id: DeviceId,
    channel: Channel,
    requested: number,
  ): { allowed: number; because: WithheldReason } {
    const { columns, rules } = this.#core;
    if (columns.licenceOf(id) === 'expired') {
      const lifted = this.#policy['expiry.limits'] === 'limits-lift';
      return { allowed: lifted ? requested : 0, because: 'device-expired' };
    }
    const usage = columns.usage(rules.usageCounter(id));
    const used = rules.countedTowardsLimit({ deviceId: id, channel, usage });
    const limit = columns.limitInForce(id, channel);
    const allowed = rules.allowance({ deviceId: id, channel, limit, used, requested });
    return { allowed: Math.min(Math.max(allowed, 0), requested), because: 'daily-limit' };
  }

  /** Once a day it is logged that a device's limit is reached. */
  #tellReached(id: DeviceId, channel: Channel): void {
    const { columns, log } = this.#core;
    if (columns.limitTold(id, channel)) return;
    columns.setLimitLogged(id, channel, true);
    this.#changedToday.add(id);
    log.append('limit-reached', { deviceId: id, channel, limit: columns.limitInForce(id, channel) });
  }

  #record(
    id: DeviceId,
    channel: Channel,
    sent: number,
    withheld: number,
    because: WithheldReason,
    mail?: Mail,
  ): void {
    const recipient = mail?.recipient ?? this.#sender.recipient(channel);
    const subject = mail?.subject ?? `Message from ${this.#sender.name(id)}`;
    const message = {
      at: this.#core.timeline.now,
      deviceId: id,
      channel,
      recipient,
      subject,
      alertId: mail?.alertId ?? null,
    };
    if (sent > 0) this.#outbox.add({ ...message, outcome: 'sent', reason: null }, sent);
    if (withheld > 0) this.#outbox.add({ ...message, outcome: 'withheld', reason: because }, withheld);
  }

  #usageWritten(id: DeviceId, change: object): Limits['usage'] | undefined {
    if (!Object.keys(change).some((key) => key.startsWith('usage'))) return undefined;
    const { columns, rules } = this.#core;
    const usage = columns.usage(rules.usageCounter(id));
    const written = rules.usageAfterWrite({
      deviceId: id,
      usage,
      written: fieldsOf(change).usage,
    });
    if (written !== null) return written;
    throw new FleetError('USAGE_READ_ONLY', 'The usage counters can only be read.', {
      field: 'usage',
      hint: 'Leave usage out.',
    });
  }

  /** The expiry settings when they change. Setting the current values again is not a change: a spent date stays spent. */
  #checkedExpiry(
    id: DeviceId,
    { expires, expirationDate }: Partial<LimitSettings>,
  ): ExpirySettings | undefined {
    if (expires === undefined && expirationDate === undefined) return undefined;
    const before = this.#core.columns.expiryOf(id);
    const next = this.#expiry.checked(id, {
      ...(expires !== undefined && { expires }),
      ...(expirationDate !== undefined && { expirationDate }),
    });
    return next.expires === before.expires && next.expirationDate === before.expirationDate
      ? undefined
      : next;
  }

  #checkLimit(id: DeviceId, channel: Channel, value: number | null | undefined): void {
    const range = this.#policy['limits.range'];
    if (value === undefined || this.accepts(id, channel, value)) return;
    const kind = range.whole ? 'whole number' : 'number';
    throw new FleetError('LIMIT_OUT_OF_RANGE', `${value} is not a valid daily limit.`, {
      field: limitFields[channel],
      hint: `A ${kind} from ${range.min} ${range.max === null ? 'on' : `to ${range.max}`}, or null for no limit.`,
    });
  }

  #setLimit(id: DeviceId, channel: Channel, limit: number | null | undefined): void {
    if (limit === undefined) return;
    const { columns, rules } = this.#core;
    const before = columns.limitInForce(id, channel);
    columns.setLimit(id, channel, limit);
    columns.setLimitInForce(id, channel, rules.limitInForce({ deviceId: id, channel, set: limit, before }));
    columns.setLimitLogged(id, channel, false);
    this.#changedToday.add(id);
  }
}
