/**
 * The live page in a real browser without a graphics card: 10,000 and 1,000 vehicles of one story, at 600 times real
 * time. Server, browser and page share the machine, as they do for whoever tries it.
 */
import { launch, served, VIEW } from './browser.mjs';
import { atLeast, atMost, median } from './measure.mjs';

/** Metres from a road within which a vehicle is on it. */
const ON_ROAD = 15;
/** Pictures of which every vehicle that moves is held against the roads. */
const PICTURES = 20;
const SPEED = 600;
/** Seconds of one look. */
const LOOK = 5;
/** Seconds until what is kept for a while is full: feeds, histories, compiled code. */
const FILLED = 45;
/** Seconds over which memory is then looked at. */
const WATCHED = 60;
const LOOKS = 6;

export async function consoleRows() {
  const browser = await launch();
  try {
    const many = await watched(browser, 10_000, async (page) => ({
      rate: await frameRate(page),
      bytes: await streamBytes(page),
    }));
    const some = await watched(browser, 1_000, async (page) => ({
      rate: await frameRate(page),
      growth: await heapGrowth(page),
    }));
    const at = (vehicles) => `${vehicles.toLocaleString('en')} vehicles at ${SPEED}×`;
    return [
      atLeast('page: frames a second', many.rate, '/s', 20, at(10_000)),
      atLeast('page: frames a second', some.rate, '/s', 50, at(1_000)),
      atMost(
        'page: first picture of the fleet',
        many.first,
        'ms',
        1_500,
        'from the address, 10,000 vehicles',
      ),
      atMost('page: first picture of the fleet', some.first, 'ms', 1_500, 'from the address, 1,000 vehicles'),
      atMost('page: positions stream', many.bytes / 1000, 'kB/s', 300, at(10_000)),
      atMost(
        'page: growth of memory',
        some.growth.share,
        '%',
        5,
        `of ${some.growth.heap.toFixed(1)} MB in ${WATCHED} s after ${FILLED} s, ${at(1_000)}: ${some.growth.told}`,
      ),
    ];
  } finally {
    await browser.close();
  }
}

/** Whether the page is true: its vehicles are on the roads, and move on with every frame, at any speed of the clock. */
export async function roadRows() {
  const browser = await launch();
  try {
    const shares = [];
    for (const speed of [1, 60, SPEED]) {
      const { onRoad, advanced, off, moving } = await watched(browser, 10_000, truth, speed);
      const where = `10,000 vehicles at ${speed}×, ${moving} looks; the farthest ${off.toFixed(1)} m`;
      shares.push(
        atLeast('page: moving vehicles drawn on a road', onRoad, '%', 99, where),
        atLeast('page: moving vehicles that advance with each frame', advanced, '%', 95, where),
      );
    }
    return shares;
  } finally {
    await browser.close();
  }
}

/** Opens the page on a served story, three times for the first picture, and looks at the last one. */
async function watched(browser, vehicles, look, speed = SPEED) {
  const service = await served(vehicles, { speed });
  try {
    const times = [];
    for (let round = 0; ; round++) {
      const context = await browser.newContext(VIEW);
      const page = await context.newPage();
      await page.goto(`${new URL(service.baseUrl).origin}/_console/?measure`);
      const whole = await page.waitForFunction(() => {
        const { first, ground } = window.roadtestFrames?.() ?? {};
        return first && ground && { first, ground };
      });
      times.push(await whole.jsonValue());
      if (round === 2) {
        const first = median(times.map((time) => time.first));
        const ground = Math.round(median(times.map((time) => time.ground)));
        return { first, ground, ...(await look(page, service)) };
      }
      await context.close();
    }
  } finally {
    await service.stop();
  }
}

/** The shares of the moving vehicles that are on a road, and that move on from frame to frame. */
async function truth(page, service) {
  const reply = await fetch(`${new URL(service.baseUrl).origin}/_control/story`);
  const roads = piecesOf((await reply.json()).roads);
  await page.waitForTimeout(6_000);
  const before = await page.evaluate(() => window.roadtestDrawn());
  let [moving, on, off] = [0, 0, 0];
  for (let picture = 0; picture < PICTURES; picture++) {
    await page.waitForTimeout(500);
    const drawn = await page.evaluate(() => window.roadtestDrawn());
    for (const place of drawn.moving) {
      const metres = metresOff(place, roads);
      moving++;
      if (metres <= ON_ROAD) on++;
      off = Math.max(off, metres);
    }
  }
  const after = await page.evaluate(() => window.roadtestDrawn());
  const advanced = (after.advanced - before.advanced) / (after.watched - before.watched);
  return { moving, onRoad: (100 * on) / moving, advanced: 100 * advanced, off };
}

function piecesOf({ features }) {
  const lines = features.filter(
    ({ geometry, properties }) => geometry.type === 'LineString' && properties.class !== 'river',
  );
  return lines.flatMap(({ geometry: { coordinates } }) =>
    coordinates.slice(1).map((to, index) => [...coordinates[index], ...to]),
  );
}

function metresOff({ latitude, longitude }, pieces) {
  const [north, east] = [111_195, 111_195 * Math.cos((latitude * Math.PI) / 180)];
  let nearest = Number.POSITIVE_INFINITY;
  for (const [fromX, fromY, toX, toY] of pieces) {
    const [x, y] = [(fromX - longitude) * east, (fromY - latitude) * north];
    const [dx, dy] = [(toX - fromX) * east, (toY - fromY) * north];
    const square = dx * dx + dy * dy;
    const share = square === 0 ? 0 : Math.min(1, Math.max(0, -(x * dx + y * dy) / square));
    nearest = Math.min(nearest, Math.hypot(x + share * dx, y + share * dy));
  }
  return nearest;
}

async function frameRate(page) {
  await page.waitForTimeout(2_000);
  const rates = [];
  for (let round = 0; round < 3; round++) {
    const before = await frames(page);
    await page.waitForTimeout(LOOK * 1000);
    const after = await frames(page);
    rates.push(((after.drawn - before.drawn) / (after.now - before.now)) * 1000);
  }
  return median(rates);
}

function frames(page) {
  return page.evaluate(() => ({ drawn: window.roadtestFrames().drawn, now: performance.now() }));
}

/** The bytes of positions that the page receives in a second, as they go over the line. */
async function streamBytes(page) {
  const session = await page.context().newCDPSession(page);
  const streams = new Set();
  let bytes = 0;
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url.includes('/_control/positions')) streams.add(requestId);
  });
  session.on('Network.dataReceived', ({ requestId, dataLength }) => {
    if (streams.has(requestId)) bytes += dataLength;
  });
  await session.send('Network.enable');
  await page.reload();
  await page.waitForTimeout(3_000);
  bytes = 0;
  await page.waitForTimeout(LOOK * 1000);
  await session.detach();
  return bytes / LOOK;
}

/** How the heap grows once everything that is kept for a while is full. */
async function heapGrowth(page) {
  const session = await page.context().newCDPSession(page);
  const heap = async () => {
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    return usedSize / 1e6;
  };
  await page.waitForTimeout(FILLED * 1000);
  const sizes = [await heap()];
  for (let look = 0; look < LOOKS; look++) {
    await page.waitForTimeout((WATCHED / LOOKS) * 1000);
    sizes.push(await heap());
  }
  // Medians of halves, since a single look may fall between a frame and its picture.
  const half = Math.ceil(sizes.length / 2);
  const before = median(sizes.slice(0, half));
  const after = median(sizes.slice(-half));
  const told = sizes.map((size) => size.toFixed(1)).join(', ');
  return { share: Math.max(0, (after / before - 1) * 100), heap: before, told };
}
