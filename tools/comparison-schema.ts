import { withSources, written, type Schema, type Types } from './type-schema.ts'

const head = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'urn:artillery-plugin-speedup:comparison:1'
}

/**
 * comparison: the JSON Schema of comparison.json, as the types of plugin/concepts/comparison.ts say it. runGaps: what
 * of a run may be null, and which of its lists may lack items, as a schema: with it goes a figure that can't be kept.
 */
const comparisonSchemas = (): { comparison: Schema; runGaps: Schema } =>
  withSources((types) => {
    const comparison = { ...head, ...types.of('concepts/comparison.ts', 'Comparison'), $defs: { ...types.$defs } }
    return { comparison, runGaps: gapsIn(types.of('concepts/run.ts', 'Run'), types) ?? {} }
  })

/** @returns both as they are kept, by path in the repository */
export function keptSchemas(): Record<string, string> {
  const { comparison, runGaps } = comparisonSchemas()
  return {
    'plugin/comparison.schema.json': `${written(comparison)}\n`,
    'plugin/concepts/run-gaps.json': `${written(runGaps)}\n`
  }
}

function gapsIn({ $ref, sparse, ...schema }: Schema, types: Types): Schema | undefined {
  if ($ref !== undefined) return gapsIn(types.$defs[$ref.slice('#/$defs/'.length)], types)
  const { type, enum: choices = [], anyOf = [], properties = {}, items } = schema
  const parts = anyOf.map((part: Schema) => gapsIn(part, types) ?? {})
  const inner = Object.entries<Schema>(properties).flatMap(([name, own]) => {
    const gaps = gapsIn(own, types)
    return gaps === undefined ? [] : [[name, gaps]]
  })
  const ofItems = items && { ...(sparse && { type: 'object' }), ...gapsIn(items, types) }
  const found: Schema = {
    ...Object.assign({}, ...parts),
    ...([type].flat().includes('null') || choices.includes(null) ? { type: 'null' } : {}),
    ...(inner.length > 0 && { properties: Object.fromEntries(inner) }),
    ...(ofItems && Object.keys(ofItems).length > 0 && { items: ofItems })
  }
  return Object.keys(found).length === 0 ? undefined : found
}
