/**
 * How the page speaks with the server it came from: HTTP alone, to its own origin.
 *
 * - `types.ts`      what the control API answers with
 * - `http.ts`       one request: JSON, problem details, the control token
 * - `control.ts`    a function for each route of the control API
 * - `publicApi.ts`  the public API, as a client would call it
 * - `sse.ts`        from the bytes of an event stream to its events
 * - `stream.ts`     an event stream that reconnects by itself
 * - `positions.ts`  from the binary records of the positions stream to typed arrays
 * - `curl.ts`       a request as a line for a terminal
 */
export { control } from './control.ts';
export { curlOf } from './curl.ts';
export { ApiError, askForToken, configure, controlToken, type Problem, request } from './http.ts';
export { FLAGS, type PositionFrame, readPositions } from './positions.ts';
export { type PublicReply, publicCall } from './publicApi.ts';
export { openStream, type Stream, type StreamState } from './stream.ts';
export type * from './types.ts';
export { INJECTIONS } from './types.ts';
