/** Services that compare signatures carelessly. */
import { bearerOf, endOf, operationFinder, tokenIn, withBearer } from '../../simulator/deviations/calls.ts';
import type { Around } from '../../simulator/deviations/deviation.ts';

/** Takes a token whose signature is like that of one that was issued; by default one with the same content. */
export function signatureLike(
  isLike: (given: string, right: string) => boolean,
  ofAnyContent = false,
): Around {
  return (handle, world) => {
    const operationOf = operationFinder(world);
    const issued: string[] = [];
    return async (call) => {
      const bearer = bearerOf(call);
      const isGuarded = operationOf(call) !== undefined && operationOf(call) !== 'issueToken';
      const meant =
        bearer === undefined || !isGuarded || issued.includes(bearer)
          ? undefined
          : issued.find((token) => isTaken(bearer, token));
      const reply = await handle(meant === undefined ? call : withBearer(call, meant));
      const token = tokenIn(reply);
      if (token !== undefined) issued.unshift(token);
      return reply;
    };

    function isTaken(bearer: string, token: string): boolean {
      if ((endOf(token) ?? 0) <= world.clock.now()) return false;
      const [given, right] = [split(bearer), split(token)];
      return (
        given.parts === 3 &&
        isLike(given.signature, right.signature) &&
        (ofAnyContent || given.content === right.content)
      );
    }
  };
}

function split(token: string): { parts: number; content: string; signature: string } {
  const end = token.lastIndexOf('.');
  return { parts: token.split('.').length, content: token.slice(0, end), signature: token.slice(end + 1) };
}
