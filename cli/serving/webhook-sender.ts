/** Sends events to webhooks: one request each, which keeps no connection and no process. */
import { type ClientRequest, request as httpRequest, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Outcome, Send } from '../../simulator/webhooks/attempt.ts';

/** Real time for a whole answer, in milliseconds. */
const PATIENCE = 5_000;
/** Bytes of an answer that are read; the rest is left. */
const LONGEST_ANSWER = 65_536;

/** `localhost` is this machine, whatever the names of the system say. */
const onThisMachine: LookupFunction = (_name, options, found) => {
  if (options.all)
    found(null, [
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ]);
  else found(null, '127.0.0.1', 4);
};

/** Neither a proxy of the environment nor a connection of before is used, and no redirect is followed. */
export const sendWebhook: Send = ({ url, headers, body }, signal) => {
  const target = new URL(url);
  const options: RequestOptions = {
    method: 'POST',
    headers: { ...headers, 'content-length': new TextEncoder().encode(body).length },
    agent: false,
    signal,
    ...(target.hostname === 'localhost' && { lookup: onThisMachine }),
  };
  return new Promise((resolve) => {
    let request: ClientRequest | undefined;
    const settle = (outcome: Outcome): void => {
      clearTimeout(timer);
      resolve(outcome);
      request?.destroy();
    };
    const timer = setTimeout(() => settle('timeout'), PATIENCE);
    timer.unref();
    try {
      request = target.protocol === 'https:' ? httpsRequest(target, options) : httpRequest(target, options);
    } catch {
      settle('unreachable');
      return;
    }
    request.on('socket', (socket) => socket.unref());
    request.on('error', () => settle('unreachable'));
    request.on('response', (answer) => {
      const { statusCode = 0 } = answer;
      let read = 0;
      answer.on('data', (piece: Uint8Array) => {
        read += piece.length;
        if (read > LONGEST_ANSWER) settle(statusCode);
      });
      answer.on('end', () => settle(statusCode));
      answer.on('error', () => settle('unreachable'));
    });
    request.end(body);
  });
};
