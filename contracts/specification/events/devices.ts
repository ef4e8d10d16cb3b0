/** Devices: their licences and their settings. */
import { integer, oneOf, optionals } from '../../kit/schema.ts';
import { mapTable } from '../../kit/tables.ts';
import { limitSettings } from '../limits.ts';
import { ordinal, text } from '../records/values.ts';
import { defineEvent } from './row.ts';
import { channelNames } from './words.ts';

const deviceId = ordinal;
const licencesUsed = integer();

/** In the order in which they are printed. */
const settingNames: { readonly [S in keyof typeof limitSettings]: string } = {
  expires: 'expires',
  expirationDate: 'expiration date',
  dailyEmail: `daily ${channelNames.email} limit`,
  dailySms: `daily ${channelNames.sms} limit`,
};

export const deviceEvents = [
  defineEvent('device-created', {
    facts: {
      deviceId,
      licence: oneOf('used', 'expired'),
      ...optionals({ name: text, model: text, licencePlate: text, imei: text, phone: text }),
    },
    family: 'licences',
    icon: 'licence',
    words: ({ licence }) => `added to the fleet, licence ${licence}`,
    terminal: { mark: '+', colour: 'cyan', alike: 'devices added to the fleet' },
    affects: ['account', 'deadlines'],
  }),
  defineEvent('device-expired', {
    facts: { deviceId, licencesUsed },
    family: 'licences',
    tone: 'warning',
    icon: 'licence',
    words: ({ licencesUsed: used }) => `expired; licence released, ${used} in use`,
    timeline: { shape: 'licence', weight: 5 },
    terminal: { mark: '○', colour: 'yellow', alike: 'devices expired' },
    affects: ['account', 'deadlines', 'device'],
  }),
  defineEvent('device-activated', {
    facts: { deviceId, licencesUsed },
    family: 'licences',
    icon: 'licence',
    words: ({ licencesUsed: used }) => `activated; licence taken, ${used} in use`,
    timeline: { shape: 'licence', weight: 4 },
    terminal: { mark: '●', colour: 'green', alike: 'devices activated' },
    affects: ['account', 'deadlines', 'device'],
  }),
  defineEvent('device-removed', {
    facts: { deviceId, licencesUsed },
    family: 'licences',
    icon: 'licence',
    words: ({ licencesUsed: used }) => `removed from the fleet, ${used} licences in use`,
    terminal: { mark: '-', colour: 'cyan', alike: 'devices removed from the fleet' },
    affects: ['account', 'deadlines', 'device'],
  }),
  defineEvent('limits-set', {
    facts: { deviceId, ...optionals(limitSettings) },
    family: 'settings',
    icon: 'settings',
    words(event) {
      const values = mapTable(settingNames, (name, setting) => {
        const value = event[setting];
        return value === undefined ? [] : [`${name} ${settingInWords(value)}`];
      });
      return `settings: ${Object.values(values).flat().join(', ') || 'unchanged'}`;
    },
    affects: ['deadlines', 'device'],
  }),
] as const;

function settingInWords(value: string | number | boolean | null): string {
  if (value === null) return 'none';
  return typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value);
}
