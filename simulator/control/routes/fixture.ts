/** The world as a fixture. */
import { quoted } from '../../../contracts/kit/untrusted.ts';
import type { World } from '../../world.ts';
import { ControlError } from '../errors.ts';
import { queryOf } from '../schemas/queries.ts';
import {
  type ControlRequest,
  type ControlResult,
  type ControlRoute,
  keyWanted,
  queryNumber,
} from './route.ts';

/** Locations of each device, unless others are asked for. */
const USUAL_LOCATIONS = 100;
const YAML = 'application/yaml';

export const fixtureRoutes: readonly ControlRoute[] = [
  { method: 'GET', path: '/fixture', query: queryOf('GET /fixture'), run: readFixture },
];

/** The writer and YAML are loaded at the first call. */
async function readFixture(world: World, request: ControlRequest): Promise<ControlResult> {
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
