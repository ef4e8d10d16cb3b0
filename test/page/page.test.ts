import { beforeAll, describe, expect, it } from 'vitest';
import { classFlows } from './flows/class.ts';
import { developersFlows } from './flows/developers.ts';
import { fleetFlows } from './flows/fleet.ts';
import { looksFlows } from './flows/looks.ts';
import { mapFlows } from './flows/map.ts';
import { openingFlows } from './flows/opening.ts';
import { storyFlows } from './flows/stories.ts';
import { timeFlows } from './flows/time.ts';
import { classes, theServer } from './page.ts';

beforeAll(theServer);
describe('a page that is opened', openingFlows);
describe('the map', mapFlows);
describe('the fleet', fleetFlows);
describe('time', timeFlows);
describe('stories', storyFlows);
describe('developers', developersFlows);
describe('how the page looks', looksFlows);
describe('a class', classFlows);

it('has no style that nothing on the page had in any flow', () => {
  const apart = /^maplibregl/;
  expect([...classes.named].filter((name) => !classes.had.has(name) && !apart.test(name))).toEqual([]);
});
