/** Bodies of answers are read as far as the memory of a run lets. */
import { describe, expect, test } from 'vitest';
import { BodyBudget, readBody } from '../../../contracts/deployment/transport/body.ts';

const KB = 1024;
const { signal } = new AbortController();
const ofLength = (bytes: number) => new Response('x'.repeat(bytes));

describe('The body of an answer', () => {
  test('is read up to the limit of one', async () => {
    expect(await readBody(ofLength(10), { limit: 10 }, signal)).toEqual({ text: 'x'.repeat(10) });
    expect(await readBody(ofLength(11), { limit: 10 }, signal)).toBe('too-large');
    expect(await readBody(ofLength(1_000), { limit: 10 }, signal)).toBe('endless');
  });

  test('is not read once the long ones of the run have used up their memory; short ones are', async () => {
    const bounds = { limit: 1_000 * KB, budget: new BodyBudget(300 * KB) };
    expect(await readBody(ofLength(200 * KB), bounds, signal)).toMatchObject({ text: expect.any(String) });
    expect(await readBody(ofLength(200 * KB), bounds, signal)).toBe('too-much');
    expect(await readBody(ofLength(10 * KB), bounds, signal)).toMatchObject({ text: expect.any(String) });
  });

  test('takes more memory, the more values its text holds', async () => {
    const bounds = { limit: 1_000 * KB, budget: new BodyBudget(1_000 * KB) };
    const list = new Response(`[${'0,'.repeat(100 * KB)}0]`);
    expect(await readBody(list, bounds, signal)).toBe('too-much');
  });

  test('gives back what it took when it is thrown away', async () => {
    const bounds = { limit: 200 * KB, budget: new BodyBudget(250 * KB) };
    const inPieces = new ReadableStream({
      start(controller) {
        for (let pieces = 0; pieces < 21; pieces++) controller.enqueue(new Uint8Array(10 * KB));
        controller.close();
      },
    });
    expect(await readBody(new Response(inPieces), bounds, signal)).toBe('too-large');
    expect(await readBody(ofLength(200 * KB), bounds, signal)).toMatchObject({ text: expect.any(String) });
    expect(await readBody(ofLength(200 * KB), bounds, signal)).toBe('too-much');
  });

  test('may take all of the memory that is left, and no byte more', async () => {
    const bounds = { limit: 1_000 * KB, budget: new BodyBudget(200 * KB) };
    expect(await readBody(ofLength(200 * KB + 1), bounds, signal)).toBe('too-much');
    expect(await readBody(ofLength(200 * KB), bounds, signal)).toMatchObject({ text: expect.any(String) });
  });

  test('has an end where it ends at eight times the limit', async () => {
    expect(await readBody(ofLength(80), { limit: 10 }, signal)).toBe('too-large');
    expect(await readBody(ofLength(81), { limit: 10 }, signal)).toBe('endless');
  });

  test('is no text where there is no body', async () => {
    expect(await readBody(new Response(null), { limit: 10 }, signal)).toEqual({ text: '' });
  });

  test('is read without any memory where it is short, and by default where it is long', async () => {
    const bounds = { limit: 1_000 * KB, budget: new BodyBudget(0) };
    expect(await readBody(ofLength(64 * KB), bounds, signal)).toMatchObject({ text: expect.any(String) });
    expect(await readBody(ofLength(64 * KB + 1), bounds, signal)).toBe('too-much');
    expect(await readBody(ofLength(900 * KB), { limit: 1_000 * KB }, signal)).toMatchObject({
      text: expect.any(String),
    });
  });

  test('makes no room for others by not being read', async () => {
    const bounds = { limit: 1_000 * KB, budget: new BodyBudget(300 * KB) };
    expect(await readBody(ofLength(200 * KB), bounds, signal)).toMatchObject({ text: expect.any(String) });
    for (const _again of [1, 2]) expect(await readBody(ofLength(200 * KB), bounds, signal)).toBe('too-much');
    expect(await readBody(ofLength(100 * KB), bounds, signal)).toMatchObject({ text: expect.any(String) });
  });

  test('gives back what it took when the connection breaks', async () => {
    const bounds = { limit: 1_000 * KB, budget: new BodyBudget(200 * KB) };
    let pieces = 0;
    const cut = new ReadableStream({
      pull(controller) {
        pieces += 1;
        if (pieces === 1) controller.enqueue(new Uint8Array(150 * KB));
        else controller.error(new Error('cut'));
      },
    });
    await expect(readBody(new Response(cut), bounds, signal)).rejects.toThrow('cut');
    expect(await readBody(ofLength(200 * KB), bounds, signal)).toMatchObject({ text: expect.any(String) });
  });

  test('takes no memory any more once it is given up', async () => {
    const bounds = { limit: 1_000 * KB, budget: new BodyBudget(100 * KB) };
    expect(await readBody(inChunks(new Uint8Array(150 * KB), new Uint8Array(60 * KB)), bounds, signal)).toBe(
      'too-much',
    );
    expect(await readBody(ofLength(100 * KB), bounds, signal)).toMatchObject({ text: expect.any(String) });
  });

  test('is the same text wherever it was cut on its way', async () => {
    const bytes = new TextEncoder().encode('zwei Straßen – 😀');
    for (let at = 1; at < bytes.length; at++) {
      const cut = inChunks(bytes.slice(0, at), bytes.slice(at));
      expect(await readBody(cut, { limit: 100 }, signal)).toEqual({ text: 'zwei Straßen – 😀' });
    }
    expect(await readBody(inChunks(bytes.slice(0, -1)), { limit: 100 }, signal)).toEqual({
      text: 'zwei Straßen – \ufffd',
    });
  });
});

/** An answer that comes in these pieces. */
function inChunks(...chunks: readonly Uint8Array[]): Response {
  return new Response(
    new ReadableStream({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(chunk);
        controller.close();
      },
    }),
  );
}
