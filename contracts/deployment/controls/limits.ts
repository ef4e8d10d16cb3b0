/** Limits and counters of a device, by the control or by the API where its record has them (`limits.names`). */
import type { Channel } from '../../specification/judged.ts';
import type { Deployment } from '../deployment.ts';
import type { LimitsChange, LimitsRead } from './api.ts';

export const limitOf = { email: 'dailyEmail', sms: 'dailySms' } as const satisfies {
  [C in Channel]: keyof LimitsChange;
};
export const usageOf = { email: 'usageEmail', sms: 'usageSms' } as const satisfies {
  [C in Channel]: keyof LimitsRead;
};

/** Returns whether a new expiration date can be given with an activation. */
export function takesDate({ controls }: Pick<Deployment, 'controls'>): boolean {
  return controls.takes('activate', 'expirationDate');
}
