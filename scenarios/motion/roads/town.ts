/** The bundled town: its places, the nearest crossing to a position, and the quickest way between two. */

import Flatbush from 'flatbush';
import createGraph from 'ngraph.graph';
import { aStar } from 'ngraph.path';
import { itemAt } from '../../../contracts/kit/items.ts';
import { distanceBetween, longitudeScale, metresPerDegree, type Position } from '../geodesy.ts';
import { type PathPoint, pieceFlags } from '../path.ts';
import { type RoadClass, roadClasses } from './classes.ts';
import { middle, text } from './town-data.generated.ts';

export interface TownPlace extends Position {
  /** As stories write it, such as `central-station`. */
  name: string;
  /** As people read it, such as `Central Station`. */
  title: string;
  /** The crossing that it is at. */
  node: number;
}

/** A part of the town, by where its name is written. */
export interface District extends Position {
  name: string;
}

export interface Road {
  kind: RoadClass;
  name: string;
  /** Crossings and bends along it. */
  nodes: readonly number[];
}

/** Metres east and north of the middle. */
type Offset = readonly [x: number, y: number];

interface TownData {
  nodes: Offset[];
  roads: [kind: RoadClass, name: string, nodes: number[]][];
  river: Offset[];
  places: [node: number, title: string][];
  districts: [...Offset, name: string][];
}

/** Metres from the nearest crossing at which a position still counts as in town. */
const FARTHEST = 400;
/** Metres from the middle within which buildings are tall. */
const tallBuildings = 450;
const kmh = 3.6;

interface Stretch {
  seconds: number;
  limit: number;
  flags: number;
}

let only: Town | undefined;

/** The town; read when it is first asked for. */
export function town(): Town {
  only ??= new Town();
  return only;
}

export class Town {
  /** By number. Degrees to seven decimals, as reports have them. */
  readonly nodes: readonly Position[];
  readonly roads: readonly Road[];
  readonly places: readonly TownPlace[];
  readonly river: readonly Position[];
  readonly districts: readonly District[];
  readonly #index: Flatbush;
  #network: ReturnType<typeof networkOf> | undefined;

  constructor() {
    const { nodes, roads, river, places, districts }: TownData = JSON.parse(text);
    this.nodes = nodes.map(positionOf);
    this.roads = roads.map(([kind, name, nodes]) => ({ kind, name, nodes }));
    this.river = river.map(positionOf);
    this.districts = districts.map(([x, y, name]) => ({ name, ...positionOf([x, y]) }));
    this.places = places.map(([node, title]) => {
      const name = title.toLowerCase().replaceAll(' ', '-');
      return { name, title, node, ...itemAt(this.nodes, node) };
    });
    this.#index = new Flatbush(nodes.length);
    for (const [x, y] of nodes) this.#index.add(x, y, x, y);
    this.#index.finish();
  }

  /** The place of a name as stories write it. */
  placeNamed(name: string): TownPlace | undefined {
    return this.places.find((place) => place.name === name);
  }

  /** The nearest crossing or bend, and how many metres away it is. */
  nearestNode(position: Position): { node: number; metres: number } {
    const scale = longitudeScale(middle[0]);
    const x = (position.longitude - middle[1]) * metresPerDegree * scale;
    const y = (position.latitude - middle[0]) * metresPerDegree;
    const node = this.#index.neighbors(x, y, 1)[0] ?? 0;
    return { node, metres: distanceBetween(position, itemAt(this.nodes, node)) };
  }

  /** Returns whether a position is near enough to a road to be driven from and to. */
  holds(position: Position): boolean {
    return this.nearestNode(position).metres <= FARTHEST;
  }

  /**
   * The quickest way from one position to another, along the roads and from the roads to positions beside
   * them, which are near (`holds`).
   */
  wayBetween(from: Position, to: Position): PathPoint[] {
    const [first, last] = [this.nearestNode(from).node, this.nearestNode(to).node];
    const driveway = (position: Position): PathPoint => ({
      latitude: position.latitude,
      longitude: position.longitude,
      altitude: altitudeAt(position),
      limit: roadClasses.street.limit,
      flags: flagsAt(position),
    });
    return [driveway(from), ...this.#along(first, last), driveway(to)];
  }

  #along(from: number, to: number): PathPoint[] {
    this.#network ??= networkOf(this.nodes, this.roads);
    const { finder, stretch } = this.#network;
    // The finder answers from the end to the beginning.
    const nodes = finder.find(from, to).reverse();
    return nodes.map(({ id, data: position }, at) => {
      const next = nodes[at + 1]?.id;
      const ahead = next === undefined ? undefined : stretch(id, next);
      return {
        ...position,
        altitude: altitudeAt(position),
        limit: ahead?.limit ?? roadClasses.street.limit,
        flags: ahead?.flags ?? flagsAt(position),
      };
    });
  }
}

/** The roads as a graph, and its finder of ways. Made when the first way is asked for: a name of a place needs none. */
function networkOf(nodes: readonly Position[], roads: readonly Road[]) {
  const graph = createGraph<Position, Stretch>();
  for (const [id, position] of nodes.entries()) graph.addNode(id, position);
  for (const { kind, nodes: along } of roads) {
    const { limit, tunnel } = roadClasses[kind];
    for (const [at, to] of along.slice(1).entries()) {
      const from = itemAt(along, at);
      const [a, b] = [itemAt(nodes, from), itemAt(nodes, to)];
      const seconds = distanceBetween(a, b) / (limit / kmh);
      graph.addLink(from, to, { seconds, limit, flags: tunnel ? pieceFlags.tunnel : flagsAt(a) });
    }
  }
  const finder = aStar(graph, {
    distance: (_from, _to, link) => link.data.seconds,
    heuristic: (from, to) => distanceBetween(from.data, to.data) / (roadClasses.main.limit / kmh),
  });
  /** The stretch between two nodes that are next to each other, whichever way it was laid. */
  const stretch = (a: number | string, b: number | string) =>
    (graph.getLink(a, b) ?? graph.getLink(b, a))?.data;
  return { finder, stretch };
}

function flagsAt(position: Position): number {
  const [latitude, longitude] = middle;
  return distanceBetween(position, { latitude, longitude }) < tallBuildings ? pieceFlags.canyon : 0;
}

/** Metres above the sea: the plain, and the hill that the tunnel goes under. */
function altitudeAt({ latitude, longitude }: Position): number {
  const [x, y] = [(longitude - middle[1]) * 75_500, (latitude - middle[0]) * metresPerDegree];
  return 96 + 0.002 * y + 38 * Math.exp(-((x + 1_500) ** 2 + (y - 1_000) ** 2) / (2 * 700 ** 2));
}

function positionOf([x, y]: Offset): Position {
  const scale = longitudeScale(middle[0]);
  return {
    latitude: toSeven(middle[0] + y / metresPerDegree),
    longitude: toSeven(middle[1] + x / (metresPerDegree * scale)),
  };
}

function toSeven(degrees: number): number {
  return Math.round(degrees * 1e7) / 1e7;
}
