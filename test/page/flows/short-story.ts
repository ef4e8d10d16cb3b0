/** An hour in which a limit is reached, a licence released, and something said. */
export const SHORT_STORY = `title: A short story
summary: One van, one limit, one licence.
clock: { start: 2026-03-09 23:30, for: 1h, timeZone: Europe/Budapest, seed: 3 }
account: { licences: 3 }
groups:
  vans: Vans of the short story
users:
  Ada Novak: { notify: [email, sms] }
fleet:
  van:
    count: 2
    label: Short van
    group: vans
    limits: { dailyEmail: 1 }
  trial:
    label: Trial van
    group: vans
    expirationDate: 2026-03-10
timeline:
  - at: start
    chapter: It begins
    caption: Two vans and a trial.
  - at: 23:45
    chapter: Two alerts
    caption: The second e-mail is one too many.
    do: { alert: van-1, type: sos, severity: critical, channels: [email], times: 2, apart: 10s }
  - when: { device: trial, expires: true }
    chapter: Midnight
    caption: A licence is free.
    expect:
      - licences: { used: 2, available: 1 }
`;

export const SHORT_STORY_START = Date.parse('2026-03-09T22:30:00Z');

/** A world that begins with it. */
export const shortStory = { story: { file: 'short.yaml', text: SHORT_STORY } };
