/**
 * The live page while it is used: frames while the map is dragged, the time until a clicked vehicle is chosen, and
 * seeking within a day that was played. In a browser without a graphics card.
 *
 * A frame's time is that of the processor: of the page's main thread, and of all processes of the browser. From it
 * follow the frames a second on two cores that do nothing else; what the clock on the wall said stands beside it.
 */
import { readFileSync } from 'node:fs';
import { launch, served, VIEW } from './browser.mjs';
import { atLeast, atMost, median, told } from './measure.mjs';

const CORES = 2;
/** Seconds of one drag, and how far it goes to each side. */
const DRAG = 5;
const FAR = 250;
const CHOICES = 7;
const SEEKS = 40;
const DAY = 24 * 3_600_000;
/** A part of the day, which is played in parts: no call waits for long. */
const PART = DAY / 48;

export async function pageRows() {
  const browser = await launch();
  try {
    const many = await used(browser, 10_000, 600);
    const most = await used(browser, 100_000, 60);
    return [
      ...frameRows('10,000 vehicles at 600×', many.frames, 20),
      choiceRow('10,000 vehicles at 600×', many.chosen),
      ...frameRows('100,000 vehicles at 60×', most.frames, 10),
      choiceRow('100,000 vehicles at 60×', most.chosen),
    ];
  } finally {
    await browser.close();
  }
}

function frameRows(at, { main, all, rate }, least) {
  const reachable = Math.min(1000 / main, (CORES * 1000) / all);
  const note = `${at}; ${main.toFixed(1)} ms of the main thread and ${all.toFixed(1)} ms of the browser for each; ${rate.toFixed(1)}/s by the wall`;
  return [atLeast('page: frames while the map is dragged', reachable, '/s', least, note)];
}

function choiceRow(at, { cpu, wall }) {
  const note = `${at}; of the main thread, all that it does until then; ${Math.round(wall)} ms by the wall`;
  return atMost('page: until a clicked vehicle is chosen', cpu, 'ms', 300, note);
}

async function used(browser, vehicles, speed) {
  const service = await served(vehicles, { speed });
  try {
    const context = await browser.newContext(VIEW);
    const page = await context.newPage();
    page.setDefaultTimeout(0);
    await page.goto(`${service.origin}/_console/?measure=frames`);
    await page.waitForFunction(() => window.roadtestFrames?.().ground);
    await page.waitForTimeout(6_000);
    const used = await meterOf(browser, page);
    const frames = await dragged(page, used);
    const chosen = await choosing(page, used);
    await context.close();
    return { frames, chosen };
  } finally {
    await service.stop();
  }
}

/** Milliseconds of the processor for each frame while the map is dragged, and frames a second by the wall. */
async function dragged(page, used) {
  const { x, y } = await middleOf(page);
  const drawn = () => page.evaluate(() => [window.roadtestFrames().drawn, performance.now()]);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 20, y);
  const [before, [framesBefore, began]] = [await used(), await drawn()];
  const end = Date.now() + DRAG * 1000;
  for (let turn = 0; Date.now() < end; turn++) {
    await page.mouse.move(x + FAR * Math.sin(turn / 25), y + (FAR / 2) * Math.sin(turn / 40));
    await page.waitForTimeout(12);
  }
  const [after, [framesAfter, ended]] = [await used(), await drawn()];
  await page.mouse.up();
  const frames = framesAfter - framesBefore;
  return {
    main: (after.main - before.main) / frames,
    all: (after.all - before.all) / frames,
    rate: (frames / (ended - began)) * 1000,
  };
}

/** Reads the milliseconds of the processor so far: of the page's main thread, and of the whole browser. */
async function meterOf(browser, page) {
  const ofPage = await page.context().newCDPSession(page);
  await ofPage.send('Performance.enable', { timeDomain: 'threadTicks' });
  const ofBrowser = await browser.newBrowserCDPSession();
  return async () => {
    const { metrics } = await ofPage.send('Performance.getMetrics');
    const { processInfo } = await ofBrowser.send('SystemInfo.getProcessInfo');
    return {
      main: metrics.find(({ name }) => name === 'TaskDuration').value * 1000,
      all: processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0) * 1000,
    };
  };
}

/** Milliseconds from the click to the picture that shows the chosen vehicle; medians of some. */
async function choosing(page, used) {
  const { x, y } = await middleOf(page);
  const times = [];
  for (let choice = 0; choice < CHOICES; choice++) {
    await page.evaluate(watchForChoice);
    const { main } = await used();
    const away = 30 + 10 * choice;
    await page.mouse.click(x + away * Math.cos(choice), y + away * Math.sin(choice));
    const wall = await page.evaluate(() => window.roadtestChoice);
    if (wall !== null) times.push({ wall, cpu: (await used()).main - main });
  }
  return { wall: median(times.map(({ wall }) => wall)), cpu: median(times.map(({ cpu }) => cpu)) };
}

/** In the page: from the next click until the panel and the map show another vehicle; `null` where none was hit. */
function watchForChoice() {
  const shown = () => document.querySelector('.vehicle')?.dataset.device;
  const before = shown();
  window.roadtestChoice = new Promise((resolve) => {
    addEventListener(
      'click',
      ({ timeStamp }) => {
        const look = () => {
          if (performance.now() - timeStamp > 30_000) resolve(null);
          else if (shown() === before) requestAnimationFrame(look);
          else requestAnimationFrame(() => resolve(performance.now() - timeStamp));
        };
        look();
      },
      { capture: true, once: true },
    );
  });
}

async function middleOf(page) {
  const { x, y, width, height } = await page.locator('.map').boundingBox();
  return { x: x + width / 2, y: y + height / 2 };
}

/** Moments of a day of 10,000 vehicles, after all of it was played, in an order of no meaning. */
export async function seekRows() {
  const service = await served(10_000, { speed: 1, lasts: '24h' });
  const { stat } = procOf(service.pid);
  try {
    const send = async (method, path, body) => {
      const reply = await fetch(`${service.origin}/_control/${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      if (!reply.ok) throw new Error(await reply.text());
      return reply.json();
    };
    await send('PUT', 'clock', { frozen: true });
    const { start, end } = (await send('GET', 'story')).story;
    const goTo = (at) => send('POST', 'story/seek', { to: new Date(at).toISOString() });
    const played = await timed(stat, async () => {
      for (let at = Date.parse(start) + PART; at <= Date.parse(end); at += PART) await goTo(at);
    });
    const looks = [];
    for (let seek = 0; seek < SEEKS; seek++) {
      const at = Date.parse(start) + Math.round((DAY * ((seek * 0.618_034) % 1)) / 1000) * 1000;
      looks.push(await timed(stat, () => goTo(at)));
    }
    const [walls, cpus] = [looks.map(({ wall }) => wall), looks.map(({ cpu }) => cpu)];
    const note = `half of them ${Math.round(median(cpus))} ms; by the wall ${Math.round(most(walls))} and ${Math.round(median(walls))} ms; resident ${procOf(service.pid).resident()} MiB`;
    return [
      told('page: the day of 10,000 vehicles is played', played.cpu / 1000, 's', 'of the processor'),
      atMost('page: 95 of 100 seeks within that day', most(cpus), 'ms', 500, note),
    ];
  } finally {
    await service.stop();
  }
}

/** The 95th percentile. */
function most(times) {
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1];
}

async function timed(stat, run) {
  const [began, before] = [performance.now(), stat()];
  await run();
  return { wall: performance.now() - began, cpu: stat() - before };
}

/** The milliseconds of the processor so far, and the memory, of a process on Linux. */
function procOf(pid) {
  const TICK = 10;
  return {
    stat() {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
      return (Number(fields[11]) + Number(fields[12])) * TICK;
    },
    resident: () =>
      Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024),
  };
}
