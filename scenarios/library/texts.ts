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
    label: Van
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
  'school-zone': `\
title: School zone
summary: Two vans pass a school in the morning. One keeps to the limit, the other is told of, and slows down.

clock: { start: 2026-03-04 07:30, for: 50m, timeZone: Europe/Budapest, seed: 2 }

groups:
  couriers: Vans that pass the school
users:
  Ada Novak: { notify: [email] }

places:
  school-zone: { around: south-school, radius: 300m }

routes:
  past-the-school: { roads: [depot, south-school, market-square] }
  back: { roads: [market-square, south-school, depot] }

fleet:
  calm: { label: Calm van, group: couriers, start: depot, report: 5s }
  hasty: { label: Hasty van, group: couriers, start: depot, report: 5s }

timeline:
  - at: start
    chapter: On the way
    caption: Both vans leave the depot. Between them and the market lies a school.
    do:
      - { drive: calm, route: past-the-school }
      - { drive: hasty, route: past-the-school, above: 28 }

  - when: { enters: school-zone }
    notAgainFor: 5m
    caption: '{it} comes into the school zone.'
    do: { alert: it, type: geofence-enter }

  - when: { speedAbove: 55, in: school-zone }
    notAgainFor: 5m
    chapter: Too fast
    caption: '{it} is faster than 55 km/h in front of the school. The alert goes out by e-mail.'
    do: { alert: it, type: speeding }
    expect: { device: it, near: school-zone }

  - when: { leaves: school-zone }
    notAgainFor: 5m
    caption: '{it} has left the school zone.'
    do: { alert: it, type: geofence-exit }

  - at: 07:50
    chapter: On the way back
    caption: The hasty driver has been spoken to. Both vans go back the way they came.
    do:
      - { drive: calm, route: back }
      - { drive: hasty, route: back }

expect:
  - { alerts: 1, type: speeding, from: hasty }
  - { alerts: 0, type: speeding, from: calm }
  - { alerts: 4, type: geofence-enter }
  - { alerts: 4, type: geofence-exit }
  - { sent: 9, channel: email }
  - { withheld: 0 }
  - { device: all, near: depot }
`,
  'sos-at-night': `\
title: SOS at night
summary: A driver presses the button. Everybody who has to know is told by e-mail and SMS, and the van is followed to the hospital.

clock: { start: 2026-03-05 01:55, for: 40m, timeZone: Europe/Budapest, seed: 3 }

groups:
  night: The vans of the night
  day: The vans of the day
users:
  Ada Novak: { groups: [night], notify: [email, sms] }
  Bela Kiss: { groups: [night], notify: [sms] }
  Cili Toth: { groups: [day], notify: [email, sms] }

routes:
  rounds: roaming
  to-the-hospital: { roads: [quarry, city-hospital] }

fleet:
  van: { count: 4, label: Night van, group: night, drives: rounds }
  caller: { label: Night van 5, group: night, start: quarry, report: { moving: 5s, parked: 1m } }
  parked: { count: 2, label: Day van, group: day, start: depot }

timeline:
  - at: start
    chapter: A quiet night
    caption: Five vans are out. One of them stands at the quarry.
    do: getToken

  - at: 02:10
    chapter: SOS
    caption: The driver at the quarry presses the button. An SOS is critical, so it goes out by e-mail and by SMS.
    do: { alert: caller, type: sos, text: SOS from Night van 5 }
    expect:
      - { alerts: 1, type: sos, from: caller }
      - { sent: 1, channel: email, from: caller }
      - { sent: 2, channel: sms, from: caller }
      - { reply: lastLocation, of: caller, facts: { ignition: false } }

  - at: 02:11
    chapter: Follow the van
    caption: A colleague drives the van to the hospital. It reports every five seconds.
    do: { drive: caller, route: to-the-hospital, above: 15 }

  - every: 30s
    from: 02:12
    until: 02:15
    name: The van is followed
    expect: { device: caller, status: online, last: { age: { atMost: 15s } } }

  - when: { device: caller, arrives: true }
    chapter: Arrived
    caption: The van is at the hospital.
    do: { alert: it, type: sos, severity: info, text: All clear, channels: [email] }
    expect: { device: it, near: city-hospital, within: 150m }

expect:
  - { sent: 2, channel: email }
  - { sent: 2, channel: sms }
  - { withheld: 0 }
  - { alerts: 0, from: parked }
  - { device: caller, near: city-hospital, within: 150m, last: { speed: 0 } }
`,
  'alert-storm': `\
title: Alert storm
summary: One loose vibration sensor against the daily e-mail limit. The limit holds, for this device and this channel alone.

clock: { start: 2026-03-06 09:00, for: 3h, timeZone: UTC, seed: 4 }

groups:
  plant: Machines of the plant
users:
  Ada Novak: { notify: [email, sms] }

fleet:
  loose: { label: Digger 1, vehicle: truck, group: plant, start: quarry, limits: { dailyEmail: 10, dailySms: 5 } }
  other: { label: Digger 2, vehicle: truck, group: plant, start: quarry, limits: { dailyEmail: 10, dailySms: 5 } }

timeline:
  - at: 09:05
    chapter: A loose sensor
    caption: The vibration sensor of Digger 1 has come loose. It gives alarm every 30 seconds.
    do: { alert: loose, type: vibration, times: 40, apart: 30s }

  - when: { device: loose, counterReaches: 10, channel: email }
    chapter: The limit
    caption: Ten e-mails have been sent. That is the limit of the day, and no more go out.
    expect: { device: it, usage: { email: 10 } }

  - at: 09:30
    caption: The alerts are all there, and each says why nobody was told.
    expect:
      - { alerts: 40, type: vibration, from: loose }
      - { sent: 10, channel: email, from: loose }
      - { withheld: 30, channel: email, from: loose, reason: daily-limit }
      - { device: loose, usage: { email: 10, sms: 0 } }

  - at: 09:40
    chapter: What the limit does not touch
    caption: The SMS of the same device still go out, and the e-mails of its neighbour.
    do:
      - { alert: loose, type: sos }
      - { alert: other, type: vibration }
    expect:
      - { sent: 1, channel: sms, from: loose }
      - { withheld: 31, channel: email, from: loose }
      - { sent: 1, channel: email, from: other }
      - { device: other, usage: { email: 1 } }

  - at: 10:00
    chapter: Raised
    caption: The limit is raised to 15. It counts at once.
    do: { setLimits: loose, dailyEmail: 15 }
  - at: 10:01
    do: { alert: loose, type: vibration, times: 8, apart: 10s }
  - at: 10:10
    expect:
      - { sent: 15, channel: email, from: loose }
      - { device: loose, usage: { email: 15 } }

  - at: 10:30
    chapter: Lowered
    caption: The limit of the neighbour is lowered to what it has sent already. Not one more goes out.
    do: { setLimits: other, dailyEmail: 1 }
  - at: 10:31
    do: { alert: other, type: vibration, times: 3 }
  - at: 11:00
    chapter: None at all
    caption: 0 is a limit, too.
    do: { setLimits: other, dailySms: 0 }
  - at: 11:01
    do: { alert: other, type: sos }

expect:
  - { sent: 1, from: other }
  - { withheld: 4, channel: email, from: other, reason: daily-limit }
  - { withheld: 1, channel: sms, from: other, reason: daily-limit }
  - { sent: 1, channel: sms }
  - { withheld: 34, channel: email, from: loose }
`,
  'sms-and-midnight': `\
title: SMS limit and midnight
summary: Three people in three time zones, one SMS limit, two ends of the day, and the night in which an hour is missing.

# The day of the service ends at midnight UTC, unless a profile says otherwise. In Budapest that is 01:00 in
# the first night, and 02:00 in the second: in between the clocks go forward.
clock: { start: 2026-03-28 23:00, end: 2026-03-30 04:00, timeZone: Europe/Budapest, seed: 5 }

groups:
  lorries: Lorries on three continents
users:
  Ada Novak: { timeZone: Europe/Budapest, notify: [sms] }
  Grace Hill: { timeZone: America/Chicago, country: US, notify: [sms] }
  Kiri Moana: { timeZone: Pacific/Auckland, country: NZ, notify: [sms] }

fleet:
  lorry: { label: Lorry 1, vehicle: truck, group: lorries, start: freight-yard, limits: { dailySms: 6 } }

timeline:
  - at: 23:30
    chapter: Saturday night
    caption: An alert. Three people are told by SMS, in Budapest, in Chicago and in Auckland, where it is Sunday morning.
    do: { alert: lorry, type: power-cut, channels: [sms] }
    expect: { device: lorry, usage: { sms: 3 } }

  - at: 23:45
    caption: Another one. Six SMS are the limit of the day.
    do: { alert: lorry, type: power-cut, channels: [sms] }
    expect: { sent: 6, channel: sms }

  - at: day 2 00:30
    chapter: Midnight in Budapest
    caption: In Budapest it is Sunday. The day of the service is not over, so nobody is told.
    do: { alert: lorry, type: power-cut, channels: [sms] }
    expect:
      - { withheld: 3, channel: sms, reason: daily-limit }
      - { happened: day-ended, count: 0 }

  - at: day 2 01:30
    chapter: Midnight for the service
    caption: At 01:00 the day of the service has ended. The counter starts from zero, and SMS go out again.
    do: { alert: lorry, type: power-cut, channels: [sms] }
    expect:
      - { happened: day-ended, count: 1 }
      - { device: lorry, usage: { sms: 3 } }
      - { sent: 9, channel: sms }

  - at: day 2 03:00
    chapter: The missing hour
    caption: The clocks go from 02:00 to 03:00. The day of the service is as long as any other.

  - at: day 2 23:30
    chapter: Sunday night
    caption: Three more, and the limit is reached again.
    do: { alert: lorry, type: power-cut, channels: [sms] }
    expect: { device: lorry, usage: { sms: 6 } }

  - at: day 3 01:30
    caption: Yesterday SMS went out at this hour. In summer time midnight UTC is at 02:00, so it is too early.
    do: { alert: lorry, type: power-cut, channels: [sms] }
    expect: { withheld: 6, channel: sms, reason: daily-limit }

  - at: day 3 02:30
    chapter: A new day
    caption: Now it is another day for the service, too.
    do: { alert: lorry, type: power-cut, channels: [sms] }
    expect: { device: lorry, usage: { sms: 3 } }

expect:
  - { happened: day-ended, count: 2 }
  - { sent: 15, channel: sms }
  - { withheld: 6, channel: sms }
  - { sent: 0, channel: email }
`,
  'licence-crunch': `\
title: Licence crunch
summary: Ten of ten licences are used. One device expires, another takes its place, and the first has to wait for a licence.

clock: { start: 2026-03-09 23:30, for: 10h, timeZone: Europe/Budapest, seed: 6 }
account: { licences: 10 }

groups:
  rentals: Vans that are rented out
users:
  Ada Novak: { notify: [email] }

# Eleven devices for ten licences: the last one starts without.
fleet:
  van: { count: 9, label: Rental, group: rentals, start: depot }
  trial: { label: Trial van, group: rentals, start: depot, expirationDate: 2026-03-10 }
  spare: { label: Spare van, group: rentals, start: depot }

timeline:
  - at: start
    chapter: Ten of ten
    caption: Every licence is in use. The spare van has none, and the trial of another ends tonight.
    expect:
      - licences: { used: 10, available: 0, total: 10 }
      - { device: trial, licence: used }
      - { device: spare, licence: expired }

  - at: 23:45
    caption: The spare van cannot be activated. No licence is available.
    do: { activate: spare, outcome: refused }
    expect: { device: spare, licence: expired }

  - when: { device: trial, expires: true }
    chapter: One expires
    caption: Midnight. The trial van no longer counts as a used licence, and one becomes available.
    expect:
      - licences: { used: 9, available: 1 }
      - { device: trial, licence: expired }
      - { reply: readDevice, of: trial, facts: { licence: expired } }

  - at: 08:00
    chapter: Another takes its place
    caption: Two want the one licence at the same moment. The spare van gets it, and the trial van stays expired.
    do:
      - { activate: spare }
      - { activate: trial, outcome: refused }
    expect:
      - licences: { used: 10, available: 0 }
      - { device: spare, licence: used }
      - { device: trial, licence: expired }

  - at: 08:15
    caption: A newcomer finds no licence, either. It stands in the list, and counts for nothing.
    do: { addDevice: Newcomer, group: rentals }
    expect:
      - { device: Newcomer, licence: expired }
      - licences: { used: 10, available: 0 }

  - at: 08:30
    chapter: Refused
    caption: The customer wants the trial van back. It has to wait.
    do: { activate: trial, outcome: refused }
    expect:
      - { reply: readDevice, of: trial, facts: { licence: expired } }

  - at: 09:00
    chapter: Possible again
    caption: One more licence is bought. Now the trial van can be activated.
    do:
      - { setLicences: 11 }
      - { activate: trial }
    expect:
      - licences: { used: 11, available: 0, total: 11 }
      - { device: trial, licence: used }
      - { reply: readDevice, of: trial, facts: { licence: used } }

expect:
  - { devices: 11, licence: used }
  - { devices: 1, licence: expired }
  - { happened: device-expired, count: 1 }
  - { happened: device-activated, count: 2 }
`,
  'expiry': `\
title: Expiry minute by minute
summary: A device, its messages and a token come to their end around one midnight. What was put off or switched off does not.

clock: { start: 2026-03-31 23:00, for: 90m, timeZone: Europe/Budapest, seed: 7 }
account: { licences: 5 }

groups:
  leased: Leased vans
users:
  Ada Novak: { notify: [email] }

fleet:
  ending: { label: Lease ends, group: leased, start: depot, expirationDate: 2026-04-01, limits: { dailyEmail: 20 } }
  prolonged: { label: Lease goes on, group: leased, start: depot, expirationDate: 2026-04-01 }
  bought: { label: Bought, group: leased, start: depot, expirationDate: 2026-04-01 }
  own: { count: 2, label: Own van, group: leased, start: depot }

timeline:
  - at: 30s
    chapter: An hour to go
    caption: A token is issued. It lasts for an hour, half a minute longer than the day.
    do: getToken
    expect:
      - licences: { used: 5, available: 0 }
      - { reply: listDevices, with: first-token, items: 5 }

  - at: 23:10
    chapter: Settings
    caption: Expires cannot be switched on without a date.
    do: { setLimits: own-1, expires: on, outcome: refused }

  - at: 23:20
    caption: One lease is prolonged by a day, and one van is bought, so that its Expires is switched off.
    do:
      - { setLimits: prolonged, expirationDate: 2026-04-02 }
      - { setLimits: bought, expires: off }

  - at: 23:59
    chapter: One minute to go
    caption: All devices still count, and messages still go out.
    do: { alert: ending, type: low-battery }
    expect:
      - licences: { used: 5, available: 0 }
      - { device: all, licence: used }
      - { sent: 1, from: ending }

  - at: day 2 00:00
    chapter: Midnight
    caption: The lease has ended, and one licence is available. The other two dates do not count any more.
    expect:
      - { device: ending, licence: expired }
      - { device: prolonged, licence: used }
      - { device: bought, licence: used }
      - licences: { used: 4, available: 1 }

  - at: day 2 00:00:29
    caption: The token has one second left.
    expect: { reply: listDevices, with: first-token }
  - at: day 2 00:00:31
    chapter: The token, too
    caption: The token has ended. A client that renewed it in time goes on.
    expect:
      - { reply: listDevices, with: first-token, answered: refused }
      - { happened: token-expired, count: 1 }
      - { reply: listDevices, items: 5 }

  - at: day 2 00:01
    caption: Nothing is sent from an expired device, and its alerts are not taken.
    do:
      - { send: ending, channel: email }
      - { alert: ending, type: low-battery, outcome: refused }
      - { alert: own-1, type: low-battery }
    expect:
      - { withheld: 1, from: ending, reason: device-expired }
      - { sent: 1, from: own-1 }

expect:
  - { happened: device-expired, count: 1 }
  - { devices: 4, licence: used }
  - { devices: 1, licence: expired }
  - { sent: 1, from: ending }
`,
  'tunnel': `\
title: Tunnel
summary: A lorry is out of reach for minutes. What it kept comes late, out of order and partly twice, and the last location never goes back in time.

clock: { start: 2026-03-11 06:00, for: 15m, timeZone: Europe/Budapest, seed: 8 }

groups:
  haulage: Lorries on the ring
users:
  Ada Novak: { notify: [email] }

places:
  tunnel-mouth: { around: tunnel-south, radius: 400m }

routes:
  through-the-tunnel: { roads: [freight-yard, tunnel-south, tunnel-north, airfield] }

fleet:
  lorry: { label: Lorry 7, vehicle: truck, group: haulage, start: freight-yard, report: { moving: 10s, parked: 1m } }

timeline:
  - at: start
    chapter: To the tunnel
    caption: A lorry sets out for the airfield. Its way leads through the tunnel of the ring road.
    do: { drive: lorry, route: through-the-tunnel }

  - at: 06:02
    chapter: Out of reach
    caption: Rock all around. Nothing gets through, but the device goes on measuring, and keeps what it cannot send.
    do:
      - { alert: lorry, type: gps-lost }
      - { loseSignal: lorry, for: 4m }

  - at: 06:05:30
    caption: The lorry has long been on the other side. What the service knows is what it heard last.
    expect:
      - { device: lorry, near: tunnel-mouth, within: 300m, last: { age: { atLeast: 3m } }, locations: { atMost: 15 } }

  - at: 06:06
    chapter: Late, out of order, and twice
    caption: The lorry is within reach again. It sends what it kept, one report a second, and goes on reporting.

  - every: 1s
    from: 06:06:12
    until: 06:06:40
    name: The last location never goes back in time
    expect: { device: lorry, notNear: tunnel-mouth, last: { age: { atMost: 15s } } }

  - at: 06:07
    caption: The gap is filled. Every report is there, and the newest is the last.
    expect:
      - { device: lorry, locations: { atLeast: 35 } }
      - { reply: lastLocation, of: lorry }

  - when: { device: lorry, arrives: true }
    chapter: At the airfield
    caption: '{it} has arrived.'
    expect: { device: it, near: airfield, within: 150m }

expect:
  - { device: lorry, status: online, near: airfield, within: 150m, last: { speed: 0 } }
  - { alerts: 1, type: gps-lost }
  - { sent: 1, channel: email }
`,
  'theft': `\
title: Theft
summary: A parked car is towed away. Its power is cut, its signal jammed, it goes offline, and is found again.

clock: { start: 2026-03-12 02:40, for: 2h, timeZone: Europe/Budapest, seed: 9 }

groups:
  cars: Cars of the company
users:
  Ada Novak: { notify: [email, sms] }

routes:
  away: { roads: [stadium, brewery, recycling-yard] }

fleet:
  car: { label: Company car, group: cars, start: stadium, battery: 90, report: { moving: 15s, parked: 2m } }

timeline:
  - at: 03:00
    chapter: Towed
    caption: The ignition is off, and the car moves all the same.
    do:
      - { drive: car, route: away, towed: on }
      - { alert: car, type: tow, text: Company car moves without ignition }
    expect:
      - { sent: 1, channel: email, from: car }
      - { sent: 1, channel: sms, from: car }

  - at: 03:02
    chapter: Power cut
    caption: Somebody has found the device. From now on it lives on its own battery.
    do:
      - { alert: car, type: power-cut }
      - { setBattery: car, percent: 35 }

  - at: 03:04
    chapter: Jammed
    caption: A jammer. Nothing gets through, and nothing is kept.
    do: { loseSignal: car, buffered: off }
    expect:
      - { device: car, status: online, notNear: stadium, last: { age: { atMost: 2m }, speed: { atLeast: 10 } } }
      - { reply: lastLocation, of: car, facts: { ignition: false } }

  - at: 03:25
    chapter: Offline
    caption: Nobody has heard of the car for a quarter of an hour. Where it was last is all that is known.
    expect:
      - { device: car, status: offline, notNear: recycling-yard, last: { age: { atLeast: 15m } } }
      - { reply: readDevice, of: car, facts: { status: offline } }

  - at: 04:10
    chapter: Found again
    caption: The jammer is switched off. The car reports from the recycling yard.
    do: { regainSignal: car }

  - at: 04:15
    do: { alert: car, type: back-online, text: Company car is at the recycling yard }
    expect:
      - { device: car, status: online, near: recycling-yard, within: 150m, last: { age: { atMost: 3m } } }
      - { reply: readDevice, of: car, facts: { status: online } }

expect:
  - { alerts: 3, from: car }
  - { sent: 3, channel: email }
  - { sent: 2, channel: sms }
`,
  'cold-chain': `\
title: Cold chain
summary: Frozen fish on its way. The cooling fails, fuel is lost, the engine idles, and a service is due.

clock: { start: 2026-03-13 05:30, for: 3h, timeZone: Europe/Budapest, seed: 10 }

groups:
  reefers: Lorries with a cooling
users:
  Ada Novak: { notify: [email] }

routes:
  delivery: { roads: [cold-store, fish-hall, market-square] }

fleet:
  reefer:
    label: Reefer 3
    vehicle: truck
    group: reefers
    start: cold-store
    fuel: 80
    odometer: 49990
    report: { moving: 20s, parked: 1m }
    sensors: { temperature: -20 }

timeline:
  - at: 05:35
    chapter: Loaded
    caption: Minus twenty degrees. The lorry leaves the cold store.
    do: { drive: reefer, route: delivery }

  - when: { sensor: temperature, above: -15 }
    caption: '{it} is warmer than minus fifteen degrees.'
    do: { alert: it, type: temperature, severity: warning }

  - at: 05:40
    chapter: The cooling fails
    caption: The compressor has stopped. It gets warmer.
    do: { setSensor: reefer, sensor: temperature, value: -16 }
  - at: 05:45
    do: { setSensor: reefer, sensor: temperature, value: -14 }
  - at: 05:50
    caption: Still too warm. That has been told, and is not told again.
    do: { setSensor: reefer, sensor: temperature, value: -12 }
    expect: { alerts: 1, type: temperature }
  - at: 06:00
    caption: The cooling runs again.
    do: { setSensor: reefer, sensor: temperature, value: -19 }

  - at: 06:30
    chapter: Fuel
    caption: Twenty percent of the fuel are gone at once, while the lorry stands.
    do:
      - { setFuel: reefer, percent: 55 }
      - { alert: reefer, type: fuel-drop }
  - at: 06:35
    expect: { device: reefer, last: { fuel: { atLeast: 50, atMost: 55 } } }

  - when: { standsStill: 30m }
    most: 1
    chapter: Idling
    caption: '{it} has not moved for half an hour.'
    do: { alert: it, type: idling }

  - at: 07:30
    chapter: A service is due
    caption: The odometer has passed 50,000 km.
    do: { alert: reefer, type: maintenance-due }

  - at: 08:00
    chapter: Once more
    caption: The door stands open. It gets warm a second time, and that is told a second time.
    do: { setSensor: reefer, sensor: temperature, value: -5 }

expect:
  - { alerts: 2, type: temperature }
  - { alerts: 1, type: idling }
  - { sent: 5, channel: email, from: reefer }
  - { device: reefer, near: market-square, within: 150m, last: { odometer: { atLeast: 49990 } } }
`,
  'office-day': `\
title: Office day
summary: Groups and users are created, replaced, patched and deleted while vans drive. API access is switched off and on, and the key is changed.

clock: { start: 2026-03-16 08:00, for: 8h, timeZone: Europe/Budapest, seed: 11 }

groups:
  north: Vans of the north
  south: Vans of the south
users:
  Ada Novak: { groups: [north, south], notify: [email] }

routes:
  town: roaming

fleet:
  north-van: { count: 3, label: North, group: north, drives: { route: town, dwell: 5m } }
  south-van: { count: 3, label: South, group: south, drives: { route: town, dwell: 5m } }

timeline:
  - at: start
    chapter: Monday morning
    caption: Two groups, and two users with the account's own.
    do: getToken
    expect:
      - { groups: 2 }
      - { users: 2 }
      - { reply: listGroups, items: 2 }

  - at: 09:00
    chapter: Created
    caption: Two groups more, and three colleagues.
    do:
      - { createGroup: harbour in the east, description: Vans of the harbour, devices: south-van-3 }
      - { createGroup: fairground, description: For two weeks in spring }
      - { createUser: Bela Kiss Junior, email: bela@example.com, groups: [harbour in the east] }
      - { createUser: Cili Toth, groups: [south] }
      - { createUser: Dora Nagy, groups: [south] }
    expect:
      - { reply: listGroups, items: 4 }
      - { reply: listUsers, items: 5 }
      - { reply: readGroup, of: harbour in the east, facts: { name: harbour in the east, description: Vans of the harbour } }
      - { reply: readUser, of: Bela Kiss Junior, facts: { name: Bela Kiss Junior, email: bela@example.com } }
      - { group: harbour in the east, members: 1 }
      - { reply: listCountries, items: { atLeast: 200 } }
      - { reply: listTimeZones, items: { atLeast: 300 } }

  - at: 10:00
    chapter: Patched
    caption: What is patched changes, and all else stays as it was.
    do:
      - { patchUser: Bela Kiss Junior, notify: [email, sms], country: HU }
      - { patchGroup: harbour in the east, description: Vans of the old harbour }
    expect:
      - { reply: readUser, of: Bela Kiss Junior, facts: { country: HU, email: bela@example.com } }
      - { reply: readGroup, of: harbour in the east, facts: { description: Vans of the old harbour } }
      - { group: harbour in the east, members: 1 }

  - at: 11:00
    chapter: Replaced
    caption: What is replaced is replaced whole. The harbour has a new name, and no description any more.
    do:
      - { replaceGroup: harbour in the east, name: harbour, devices: south-van-2..south-van-3 }
      - { replaceUser: Cili Toth, email: cili@example.com, country: HU, groups: [harbour] }
    expect:
      - { group: harbour in the east, exists: off }
      - { group: harbour, members: 2 }
      - { reply: readGroup, of: harbour, facts: { description: '' } }
      - { reply: readUser, of: Cili Toth, facts: { email: cili@example.com, country: HU } }

  - at: 12:00
    chapter: API access off
    caption: The account's API access is switched off. No token is issued, and none counts.
    do:
      - { apiAccess: off }
      - { getToken: true, outcome: refused }
    expect:
      - { reply: issueToken, answered: refused }
      - { reply: listDevices, with: first-token, answered: refused }

  - at: 13:00
    chapter: And on again
    caption: The same credentials count again.
    do:
      - { apiAccess: on }
      - getToken
    expect:
      - { reply: listDevices, items: 6 }

  - at: 14:00
    chapter: A new key
    caption: The API key is changed, as is done now and then. Whoever has the new one gets a token.
    do: [rotateKey, getToken]

  - at: 15:00
    chapter: Deleted
    caption: The harbour is closed, and a colleague leaves. Whoever came after them stays.
    do:
      - { deleteUser: Cili Toth }
      - { deleteGroup: harbour }
    expect:
      - { reply: listGroups, items: 3 }
      - { reply: listUsers, items: 4 }
      - { user: Cili Toth, exists: off }
      - { user: Dora Nagy }
      - { group: harbour, exists: off }
      - { group: fairground }
      - { reply: readGroup, of: fairground, facts: { name: fairground } }

expect:
  - { happened: group-created, count: 2 }
  - { happened: group-replaced, count: 1 }
  - { happened: group-deleted, count: 1 }
  - { happened: user-created, count: 3 }
  - { happened: user-deleted, count: 1 }
  - { reply: listDevices, items: 6 }
  - { device: all, status: online }
`,
  'rush-hour': `\
title: Rush hour
summary: Ten thousand vehicles in one town, best watched at 600 times real time. The same seed tells the same morning.

clock: { start: 2026-03-17 07:00, for: 2h, timeZone: Europe/Budapest, seed: 12 }

groups:
  vans: Vans
  lorries: Lorries
  couriers: Couriers on bikes
users:
  Ada Novak: { groups: [couriers], notify: [email] }

places:
  station: { around: central-station, radius: 200m }

routes:
  town: roaming

fleet:
  van:
    count: 7000
    label: Van
    group: vans
    drives: { route: town, dwell: 90s }
    report: { moving: 30s, parked: 5m }
  lorry:
    count: 2000
    label: Lorry
    vehicle: truck
    group: lorries
    drives: { route: town, dwell: 4m }
    report: { moving: 30s, parked: 5m }
  courier:
    count: 1000
    label: Courier
    vehicle: bike
    group: couriers
    drives: { route: town, dwell: 1m }
    report: { moving: 30s, parked: 5m }

timeline:
  - at: start
    chapter: Seven o'clock
    caption: Ten thousand vehicles set out, each with a licence of its own.
    do: getToken
    expect:
      - licences: { used: 10000, available: 0 }

  - when: { device: courier-1..courier-20, enters: station }
    notAgainFor: 30m
    do: { alert: it, type: geofence-enter }

  - at: 07:15
    chapter: The town fills
    caption: Everybody has reported. Nobody is left behind.
    expect: { devices: 10000, status: online }

  - at: 08:00
    chapter: Eight o'clock
    caption: The service answers while all of them report.
    expect:
      - { reply: listDevices, items: 10000 }
      - { reply: lastLocation, of: van-7000 }
      - { device: van-1..van-100, last: { age: { atMost: 5m }, speed: { atMost: 90 } } }

expect:
  - { happened: location-recorded, count: { atLeast: 1000000 } }
  - { devices: 10000, status: online, licence: used }
  - { withheld: 0 }
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
