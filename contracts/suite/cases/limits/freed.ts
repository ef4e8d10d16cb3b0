/** A line on which nothing was sent below its limit: whether the limit is the cause, or the count, or neither. */
import { type Finding, fail, inconclusive, pass } from '../../finding.ts';
import { type Line, otherChannel, type Read, type Sent, words } from './line.ts';
import { limitOf } from './settings.ts';

/** What was sent under another limit, or without one, with the counter before and after it, where it can be read. */
export interface Freed extends Sent {
  limit: number | null;
  before: Read | undefined;
  after: Read | undefined;
}

/** More than a counter can be wrong by. */
const FAR_OFF = 20;

/** By a limit that is surely higher than what was sent today, and by none. */
export async function freeLimit(line: Line, readable: boolean): Promise<Freed | undefined> {
  for (const limit of [line.used + FAR_OFF, null]) {
    if ((await line.tryLimit(limit)) === 'refused') continue;
    const before = readable ? await line.read() : undefined;
    const free = await line.send(2);
    if (free.sent === 0) continue;
    const counted = (before?.usage ?? 0) + free.sent;
    const after =
      before &&
      (await line.context.eventually(
        () => line.read(),
        ({ usage }) => usage === undefined || usage === counted,
      ));
    return { ...free, limit, before, after };
  }
  return undefined;
}

/**
 * Nothing was sent below a limit. Only if something is sent under another limit, or none, is the limit the
 * cause; otherwise the device may not be able to send at all.
 */
export function nothingSent(
  line: Line,
  expected: string,
  evidence: readonly Sent[],
  freed: Freed | undefined,
): Finding | Promise<Finding> {
  if (!freed) return sentByNone(line);
  const limited = freed.limit === null ? 'without a limit' : `with a limit of ${freed.limit}`;
  return fail(expected, `none sent, but ${freed.sent} ${limited}`, ...evidence, freed);
}

/** One channel may not be set up, or sending be switched off altogether: then limits are not the cause. */
async function sentByNone({ context, device, channel }: Line): Promise<Finding> {
  const reason = `No ${words[channel]} were sent under any limit: the limit is not the cause`;
  if (!context.controls.isMade(device)) return inconclusive(`${reason}.`, 'account');
  const other = otherChannel[channel];
  const set = await context.controls.setLimits(device, { [limitOf[other]]: 3 });
  const twin = set.outcome === 'done' ? await context.controls.send(device, other, 1) : undefined;
  const alone = twin?.sent === 0 ? `, and no ${words[other]} either` : '';
  return inconclusive(`${reason}${alone}. Sending may be switched off for this account.`, 'account');
}

/** Nothing was sent below the limit, perhaps because its counter is wrong: then it is compared with what is sent under another. */
export function countedFreely(kind: string, freed: Freed | undefined): Finding {
  const { before, after, sent = 0 } = freed ?? {};
  if (!freed || before?.usage === undefined || after?.usage === undefined)
    return inconclusive(`No ${kind} were sent that could be counted.`);
  const expected = before.usage + sent;
  if (after.usage === expected)
    return pass(
      `The counter went from ${before.usage} to ${expected}, as ${sent} were sent.`,
      before,
      freed,
      after,
    );
  const why = `as ${sent} were sent after ${before.usage}`;
  return fail(`the counter at ${expected}, ${why}`, `${after.usage}`, before, freed, after);
}
