/** Tells whether the page is connected to the server. */
import { Icon } from '../../look/Icon.tsx';
import { connection, reconnect, wasLive } from '../../state/connection.ts';

export function Connection() {
  const state = connection.value;
  if (state.kind === 'live') {
    return (
      <span class="connection live small" role="status" data-connection="live">
        <span class="dot" aria-hidden="true" /> live
      </span>
    );
  }
  return (
    <span class="connection lost small row" role="status" data-connection={state.kind}>
      <Icon name="dropout" /> {wasLive.value ? 'reconnecting' : 'connecting'}
      {state.kind === 'waiting' && (
        <button type="button" class="button slim" onClick={reconnect} title={state.why}>
          Now
        </button>
      )}
    </span>
  );
}
