/** The limit settings of a device (section 2 of the document). */
import { number, orNull, type Static, string, type TObject, yesNo } from '../kit/schema.ts';

/** By name. `null` means that no limit is set; an expiration date is a calendar date `YYYY-MM-DD`. */
export const limitSettings = {
  expires: yesNo,
  expirationDate: orNull(string()),
  dailyEmail: orNull(number()),
  dailySms: orNull(number()),
};
export type LimitSettings = Static<TObject<typeof limitSettings>>;
