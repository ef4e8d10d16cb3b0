/** SECURITY.md names tests for all that it promises. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = new URL('../../', import.meta.url);
const page = readFileSync(new URL('SECURITY.md', root), 'utf8');
/** The cells of the table, without its head. */
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => line.split('|').slice(1, -1))
  .slice(1);
const testsIn = (text: string) => [...text.matchAll(/`(test\/[^`]+)`/g)].map(([, path = '']) => path);

describe('SECURITY.md', () => {
  it.each([
    'target',
    'profile file',
    'fetched profile',
    'commands',
    'credentials',
    'journal',
    'story',
    'history',
    'track',
    'snapshot',
    'page',
    'control API on loopback',
    'control API elsewhere',
    'command of `exec`',
    'health and shutdown',
  ])('says how %s is trusted, and which tests hold that', (subject) => {
    const row = rows.filter(([from = '']) => from.trim().startsWith(subject));
    expect(row).toHaveLength(1);
    expect(row[0]?.every((cell) => cell.trim() !== '')).toBe(true);
    expect(testsIn(row[0]?.at(-1) ?? '')).not.toEqual([]);
  });

  it('names tests that exist', () => {
    const named = testsIn(page);
    expect(named.length).toBeGreaterThan(rows.length);
    expect(named.filter((path) => !existsSync(fileURLToPath(new URL(path, root))))).toEqual([]);
  });
});
