// biome-ignore-all format: made from the YAML files by `npx vitest run --config test/vitest.config.ts test/scenarios/library/texts.test.ts --update`
/** The texts of the shipped stories, for whoever reads no files. */
export const texts: { readonly [name: string]: string } = {
  'first-day': `\
title: First day
summary: A new account gets its first token, and five vans in one group drive their first deliveries.

clock: { start: 2026-03-02 07:55, for: 1h 35m, timeZone: Europe/Budapest, seed: 1 }
account: { licences: 5 }

groups:
  deliveries: The five vans of the first customer
users:
  Ada Novak: { email: ada@example.com, timeZone: Europe/Budapest }

routes:
  round: { roads: [depot, market-square, bakery, city-hospital, post-office, depot] }

fleet:
  van:
    count: 5
    label: Van {n}
    group: deliveries
    start: depot
    report: { moving: 30s, parked: 5m, turns: on }

timeline:
  - at: start
    chapter: The first token
    caption: User name and API key are traded for a token. Without one, nothing is answered.
    do: getToken
    expect:
      - { happened: token-issued, count: 1 }
      - { reply: listDevices, with: no-token, answered: refused }
      - { reply: listDevices, items: 5 }
      - licences: { used: 5, available: 0 }

  - at: 08:00
    chapter: Deliveries
    caption: The vans leave the depot, one round each, three minutes at each stop.
    do: { drive: van, route: round, repeat: once, dwell: 3m }

  - at: 08:10
    caption: On the road. What a van reported last is what the service answers.
    expect:
      - { device: van, status: online, last: { age: { atMost: 5m } } }
      - { reply: lastLocation, of: van-1 }

  - when: { device: van-1, arrives: true }
    caption: The first van is back at the depot.
    expect: { device: it, near: depot, within: 150m }

  - at: 09:25
    chapter: All home
    caption: A calm day. Nothing to tell anybody about, so nobody was told.

expect:
  - { device: van, near: depot, within: 150m, last: { speed: 0 }, locations: { atLeast: 30 } }
  - { alerts: 0 }
  - { sent: 0 }
  - { group: deliveries, members: 5 }
  - { reply: readGroup, of: deliveries, facts: { name: deliveries } }
`,
  'licence-crunch': `\
title: Licence crunch
summary: Ten of ten licences are used. One device expires, another takes its place, and the first has to wait.

clock: { start: 2026-03-09 23:30, for: 10h, timeZone: Europe/Budapest, seed: 6 }
account: { licences: 10 }

groups:
  rentals: Vans that are rented out
users:
  Ada Novak: { notify: [email] }

fleet:
  van:
    count: 9
    label: Rental {n}
    group: rentals
  trial:
    label: Trial van
    group: rentals
    expirationDate: 2026-03-10

timeline:
  - at: start
    chapter: Ten of ten
    caption: Every licence is in use. The trial of one van ends tonight.
    expect:
      - licences: { used: 10, available: 0, total: 10 }
      - { device: trial, licence: used }

  - when: { device: trial, expires: true }
    chapter: One expires
    caption: Midnight. The trial van no longer counts as a used licence, and one becomes available.
    expect:
      - licences: { used: 9, available: 1 }
      - { device: trial, licence: expired }
      - { reply: readDevice, of: trial, facts: { licence: expired } }

  - at: 08:00
    chapter: Another takes its place
    caption: A new van comes into the fleet and takes the licence.
    do: { addDevice: Newcomer, group: rentals }
    expect:
      - licences: { used: 10, available: 0 }
      - { device: Newcomer, licence: used }

  - at: 08:30
    chapter: Refused
    caption: The customer wants the trial van back. No licence is available, so it stays expired.
    do: { activate: trial, outcome: refused }
    expect:
      - licences: { used: 10, available: 0 }
      - { device: trial, licence: expired }

  - at: 09:00
    chapter: Possible again
    caption: One more licence is bought. Now the trial van can be activated.
    do:
      - { setLicences: 11 }
      - { activate: trial }
    expect:
      - licences: { used: 11, available: 0 }
      - { device: trial, licence: used }
      - { reply: readDevice, of: trial, facts: { licence: used } }

expect:
  - { devices: 11, licence: used }
  - { happened: device-expired, count: 1 }
  - { happened: device-activated, count: 1 }
`,
};
