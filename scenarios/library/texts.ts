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
  'demo': `\
title: Night shift
summary: Vans roam a town through the night. A limit is reached, a driver calls for help, a licence is released and taken.

clock: { start: 2026-03-02 22:40, end: 2026-03-03 06:40, seed: 1 }
account: { licences: 12 }

groups:
  night: The vans of the night shift
users:
  Dispatch: { email: dispatch@example.com, phone: '+3612345678', groups: [night], notify: [email, sms] }

places:
  station: { around: central-station, radius: 250m }

routes:
  town: roaming

fleet:
  van:
    count: 10
    label: Van {n}
    group: night
    drives: { route: town, dwell: 2m }
    report: { moving: 10s, parked: 5m, turns: on }
  loose:
    label: Van 11
    group: night
    drives: { route: town, dwell: 2m }
    report: { moving: 10s, parked: 5m, turns: on }
    limits: { dailyEmail: 6 }
  rented:
    label: Rented van
    group: night
    drives: { route: town, dwell: 4m }
    report: { moving: 10s, parked: 5m, turns: on }
    expirationDate: 2026-03-03

timeline:
  - at: start
    chapter: Night shift
    caption: Twelve vans are on their rounds, and each of them uses one of twelve licences.
    do: getToken
    expect:
      - licences: { used: 12, available: 0, total: 12 }

  - at: 22:44
    chapter: A loose sensor
    caption: In Van 11 a sensor has come loose. It gives alarm every minute, and Van 11 may send six e-mails a day.
    do: { alert: loose, type: vibration, text: Vibration at the rear door, channels: [email], times: 20, apart: 1m }

  - when: { device: loose, counterReaches: 6, channel: email }
    caption: The limit is reached. From now on alarms of this van are taken, but nobody is told of them today.
    expect:
      - { device: it, usage: { email: 6 } }

  - at: 23:05
    chapter: A driver calls for help
    caption: SOS from Van 7. One van at its limit does not keep another from sending.
    do: { alert: van-7, type: sos, text: SOS from Van 7 }
    expect:
      - { from: van-7, channel: email, sent: 1 }
      - { from: van-7, channel: sms, sent: 1 }
      - { from: loose, withheld: { atLeast: 10 }, reason: daily-limit }

  - at: 23:15
    chapter: Out of reach
    caption: Van 4 is where no signal is. What it has buffered comes late, and some of it twice.
    do: { loseSignal: van-4, for: 10m }

  - at: 23:30
    chapter: In a hurry
    caption: The driver of Van 2 drives faster than the roads allow.
    do: { drive: van-2, route: town, above: 45 }

  - when: { device: van, speedAbove: 95 }
    most: 3
    notAgainFor: 10m
    caption: '{it} is driving more than 95 km/h.'
    do: { alert: it, type: speeding }

  - at: 23:50
    caption: Van 2 is asked to slow down, and does.
    do: { drive: van-2, route: town, dwell: 2m }

  - when: { device: rented, expires: true }
    chapter: A licence is released
    caption: Midnight. The time of the rented van is up, and its licence becomes available. All counters start from zero.
    expect:
      - licences: { used: 11, available: 1, total: 12 }
      - { device: rented, licence: expired }

  - at: 00:05
    caption: The loose sensor gives alarm again. It is another day, so the e-mail is sent.
    do: { alert: loose, type: vibration, text: Vibration at the rear door, channels: [email] }
    expect:
      - { device: loose, usage: { email: 1 } }

  - at: 00:15
    chapter: It is taken
    caption: A spare van comes into the fleet and takes the licence.
    do: { addDevice: Spare van, group: night }
    expect:
      - licences: { used: 12, available: 0 }
      - { device: Spare van, licence: used }

  - at: 00:25
    caption: The rented van is wanted back. No licence is available, so that is refused.
    do: { activate: rented, outcome: refused }
    expect:
      - { device: rented, licence: expired }

  - at: 00:35
    caption: With one licence more it can be activated.
    do:
      - { setLicences: 13 }
      - { activate: rented, expirationDate: 2026-03-05 }
    expect:
      - licences: { used: 13, available: 0, total: 13 }
      - { device: rented, licence: used }

  - at: 01:00
    chapter: The night goes on
    caption: Now it is your turn. Choose a van on the map, change its limits, let it call for help.

  - when: { device: van, enters: station }
    from: 01:00
    notAgainFor: 2h
    most: 12
    do: { alert: it, type: geofence-enter, text: Arrives at the station }

  - at: 06:30
    chapter: Morning
    caption: The shift ends. What you have seen is what any deployment has to do.

expect:
  - { devices: 13, licence: used }
  - { happened: device-expired, count: 1 }
  - { happened: device-activated, count: 1 }
  - { from: loose, sent: 7 }
  - { from: loose, withheld: 14, reason: daily-limit }
  - { alerts: 1, type: sos }
  - { device: van, locations: { atLeast: 90 } }
`,
};
