/** The progress of all trainees in their lessons, as a table. */
import { ApiError } from '../api/http.ts';
import { saveCsv } from '../lesson/csv.ts';
import { notifyRefusal, problemOf } from '../state/notices.ts';
import { inWorld, type TraineesWorld } from './worlds.ts';

export async function saveClass(worlds: readonly TraineesWorld[]): Promise<void> {
  try {
    const rows = await Promise.all(
      worlds.map(async (world) => {
        const { lesson } = await inWorld(world).lesson.read();
        return (lesson?.objectives ?? []).map(({ name, state, at, due, earned, points }) => [
          ...[world.trainee, lesson?.title ?? '', name, state, at, due, earned, points],
        ]);
      }),
    );
    const head = ['trainee', 'lesson', 'objective', 'state', 'at', 'due', 'earned', 'points'];
    saveCsv('class.csv', [head, ...rows.flat()]);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    notifyRefusal(problemOf(error));
  }
}
