/** From the options of `roadtest export load` to a Locust project. */
import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Clean, Outlet } from '../../contracts/kit/outlet.ts';
import { defaultProfile } from '../../contracts/profile/default.ts';
import type { AnyId } from '../../contracts/profile/facts.ts';
import { compileLens } from '../../contracts/profile/lens/compile.ts';
import type { Profile } from '../../contracts/profile/profile.ts';
import { operation } from '../../contracts/specification/operations.ts';
import type { Story } from '../../scenarios/language/story.ts';
import { batched } from '../../scenarios/target/batching.ts';
import { type ReferenceRun, referenceRunOf } from '../../scenarios/target/reference-run.ts';
import type { CountOf } from '../../scenarios/target/tally.ts';
import { trafficWriter } from '../../scenarios/target/traffic.ts';
import { parseInstant } from '../../simulator/time/calendar.ts';
import { CliError, exitCodes, type Io } from '../command.ts';
import { findStory } from '../playing/stories.ts';
import { namedDevices } from '../playing/target/devices.ts';
import { untilOf } from '../playing/until.ts';
import { readProfile } from '../verifying/profile.ts';
import { writeFolder } from './folder.ts';
import { locustfile } from './locustfile.ts';
import { type Exported, readme } from './readme.ts';

export interface LoadOptions {
  /** The name of a story, or a file. */
  given: string;
  output: string | undefined;
  profile: string | undefined;
  until: string | undefined;
  seed: number | undefined;
  fixture?: string | undefined;
  at: string | undefined;
  devices: string | undefined;
  batch: number | undefined;
  force: boolean;
}

export interface LoadParts {
  reference?: (story: Story, profile: Profile) => ReferenceRun;
}

/** @throws CliError, StoryError and ProfileError, each with a code; then nothing has been written */
export async function exportLoad(
  given: LoadOptions,
  io: Io,
  { reference: referenceFor = referenceRunOf }: LoadParts = {},
): Promise<void> {
  const { output } = given;
  if (output === undefined) {
    throw new CliError('MISSING_ARGUMENT', 'No output folder is named for the load.', {
      hint: 'roadtest export load STORY -o DIR',
    });
  }
  const profile = (await readProfile(given.profile, io))?.profile ?? defaultProfile;
  const { story } = await findStory(given.given, { ...given, profile }, io);
  const end = given.until === undefined ? story.clock.end : untilOf(given.until, story);
  const moved = given.at === undefined ? 0 : parseInstant(given.at) - story.clock.start;
  const devices = await devicesOf(story, profile, given, io);
  const reference = referenceFor(story, profile);
  let exported: Exported | undefined;
  try {
    await writeFolder(output, given.force, io, async (draft) => {
      const { outlet } = io;
      const traffic = new TrafficExport(
        story,
        profile,
        reference,
        { end, moved, batch: given.batch ?? 1 },
        outlet,
      );
      await pipeline(Readable.from(traffic.lines(io.stop)), createWriteStream(join(draft, 'traffic.jsonl')));
      const tokenPath = (profile.basePath ?? '') + operation('issueToken').path;
      await writeFile(join(draft, 'devices.json'), outlet.json(devices, 1));
      await writeFile(join(draft, 'locustfile.py'), outlet.written(locustfile(tokenPath)));
      await writeFile(join(draft, 'README.md'), outlet.text(readme(traffic.exported())));
      exported = traffic.exported();
    });
  } finally {
    reference.stop();
  }
  if (exported) io.out(summaryOf(exported, output, io));
}

/** The ids that the devices have, or that a simulator of that profile would give them. */
async function devicesOf(story: Story, profile: Profile, given: LoadOptions, io: Io): Promise<AnyId[]> {
  const named = await namedDevices(given.devices, io);
  const known = named ?? profile.known?.device ?? [];
  if (known.length >= story.devices) return known.slice(0, story.devices);
  if (named || profile.openings['records.id'] === undefined) {
    throw new CliError(
      'TOO_FEW_DEVICES',
      `The story needs ${story.devices} devices, and ${known.length} are known.`,
      {
        hint: 'Name the ids of the deployment: --devices FILE, one id a line.',
      },
    );
  }
  if (story.cast) return story.fleet.flatMap(({ id }) => id ?? []);
  const lens = compileLens(profile.openings, { seed: story.clock.seed });
  return Array.from({ length: story.devices }, (_, index) => lens.writeId('device', index + 1));
}

/** How much of the story is played between two looks at what is to be written. */
const SLICE = 60_000;

/** The story as lines of traffic, and what is reported of them afterwards. */
class TrafficExport {
  readonly #story: Story;
  readonly #profile: Profile;
  readonly #reference: ReferenceRun;
  readonly #way: { end: number; moved: number; batch: number };
  readonly #outlet: Outlet;
  readonly #left = new Map<string, CountOf>();
  #requests = 0;

  constructor(
    story: Story,
    profile: Profile,
    reference: ReferenceRun,
    way: { end: number; moved: number; batch: number },
    outlet: Outlet,
  ) {
    this.#outlet = outlet;
    this.#story = story;
    this.#profile = profile;
    this.#reference = reference;
    this.#way = way;
  }

  async *lines(stop: AbortSignal): AsyncGenerator<Clean> {
    const { end, moved, batch } = this.#way;
    const { start } = this.#story.clock;
    const { openings, basePath = '' } = this.#profile;
    const lens = compileLens(openings, { basePath, ids: 'opaque' });
    const write = trafficWriter({ lens, openings, devices: this.#story.devices, start, moved });
    const size = lens.offers('locations.purpose') && lens.posting('locations').takesMany ? batch : 1;
    let seen = this.#reference.opening;
    for (let at = start; ; ) {
      for (const sent of batched(seen, size)) {
        if (sent.kind === 'expectation') continue;
        const written = write(sent);
        if ('line' in written) {
          this.#requests++;
          yield this.#outlet.json(written.line);
        } else {
          this.#leave(sent.kind, written.notDone);
        }
      }
      if (at >= end) return;
      if (stop.aborted) throw interrupted();
      at = Math.min(end, at + SLICE);
      seen = await this.#reference.until(at);
    }
  }

  exported(): Exported {
    const { name, title, devices, clock } = this.#story;
    return {
      story: name,
      title,
      profile: this.#profile.name,
      requests: this.#requests,
      devices,
      seconds: (this.#way.end - clock.start) / 1000,
      left: [...this.#left.values()],
    };
  }

  #leave(what: string, because: string): void {
    const key = `${what}: ${because}`;
    const count = this.#left.get(key) ?? { what, because, count: 0 };
    count.count++;
    this.#left.set(key, count);
  }
}

function interrupted(): CliError {
  return new CliError('INTERRUPTED', 'The export was interrupted, and nothing has been written.', {
    exitCode: exitCodes.inconclusive,
  });
}

function summaryOf({ story, requests, devices, left }: Exported, folder: string, { colors }: Io): string {
  const lines = [
    `${colors.bold(story)}: ${requests} requests of ${devices} devices are in ${folder}; its README.md says how to send them.`,
    ...left.map(({ what, because, count }) =>
      colors.dim(`not in the traffic: ${count} × ${what}: ${because}`),
    ),
  ];
  return `${lines.join('\n')}\n`;
}
