/**
 * The faker library with those of its modules alone that a fleet's names are drawn by. Its class makes one of each, and
 * its file makes tables as it loads, so that a bundler keeps all of it, ten times as much as is used.
 */

/** Names by which the modules themselves draw. */
const base = ['datatype', 'helpers', 'number'];

/** @param modules those that are drawn by, such as `person` */
export function fakerWith(modules) {
  const kept = new Set([...base, ...modules]);
  return {
    name: 'faker-with',
    transform: {
      filter: { id: /@faker-js\/faker\/dist\/base-/ },
      handler(code) {
        const { body } = this.parse(code);
        const declared = body.flatMap((it) => (it.type === 'VariableDeclaration' ? it.declarations : []));
        const changes = declared.flatMap(({ init }) =>
          init?.type === 'ClassExpression' ? leftOut(init) : pure(init),
        );
        if (!changes.some(([, , text]) => text === ''))
          throw new Error('the faker library makes its modules in another way');
        return changes.toSorted(([a], [b]) => b - a).reduce(changed, code);
      },
    },
  };

  /** The fields of a class that hold a module which is not kept. */
  function leftOut({ body }) {
    return body.body
      .filter(
        ({ key, value }) =>
          value?.type === 'NewExpression' &&
          value.arguments[0]?.type === 'ThisExpression' &&
          !kept.has(key.name),
      )
      .map(({ start, end }) => [start, end, '']);
  }
}

/** Marks what is worked out as the file loads as left out where nothing uses it. */
function pure(init) {
  if (init?.type !== 'CallExpression' && init?.type !== 'NewExpression' && init?.type !== 'ObjectExpression')
    return [];
  return [
    [init.start, init.start, '/* @__PURE__ */ (() => ('],
    [init.end, init.end, '))()'],
  ];
}

function changed(code, [start, end, text]) {
  return code.slice(0, start) + text + code.slice(end);
}
