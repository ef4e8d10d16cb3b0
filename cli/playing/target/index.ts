/**
 * `roadtest play … --target`: a story, repeated on a deployment by its own API. See README.md for the map.
 */
import { runController } from '../../../contracts/hosts/index.ts';
import type { Profile } from '../../../contracts/profile/index.ts';
import { operations } from '../../../contracts/specification/index.ts';
import { type Client, connect, type Exchange } from '../../../contracts/suite/index.ts';
import type { Story } from '../../../scenarios/language/story.ts';
import { Cast, type Shadow, shadowOf, Tally } from '../../../scenarios/target/index.ts';
import { CliError, type Io } from '../../command.ts';
import { meet } from '../../verifying/attempt.ts';
import { fetchFor, hostFor } from '../../verifying/host.ts';
import { journalFor } from '../../verifying/journal.ts';
import { baseUrlFor } from '../../verifying/settings.ts';
import { clockFor, type TimeWay } from './clock.ts';
import { Delivery } from './delivery.ts';
import { devicesFor } from './devices.ts';
import { Lanes } from './lanes.ts';
import { Pacer } from './pacer.ts';
import { type PlayedOn, playOn } from './playing.ts';
import { targetDisplay } from './progress.ts';
import type { TargetReport } from './report.ts';
import type { TargetSettings } from './settings.ts';
import { SimulatorAccount, withZone } from './simulator.ts';
import { StoryTokens } from './tokens.ts';
import { Traces } from './traces.ts';

export { exitCodeOf, type TargetReport } from './report.ts';
export { summaryOf } from './summary.ts';

export interface Repeating {
  /** Simulated seconds per real second. */
  speed: number | 'max';
  /** The last simulated moment, ms since 1970 UTC. Default: the story's end. */
  until?: number | undefined;
  /** In place of the shadow that plays the story. */
  shadow?: (story: Story, profile: Profile) => Shadow;
}

/** What waits to be sent, for each request that may be on its way. */
const WAITING = 16;
/** How long requests that are on their way may take once somebody wants to stop. */
const GRACE_MS = 3_000;

/**
 * Plays a story and repeats on a deployment what somebody outside could see of it; cleans up, and gives the report.
 *
 * @throws CliError and the suite's ConfigurationError for what stands in the way before the first deed
 */
export async function playOnTarget(
  story: Story,
  settings: TargetSettings,
  { speed, until = story.clock.end, shadow: shadowFor = shadowOf }: Repeating,
  io: Io,
): Promise<TargetReport> {
  const fetch = await fetchFor(io.env);
  const met = await meet({ ...settings, caps: { timeoutMs: settings.timeoutMs } }, fetch, io);
  const profile = needProfile(met.profile);
  const display = targetDisplay(io);
  const ending = endingOf(io, (words) => display.say(words));
  const journal = await journalFor(settings.target.href, undefined, io);
  const tally = new Tally();
  let leftNothing = true;
  try {
    const { attended } = settings;
    const host = await hostFor({ fetch, display, journal, attended, stop: ending.stop }, io);
    const client = await connect(
      {
        baseUrl: baseUrlFor(settings.target, profile),
        credentials: met.credentials,
        controlToken: met.controlToken,
        profile,
        requestsPerSecond: settings.rate ?? Number.POSITIVE_INFINITY,
        concurrency: settings.concurrency,
        maxMessages: Number.POSITIVE_INFINITY,
        timeoutMs: settings.timeoutMs,
        patienceMs: settings.patienceMs,
        // An outage is sat out as long as patience lasts.
        brokenAfter: Number.POSITIVE_INFINITY,
        signal: ending.client,
        onExchange: (exchange) => count(exchange, tally),
      },
      host,
    );
    const cast = new Cast(await castFor(story, settings, profile, client));
    const traces = await Traces.of(client);
    const way = timeWay(settings.time, profile, client);
    const span = { start: story.clock.start, end: until };
    const simulator = await SimulatorAccount.of(client, fetch, met.controlToken);
    const shadow = shadowFor(story, withZone(profile, simulator?.timeZone));
    const began = host.monotonic();
    try {
      const clock = clockFor(way, span, speed, client, (why) => tally.notDone('advance', client.redact(why)));
      const pacer = new Pacer(span.start, speed, host);
      const tokens = new StoryTokens(client);
      const means = { lens: client.lens, cast, moved: clock.moved };
      const { patienceMs } = settings;
      const delivery = new Delivery({
        ...{ client, means, tally, time: host, patienceMs, traces, tokens, simulator },
        licences: story.account.licences,
        stop: ending.sending,
        lost: ending.lose,
      });
      const played = await playOn({
        ...span,
        ...{ pacer, clock, delivery, client, cast, tokens },
        until: (moment) => shadow.until(moment),
        opening: shadow.opening,
        lanes: new Lanes(settings.concurrency * WAITING),
        batch:
          client.lens.offers('locations.purpose') && client.lens.posting('locations').takesMany
            ? settings.batch
            : 1,
        stop: ending.sending,
        onMoment: (at) =>
          display.show({
            at,
            share: (at - span.start) / Math.max(1, span.end - span.start),
            sent: tally.sent,
            unexpected: tally.unexpected,
            lag: pacer.lag.last,
          }),
      });
      const took = host.monotonic() - began;
      ending.settled();
      const leftBehind = [
        ...(await cleanedUp(settings.keep, traces, client)),
        ...((await simulator?.putBack()) ?? []),
      ];
      leftNothing = !leftBehind.some((left) => /^(group|user) /.test(left));
      if (settings.keep) tally.note('groups and users that the story left stay there, as --keep says');
      if (!leftNothing) tally.note(`roadtest sweep ${journal.path} tries again to remove what is left`);
      return reportOf({
        story,
        profile,
        client,
        tally,
        played,
        pacer,
        took,
        leftBehind,
        way,
        speed,
        moved: clock.moved,
        ending: ending.how(),
      });
    } finally {
      shadow.stop();
    }
  } finally {
    display.end();
    ending.over();
    await journal.end(leftNothing);
  }
}

/** What is left, in words. What the story took away is given back in any case. */
async function cleanedUp(keep: boolean, traces: Traces, client: Client): Promise<string[]> {
  const left = await traces.reopen();
  if (!keep) left.push(...(await client.cleanUp()), ...(await traces.putBack()));
  return left.map((words) => client.redact(words));
}

function needProfile(profile: Profile | undefined): Profile {
  if (profile) return profile;
  throw new CliError('PROFILE_MISSING', 'Nothing says how this deployment writes its records.', {
    hint: 'Describe it in a profile: --profile FILE. A simulator tells its own.',
  });
}

function castFor(story: Story, { devices }: TargetSettings, profile: Profile, client: Client) {
  return devicesFor(story.devices, { named: devices, known: profile.known?.device ?? [] }, client);
}

/** A person at a keyboard does not bring a clock from deed to deed. */
function timeWay(asked: TimeWay | undefined, { controls }: Profile, client: Client): TimeWay {
  const byPerson = controls?.advance?.by === 'person' && !client.controls.simulator;
  const can = client.controls.has('advance') && !byPerson;
  if (asked !== 'advance') return asked ?? (can ? 'advance' : 'real');
  if (can) return asked;
  throw new CliError('CONTROL_MISSING', 'Nothing brings the clock of this deployment forward.', {
    hint: 'The control advance of a profile says how. Without it: --time real.',
  });
}

const known: ReadonlySet<string> = new Set(operations.map(({ id }) => id));

/** Requests of the run's own are counted by what they are for. */
function count({ purpose, milliseconds, reply }: Exchange, tally: Tally): void {
  const name = known.has(purpose) ? purpose : purpose === 'set-up' ? 'set-up and controls' : purpose;
  tally.exchanged(name, reply && milliseconds);
  if (reply && !known.has(purpose)) tally.served(name);
}

type Ending = { ended: TargetReport['ended']; because?: string };

/** Ends when the process is asked to, or nothing answers any more: what is on its way may still arrive. */
function endingOf(io: Io, say: (words: string) => void) {
  const sending = runController();
  const client = runController();
  let how: Ending = { ended: 'finished' };
  let timer: NodeJS.Timeout | undefined;
  const end = (next: Ending, words: string): void => {
    if (sending.signal.aborted) return;
    how = next;
    say(words);
    sending.abort();
    timer = setTimeout(() => client.abort(), GRACE_MS);
  };
  const stop = (): void =>
    end({ ended: 'interrupted' }, 'Stopping: what was created is removed. Ctrl+C again ends at once.');
  if (io.stop.aborted) stop();
  io.stop.addEventListener('abort', stop, { once: true });
  return {
    sending: sending.signal,
    client: client.signal,
    stop,
    lose: (because: string): void => end({ ended: 'lost', because }, `Giving up: ${because}.`),
    how: () => how,
    /** Nothing is on its way any more. */
    settled: (): void => clearTimeout(timer),
    over(): void {
      clearTimeout(timer);
      io.stop.removeEventListener('abort', stop);
    },
  };
}

interface Parts {
  story: Story;
  profile: Profile;
  client: Client;
  tally: Tally;
  played: PlayedOn;
  pacer: Pacer;
  took: number;
  leftBehind: string[];
  way: TimeWay;
  speed: number | 'max';
  moved: number;
  ending: Ending;
}

function reportOf({
  story,
  profile,
  client,
  tally,
  played,
  pacer,
  took,
  speed,
  ...parts
}: Parts): TargetReport {
  const { last, most } = pacer.lag;
  return {
    format: 'roadtest-target',
    version: 1,
    story: story.name,
    target: client.target,
    profile: profile.name,
    from: new Date(story.clock.start).toISOString(),
    until: new Date(played.reached).toISOString(),
    time: parts.way,
    movedBy: parts.moved,
    devices: story.devices,
    took: Math.round(took),
    sent: tally.sent,
    perSecond: took > 0 ? Math.round((tally.sent * 1000) / took) : 0,
    operations: tally.operations(),
    refusals: tally.refusals(),
    unexpected: tally.unexpected,
    notDone: tally.notDoneCounts(),
    notes: tally.notes(),
    lag: { last, most, simulated: speed === 'max' ? 0 : most * speed },
    expectations: { judged: played.judged, notJudged: played.notJudged },
    ...parts.ending,
    leftBehind: parts.leftBehind,
  };
}
