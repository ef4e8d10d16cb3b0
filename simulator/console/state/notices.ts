/** Notices of what was done and what was refused, shown for a while. */

import { signal } from '@preact/signals';
import type { Problem } from '../../control/schemas/index.ts';
import { ApiError } from '../api/http.ts';

export interface Notice {
  id: number;
  tone: 'done' | 'refused';
  text: string;
  /** Advice to the user. */
  hint?: string;
  code?: string;
}

export const notices = signal<readonly Notice[]>([]);

const KEPT = 4;
const SHOWN = { done: 5_000, refused: 12_000 };
let count = 0;

export function notify(text: string): void {
  add({ tone: 'done', text });
}

export function notifyRefusal({ detail, hint, code }: Problem): void {
  add({ tone: 'refused', text: detail, code, ...(hint !== undefined && { hint }) });
}

export function dismiss(id: number): void {
  notices.value = notices.value.filter((notice) => notice.id !== id);
}

/** The problem of a refusal; any other error is a defect of ours and is thrown again. */
export function problemOf(error: unknown): Problem {
  if (error instanceof ApiError) return error.problem;
  throw error;
}

function add(notice: Omit<Notice, 'id'>): void {
  const id = ++count;
  notices.value = [...notices.value, { ...notice, id }].slice(-KEPT);
  setTimeout(() => dismiss(id), SHOWN[notice.tone]);
}
