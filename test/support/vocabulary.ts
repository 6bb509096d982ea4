import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const plugin = fileURLToPath(new URL('../../plugin/', import.meta.url))
const source = globSync(['concepts/*.ts', 'questions/*/concepts/*.ts'], { cwd: plugin })
  .map((name) => readFileSync(plugin + name, 'utf8'))
  .join('\n')

/** @returns the type of a property of the vocabulary, as it is written: tests hold the schemas to it */
export const typeOf = (name: string, property: string): string =>
  propertyLines(name).find((line) => line.property === property)?.type ?? ''

/** @returns the texts and numbers of a type */
export const choicesIn = (type: string): (string | number)[] =>
  [...type.matchAll(/'([^']+)'|\b(\d[\d.]*)/g)].map(([, text, number]) => text ?? Number(number))

function propertyLines(name: string) {
  const body = new RegExp(`^(?:export )?interface ${name}\\b[^{]*\\{\\n([^]*?)^\\}`, 'm').exec(source)?.[1] ?? ''
  return [...body.matchAll(/^ {2}(\w+)\??: (.*(?:\n {3,}.*)*)/gm)].map(([, property, type]) => ({
    property,
    type: type.replaceAll(/\/\/.*/g, '')
  }))
}
