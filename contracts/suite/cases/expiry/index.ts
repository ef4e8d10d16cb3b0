/**
 * The expiry of devices (sections 2, 3 and 8).
 *
 * - `dates.ts`     dates that are ahead, or reached, by every lawful reckoning
 * - `settings.ts`  what Expires asks for and begins with
 * - `window.ts`    a date that passes on devices
 * - `reaching.ts`  what becomes of them
 */
import type { CasesOf } from '../../case.ts';
import { reachingCases } from './reaching.ts';
import { settingCases } from './settings.ts';

export const expiryCases: CasesOf<'expiry'> = { ...settingCases, ...reachingCases };
