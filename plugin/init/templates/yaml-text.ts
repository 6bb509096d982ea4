/** They would be read as something else than a text. */
const words = /^(?:true|false|yes|no|on|off|null|y|n)$/i

/** @returns as YAML for the inside of a list or a map; what JSON quotes, YAML reads the same */
export function yamlText(text: string): string {
  return /^(?:\.{0,2}\/|[A-Za-z_])[\w./-]*(?: [\w./-]+)*$/.test(text) && !words.test(text) ? text : JSON.stringify(text)
}

export function yamlList(texts: string[]): string {
  return `[${texts.map(yamlText).join(', ')}]`
}

export function yamlMap(map: Record<string, string>): string {
  return `{ ${Object.entries(map).map(([key, value]) => `${yamlText(key)}: ${yamlText(value)}`).join(', ')} }`
}
