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
  const seen = new Set<string>();
  const blocks: Block[] = [];
  for (const [from, others] of beside.entries()) {
    for (const to of others) {
      if (seen.has(`${from} ${to}`)) continue;
      const around = withoutDeadEnds(walkAround(from, to, beside, seen));
      const corners = around.map((node) => itemAt(nodes, node));
      const area = areaOf(corners);
      if (area < BUILT.least || area > BUILT.most) continue;
      const isGreen = around.some((node) => green.has(node)) || blocks.length % ONE_OF === ONE_OF - 1;
      blocks.push({ kind: isGreen ? 'park' : 'block', corners });
    }
  }
  return blocks;
}

/** By node: those next to it along roads, counter-clockwise. */
function neighboursOf(nodes: Town['nodes'], roads: Town['roads']): number[][] {
  const beside = nodes.map(() => new Set<number>());
  for (const { nodes: along } of roads) {
    for (const [at, to] of along.entries()) {
      const from = along[at - 1];
      if (from === undefined) continue;
      itemAt(beside, from).add(to);
      itemAt(beside, to).add(from);
    }
  }
  return beside.map((others, node) => {
    const angle = (other: number) => angleOf(itemAt(nodes, node), itemAt(nodes, other));
    return [...others].sort((one, other) => angle(one) - angle(other));
  });
}

/** Turns as sharply as it can at every crossing, until it is where it began. */
function walkAround(from: number, to: number, beside: number[][], seen: Set<string>): number[] {
  const around: number[] = [];
  let [before, here] = [from, to];
  while (!seen.has(`${before} ${here}`)) {
    seen.add(`${before} ${here}`);
    around.push(here);
    const others = itemAt(beside, here);
    const next = itemAt(others, (others.indexOf(before) + others.length - 1) % others.length);
    [before, here] = [here, next];
  }
  return around;
}

/** A road that leads nowhere is walked to its end and back. */
function withoutDeadEnds(around: readonly number[]): number[] {
  const kept: number[] = [];
  for (const node of around) {
    if (kept.at(-2) === node) kept.pop();
    else kept.push(node);
  }
  while (kept.length > 2 && kept.at(-2) === kept[0]) kept.pop();
  return kept;
}

function angleOf(from: Position, to: Position): number {
  const east = (to.longitude - from.longitude) * longitudeScale(from.latitude);
  return Math.atan2(to.latitude - from.latitude, east);
}

/** Square metres; below 0 where the corners go clockwise, as they do around the whole town. */
function areaOf(corners: readonly Position[]): number {
  const [first] = corners;
  if (first === undefined) return 0;
  const scale = longitudeScale(first.latitude);
  const x = ({ longitude }: Position) => (longitude - first.longitude) * scale * metresPerDegree;
  const y = ({ latitude }: Position) => (latitude - first.latitude) * metresPerDegree;
  let twice = 0;
  for (const [index, corner] of corners.entries()) {
    const next = itemAt(corners, (index + 1) % corners.length);
    twice += x(corner) * y(next) - x(next) * y(corner);
  }
  return twice / 2;
}
