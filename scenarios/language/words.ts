/** A story in words: devices, moments, conditions and actions as people say them. */
import { DAY, HOUR, MINUTE, SECOND } from '../../contracts/kit/durations.ts';
import { localText } from './resolve/times.ts';
import type { Action, Condition, Devices, Driving, Moment, Story, Wanted } from './story.ts';

/** What of a story the words refer to. */
export type Cast = Pick<Story, 'fleet' | 'sites' | 'routes' | 'devices' | 'clock'> & {
  /** The names of devices that come later, as far as they are known. */
  readonly added?: ReadonlyMap<string, number>;
};

/** `van-3`, `van`, `van-1..van-5`, `all`, `it`. */
export function devicesInWords(devices: Devices, cast: Cast): string {
  if (devices === 'it') return 'it';
  const { first, count } = devices;
  if (count > 1 && first === 1 && count === cast.devices) return 'all';
  const part = cast.fleet.find((each) => each.first === first && each.count === count);
  if (part) return part.name;
  const last = first + count - 1;
  return count === 1 ? deviceName(first, cast) : `${deviceName(first, cast)}..${deviceName(last, cast)}`;
}

/** The name of one device in the file: `van-3`. One that came later and is not known is `device 12`. */
export function deviceName(id: number, { fleet, added }: Pick<Cast, 'fleet' | 'added'>): string {
  const part = fleet.find(({ first, count }) => id >= first && id < first + count);
  if (part) return part.count === 1 ? part.name : `${part.name}-${id - part.first + 1}`;
  const [name] = [...(added ?? [])].find(([, number]) => number === id) ?? [`device ${id}`];
  return name;
}

/** `10m`, `1h 30m`, `2d`. */
export function durationInWords(ms: number): string {
  const units: [ms: number, unit: string][] = [
    [DAY, 'd'],
    [HOUR, 'h'],
    [MINUTE, 'm'],
    [SECOND, 's'],
    [1, 'ms'],
  ];
  const words: string[] = [];
  let rest = ms;
  for (const [size, unit] of units) {
    const count = Math.floor(rest / size);
    if (count > 0) words.push(`${count}${unit}`);
    rest -= count * size;
  }
  return words.length > 0 ? words.join(' ') : '0s';
}

/** When: `2026-03-02 08:30`, `every 10m`, `when van enters school-zone`. */
export function momentInWords(moment: Moment, cast: Cast): string {
  const { timeZone, start, end } = cast.clock;
  const time = (at: number) => localText(at, timeZone);
  switch (moment.kind) {
    case 'at':
      return time(moment.at);
    case 'end':
      return time(end);
    case 'every':
      return `every ${durationInWords(moment.every)}${window(moment, start + moment.every, end, time)}`;
    case 'cron':
      return `cron ${moment.expression}${window(moment, start, end, time)}`;
    case 'when': {
      const most =
        moment.most === Number.MAX_SAFE_INTEGER
          ? ''
          : `, ${moment.most === 1 ? 'once' : `${moment.most} times at most`}`;
      const pause = moment.notAgainFor > 0 ? `, not again for ${durationInWords(moment.notAgainFor)}` : '';
      return `when ${conditionInWords(moment.condition, cast)}${window(moment, start, end, time)}${most}${pause}`;
    }
  }
}

function window(
  { from, until }: { from: number; until: number },
  start: number,
  end: number,
  time: (at: number) => string,
): string {
  return `${from === start ? '' : ` from ${time(from)}`}${until === end ? '' : ` until ${time(until)}`}`;
}

export function conditionInWords(condition: Condition, cast: Cast): string {
  const who = devicesInWords(condition.devices, cast);
  switch (condition.kind) {
    case 'enters':
    case 'leaves':
      return `${who} ${condition.kind} ${siteName(condition.site, cast)}`;
    case 'speed-above':
      return `${who} is faster than ${condition.speed} km/h${condition.site === null ? '' : ` in ${siteName(condition.site, cast)}`}`;
    case 'stands-still':
      return `${who} stands still for ${durationInWords(condition.for)}`;
    case 'sensor':
      return `${condition.sensor} of ${who} goes ${condition.above === undefined ? `below ${condition.below}` : `above ${condition.above}`}`;
    case 'counter-reaches':
      return `${who} has sent ${condition.count} ${channelWord(condition.channel)} today`;
    case 'device-expires':
      return `${who} expires`;
    case 'message-withheld':
      return `${article(condition.channel)} of ${who} is withheld`;
    case 'alert-raised':
      return `${who} raises ${condition.type}`;
    case 'arrives':
      return `${who} arrives`;
  }
}

export function actionInWords(action: Action, cast: Cast): string {
  const refused = action.outcome === 'refused' ? ' (to be refused)' : '';
  return `${deedInWords(action, cast)}${refused}`;
}

function deedInWords(action: Action, cast: Cast): string {
  const who =
    'devices' in action && action.devices !== null && action.devices !== undefined
      ? devicesInWords(action.devices, cast)
      : '';
  switch (action.kind) {
    case 'drive':
      return `${who} drives ${drivingInWords(action.driving, cast)}`;
    case 'stop':
      return `${who} stops${lasting(action.for)}`;
    case 'alert':
      return `${who} raises ${action.type}${action.times > 1 ? `, ${action.times} times, ${durationInWords(action.apart)} apart` : ''}`;
    case 'send':
      return `${who} sends ${action.count} ${channelWord(action.channel)}`;
    case 'set-limits':
      return `set limits of ${who}: ${pairs(action.change)}`;
    case 'activate':
      return `activate ${who}${action.expirationDate === undefined ? '' : ` until ${action.expirationDate}`}`;
    case 'set-licences':
      return `the account has ${action.total} licences`;
    case 'api-access':
      return `API access is switched ${action.on ? 'on' : 'off'}`;
    case 'rotate-key':
      return 'the API key is rotated';
    case 'lose-signal':
      return `${who} loses signal${lasting(action.for)}${action.buffered ? '' : ', nothing buffered'}`;
    case 'regain-signal':
      return `${who} has signal again`;
    case 'set-sensor':
      return `${action.sensor} of ${who} is ${action.value}`;
    case 'set-level':
      return `${action.level} of ${who} is at ${action.value} %`;
    case 'add-device':
      return `add device ${action.name}${action.group === null ? '' : ` to group ${action.group}`}`;
    case 'create-group':
      return `create group ${action.name}`;
    case 'replace-group':
      return `replace group ${action.group}${renamed(action.group, action.name)}`;
    case 'patch-group':
      return `patch group ${action.group}${renamed(action.group, action.name)}`;
    case 'delete-group':
      return `delete group ${action.group}`;
    case 'create-user':
      return `create user ${action.user.name}`;
    case 'replace-user':
      return `replace user ${action.name}${renamed(action.name, action.user.name)}`;
    case 'patch-user':
      return `patch user ${action.name}: ${pairs(action.user)}`;
    case 'delete-user':
      return `delete user ${action.name}`;
    case 'faults':
      return action.rules.length === 0
        ? 'faults end'
        : `faults in ${action.rules.map(({ operation }) => operation).join(', ')}`;
    case 'token':
      return 'get a token';
  }
}

export function drivingInWords({ route, repeat, above, dwell, towed }: Driving, cast: Cast): string {
  const name = cast.routes[route]?.name ?? '';
  const how = { once: '', loop: ', over and over', 'back-and-forth': ', back and forth' }[repeat];
  const fast = above > 0 ? `, ${above} km/h too fast` : '';
  return `${name}${how}${towed ? ', towed' : ''}${fast}${dwell > 0 ? `, ${durationInWords(dwell)} at each stop` : ''}`;
}

/** `5`, `3 or more`, `3 to 5`. */
export function numberInWords(wanted: Wanted, write: (value: number) => string = String): string {
  if ('is' in wanted) return write(wanted.is);
  const { atLeast, atMost } = wanted;
  if (atLeast !== undefined && atMost !== undefined) return `${write(atLeast)} to ${write(atMost)}`;
  return atLeast === undefined ? `${write(atMost ?? 0)} or less` : `${write(atLeast)} or more`;
}

export function siteName(site: number, { sites }: Cast): string {
  return sites[site]?.name ?? '';
}

export function channelWord(channel: 'email' | 'sms'): string {
  return channel === 'email' ? 'e-mails' : 'SMS';
}

function article(channel: 'email' | 'sms' | null): string {
  return channel === null ? 'a message' : channel === 'email' ? 'an e-mail' : 'an SMS';
}

function lasting(ms: number | null): string {
  return ms === null ? '' : ` for ${durationInWords(ms)}`;
}

function renamed(from: string, to: string | undefined): string {
  return to === undefined || to === from ? '' : `, now ${to}`;
}

export function pairs(facts: object): string {
  return Object.entries(facts)
    .map(([name, value]) => `${name} ${value === null ? 'none' : String(value)}`)
    .join(', ');
}
