/** The world as a fixture. */
import { quoted } from '../../../contracts/kit/untrusted.ts';
import type { World } from '../../world.ts';
import { ControlError } from '../errors.ts';
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
  { method: 'GET', path: '/fixture', query: ['form', 'locations', 'apiKey'], run: readFixture },
];

/** Who never asks loads neither the writer nor YAML. */
async function readFixture(world: World, request: ControlRequest): Promise<ControlResult> {
  const form = formWanted(request);
  const { writeFixture } = await import('../../fixture/write.ts');
  const fixture = writeFixture(world, {
    locations: queryNumber(request, 'locations', USUAL_LOCATIONS, 1_000_000),
    apiKey: keyWanted(request),
  });
  if (form === 'json') return { body: fixture };
  const { fixtureYaml } = await import('../../fixture/yaml.ts');
  return { text: fixtureYaml(fixture), type: YAML };
}

function formWanted({ query, accept = '' }: ControlRequest): 'json' | 'yaml' {
  const form = query.get('form');
  if (form === null) return /\byaml\b/i.test(accept) ? 'yaml' : 'json';
  if (form === 'json' || form === 'yaml') return form;
  throw new ControlError('BODY_INVALID', `form can be json or yaml, not ${quoted(form)}.`, { field: 'form' });
}
