/** Reads a track from the sentences of a receiver (NMEA 0183): RMC with date, time and position, GGA with the altitude. */
import type { Reader } from './points.ts';

export const readNmea: Reader = (text, take) => {
  let altitude: { time: string | undefined; metres: string | undefined } | undefined;
  for (const [index, line] of text.split('\n').entries()) {
    const [sentence = '', ...fields] = line.trim().replace(/\*.*$/, '').split(',');
    if (sentence.endsWith('GGA')) altitude = { time: fields[0], metres: fields[8] };
    if (!sentence.endsWith('RMC')) continue;
    const [time = '', status, latitude, northSouth, longitude, eastWest, , , date = ''] = fields;
    const hasFix = status === 'A';
    take({
      latitude: hasFix ? degrees(latitude, northSouth) : '',
      longitude: hasFix ? degrees(longitude, eastWest) : '',
      altitude: altitude?.time === time ? altitude.metres : undefined,
      time: isoTime(date, time),
      place: { line: index + 1 },
    });
  }
  return undefined;
};

/** `4807.038`, `N`: degrees and minutes without a sign between them. */
function degrees(written = '', hemisphere = ''): number | string {
  const [, whole, minutes] = /^(\d{1,3})(\d\d(?:\.\d+)?)$/.exec(written) ?? [];
  if (whole === undefined) return written;
  const value = Number(whole) + Number(minutes) / 60;
  return /[SW]/.test(hemisphere) ? -value : value;
}

/** `230394`, `123519.00`: a day of this century, or of the last one from 80 on. */
function isoTime(date: string, time: string): string {
  const [, day, month, year = ''] = /^(\d\d)(\d\d)(\d\d)$/.exec(date) ?? [];
  const [, hour, minute, second] = /^(\d\d)(\d\d)(\d\d(?:\.\d+)?)$/.exec(time) ?? [];
  if (day === undefined || hour === undefined) return `${date} ${time}`.trim();
  return `${Number(year) < 80 ? 20 : 19}${year}-${month}-${day}T${hour}:${minute}:${second}Z`;
}
