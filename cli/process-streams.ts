/** From the streams of a process, or of a test, to an `Io`: everything that is written passes the outlet. */
import { randomUUID } from 'node:crypto';
import { noColours, terminalColours } from '../contracts/kit/palette.ts';
import { isSecretField } from '../contracts/kit/redact.ts';
import type { Io } from './command.ts';
import { type Clean, clearLine, Outlet } from './outlet.ts';

/** The streams and settings of a process, without colours and redaction. */
export interface ProcessStreams
  extends Pick<Io, 'interactive' | 'watched' | 'columns' | 'env' | 'cwd' | 'stop'> {
  out(text: Clean): void;
  err(text: Clean): void;
  /** True if standard output shows colours. */
  coloured: boolean;
}

export function createIo({ out, err, coloured, ...streams }: ProcessStreams): Io {
  const colours = coloured ? terminalColours(randomUUID().replaceAll('-', '')) : noColours;
  const outlet = new Outlet(colours);
  for (const secret of secretsIn(streams.env)) outlet.secrets.hide(secret);
  let drawn = false;
  return {
    ...streams,
    width: streams.interactive ? streams.columns : Number.POSITIVE_INFINITY,
    colors: colours.palette,
    outlet,
    out: (text) => out(outlet.text(text)),
    err: (text) => err(outlet.error(text)),
    json: (value, indent) => out(outlet.json(value, indent)),
    print: out,
    draw(line) {
      if (!streams.watched) return;
      if (drawn) err(clearLine);
      if (line !== '') err(outlet.error(line));
      drawn = line !== '';
    },
  };
}

/** Values that mean something to no other program are longer. */
const SHORTEST_OTHER = 8;

/** The secrets in the environment: ours, those of other programs by their names, and passwords of proxies. */
function secretsIn(env: Io['env']): string[] {
  return Object.entries(env).flatMap(([name, value = '']) => {
    if (/_proxy$/i.test(name)) return passwordIn(value);
    const isSecret = isSecretField(name) && (name.startsWith('ROADTEST_') || value.length >= SHORTEST_OTHER);
    return isSecret && value !== '' ? [value] : [];
  });
}

function passwordIn(address: string): string[] {
  const password = URL.canParse(address) ? new URL(address).password : '';
  return password === '' ? [] : [password];
}
