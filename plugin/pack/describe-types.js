/**
 * tsc leaves out what a typedef says of its type as a whole: an editor is to show that, too.
 *
 * @param {string} declaration made by tsc
 * @param {string} source of the module
 * @returns {string} the declaration with a comment above each type that the source describes
 */
export function describeTypes(declaration, source) {
  const descriptions = new Map([...source.matchAll(/^\/\*\*.*?\*\/$/gms)].flatMap(([comment]) => describedIn(comment)))
  return declaration.replaceAll(/^export type (\w+)/gm, (start, name) => {
    const description = descriptions.get(name)
    return description === undefined ? start : `/** ${description} */\n${start}`
  })
}

/**
 * @param {string} comment
 * @returns {[name: string, description: string][]} of its typedefs: what stands behind the name, or above all for an
 *   object that comes first
 */
function describedIn(comment) {
  const text = comment.slice('/**'.length, -'*/'.length).replaceAll(/^ *\* ?/gm, '').replaceAll(/\s+/g, ' ')
  const [above, ...typedefs] = text.split('@typedef ')
  return typedefs.flatMap((typedef, i) => {
    const [, name = '', behind = ''] = /^\{.*?\} (\w+) ?([^@]*)/.exec(typedef) ?? []
    const description = behind.trim() || (i === 0 && typedef.startsWith('{object}') ? above.split('@')[0].trim() : '')
    return description === '' ? [] : [/** @type {[string, string]} */ ([name, description])]
  })
}
