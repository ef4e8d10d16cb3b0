/** The daily limits of a device, each rule for e-mail and for SMS (sections 1, 2 and 8). */
import type { RuleRow } from './rule.ts';

const rows = [
  {
    id: 'limits/sends-below-limit',
    sections: ['8'],
    needs: ['do:setLimits', 'do:send'],
    text: 'Below the daily limit messages are sent.',
  },
  {
    id: 'limits/stops-at-limit',
    sections: ['8'],
    needs: ['do:setLimits', 'do:send'],
    text: "Once the day's count has reached the limit, nothing more is sent.",
  },
  {
    id: 'limits/zero-sends-none',
    sections: ['2', '8'],
    needs: ['do:setLimits', 'do:send'],
    text: 'A limit of 0 is a limit: nothing is sent at all.',
  },
  {
    id: 'limits/next-day-restores',
    sections: ['8'],
    needs: ['clock'],
    text: 'The next day messages are sent again.',
  },
  {
    id: 'limits/per-device',
    sections: ['1', '8'],
    needs: ['two-devices'],
    text: 'A device at its limit does not hold back another.',
  },
  {
    id: 'limits/channels-apart',
    sections: ['2', '8'],
    needs: ['do:setLimits', 'do:send'],
    text: 'Messages of one channel do not use up the limit of the other.',
  },
  {
    id: 'limits/raise-takes-effect',
    sections: ['8'],
    needs: ['do:setLimits'],
    text: 'After the limit is raised above the count, messages are sent again on the same day.',
  },
  {
    id: 'limits/lower-takes-effect',
    sections: ['8'],
    needs: ['do:setLimits'],
    text: 'After the limit is lowered to the count or below, no more messages are sent.',
  },
  {
    id: 'limits/usage-counts',
    sections: ['2'],
    needs: ['do:readLimits'],
    text: 'The usage counter shows how many messages the device has sent on the current day.',
  },
  {
    id: 'limits/usage-read-only',
    sections: ['2'],
    needs: ['do:readLimits', 'do:setLimits'],
    text: 'Trying to set the usage counter does not change it.',
  },
  {
    id: 'limits/usage-restarts',
    sections: ['2', '8'],
    needs: ['clock', 'do:readLimits'],
    text: 'The usage counter starts the next day from zero.',
  },
  {
    id: 'limits/negative-refused',
    sections: ['2'],
    needs: ['do:setLimits', 'do:readLimits'],
    text: 'A limit below zero never takes effect.',
  },
  {
    id: 'limits/holds-each-day',
    sections: ['8'],
    needs: ['clock'],
    text: 'The limit holds on the following days as well; what was left of it one day is not added to the next.',
  },
  {
    id: 'limits/changes-repeat',
    sections: ['8'],
    needs: ['do:setLimits'],
    text: 'The second and the third change of a limit on a day take effect like the first.',
  },
  {
    id: 'limits/holds-at-once',
    sections: ['8'],
    needs: ['do:setLimits', 'do:send'],
    text: 'Many messages sent at the same time never exceed the limit.',
  },
] as const satisfies readonly RuleRow[];

export const limitRules = rows.map((row) => ({ ...row, per: 'channel' as const }));
