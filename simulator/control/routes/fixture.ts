/** The world as a fixture. */
import { quoted } from '../../../contracts/kit/untrusted.ts';
import type { Fixture } from '../../fixture/schema.ts';
import { ControlError } from '../errors.ts';
import { presentClock } from '../present.ts';
import type { ReplyOf } from '../schemas/index.ts';
import {
  type ControlRequest,
  type ControlResult,
  type ControlRoute,
  keyWanted,
  queryNumber,
  route,
  type WorldRequest,
} from './route.ts';

/** Locations of each device, unless others are asked for. */
const USUAL_LOCATIONS = 100;
const YAML = 'application/yaml';

export const fixtureRoutes: readonly ControlRoute[] = [
  { key: 'GET /fixture', run: readFixture },
  route('PUT /fixture', beginWith),
];

/** Checked as a whole before anything changes. */
function beginWith({ world, body }: WorldRequest<Fixture>): { body: ReplyOf<'PUT /fixture'> } {
  if (world.identity.view().story !== null) throw notTaken('a story is played in this world');
  world.begin(body);
  return { body: presentClock(world.clock.view()) };
}

function notTaken(why: string): ControlError {
  return new ControlError('FIXTURE_NOT_TAKEN', `A fixture cannot take the place of this world: ${why}.`, {
    hint: 'Begin a world of its own with it by POST /_control/worlds, or serve with --still or --frozen.',
  });
}

/** The writer and YAML are loaded at the first call. */
async function readFixture(request: WorldRequest): Promise<ControlResult> {
  const { world } = request;
  const form = formWanted(request);
  const { tooManyDevices, whyUnreadable } = await import('../../fixture/readable.ts');
  const { writeFixture } = await import('../../fixture/write.ts');
  refuse(tooManyDevices(world.fleet));
  const fixture = writeFixture(world, {
    locations: queryNumber(request, 'locations', USUAL_LOCATIONS, 1_000_000),
    apiKey: keyWanted(request),
  });
  if (form === 'json') {
    refuse(whyUnreadable(fixture, JSON.stringify(fixture)));
    return { body: fixture };
  }
  const { fixtureYaml } = await import('../../fixture/yaml.ts');
  const text = fixtureYaml(fixture);
  refuse(whyUnreadable(fixture, text));
  return { text, type: YAML };
}

function refuse(why: string | undefined): void {
  if (why === undefined) return;
  throw new ControlError('FIXTURE_NOT_WRITABLE', `This world is more than a fixture can hold: ${why}.`, {
    hint: 'Ask for fewer locations, ?locations=0 for none, or take GET /_control/snapshot, which holds all of it.',
  });
}

function formWanted({ query, accept = '' }: ControlRequest): 'json' | 'yaml' {
  const form = query.get('form');
  if (form === null) return /\byaml\b/i.test(accept) ? 'yaml' : 'json';
  if (form === 'json' || form === 'yaml') return form;
  throw new ControlError('BODY_INVALID', `form can be json or yaml, not ${quoted(form)}.`, { field: 'form' });
}
