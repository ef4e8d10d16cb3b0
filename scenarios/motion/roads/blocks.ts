/** The blocks between the roads, for drawing: what can be reached without crossing a road. Some of them are parks. */
import { itemAt } from '../../../contracts/kit/items.ts';
import { longitudeScale, metresPerDegree, type Position } from '../geodesy.ts';
import type { Town } from './town.ts';

export interface Block {
  kind: 'block' | 'park';
  corners: readonly Position[];
}

/** Square metres: what is larger is open country, what is smaller lies between the lanes of a junction. */
const BUILT = { least: 1_500, most: 70_000 };
/** Around these places all is green, and so is one of so many blocks elsewhere. */
const GREEN = new Set(['City Park', 'Zoo', 'Vineyard']);
const ONE_OF = 14;

/** The blocks of a town, always in the same order. */
export function blocksOf({ nodes, roads, places }: Pick<Town, 'nodes' | 'roads' | 'places'>): Block[] {
  const beside = neighboursOf(nodes, roads);
  const green = new Set(places.filter(({ title }) => GREEN.has(title)).map(({ node }) => node));
  const walked = new Set<string>();
  const blocks: Block[] = [];
  for (const [from, others] of beside.entries())
    for (const to of others) {
      const around = walkAround(from, to, beside, walked);
      const corners = around.map((node) => itemAt(nodes, node));
      const area = areaOf(corners);
      if (area < BUILT.least || area > BUILT.most) continue;
      const isGreen = around.some((node) => green.has(node)) || blocks.length % ONE_OF === ONE_OF - 1;
      blocks.push({ kind: isGreen ? 'park' : 'block', corners });
    }
  return blocks;
}

/** By node: those next to it along roads, counter-clockwise. */
function neighboursOf(nodes: Town['nodes'], roads: Town['roads']): number[][] {
  const links = roads.flatMap(({ nodes: along }) =>
    along.slice(1).map((to, at) => [itemAt(along, at), to] as const),
  );
  const beside = nodes.map(() => new Set<number>());
  for (const [from, to] of links) {
    itemAt(beside, from).add(to);
    itemAt(beside, to).add(from);
  }
  return beside.map((others, node) => {
    const { x, y } = metresFrom(itemAt(nodes, node));
    const angle = (other: number) => Math.atan2(y(itemAt(nodes, other)), x(itemAt(nodes, other)));
    return [...others].sort((one, other) => angle(one) - angle(other));
  });
}

/**
 * Turns as sharply as it can at every crossing, until it is where it began; a road that leads nowhere is left out. Empty for
 * a way that was walked before.
 */
function walkAround(from: number, to: number, beside: number[][], walked: Set<string>): number[] {
  const around: number[] = [];
  let [before, here] = [from, to];
  while (!walked.has(`${before} ${here}`)) {
    walked.add(`${before} ${here}`);
    if (around.at(-2) === here) around.pop();
    else around.push(here);
    const others = itemAt(beside, here);
    const next = itemAt(others, (others.indexOf(before) + others.length - 1) % others.length);
    [before, here] = [here, next];
  }
  while (around.length > 2 && around.at(-2) === around[0]) around.pop();
  return around;
}

/** Metres east and north of a position. */
function metresFrom({ latitude, longitude }: Position) {
  const scale = longitudeScale(latitude);
  return {
    x: (other: Position) => (other.longitude - longitude) * scale * metresPerDegree,
    y: (other: Position) => (other.latitude - latitude) * metresPerDegree,
  };
}

/** Square metres; below 0 where the corners go clockwise, as they do around the whole town. */
function areaOf(corners: readonly Position[]): number {
  const [first] = corners;
  if (first === undefined) return 0;
  const { x, y } = metresFrom(first);
  const twice = corners.reduce((sum, corner, at) => {
    const next = itemAt(corners, (at + 1) % corners.length);
    return sum + x(corner) * y(next) - x(next) * y(corner);
  }, 0);
  return twice / 2;
}
