/** Tells whether the page is connected to the server. */
import { signal } from '@preact/signals';
import type { StreamState } from '../api/stream.ts';

export const connection = signal<StreamState>({ kind: 'connecting' });
/** True if there was a connection at all since the page was opened. */
export const wasLive = signal(false);

let retryNow: () => void = () => undefined;

/** Tries at once instead of waiting for the next attempt. */
export function reconnect(): void {
  retryNow();
}

export function setConnection(state: StreamState): void {
  connection.value = state;
  if (state.kind === 'live') wasLive.value = true;
}

export function onReconnect(retry: () => void): void {
  retryNow = retry;
}
