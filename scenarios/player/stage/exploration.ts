/** Random histories on a twin of the service: how far they have come, and what they found. */
import type { ExplorationView } from '../../../simulator/control/schemas/index.ts';
import { OnTwin, type TwinWork } from './on-twin.ts';

type Running = Omit<Extract<ExplorationView, { state: 'running' }>, 'state'>;
type Found = Omit<Extract<ExplorationView, { state: 'done' }>, 'state'>;

/** Explores a service of the same profile and the same deviation. */
export type Explore = TwinWork<Running, Found>;
export type Exploration = OnTwin<ExplorationView, Running, Found>;

export function createExploration(explore: Explore | undefined): Exploration {
  return new OnTwin<ExplorationView, Running, Found>(
    {
      name: 'Exploration',
      busy: 'EXPLORATION_RUNNING',
      command: 'roadtest explore URL',
      path: '/_control/exploration',
      begun: { histories: 0, requests: 0, coverage: {} },
      running: (progress) => ({ state: 'running', ...progress }),
      done: (found) => ({ state: 'done', ...found }),
    },
    explore,
  );
}
