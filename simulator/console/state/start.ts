/** Opens the streams and keeps what the page knows as the server has it. */
import { batch, effect } from '@preact/signals';
import type { ClockView, ShownEvent, WorldView } from '../../control/schemas/index.ts';
import { control } from '../api/control.ts';
import { readDrives } from '../api/drives.ts';
import { readPositions } from '../api/positions.ts';
import { openStream, type Stream } from '../api/stream.ts';
import { loadAccount } from './account.ts';
import { playStory, seek } from './actions.ts';
import { keepAddress } from './address.ts';
import { wantedCamera } from './camera.ts';
import { choose, chosen, following } from './choice.ts';
import { clocksReceived, now, receiveClock, setClock, setMoment, simulatedAt, tickClock } from './clock.ts';
import { onReconnect, setConnection } from './connection.ts';
import { loadFaults } from './developer.ts';
import { loadDevice, loadDevices } from './devices.ts';
import { addDrives } from './drives.ts';
import { addEvents, handOnEvents, KINDS, onEvents } from './events.ts';
import { type Link, readLink } from './link.ts';
import { opened } from './panels.ts';
import { loadNames } from './people.ts';
import { addPositions } from './positions.ts';
import { startPreferences } from './preferences.ts';
import { renewAll } from './renewal.ts';
import { keepShowing, keepView } from './showing.ts';
import { loadLibrary, loadStory, span } from './story.ts';
import { ofThisWorld, setWorld, world } from './world.ts';

const EVENTS = `/_control/events?since=0&kinds=clock,${KINDS.join(',')}`;
const POSITIONS = '/_control/positions?with=drives';
/** Real milliseconds between two renewals of what is shown in words. */
const TICK = 100;
/** Real milliseconds between two looks at the clock, which bring one that drifts back. */
const CLOCK_LOOK = 10_000;
/** Real milliseconds for which a tab may be hidden before it lets go of its streams. */
const HIDDEN_BRIEFLY = 1_000;

/** Starts everything; returns a function that ends it. */
export function startConsole(): () => void {
  startPreferences();
  const wanted = readLink(location.hash);
  choose(wanted.device);
  const stopShowing = keepShowing();
  const stopStreams = startStreams(wanted);
  const ticking = setInterval(() => {
    const real = performance.now();
    batch(() => {
      handOnEvents();
      tickClock(real);
    });
    if (!document.hidden) void renewAll(real);
  }, TICK);
  const looking = setInterval(() => {
    if (!document.hidden) void lookAtClock();
  }, CLOCK_LOOK);
  const stopLink = keepAddress(openLink);
  const stopDevice = keepChosenDevice();
  void loadLibrary().catch(() => undefined);
  return () => {
    stopStreams();
    stopShowing();
    clearInterval(ticking);
    clearInterval(looking);
    stopLink();
    stopDevice();
  };
}

function startStreams(wanted: Link): () => void {
  /** The next world that the stream announces is its beginning, not a change while it was read. */
  let fresh = true;
  let isFirst = true;
  let heardBefore = false;

  const events = openStream({
    address: EVENTS,
    onState(state) {
      setConnection(state);
      if (state.kind !== 'live') return;
      // The stream sends events that it missed while it was closed; settings may have changed beside it.
      if (heardBefore) void loadWorld();
      heardBefore = true;
    },
    onEvents(received) {
      const real = performance.now();
      const happened: ShownEvent[] = [];
      for (const { event, data } of received) {
        const received: unknown = JSON.parse(data);
        if (event === 'clock') receiveClock(received as ClockView, real);
        else if (event !== 'world') happened.push(received as ShownEvent);
        else if (!setWorld(received as WorldView)) fresh = false;
        else {
          void loadWorld();
          positions.restart();
          if (isFirst) void followLink(wanted);
          isFirst = false;
          if (!fresh) {
            // Numbers of events begin again: the stream is read from its beginning.
            fresh = true;
            events.restart();
            return;
          }
          fresh = false;
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
          addDrives(frame, real);
        } else if (event === 'positions') {
          const frame = readPositions(data);
          setMoment(frame.at, real);
          addPositions(frame);
        }
      }
    },
  });
  onReconnect(() => {
    events.retry();
    positions.retry();
  });
  const stopHiding = pauseWhileHidden([events, positions]);
  return () => {
    stopHiding();
    events.close();
    positions.close();
  };
}

/**
 * A browser has six connections to a server for all its tabs together: a hidden tab keeps none, and
 * catches up when it is seen again.
 */
function pauseWhileHidden(streams: readonly Stream[]): () => void {
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
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', look);
  };
}

/** Fetches all of a world. What fails is fetched again with the next world, or when the stream is back. */
async function loadWorld(): Promise<void> {
  await Promise.allSettled([loadStory(), loadAccount(), loadFaults(), loadNames(), loadDevices()]);
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

function openLink(link: Link): void {
  choose(link.device);
  void followLink(link);
}

/** Usage and settings of the chosen device come from the server itself, whatever the page counted. */
function keepChosenDevice(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      if (chosen.peek() !== null) void loadDevice(chosen.peek() as string);
    }, 150);
  };
  const stopEffect = effect(() => {
    if (chosen.value !== null && world.value !== null) look();
  });
  const stopListening = onEvents((events) => {
    const id = chosen.peek();
    const concerns = (event: ShownEvent) =>
      event.kind === 'day-ended' || ('deviceId' in event && String(event.deviceId) === id);
    if (events.some(concerns)) look();
  });
  return () => {
    stopEffect();
    stopListening();
    clearTimeout(timer);
  };
}

/** Brings the server to the moment of a link, and the page to its view: before what the story would show there. */
async function followLink(link: Link): Promise<void> {
  if (link.device === null && link.panels === null && link.camera === null) return goToMoment(link);
  keepView(Number.POSITIVE_INFINITY);
  await goToMoment(link);
  choose(link.device);
  following.value = link.follow && link.device !== null;
  if (link.panels !== null) opened.value = link.panels;
  wantedCamera.value = link.camera;
  // Events on the way may arrive only now, and the clock of the page may still be moving, too.
  keepView(Math.max(now.peek(), link.at === null ? 0 : Date.parse(link.at)));
}

/**
 * Brings the server to what a link says. A reload shows the page again; it does not take the others
 * back with him: then only the device counts.
 */
async function goToMoment(link: Link): Promise<void> {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (navigation?.type === 'reload') return;
  const isOther =
    link.story !== null &&
    (link.story !== world.peek()?.story || (link.seed !== null && link.seed !== world.peek()?.seed));
  if (isOther) {
    const began = await playStory({ name: link.story, ...(link.seed !== null && { seed: link.seed }) });
    if (!began) return;
  }
  if (link.at === null) return;
  await loadStory().catch(() => undefined);
  const to = Date.parse(link.at);
  if (span.peek() || to > now.peek()) await seek(to);
}
