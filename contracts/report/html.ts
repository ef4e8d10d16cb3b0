import type { Run } from '../suite/run.ts';
export function renderHtml(run: Run): string {
  return run.target;
}
