/** Opens the streams and keeps what the page knows as the server has it. */
import { batch, effect, signal } from '@preact/signals';
import type { ClockView, ShownEvent, WorldView } from '../../control/schemas/index.ts';
import { control } from '../api/control.ts';
import { readDrives } from '../api/drives.ts';
import { readPositions } from '../api/positions.ts';
import { openStream, type Stream, type StreamState } from '../api/stream.ts';
import { playStory, seek } from './actions.ts';
import { keepAddress, type Link, panel, readLink } from './address.ts';
import { choose, chosen } from './chosen.ts';
import { clocksReceived, now, receiveClock, setClock, setMoment, simulatedAt, tickClock } from './clock.ts';
import { loadDevice, loadDevices } from './devices.ts';
import { addDrives } from './drives.ts';
import { addEvents, handOnEvents, KINDS, onEvents } from './events.ts';
import { addPositions } from './positions.ts';
import { startPreferences } from './preferences.ts';
import { renewAll } from './resource.ts';
import { keepShowing, keepView } from './showing.ts';
import { askForStory } from './story.ts';
import { ofThisWorld, setWorld, world } from './world.ts';

const EVENTS = `/_control/events?since=0&kinds=clock,${KINDS.join(',')}`;
const POSITIONS = '/_control/positions?with=drives';
/** Real milliseconds between two renewals of what is shown in words. */
const TICK = 100;
/** Real milliseconds between two looks at the clock, which bring one that drifts back. */
const CLOCK_LOOK = 10_000;
/** Real milliseconds for which a tab may be hidden before it lets go of its streams. */
const HIDDEN_BRIEFLY = 1_000;

/** The connection to the server, and whether there was one at all since the page was opened. */
export const connection = signal<StreamState>({ kind: 'connecting' });
export const wasLive = signal(false);
let retry: () => void = () => undefined;
/** Tries at once instead of waiting for the next attempt. */
export const reconnect = () => retry();

/** Starts everything. */
export function startConsole(): void {
  startPreferences();
  const wanted = readLink(location.hash);
  choose(wanted.device);
  keepShowing();
  startStreams(wanted);
  setInterval(() => {
    const real = performance.now();
    batch(() => {
      handOnEvents();
      tickClock(real);
    });
    if (!document.hidden) void renewAll(real);
  }, TICK);
  setInterval(() => {
    if (!document.hidden) void lookAtClock();
  }, CLOCK_LOOK);
  keepAddress((link) => {
    choose(link.device);
    void followLink(link);
  });
  keepChosenDevice();
}

function startStreams(wanted: Link): void {
  /** The next world that the stream announces is its beginning, not a change while it was read. */
  let isFresh = true;
  let isFirst = true;
  let wasHeard = false;

  const events = openStream({
    address: EVENTS,
    onState(state) {
      connection.value = state;
      if (state.kind !== 'live') return;
      wasLive.value = true;
      // The stream sends events that it missed while it was closed; settings may have changed beside it.
      if (wasHeard) reload();
      wasHeard = true;
    },
    onEvents(received) {
      const real = performance.now();
      const happened: ShownEvent[] = [];
      for (const { event, data } of received) {
        const received: unknown = JSON.parse(data);
        if (event === 'clock') receiveClock(received as ClockView, real);
        else if (event !== 'world') happened.push(received as ShownEvent);
        else if (!setWorld(received as WorldView)) isFresh = false;
        else {
          void loadDevices().catch(() => undefined);
          positions.restart();
          if (isFirst) void followLink(wanted);
          isFirst = false;
          if (!isFresh) {
            // Numbers of events begin again: the stream is read from its beginning.
            isFresh = true;
            events.restart();
            return;
          }
          isFresh = false;
        }
      }
      // Events that fill gaps are in the past; a new one says how far the server has come.
      const last = Date.parse(happened.at(-1)?.at ?? '');
      if (last > simulatedAt(real)) setMoment(last, real);
      addEvents(happened);
    },
  });
  const positions = openStream({
    address: POSITIONS,
    onEvents(received) {
      const real = performance.now();
      for (const { event, data } of received) {
        if (event === 'drives') {
          const frame = readDrives(data);
          setMoment(frame.at, real);
          addDrives(frame);
        } else if (event === 'positions') {
          const frame = readPositions(data);
          setMoment(frame.at, real);
          addPositions(frame);
        }
      }
    },
  });
  retry = () => {
    events.retry();
    positions.retry();
  };
  pauseWhileHidden([events, positions]);
}

/** Fetches again what may have changed while the stream was closed. What fails is fetched again when it is back. */
function reload(): void {
  askForStory();
  void loadDevices().catch(() => undefined);
}

/**
 * A browser has six connections to a server for all its tabs together: a hidden tab keeps none, and
 * catches up when it is seen again.
 */
function pauseWhileHidden(streams: readonly Stream[]): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(timer);
    if (!document.hidden) for (const stream of streams) stream.resume();
    else
      timer = setTimeout(() => {
        for (const stream of streams) stream.pause();
      }, HIDDEN_BRIEFLY);
  };
  document.addEventListener('visibilitychange', look);
  look();
}

async function lookAtClock(): Promise<void> {
  try {
    const asked = performance.now();
    const received = clocksReceived();
    const view = await ofThisWorld(control.clock.read());
    // It was read somewhere between request and reply.
    if (view && clocksReceived() === received) setClock(view, (asked + performance.now()) / 2);
  } catch {
    // The stream reports that the server is gone.
  }
}

/** Usage and settings of the chosen device come from the server itself, whatever the page counted. */
function keepChosenDevice(): void {
  let isWaiting = false;
  const look = () => {
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(() => {
      isWaiting = false;
      if (chosen.peek() !== null) void loadDevice(chosen.peek() as string);
    }, 150);
  };
  effect(() => {
    if (chosen.value !== null && world.value !== null) look();
  });
  onEvents((events) => {
    const id = chosen.peek();
    const concerns = (event: ShownEvent) =>
      event.kind === 'day-ended' || ('deviceId' in event && String(event.deviceId) === id);
    if (events.some(concerns)) look();
  });
}

/** Brings the server to the moment of a link, and the page to its view: before what the story would show there. */
async function followLink(link: Link): Promise<void> {
  if (link.device === null && link.panel === null) return goToMoment(link);
  keepView(Number.POSITIVE_INFINITY);
  await goToMoment(link);
  choose(link.device);
  panel.value = link.panel ?? 'fleet';
  // Events on the way may arrive only now, and the clock of the page may still be moving, too.
  keepView(Math.max(now.peek(), link.at === null ? 0 : Date.parse(link.at)));
}

/**
 * Brings the server to what a link says. A reload shows the page again; it does not take the others
 * back with him: then only the device counts.
 */
async function goToMoment({ story: name, seed, at }: Link): Promise<void> {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (navigation?.type === 'reload') return;
  const { story, seed: played } = world.peek() ?? {};
  if (name !== null && (name !== story || (seed !== null && seed !== played))) {
    const hasBegun = await playStory({ name, ...(seed !== null && { seed }) });
    if (!hasBegun) return;
  }
  if (at === null) return;
  const { story: view, recorded } = await control.story.read().catch(() => ({ story: null, recorded: null }));
  if (view || recorded) await control.story.seek({ to: at }).catch(() => undefined);
  else if (Date.parse(at) > now.peek()) await seek(Date.parse(at));
}
