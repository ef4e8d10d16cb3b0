import { afterAll, afterEach, beforeAll, describe } from 'vitest';
import { behaviour } from './behaviour/index.ts';
import { openCaller } from './caller.ts';
import { profiles } from './profiles.ts';
import { transports } from './ways/index.ts';

for (const transport of transports()) {
  describe(transport.name, () => {
    beforeAll(() => transport.start());
    afterEach(() => transport.closeAll());
    afterAll(() => transport.stop());

    for (const profile of profiles) {
      describe(`profile ${profile.name}`, () =>
        behaviour((options) => openCaller(transport, profile, options)));
    }
  });
}
