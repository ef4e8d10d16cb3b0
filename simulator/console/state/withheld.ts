/** Messages of the chosen device that were withheld today, by channel. */
import { computed } from '@preact/signals';
import { DAY } from '../../../contracts/kit/durations.ts';
import type { Message } from '../../control/schemas/index.ts';
import { control } from '../api/control.ts';
import { now } from './clock.ts';
import { deadlines } from './deadlines.ts';
import { ofChosen } from './of-chosen.ts';

/** Real milliseconds between two requests; messages that are counted at most. */
const PAUSE = 1_000;
const MOST = 1_000;

const messages = ofChosen<readonly Message[]>(
  [],
  async (device) => (await control.outbox.list({ device, limit: MOST })).messages,
  PAUSE,
);

export const withheldToday = computed<{ readonly [Channel in Message['channel']]: number }>(() => {
  const end = deadlines.value.find(({ kind }) => kind === 'day-end');
  const began = (end ? Date.parse(end.at) : now.value) - DAY;
  const count = (channel: Message['channel']) =>
    messages.value.filter(
      (one) => one.channel === channel && one.outcome === 'withheld' && Date.parse(one.at) >= began,
    ).length;
  return { email: count('email'), sms: count('sms') };
});
