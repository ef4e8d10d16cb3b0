/** The text that is printed when the server is up. */
import { shellWord } from '../../contracts/kit/curl.ts';
import { MINUTE } from '../../contracts/kit/durations.ts';
import { defined } from '../../contracts/kit/fields.ts';
import { quoted } from '../../contracts/kit/untrusted.ts';
import { leftOutInWords, type Track } from '../../scenarios/motion/track.ts';
import type { ClockView } from '../../simulator/time/clock.ts';
import type { Io } from '../command.ts';
import type { Running } from './server.ts';

/**
 * Prints where the service is, and what it takes to use it: for this its secrets are shown, and nowhere else.
 *
 * @param json one line for programs
 * @param soon the change of the clock that follows at once
 */
export function printWelcome(
  running: Running,
  io: Io,
  { json = false, soon = {} }: { json?: boolean; soon?: { frozen?: boolean } } = {},
): void {
  const { outlet } = io;
  const secrets = secretsOf(running);
  io.print(json ? outlet.writtenJson(forPrograms(running)) : outlet.written(welcome(running, io, soon)));
  outlet.secrets.hideCredentials(secrets);
  if (secrets.controlToken !== undefined) outlet.secrets.hide(secrets.controlToken);
}

/** As they hold now: a snapshot brings its own. */
function secretsOf({ stage, settings }: Running) {
  const { userName, apiKey } = stage.simulator.fleet.account;
  return { userName, apiKey, controlToken: settings.access.controlToken };
}

/** The first device drives along the first track, and so on. */
function driversOf({ settings, stage }: Running) {
  const { lens } = stage.simulator;
  return settings.tracks.map((track, index) => ({ deviceId: lens.writeId('device', index + 1), track }));
}

function forPrograms(running: Running): object {
  const { baseUrl, controlUrl } = running;
  const { controlToken, ...credentials } = secretsOf(running);
  const tracks = driversOf(running).map(({ deviceId, track: { name, fixes, leftOut } }) => ({
    ...{ deviceId, name, fixes: fixes.length, leftOut },
  }));
  return {
    ...{ baseUrl, controlUrl, ...credentials, ...defined({ controlToken }) },
    ...(tracks.length > 0 && { tracks }),
  };
}

/** The same for people, with a line to paste. */
function welcome(running: Running, io: Io, soon: { frozen?: boolean }): string {
  const { bold, cyan, dim } = io.colors;
  const { userName, apiKey, controlToken } = secretsOf(running);
  const { driving } = running;
  const facts: [name: string, value: string | undefined][] = [
    ['Live page', cyan(running.pageUrl)],
    ['API', cyan(running.baseUrl)],
    ['Control', cyan(running.controlUrl)],
    ['User name', userName],
    ['API key', apiKey],
    ['Control token', controlToken],
    ['Clock', clockInWords({ ...running.stage.simulator.clock.view(), ...soon })],
    ['Fleet', driving > 0 ? `${driving} vehicles drive about the town; --still parks them` : undefined],
    ['Broken rule', running.settings.deviation()?.does],
    ...driversOf(running).map(({ deviceId, track }): [string, string] => [
      `Device ${deviceId}`,
      trackInWords(track),
    ]),
  ];
  const shown = facts.filter(([, value]) => value !== undefined);
  const width = Math.max(...shown.map(([name]) => name.length));
  const lines = shown.map(([name, value]) => `  ${bold(name.padEnd(width))}  ${value}\n`);
  return `\n${lines.join('')}\n${dim('  List the devices:')}\n  ${curlLine(running)}\n\n${dim('  Ctrl+C stops.')}\n\n`;
}

/**
 * A line for bash that gets a token and lists the devices. It works in the dialect of every profile:
 * paths, request and reply of the token are fixed by the document (section 4.1).
 */
function curlLine(running: Running): string {
  const { userName, apiKey } = secretsOf(running);
  const body = shellWord(JSON.stringify({ userName, apiKey }));
  const token = `curl -s ${shellWord(`${running.baseUrl}/api/Auth/Token`)} -H 'Content-Type: application/json' -d ${body}`;
  const picked = `${token} | sed 's/.*"token" *: *"\\([^"]*\\)".*/\\1/'`;
  return `curl -s ${shellWord(`${running.baseUrl}/api/devices`)} -H "Authorization: Bearer $(${picked})"`;
}

function clockInWords({ now, frozen, speed }: ClockView): string {
  const time = new Date(now).toISOString().replace('.000Z', 'Z');
  if (frozen) return `${time}, frozen: POST …/_control/clock/advance moves it`;
  return `${time}, running ${speed === 1 ? 'in real time' : speed === 'max' ? 'as fast as possible' : `${speed} times as fast as real time`}`;
}

function trackInWords({ name, fixes, leftOut }: Track): string {
  const minutes = Math.round(((fixes.at(-1)?.time ?? 0) - (fixes[0]?.time ?? 0)) / MINUTE);
  const span = minutes < 100 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  const left = leftOutInWords(leftOut);
  return `drives ${quoted(name)}: ${fixes.length} fixes in ${span}${left === undefined ? '' : ` (left out: ${left})`}`;
}
