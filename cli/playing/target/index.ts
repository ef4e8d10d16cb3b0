/**
 * `roadtest play … --target`: a story, repeated on a deployment by its own API. See README.md for the map.
 */

import type { Client } from '../../../contracts/deployment/client.ts';
import { keptLicences } from '../../../contracts/deployment/making/releasing.ts';
import type { Profile } from '../../../contracts/profile/profile.ts';
import type { Story } from '../../../scenarios/language/story.ts';
import { IdMap } from '../../../scenarios/target/ids.ts';
import { markedBy } from '../../../scenarios/target/marking.ts';
import { type ReferenceRun, referenceRunOf } from '../../../scenarios/target/reference-run.ts';
import { Tally } from '../../../scenarios/target/tally.ts';
import type { Io } from '../../command.ts';
import type { Recorded } from '../../judging/recordings.ts';
import { lockFor } from '../../verifying/attempt.ts';
import { journalFor } from '../../verifying/journal.ts';
import type { Lock } from '../../verifying/lock.ts';
import { clockFor, type TimeWay, timeWay } from './clock.ts';
import { asBrokenOff, type Contact, contact } from './contact.ts';
import { Delivery } from './delivery.ts';
import { devicesFor } from './devices.ts';
import { Ending } from './ending.ts';
import { Lanes } from './lanes.ts';
import { Pacer } from './pacer.ts';
import { playOn } from './playing.ts';
import { type TargetDisplay, targetDisplay } from './progress.ts';
import { reportOf, type TargetReport } from './report.ts';
import type { TargetSettings } from './settings.ts';
import { SimulatorAccount, withZone } from './simulator.ts';
import { StoryTokens } from './tokens.ts';
import { Traces } from './traces.ts';
import { changesShared, takeTurn } from './turn.ts';

export { exitCodeOf, type TargetReport } from './report.ts';
export { summaryOf } from './summary.ts';

export interface Repeating {
  /** Simulated seconds per real second. */
  speed: number | 'max';
  /** The last simulated moment, ms since 1970 UTC. Default: the story's end. */
  until?: number | undefined;
  /** In place of the run that plays the story. */
  reference?: (story: Story, profile: Profile) => ReferenceRun;
  /** Takes the recording, where the settings ask for one. */
  onRecording?: (recorded: Recorded) => Promise<void>;
}

/** The number of steps that may wait for each request that may be on its way. */
const WAITING = 16;

/**
 * Plays a story and repeats on a deployment what can be seen of it from outside; cleans up, and gives the report.
 *
 * @throws CliError and the suite's ConfigurationError for what prevents the first step, PlayError
 * for a story that cannot go on; what was made until then is removed
 */
export async function playOnTarget(
  story: Story,
  settings: TargetSettings,
  repeating: Repeating,
  io: Io,
): Promise<TargetReport> {
  const display = targetDisplay(io);
  const ending = new Ending(io, (words) => display.say(words));
  const journal = await journalFor(settings.target.href, undefined, io);
  const tally = new Tally();
  let lock: Lock | undefined;
  let begun = false;
  const over = new AbortController();
  try {
    const made = await contact(settings, { display, journal, ending, tally }, io);
    lock = await lockFor(
      `play ${story.name} --target ${settings.target.href}`,
      settings,
      made,
      ending.stop,
      io,
    );
    const leave = async (): Promise<string[]> => {
      ending.settled();
      const left = await made.client.leave(settings.keep);
      return left.map((words) => made.client.redact(words));
    };
    const begin = async () => {
      const { client, profile, asking } = made;
      const way = timeWay(settings.time, profile, client);
      const known = profile.known?.device ?? [];
      const ids = new IdMap(await devicesFor(story.devices, { named: settings.devices, known }, client));
      if (changesShared(story, way, client))
        for (const words of await takeTurn(client, over.signal, io)) tally.note(client.redact(words));
      const kept = keptLicences(client.controls, settings.keep ? 0 : devicesAdded(story));
      if (kept !== undefined) {
        display.say(kept);
        tally.note(kept.replace(/\.$/, ''));
      }
      // Read in the turn: another run may have changed the licences before.
      const simulator = await SimulatorAccount.of(client, asking);
      const traces = await Traces.of(client);
      const parts = { ...made, way, simulator, ids, traces, tally, ending, display };
      return new TargetRun(story, settings, repeating, parts);
    };
    const play = async () => {
      const run = await begin();
      begun = true;
      return run.play();
    };
    const played = await play().catch(async (error: unknown) => {
      await leave();
      throw error;
    });
    const leftBehind = await leave();
    noteLicences(story, tally);
    noteCast(story, tally);
    if (settings.keep) tally.note('groups and users that the story left stay there, as --keep says');
    const { leftToSweep } = await journal.end();
    if (leftToSweep) tally.note(`roadtest sweep ${journal.path} tries again to undo what is left`);
    const { journalFailure: journalLost } = made.client;
    if (journalLost !== undefined) tally.note(`${journalLost} Nothing was changed after that`);
    if (made.looking) await repeating.onRecording?.(made.looking.seen());
    return reportOf({ ...played, story, tally, leftBehind, journalLost, contact: made, how: ending.how });
  } catch (error) {
    throw asBrokenOff(error, settings.target, begun);
  } finally {
    over.abort();
    display.end();
    ending.over();
    await journal.end();
    await lock?.release();
  }
}

/** How many devices come into the fleet by the story. */
function devicesAdded({ timeline }: Story): number {
  return timeline.flatMap(({ actions }) => actions).filter(({ kind }) => kind === 'add-device').length;
}

/** Nothing of a profile's controls takes a licence away from a device that has one. */
function noteLicences({ devices, account }: Story, tally: Tally): void {
  const without = devices - account.licences;
  if (without > 0)
    tally.note(`the story begins with ${without} devices without a licence, and here each may have one`);
}

/** Groups, users and limits are made there; what is of the past cannot be. */
function noteCast({ cast }: Story, tally: Tally): void {
  if (cast === undefined) return;
  tally.note('the past of the fixture is missing there: locations, alerts, messages sent');
}

interface RunParts extends Contact {
  way: TimeWay;
  /** Where the deployment is a simulator of ours. */
  simulator: SimulatorAccount | undefined;
  ids: IdMap;
  traces: Traces;
  tally: Tally;
  ending: Ending;
  display: TargetDisplay;
}

/** The story on its way. */
class TargetRun {
  readonly #story: Story;
  readonly #settings: TargetSettings;
  readonly #repeating: Repeating;
  readonly #parts: RunParts;

  constructor(story: Story, settings: TargetSettings, repeating: Repeating, parts: RunParts) {
    this.#story = story;
    this.#settings = settings;
    this.#repeating = repeating;
    this.#parts = parts;
  }

  async play() {
    const {
      speed,
      until = this.#story.clock.end,
      reference: referenceFor = referenceRunOf,
    } = this.#repeating;
    const { client, host, profile, way, simulator, ids, tally, ending } = this.#parts;
    const { patienceMs, concurrency } = this.#settings;
    const span = { start: this.#story.clock.start, end: until };
    const clock = clockFor(way, span, speed, client, (why) => tally.notDone('advance', client.redact(why)));
    const reference = referenceFor(this.#story, withZone(profile, simulator?.timeZone));
    const pacer = new Pacer(span.start, speed, host);
    const lanes = new Lanes(concurrency * WAITING);
    const tokens = new StoryTokens(client);
    const delivery = new Delivery({
      ...{ client, tally, time: host, patienceMs, tokens, simulator, traces: this.#parts.traces },
      context: { lens: client.lens, ids, moved: clock.moved, mark: markedBy(client.nonce).mark },
      licences: this.#story.account.licences,
      stop: ending.sending,
      lost: ending.lose,
    });
    const began = host.monotonic();
    try {
      const played = await playOn({
        ...span,
        ...{ pacer, clock, delivery, client, ids, tokens, lanes, story: this.#story },
        until: (moment) => reference.until(moment),
        opening: reference.opening,
        batch: this.#batch(client),
        stop: ending.sending,
        onMoment: (at) => this.#show(at, span, pacer),
      });
      return { played, pacer, clock, speed, took: host.monotonic() - began };
    } catch (error) {
      ending.fail();
      await lanes.settled().catch(() => undefined);
      throw error;
    } finally {
      reference.stop();
    }
  }

  #batch({ lens }: Client): number {
    const many = lens.offers('locations.purpose') && lens.posting('locations').takesMany;
    return many ? this.#settings.batch : 1;
  }

  #show(at: number, { start, end }: { start: number; end: number }, { lag }: Pacer): void {
    const { display, tally } = this.#parts;
    const share = (at - start) / Math.max(1, end - start);
    display.show({ at, share, sent: tally.sent, unexpected: tally.unexpected, lag: lag.last });
  }
}
