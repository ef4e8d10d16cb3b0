/** Alerts of devices, and who is notified of them (section 4.2; openings `alerts.*`, `records.alert`). */
import type { Answers } from '../../contracts/specification/openings/index.ts';
import { type Core, requireDevice } from './core.ts';
import type { Devices } from './devices.ts';
import { FleetError } from './errors.ts';
import type { DeviceLimits } from './limits.ts';
import type { Locations } from './locations/locations.ts';
import type { Users } from './records/groups.ts';
import { checkReport } from './reports.ts';
import { Ring } from './ring.ts';
import type { AlertsState } from './state.ts';
import {
  type Alert,
  type AlertReport,
  type Channel,
  channels,
  type DeviceId,
  type EpochMs,
  type IdGiven,
  type Notification,
  type User,
} from './types.ts';

type Severity = NonNullable<AlertReport['severity']>;

/** How grave an alert of the field's usual types is when the report does not say; others: `warning`. */
const severities: { readonly [type: string]: Severity } = {
  sos: 'critical',
  tow: 'critical',
  'power-cut': 'critical',
  speeding: 'warning',
  'geofence-enter': 'info',
  'geofence-exit': 'info',
  'low-battery': 'warning',
  'ignition-on': 'info',
  'ignition-off': 'info',
  idling: 'info',
  'no-movement': 'warning',
  vibration: 'warning',
  'gps-lost': 'warning',
  offline: 'warning',
  'back-online': 'info',
  'fuel-drop': 'warning',
  temperature: 'warning',
  'maintenance-due': 'info',
  'licence-expired': 'warning',
  'limit-reached': 'info',
};
/** The channels of an alert when the report does not say. */
const channelsBySeverity: { readonly [S in Severity]: readonly Channel[] } = {
  critical: ['email', 'sms'],
  warning: ['email'],
  info: ['email'],
};

/** The users to notify, and the channels: those of the alert, all that a user wants, or e-mail alone. */
interface Recipients {
  readonly users: 'none' | 'of-group' | 'of-group-or-all' | 'all';
  readonly by: 'alert' | 'user' | 'email';
}
const recipients: { readonly [R in AlertPolicy['alerts.recipients']]: Recipients } = {
  none: { users: 'none', by: 'alert' },
  'group-users': { users: 'of-group', by: 'alert' },
  'all-users': { users: 'all', by: 'alert' },
  'group-users-or-all': { users: 'of-group-or-all', by: 'alert' },
  'group-users-by-email': { users: 'of-group', by: 'email' },
  'all-users-by-email': { users: 'all', by: 'email' },
  'group-users-by-own-channels': { users: 'of-group', by: 'user' },
  'all-users-by-own-channels': { users: 'all', by: 'user' },
};
const emailAlone: readonly Channel[] = ['email'];

export interface AlertParts {
  devices: Devices;
  limits: DeviceLimits;
  locations: Locations;
  users: Users;
}

export type AlertEvents = 'alert-raised';
export type AlertPolicy = Answers<'alerts.recipients' | 'expired.may'>;

export class Alerts {
  readonly #core: Core<AlertEvents>;
  readonly #policy: AlertPolicy;
  readonly #parts: AlertParts;
  readonly #kept: Ring<Alert>;
  #nextId = 1;

  constructor(core: Core<AlertEvents>, policy: AlertPolicy, parts: AlertParts, size: number) {
    this.#core = core;
    this.#policy = policy;
    this.#parts = parts;
    this.#kept = new Ring(size);
  }

  /** How many alerts are kept. */
  get kept(): number {
    return this.#kept.length;
  }

  /**
   * Takes an alert of a device and notifies its recipients by the channels of the alert that each of
   * them wants, through the device's limits. What the report leaves out is filled in: severity and
   * channels by type, the position of the last location, the time of now.
   * Throws `UNKNOWN_DEVICE`, `DEVICE_EXPIRED`, `ALERT_INVALID`.
   */
  raise(id: IdGiven, report: AlertReport): Alert {
    const { columns, log, rules, timeline } = this.#core;
    const device = requireDevice(this.#core, id);
    if (!rules.takesAlerts(columns.licenceOf(device), this.#policy['expired.may'].postAlerts)) {
      throw new FleetError('DEVICE_EXPIRED', 'The device is expired; its alerts are refused.', {
        hint: 'Activate the device.',
      });
    }
    checkReport('alert', report);
    const alert = this.#complete(device, report);
    this.#nextId++;
    columns.seen(device, timeline.now);
    const { type, severity, raisedAt } = alert;
    log.append('alert-raised', { alertId: alert.id, deviceId: device, type, severity, raisedAt });
    alert.notifications = this.#notify(alert);
    this.#kept.push(alert);
    return structuredClone(alert);
  }

  /**
   * Keeps an alert of the past: no notification and no event follow, and one that is said to have no position has none.
   * Throws as `raise` does, expired devices apart.
   */
  keep(id: IdGiven, report: AlertReport): void {
    const device = requireDevice(this.#core, id);
    checkReport('alert', report);
    const alert = this.#complete(device, report);
    if (report.latitude === null || report.longitude === null) alert.latitude = alert.longitude = null;
    this.#nextId++;
    this.#core.columns.seen(device, Math.min(alert.raisedAt, this.#core.timeline.now));
    this.#kept.push(alert);
  }

  /** The kept alerts of a device raised from `from` to `to`, both included, oldest first. */
  between(id: IdGiven, from: EpochMs, to: EpochMs): Alert[] {
    const device = requireDevice(this.#core, id);
    const found = [...this.#kept].filter(
      (alert) => alert.deviceId === device && alert.raisedAt >= from && alert.raisedAt <= to,
    );
    return structuredClone(found.sort((a, b) => a.raisedAt - b.raisedAt));
  }

  /** The newest alerts of all devices, newest first. */
  recent(limit: number): Alert[] {
    const found: Alert[] = [];
    for (const alert of this.#kept.newest()) {
      if (found.length >= limit) break;
      found.push(structuredClone(alert));
    }
    return found;
  }

  save(): AlertsState {
    return { nextId: this.#nextId, kept: structuredClone([...this.#kept]) };
  }

  restore(state: AlertsState): void {
    this.#nextId = state.nextId;
    this.#kept.replaceAll(structuredClone(state.kept));
  }

  #complete(id: DeviceId, report: AlertReport): Alert {
    const severity =
      report.severity ??
      (Object.hasOwn(severities, report.type) ? severities[report.type] : undefined) ??
      'warning';
    const placed = report.latitude != null && report.longitude != null;
    const position = placed ? report : this.#parts.locations.last(id);
    return {
      id: this.#nextId,
      deviceId: id,
      type: report.type,
      severity,
      raisedAt: report.raisedAt ?? this.#core.timeline.now,
      latitude: position?.latitude ?? null,
      longitude: position?.longitude ?? null,
      text: report.text ?? `${report.type.replaceAll('-', ' ')}: ${this.#parts.devices.nameOf(id)}`,
      channels: [...new Set(report.channels ?? channelsBySeverity[severity])],
      notifications: [],
    };
  }

  #notify(alert: Alert): Notification[] {
    const { users, by } = recipients[this.#policy['alerts.recipients']];
    const notifications: Notification[] = [];
    const wanted = { alert: alert.channels, user: channels, email: emailAlone }[by];
    for (const user of this.#recipients(users, alert.deviceId)) {
      for (const channel of wanted) {
        const recipient = channel === 'email' ? user.email : user.phone;
        if (!user.notify.includes(channel) || recipient === '') continue;
        const subject = `${alert.severity}: ${alert.text}`;
        const mail = { recipient, subject, alertId: alert.id };
        const { sent, reason } = this.#parts.limits.send(alert.deviceId, channel, 1, mail);
        notifications.push({ channel, userId: user.id, outcome: sent === 1 ? 'sent' : 'withheld', reason });
      }
    }
    return notifications;
  }

  /** The users who are notified of a device's alerts, by id (opening `alerts.recipients`); no disabled user. */
  #recipients(users: Recipients['users'], id: DeviceId): User[] {
    if (users === 'none') return [];
    const groups = this.#parts.devices.groupsOf(id);
    const isForAll = users === 'all' || (users === 'of-group-or-all' && groups.length === 0);
    return this.#parts.users
      .kept()
      .filter((user) => !user.disabled)
      .filter((user) => isForAll || user.groupIds.some((group) => groups.includes(group)));
  }
}
