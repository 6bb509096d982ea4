/** They would be read as something else than a text. */
const words = /^(?:true|false|yes|no|on|off|null|y|n)$/i

/**
 * @param {string} text
 * @returns {string} as YAML for the inside of a list or a map; what JSON quotes, YAML reads the same
 */
export function yamlText(text) {
  return /^(?:\.{0,2}\/|[A-Za-z_])[\w./-]*(?: [\w./-]+)*$/.test(text) && !words.test(text) ? text : JSON.stringify(text)
}

/**
 * @param {string[]} texts
 * @returns {string}
 */
export function yamlList(texts) {
  return `[${texts.map(yamlText).join(', ')}]`
}

/**
 * @param {Record<string, string>} map
 * @returns {string}
 */
export function yamlMap(map) {
  return `{ ${Object.entries(map).map(([key, value]) => `${yamlText(key)}: ${yamlText(value)}`).join(', ')} }`
}
