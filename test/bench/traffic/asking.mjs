/** Asks a server for some seconds, one request after another; prints how long 99 of 100 answers took at most. */
import process from 'node:process';
import { tokenOf } from '../measure.mjs';

const SECONDS = 6;
const baseUrl = process.argv[2];
const token = await tokenOf({ baseUrl, userName: 'demo', apiKey: 'demo-key' });
const waits = [];
const end = performance.now() + SECONDS * 1000;
for (let at = 1; performance.now() < end; at++) {
  const began = performance.now();
  const reply = await fetch(`${baseUrl}/api/devices/dev-${1 + ((at * 37) % 9_000)}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  await reply.text();
  if (reply.status >= 500) throw new Error(`answered ${reply.status}`);
  waits.push(performance.now() - began);
}
waits.sort((a, b) => a - b);
process.stdout.write(JSON.stringify({ waits: waits.length, worst: waits[Math.floor(waits.length * 0.99)] }));
