/** Things that happen: events of the log, and messages alike, which events do not show whole. */
import { fieldsLike } from '../../simulator/control/filters/filter.ts';
import type { DeviceId, FleetEvent, Message } from '../../simulator/fleet/types.ts';
import type { PluginWorld } from '../../simulator/plugin.ts';
import { ACCOUNT } from '../language/names.ts';
import type { Channel, Sought } from '../language/terms.ts';
import { toInWords } from '../language/words.ts';

type Outcome = Message['outcome'];
/** Messages alike, by what became of them. */
type Messages = Omit<Message, 'outcome'> & {
  kind: Outcome;
  /** The names by which the recipient is known at that moment: its address, and the users who have it. */
  recipients(): readonly string[];
};
export type Happening = FleetEvent | Messages;

/** Returns whether something that happens is what is sought. */
export function soughtBy({ kind, to, fields = [], ...facts }: Sought): (happening: Happening) => boolean {
  const wanted = Object.entries(facts).filter(([, value]) => value !== undefined);
  const isLike = fields.length > 0 ? fieldsLike(fields) : () => true;
  return (happening) =>
    happening.kind === kind &&
    wanted.every(([name, value]) => Reflect.get(happening, name) === value) &&
    (to === undefined || ('recipients' in happening && happening.recipients().includes(to))) &&
    isLike(happening);
}

/** Messages by a channel, or any, to someone. */
export function soughtMessages(kind: Outcome, channel: Channel | 'any', to: string | undefined): Sought {
  return { kind, ...(channel !== 'any' && { channel }), ...(to !== undefined && { to }) };
}

/** Describes the events to find: `an SMS of van to Bob is sent`, `limits-set of van with dailySms:*`. @param of ` of van`, if that is said */
export function soughtInWords({ kind, channel, to, fields = [] }: Sought, of: string): string {
  const like = fields.length === 0 ? '' : ` with ${fields.join(' and ')}`;
  if (kind !== 'sent' && kind !== 'withheld') return `${kind}${of}${like}`;
  const message = channel === undefined ? 'a message' : channel === 'sms' ? 'an SMS' : 'an e-mail';
  return `${message}${of}${toInWords(to)} is ${kind}`;
}

/** The device that something happens to; `undefined` for none. */
export function deviceOf(happening: Happening): DeviceId | undefined {
  return 'deviceId' in happening ? happening.deviceId : undefined;
}

/** Calls back with all that happens but recorded locations, and how often; returns a function that ends this. */
export function listen(
  fleet: PluginWorld['fleet'],
  heard: (happening: Happening, times: number) => void,
): () => void {
  const namesOf = recipientsOf(fleet);
  const stops = [
    fleet.log.onEvent((event) => heard(event, 1)),
    fleet.outbox.onAdded(({ outcome, ...message }, times) =>
      heard({ ...message, kind: outcome, recipients: () => namesOf(message.recipient) }, times),
    ),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function recipientsOf({ users, account }: PluginWorld['fleet']): (address: string) => readonly string[] {
  /** The users by which `named` was made: there is another list after each change of them. */
  let listed: ReturnType<typeof users.list> | undefined;
  let named = new Map<string, readonly string[]>();
  return (address) => {
    const present = users.list();
    if (present !== listed) {
      listed = present;
      named = new Map();
      for (const { id, name, email, phone } of present) {
        const names = id === account.ownUserId ? [name, ACCOUNT] : [name];
        for (const each of [email, phone].filter((text) => text !== ''))
          named.set(each, [...(named.get(each) ?? [each]), ...names]);
      }
    }
    return named.get(address) ?? [address];
  };
}
