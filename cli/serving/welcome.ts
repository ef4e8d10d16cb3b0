/** The text that is printed when the server is up. */

import { shellWord } from '../../contracts/kit/curl.ts';
import { MINUTE } from '../../contracts/kit/durations.ts';
import { quoted } from '../../contracts/kit/untrusted.ts';
import { leftOutInWords } from '../../scenarios/motion/track.ts';
import type { ClockView } from '../../simulator/time/clock.ts';
import type { Io } from '../command.ts';
import type { Running } from './start.ts';
import type { Driver } from './tracks.ts';

/** Prints where the service is, and what it takes to use it: for this its secrets are shown, and nowhere else. */
export function printWelcome(running: Running, io: Io, { json = false, soon = {} }: Welcoming = {}): void {
  const { outlet } = io;
  if (json) io.print(outlet.writtenJson(forPrograms(running)));
  else io.print(outlet.written(welcome(running, io, soon)));
  const { userName, apiKey, controlToken } = credentials(running);
  outlet.secrets.hideCredentials({ userName, apiKey });
  if (controlToken !== undefined) outlet.secrets.hide(controlToken);
}

export interface Welcoming {
  /** One line for programs. */
  json?: boolean;
  /** The change of the clock that follows at once. */
  soon?: { frozen?: boolean };
}

function forPrograms(running: Running): object {
  const { baseUrl, controlUrl, access } = running;
  const { userName, apiKey, controlToken } = credentials(running);
  const tracks = running.drivers.map(({ deviceId, track: { name, fixes, leftOut } }) => ({
    ...{ deviceId, name, fixes: fixes.length, leftOut },
  }));
  return {
    ...{ baseUrl, controlUrl, userName, apiKey },
    ...(access.controlToken && { controlToken }),
    ...(tracks.length > 0 && { tracks }),
  };
}

/** The same for people, with a line to paste. */
function welcome(running: Running, io: Io, soon: { frozen?: boolean }): string {
  const { bold, cyan, dim } = io.colors;
  const { userName, apiKey, controlToken } = credentials(running);
  const facts: [name: string, value: string][] = [
    ['Live page', cyan(running.pageUrl)],
    ['API', cyan(running.baseUrl)],
    ['Control', cyan(running.controlUrl)],
    ['User name', userName],
    ['API key', apiKey],
    ...(controlToken ? [['Control token', controlToken] as [string, string]] : []),
    ['Clock', clockInWords({ ...running.simulator.clock.view(), ...soon })],
    ...(running.driving > 0
      ? [
          ['Fleet', `${running.driving} vehicles drive about the town; --still parks them`] as [
            string,
            string,
          ],
        ]
      : []),
    ...(running.deviation ? [['Broken rule', running.deviation.does] as [string, string]] : []),
    ...running.drivers.map((driver): [string, string] => [`Device ${driver.deviceId}`, trackInWords(driver)]),
  ];
  const width = Math.max(...facts.map(([name]) => name.length));
  return [
    '',
    ...facts.map(([name, value]) => `  ${bold(name.padEnd(width))}  ${value}`),
    '',
    dim('  List the devices:'),
    `  ${curlLine(running)}`,
    '',
    dim('  Ctrl+C stops.'),
    '',
    '',
  ].join('\n');
}

/**
 * A line for bash that gets a token and lists the devices. It works in the dialect of every profile:
 * paths, request and reply of the token are fixed by the document (section 4.1).
 */
export function curlLine(running: Running): string {
  const { userName, apiKey } = credentials(running);
  const body = shellWord(JSON.stringify({ userName, apiKey }));
  const token = `curl -s ${shellWord(`${running.baseUrl}/api/Auth/Token`)} -H 'Content-Type: application/json' -d ${body}`;
  const picked = `${token} | sed 's/.*"token" *: *"\\([^"]*\\)".*/\\1/'`;
  return `curl -s ${shellWord(`${running.baseUrl}/api/devices`)} -H "Authorization: Bearer $(${picked})"`;
}

/** As they hold now: a snapshot brings its own. */
function credentials({ simulator: { fleet }, access }: Running) {
  return {
    userName: fleet.account.userName,
    apiKey: fleet.account.apiKey,
    controlToken: access.controlToken,
  };
}

function clockInWords({ now, frozen, speed }: ClockView): string {
  const time = new Date(now).toISOString().replace('.000Z', 'Z');
  if (frozen) return `${time}, frozen: POST …/_control/clock/advance moves it`;
  return `${time}, running ${speed === 1 ? 'in real time' : speed === 'max' ? 'as fast as possible' : `${speed} times as fast as real time`}`;
}

function trackInWords({ track: { name, fixes, leftOut } }: Driver): string {
  const minutes = Math.round(((fixes.at(-1)?.time ?? 0) - (fixes[0]?.time ?? 0)) / MINUTE);
  const span = minutes < 100 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  const left = leftOutInWords(leftOut);
  return `drives ${quoted(name)}: ${fixes.length} fixes in ${span}${left === undefined ? '' : ` (left out: ${left})`}`;
}
