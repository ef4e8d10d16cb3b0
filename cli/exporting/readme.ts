/** The README of an exported load. */
export interface Exported {
  story: string;
  title: string;
  profile: string;
  requests: number;
  devices: number;
  /** Seconds from the first moment to the last. */
  seconds: number;
  /** Steps of the story that are not in the traffic, and why. */
  left: readonly { what: string; because: string; count: number }[];
}

export function readme({ story, title, profile, requests, devices, seconds, left }: Exported): string {
  const users = Math.min(Math.max(devices, 1), 50);
  return `# Load: ${title}

The traffic of the story \`${story}\` in the dialect of the profile \`${profile}\`: ${requests} requests of ${devices} devices in
${inWords(seconds)}, to be sent by [Locust](https://locust.io).

| file | what |
|---|---|
| \`traffic.jsonl\` | one request a line: seconds from the beginning, device, method, path, headers, body |
| \`devices.json\` | the deployment's ids of the devices, in the order of the story: put your own in |
| \`locustfile.py\` | sends it: each worker its share of the devices, each device one request after the other |

User name and key come from the environment; neither is in a file.

\`\`\`sh
export ROADTEST_USER_NAME=… ROADTEST_API_KEY=… SPEED=1
locust -f locustfile.py --master --headless --expect-workers 2 -u ${users} -r ${users} --host http://127.0.0.1:4010
locust -f locustfile.py --worker
locust -f locustfile.py --worker
\`\`\`

Each command has a shell of its own, or a machine: then workers find the master by \`--master-host ADDRESS\`. \`SPEED\`
is how many seconds of the story pass in one second; 0 sends as fast as possible. \`-u\` is how many requests can be on
their way at once, in all workers together; with fewer than it takes the traffic becomes late. Without master and
workers, one process sends all: \`locust -f locustfile.py --headless -u ${users} -r ${users} --host …\`.

The run ends when all is sent, with exit code 1 when anything was refused.
${notThere(left)}`;
}

function notThere(left: Exported['left']): string {
  if (left.length === 0) return '';
  const lines = left.map(({ what, because, count }) => `- ${count} × ${what}: ${because}`);
  return `\nNot in the traffic:\n\n${lines.join('\n')}\n`;
}

function inWords(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (minutes < 2) return `${Math.round(seconds)} seconds`;
  return minutes < 120 ? `${minutes} minutes` : `${Math.floor(minutes / 60)} hours ${minutes % 60} minutes`;
}
