/** Fields of replies that change on each call (opening `records.volatile`): each holds how many such replies there were. */
import { isFields } from '../../contracts/kit/fields.ts';
import type { Json } from '../../contracts/kit/json.ts';
import { parsePointer, place } from '../../contracts/profile/pointer.ts';
import type { Answers } from '../../contracts/specification/openings/index.ts';
import { listedBy, type OperationId } from '../../contracts/specification/operations.ts';
import type { Reply } from './call.ts';

export type VolatileAnswers = Answers<'operations.envelope' | 'records.volatile'>;

/** Writes the fields into a reply that holds a JSON object; others stay as they are. */
export function createVolatile(openings: VolatileAnswers): (operation: OperationId, reply: Reply) => Reply {
  const places = openings['records.volatile'].map(parsePointer);
  const { lists } = openings['operations.envelope'];
  const names: { readonly [operation: string]: keyof typeof lists | undefined } = listedBy;
  let replies = 0;

  /** A map that is the whole reply has records alone. */
  const hasRoom = (operation: OperationId): boolean => {
    const name = names[operation];
    return (
      operation !== 'issueToken' &&
      (name === undefined || lists[name].form === 'array' || lists[name].at !== '')
    );
  };

  return (operation, reply) => {
    if (places.length === 0 || reply.body === '' || !hasRoom(operation)) return reply;
    const json: { [name: string]: Json } = JSON.parse(reply.body);
    if (!isFields(json) || Array.isArray(json)) return reply;
    replies++;
    for (const tokens of places) if (tokens.length > 0) place(json, tokens, replies);
    return { ...reply, body: JSON.stringify(json) };
  };
}
