/**
 * All kinds of misbehaviour, one file for each class of it:
 *
 * - `silence.ts`      silence, dripping, and what never ends
 * - `connections.ts`  connections that break, deployments that die
 * - `framing.ts`      lengths, chunks, status lines, bytes that are not HTTP
 * - `compression.ts`  bombs and broken encodings
 * - `text.ts`         escape sequences, bidirectional text, commands to build servers
 * - `redirects.ts`    to itself, to other origins, to files
 * - `tokens.ts`       tokens, ids and JSON that nobody expects
 * - `statuses.ts`     odd statuses, headers and pages
 * - `tls.ts`          faults of TLS
 * - `reflection.ts`   secrets that are sent back
 * - `lies.ts`         well-formed answers that are not true
 * - `profiles.ts`     profiles for effect, from what pretends to be a simulator
 * - `commands.ts`     some of all that against `sweep` and `play`, and with SIGINT in the middle
 */
import type { Kind } from '../kind.ts';
import { commands } from './commands.ts';
import { compression } from './compression.ts';
import { connections } from './connections.ts';
import { framing } from './framing.ts';
import { lies } from './lies.ts';
import { profiles } from './profiles.ts';
import { redirects } from './redirects.ts';
import { reflection } from './reflection.ts';
import { silence } from './silence.ts';
import { statuses } from './statuses.ts';
import { text } from './text.ts';
import { tls } from './tls.ts';
import { payloads } from './tokens.ts';

export const kinds: readonly Kind[] = [
  ...silence,
  ...connections,
  ...framing,
  ...compression,
  ...text,
  ...redirects,
  ...payloads,
  ...statuses,
  ...tls,
  ...reflection,
  ...lies,
  ...profiles,
  ...commands,
];
