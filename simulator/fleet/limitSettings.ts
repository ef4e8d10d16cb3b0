/** The limit settings of a device, by name and type (section 2). */
import { entriesOf, namesOf } from '../../contracts/kit/tables.ts';
import { quoted } from '../../contracts/kit/untrusted.ts';
import { FleetError } from './errors.ts';
import type { Channel, LimitSettings } from './types.ts';

/** The setting that holds the limit of a channel. */
export const limitFields = { email: 'dailyEmail', sms: 'dailySms' } as const satisfies {
  [C in Channel]: keyof LimitSettings;
};

const settingTypes: { readonly [S in keyof LimitSettings]: readonly string[] } = {
  expires: ['boolean'],
  expirationDate: ['string', 'null'],
  dailyEmail: ['number', 'null'],
  dailySms: ['number', 'null'],
};

export const settings = namesOf(settingTypes);
const typesOf = new Map<string, readonly string[]>(entriesOf(settingTypes));

/** Throws `SETTING_INVALID` for a setting that is unknown or of the wrong type; `usage` is judged elsewhere. */
export function checkSettings(change: Partial<LimitSettings>): void {
  for (const [field, value] of Object.entries(change)) {
    if (field.startsWith('usage') || value === undefined) continue;
    const types = typesOf.get(field);
    if (types?.includes(value === null ? 'null' : typeof value)) continue;
    const message = types
      ? `${field} must be ${types.join(' or ')}.`
      : `There is no setting ${quoted(field)}.`;
    throw new FleetError('SETTING_INVALID', message, {
      field,
      hint: `The settings are ${settings.join(', ')}.`,
    });
  }
}
