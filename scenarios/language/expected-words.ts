/** What a story expects, in words. */
import type { Devices, Expectation } from './story.ts';
import {
  type Cast,
  channelWord,
  deviceName,
  devicesInWords,
  durationInWords,
  numberInWords,
  pairs,
  siteName,
} from './words.ts';

/** What an expectation wants, in one line: `licences used: 10`. */
export function expectationInWords(
  expectation: Omit<Expectation, 'place' | 'label'> & { kind: Expectation['kind'] },
  cast: Cast,
): string {
  const wanted = expectation as Expectation;
  const of = (devices: Devices | null) => (devices === null ? '' : ` of ${devicesInWords(devices, cast)}`);
  switch (wanted.kind) {
    case 'happened':
      return `${wanted.event}: ${numberInWords(wanted.wanted)}`;
    case 'licences':
      return `licences ${wanted.of}: ${numberInWords(wanted.wanted)}`;
    case 'devices': {
      const status = wanted.status === null ? '' : `${wanted.status} `;
      const licence = wanted.licence === null ? '' : ` with licence ${wanted.licence}`;
      return `${status}devices${licence}: ${numberInWords(wanted.wanted)}`;
    }
    case 'device':
      return `${devicesInWords(wanted.devices, cast)}: ${wanted.licence === undefined ? wanted.status : `licence ${wanted.licence}`}`;
    case 'usage':
      return `${channelWord(wanted.channel)} sent today by ${devicesInWords(wanted.devices, cast)}: ${numberInWords(wanted.wanted)}`;
    case 'messages': {
      const reason = wanted.reason === null ? '' : ` for ${wanted.reason}`;
      const what = wanted.channel === null ? 'messages' : channelWord(wanted.channel);
      return `${what}${of(wanted.devices)} ${wanted.outcome}${reason}: ${numberInWords(wanted.wanted)}`;
    }
    case 'alerts':
      return `${wanted.type ?? 'all'} alerts${of(wanted.devices)}: ${numberInWords(wanted.wanted)}`;
    case 'position': {
      const within = wanted.within > 0 ? ` within ${wanted.within} m` : '';
      return `${devicesInWords(wanted.devices, cast)}: last location ${wanted.not ? 'not ' : ''}at ${siteName(wanted.site, cast)}${within}`;
    }
    case 'last-location': {
      const value =
        wanted.fact === 'age' ? numberInWords(wanted.wanted, durationInWords) : numberInWords(wanted.wanted);
      return `${devicesInWords(wanted.devices, cast)}: ${wanted.fact} of the last location ${value}`;
    }
    case 'locations':
      return `locations${of(wanted.devices)}: ${numberInWords(wanted.wanted)}`;
    case 'groups':
    case 'users':
      return `${wanted.kind}: ${numberInWords(wanted.wanted)}`;
    case 'group':
      return `group ${wanted.name} ${wanted.exists ? 'exists' : 'does not exist'}${wanted.devices ? `, devices: ${numberInWords(wanted.devices)}` : ''}`;
    case 'user':
      return `user ${wanted.name} ${wanted.exists ? 'exists' : 'does not exist'}`;
    case 'reply': {
      const about = wanted.device === null ? (wanted.group ?? wanted.user) : deviceName(wanted.device, cast);
      const shown =
        wanted.with === 'token' ? '' : ` with ${wanted.with === 'no-token' ? 'no token' : 'the first token'}`;
      const items = wanted.items ? `, items: ${numberInWords(wanted.items)}` : '';
      const facts = wanted.facts ? `, ${pairs(wanted.facts)}` : '';
      return `${wanted.operation}${about === null ? '' : ` of ${about}`}${shown} is ${wanted.answered}${items}${facts}`;
    }
  }
}
