/** The things that a tester must have, beyond a base address and valid credentials, before a rule can be judged. */
const words = {
  device: 'the id of a device',
  group: 'the id of a group',
  user: 'the id of a user',
  'two-devices': 'the ids of two devices',
  'path-ids': 'the id that the path takes, where it takes one',
  clock: 'a way to advance time, or the wait fits within --patience',
  'bind:device': 'where the replies have a device',
  'bind:location': 'where the payloads have a location',
  'bind:group': 'where the payloads have a group',
  'bind:user': 'where the payloads have a user',
  'bind:countries': 'where the reply has the countries',
  'bind:timeZones': 'where the reply has the time zones',
  'do:setApiEnabled': "a way to switch the account's API access on and off",
  'do:readLimits': "a way to read a device's limits and counters",
  'do:setLimits': "a way to set a device's limits",
  'do:send': 'a way to have messages sent from a device',
  'do:activate': 'a way to activate an expired device',
  'do:readLicences': "a way to read the account's licence counts",
  'says:locations.purpose=record': 'a profile which says that posting locations records them',
  'says:alerts.purpose=record': 'a profile which says that posting alerts records them',
} as const;

/**
 * `bind:X`: the profile says where X is. `do:X`: it offers a control of that name.
 * `says:O=V`: it gives opening O the answer V. The others are named for themselves.
 */
export type Need = keyof typeof words;

/** A need in words, to be read after "needs". */
export function explainNeed(need: Need): string {
  return words[need];
}
