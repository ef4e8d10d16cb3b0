/**
 * Makes the bundled town from a seed; generate.mjs writes it to scenarios/motion/roads/town-data.generated.ts.
 *
 * A lattice of streets is bent and thinned out, so that it looks grown; every fourth line is an arterial. A
 * ring road cuts the lattice where the arterials meet it, a river takes away the streets across it and
 * leaves the arterials as bridges, and a part of the ring lies in a tunnel. Positions are whole metres east
 * and north of the middle.
 */
export const townSeed = 20;
const middle = [47.2105, 19.5482];

const spacing = 140;
const reach = 26; // lines to either side
const suburbs = 2_500;
const everyArterial = 4;
const clearOfRing = 50;
const clearOfRiver = 45;
const thinnedOut = 0.15;
const tunnelAt = (140 * Math.PI) / 180;
const outskirts = 3_400;

/** The wanted position of each place: degrees clockwise from north, metres from the middle. */
const wanted = {
  Depot: [238, 1_950],
  'Central Station': [205, 480],
  'Market Square': [0, 0],
  'Town Hall': [35, 230],
  'City Hospital': [62, 1_050],
  'St Anne Clinic': [290, 1_250],
  'North School': [8, 1_150],
  'South School': [172, 1_180],
  'River School': [120, 760],
  'Grammar School': [318, 620],
  University: [330, 1_320],
  Library: [300, 300],
  Harbour: [150, 1_020],
  'Grain Silo': [141, 1_400],
  'Cold Store': [228, 2_250],
  'Fish Hall': [158, 860],
  'Office Park': [78, 2_050],
  'Science Park': [345, 2_050],
  'Bus Station': [212, 650],
  'Freight Yard': [218, 1_420],
  'Parcel Centre': [252, 2_250],
  'Post Office': [95, 260],
  'Fire Station': [268, 760],
  'Police Station': [140, 330],
  Courthouse: [62, 420],
  Theatre: [345, 350],
  Museum: [20, 560],
  Stadium: [45, 2_150],
  'Swimming Pool': [105, 1_320],
  'City Park': [285, 900],
  Zoo: [322, 2_600],
  'Fuel Station West': [272, 1_760],
  'Fuel Station East': [88, 1_740],
  'Garden Centre': [25, 2_250],
  'Furniture Store': [100, 2_250],
  Brewery: [190, 1_420],
  Bakery: [75, 640],
  Dairy: [200, 2_050],
  Sawmill: [172, 2_250],
  Quarry: [300, 2_950],
  Airfield: [68, 3_100],
  Motorway: [180, 3_150],
  Vineyard: [3, 2_950],
  'Water Works': [125, 2_150],
  'Recycling Yard': [245, 2_950],
  'Tunnel South': [283, 1_640],
  'Tunnel North': [321, 1_840],
  'East Gate': [90, 1_150],
};
/** Parts of the town, and where their names are written: as of places. */
const districts = {
  'Old Town': [350, 130],
  Riverside: [225, 930],
  'Harbour Quarter': [140, 1_250],
  Eastgate: [88, 1_500],
  'University Hill': [332, 1_050],
  Northfield: [12, 1_550],
  'Weavers Row': [285, 1_350],
  Southbank: [183, 1_650],
  Granary: [240, 1_500],
  Meadows: [48, 1_450],
  'Office Park': [82, 2_250],
  Tannery: [205, 2_200],
};
const arterialNames =
  'Mill Lark Castle Harvest Linden Salt King Lantern Orchard Foundry Garden Bishop Meadow Granary Amber Fountain'.split(
    ' ',
  );
const streetNames =
  'Alder Ash Aspen Barley Beech Birch Bramble Briar Cedar Cherry Chestnut Clover Cooper Copper Dove Elder Elm Falcon Fern Finch Flint Glover Hazel Heather Heron Holly Hop Iron Ivy Jasmine Juniper Kiln Larch Laurel Lilac Linnet Maple Mason Mint Moss Myrtle Nettle Oak Olive Otter Pear Pebble Pine Plover Poplar Potter Quince Raven Reed Robin Rope Rose Rowan Sage Sedge Sorrel Spruce Swan Swift Tanner Thistle Thorn Thyme Tiller Vine Violet Walnut Weaver Willow Wren Yarrow'.split(
    ' ',
  );

/** The text of the data file. */
export function townModule(seed = townSeed) {
  const { nodes, roads, river, places } = makeTown(seed);
  const data = {
    nodes,
    roads: roads.map(({ kind, name, tunnel, path }) => [tunnel ? 'tunnel' : kind, name, path]),
    river: [...river],
    places: places.map(({ node, name }) => [node, name]),
    districts: Object.entries(districts).map(([name, at]) => [...offsetOf(at).map(Math.round), name]),
  };
  return `/** Degrees: where 0, 0 of the nodes lies. */
export const middle = [${middle.join(', ')}] as const;

/** The bundled town as JSON: metres east and north of the middle, and numbers of the nodes. */
export const text = '${JSON.stringify(data)}';
`;
}

function makeTown(seed) {
  const random = chanceFrom(seed);
  const river = riverCourse(random);
  const town = { nodes: [], edges: [] };
  const ring = ringShape(random);
  layStreets(town, random, ring, river);
  layRing(town, ring);
  const kept = largestPart(town);
  return { ...kept, roads: roadsOf(kept, random), river, places: placesOf(kept.nodes) };
}

/** The bent lattice: nodes where its lines cross, edges between neighbours, those at the ring ending on it. */
function layStreets(town, random, ring, river) {
  const bend = bending(random);
  const patches = bending(random);
  const at = new Map();
  for (let i = -reach; i <= reach; i++) {
    for (let j = -reach; j <= reach; j++) {
      const arterial = i % everyArterial === 0 || j % everyArterial === 0;
      const main = i % (2 * everyArterial) === 0 || j % (2 * everyArterial) === 0;
      const [x, y] = bend(i * spacing + random.about(9), j * spacing + random.about(9));
      const away = Math.hypot(x, y);
      const outside = ring.outside(x, y);
      const [shiftX, shiftY] = patches(x, y);
      const built = away < suburbs && shiftX - x + (shiftY - y) > -10;
      if (outside > 0 && !(main && away < outskirts) && !(built && away < suburbs)) continue;
      if (!arterial && (Math.abs(outside) < clearOfRing || river.distance(x, y) < clearOfRiver)) continue;
      const node = { x, y, i, j };
      if (arterial && Math.abs(outside) < clearOfRing) ring.pull(node);
      at.set(`${i} ${j}`, town.nodes.push(node) - 1);
    }
  }
  for (const [key, from] of at) {
    const [i, j] = key.split(' ').map(Number);
    const [east, north] = [at.get(`${i + 1} ${j}`), at.get(`${i} ${j + 1}`)];
    if (east !== undefined) layStreet(town, random, ring, river, { from, to: east, line: j, axis: 'j' });
    if (north !== undefined) layStreet(town, random, ring, river, { from, to: north, line: i, axis: 'i' });
  }
}

function layStreet(town, random, ring, river, { from, to, line, axis }) {
  const [a, b] = [town.nodes[from], town.nodes[to]];
  const arterial = line % everyArterial === 0;
  const main = line % (2 * everyArterial) === 0;
  const outside = Math.max(ring.outside(a.x, a.y), ring.outside(b.x, b.y)) > 1;
  const crossesRing = !a.ring && !b.ring && ring.outside(a.x, a.y) > 0 !== ring.outside(b.x, b.y) > 0;
  const crossesRiver = river.above(a.x, a.y) !== river.above(b.x, b.y);
  if (!arterial && (crossesRing || crossesRiver || random.next() < thinnedOut)) return;
  if (arterial && !main && crossesRiver && outside) return;
  const road = { kind: arterial ? (outside && main ? 'main' : 'arterial') : 'street', line, axis };
  if (!crossesRing) {
    town.edges.push({ from, to, ...road });
    return;
  }
  const middle = { x: 0, y: 0, i: a.i, j: a.j };
  let [low, high] = [0, 1];
  for (let step = 0; step < 40; step++) {
    const share = (low + high) / 2;
    middle.x = a.x + (b.x - a.x) * share;
    middle.y = a.y + (b.y - a.y) * share;
    if (ring.outside(middle.x, middle.y) > 0 === ring.outside(a.x, a.y) > 0) low = share;
    else high = share;
  }
  middle.ring = true;
  const between = town.nodes.push(middle) - 1;
  town.edges.push({ from, to: between, ...road }, { from: between, to, ...road });
}

/** Joins the ends of the arterials on the ring, with bends in between; two stretches of it in the tunnel. */
function layRing(town, ring) {
  const angle = (index) => Math.atan2(town.nodes[index].y, town.nodes[index].x);
  const ends = town.nodes
    .flatMap((node, index) => (node.ring ? [index] : []))
    .sort((a, b) => angle(a) - angle(b));
  const middles = ends.map((end, place) => {
    const next = angle(ends[(place + 1) % ends.length]);
    return (angle(end) + (next < angle(end) ? next + 2 * Math.PI : next)) / 2;
  });
  const first = middles.reduce(
    (best, at, place) => (Math.abs(at - tunnelAt) < Math.abs(middles[best] - tunnelAt) ? place : best),
    0,
  );
  for (const [place, end] of ends.entries()) {
    const next = ends[(place + 1) % ends.length];
    const span = 2 * (middles[place] - angle(end));
    const pieces = Math.max(1, Math.round((span * 1_700) / 95));
    let from = end;
    for (let piece = 1; piece <= pieces; piece++) {
      const [x, y] = ring.at(angle(end) + (span * piece) / pieces);
      const to = piece === pieces ? next : town.nodes.push({ x, y, ring: true }) - 1;
      const tunnel = place === first || place === first + 1;
      town.edges.push({ from, to, kind: 'ring', line: 0, axis: 'ring', tunnel });
      from = to;
    }
  }
}

/** Gives the part that can be reached, with dead ends of streets cut off where they lead nowhere, and numbered anew. */
function largestPart({ nodes, edges }) {
  const beside = nodes.map(() => []);
  for (const { from, to } of edges) {
    beside[from].push(to);
    beside[to].push(from);
  }
  const seen = new Set();
  let largest = [];
  for (const start of nodes.keys()) {
    if (seen.has(start)) continue;
    const part = [start];
    seen.add(start);
    for (const node of part)
      for (const next of beside[node]) if (!seen.has(next)) seen.add(next) && part.push(next);
    if (part.length > largest.length) largest = part;
  }
  const number = new Map(largest.toSorted((a, b) => a - b).map((old, place) => [old, place]));
  return {
    nodes: [...number.keys()].map((old) => [Math.round(nodes[old].x), Math.round(nodes[old].y)]),
    edges: edges
      .filter(({ from }) => number.has(from))
      .map((edge) => ({ ...edge, from: number.get(edge.from), to: number.get(edge.to) })),
  };
}

/** Edges one after another on the same line are a road; each line has a name. */
function roadsOf({ edges }, random) {
  const named = { true: random.shuffled(arterialNames), false: random.shuffled(streetNames) };
  const names = new Map();
  const nameOf = ({ kind, axis, line }) => {
    if (kind === 'ring') return 'Ring Road';
    const key = `${axis} ${line}`;
    const list = named[line % everyArterial === 0];
    const suffix =
      list === named.true ? (axis === 'i' ? 'Avenue' : 'Road') : axis === 'i' ? 'Street' : 'Lane';
    if (!names.has(key)) names.set(key, `${list[names.size % list.length]} ${suffix}`);
    return names.get(key);
  };
  const left = new Set(edges);
  const key = ({ axis, line, kind, tunnel }, node) => [axis, line, kind, tunnel ?? false, node].join(' ');
  const next = new Map(edges.map((edge) => [key(edge, edge.from), edge]));
  const ends = new Set(edges.map((edge) => key(edge, edge.to)));
  const roads = [];
  const heads = edges.filter((edge) => !ends.has(key(edge, edge.from)));
  for (const head of [...heads, ...edges]) {
    if (!left.has(head)) continue;
    const path = [head.from];
    for (let edge = head; edge && left.delete(edge); edge = next.get(key(edge, edge.to))) path.push(edge.to);
    roads.push({ kind: head.kind, name: nameOf(head), tunnel: head.tunnel ?? false, path });
  }
  return roads;
}

function placesOf(nodes) {
  const taken = new Set();
  return Object.entries(wanted).map(([name, at]) => {
    const [x, y] = offsetOf(at);
    const away = (node) => Math.hypot(nodes[node][0] - x, nodes[node][1] - y);
    const free = [...nodes.keys()].filter((node) => !taken.has(node));
    const node = free.reduce((nearest, each) => (away(each) < away(nearest) ? each : nearest));
    taken.add(node);
    return { node, name };
  });
}

/** Metres east and north of the middle. */
function offsetOf([degrees, away]) {
  const angle = (degrees * Math.PI) / 180;
  return [away * Math.sin(angle), away * Math.cos(angle)];
}

/** A circle that is none: how far outside a point lies, the point at an angle, a node pulled onto it. */
function ringShape(random) {
  const [first, second] = [random.next() * 6, random.next() * 6];
  const radius = (angle) =>
    1_700 * (1 + 0.07 * Math.sin(2 * angle + first) + 0.03 * Math.sin(3 * angle + second));
  const at = (angle) => [radius(angle) * Math.cos(angle), radius(angle) * Math.sin(angle)];
  return {
    at,
    outside: (x, y) => Math.hypot(x, y) - radius(Math.atan2(y, x)),
    pull(node) {
      [node.x, node.y] = at(Math.atan2(node.y, node.x));
      node.ring = true;
    },
  };
}

function riverCourse(random) {
  const [first, second] = [random.next() * 6, random.next() * 6];
  const northing = (x) => -820 + 170 * Math.sin(x / 760 + first) + 60 * Math.sin(x / 310 + second) + x * 0.06;
  const points = [];
  for (let x = -4_000; x <= 4_000; x += 125) points.push([x, Math.round(northing(x))]);
  points.above = (x, y) => y > northing(x);
  points.distance = (x, y) => Math.abs(y - northing(x));
  return points;
}

/** Turns and shifts the plane smoothly, so that no two quarters lie the same way. */
function bending(random) {
  const waves = Array.from({ length: 3 }, () => ({
    size: random.between(24, 46),
    long: random.between(330, 560),
    phase: random.next() * 6,
    along: random.next() * 6,
  }));
  const turn = random.between(0.15, 0.35);
  return (x, y) => {
    const angle = turn + 0.42 * Math.exp(-(x * x + y * y) / (2 * 950 ** 2));
    let east = x * Math.cos(angle) - y * Math.sin(angle);
    let north = x * Math.sin(angle) + y * Math.cos(angle);
    for (const { size, long, phase, along } of waves) {
      const wave = size * Math.sin((x * Math.cos(along) + y * Math.sin(along)) / long + phase);
      east += wave * Math.cos(along + 1);
      north += wave * Math.sin(along + 1);
    }
    return [east, north];
  };
}

function chanceFrom(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = state;
    x = Math.imul(x ^ (x >>> 15), x | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    between: (low, high) => low + (high - low) * next(),
    about: (most) => (2 * next() - 1) * most,
    shuffled: (list) =>
      list
        .map((value) => [next(), value])
        .sort(([a], [b]) => a - b)
        .map(([, value]) => value),
  };
}
