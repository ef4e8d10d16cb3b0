/** The contract as tests: of a simulator, of one that breaks a rule, and of a deployment without a profile. */
import { env } from 'node:process';
import { createSimulator } from 'roadtest';
import { completeProfile, defaultProfile, type Profile } from 'roadtest/profile';
import { describeContract } from 'roadtest/vitest';

const all = ['token/', 'users/'];
describeContract({
  name: 'sound',
  simulator: createSimulator(),
  only: all,
  require: { inconclusive: 0, drift: 0 },
});

const broken = createSimulator({ rules: { countriesListed: () => [] } });
describeContract({
  name: 'broken',
  simulator: broken,
  only: all,
  skip: ['users/time-zones-listed', 'token/'],
});

/** A deployment without a profile; its control API is hidden, as that of a real one, and one operation is down. */
const simulator = createSimulator();
const fetch = async (request: Request) => {
  const { pathname } = new URL(request.url);
  if (pathname.startsWith('/_control')) return new Response(null, { status: 404 });
  return pathname.endsWith('/timeZones') ? new Response('', { status: 503 }) : simulator.fetch(request);
};
const credentials = { userName: 'demo', apiKey: 'demo-key' };
const only = ['token/issued', 'limits/stops-at-limit', 'users/time-zones-listed'];
describeContract({ name: 'as it is', fetch, credentials, only });
describeContract({ name: 'strictly', fetch, credentials, only, require: { inconclusive: 0 } });

/** A single test of this file is run. */
describeContract({ name: 'lazy', baseUrl: env.DEPLOYMENT ?? '', credentials });

/** Each command leaves a line: which profile it is of, and the variables that it gets. */
const profileOf = (tag: string): Profile => {
  const script = `echo "${tag} $(env | tr '\\n' ' ')" >> "$0"; echo '{"deviceId":"dev-1"}'`;
  const command = ['sh', '-c', script, env.MARK ?? ''];
  return { ...completeProfile(defaultProfile), controls: { createDevice: { by: 'command', command } } };
};
const device = ['devices/location-is-own'];
describeContract({ name: 'given', fetch, credentials, only: device, profile: profileOf('given') });
const { fleet } = simulator;
describeContract({ name: 'spoken', simulator: { fetch, fleet, profile: profileOf('spoken') }, only: device });
