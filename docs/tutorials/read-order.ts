import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { list } from '../../plugin/concepts/wording.ts'

/**
 * @param args `--only name`, as often as wanted; `--render`, to measure nothing; `--output folder`
 * @param kind of what there is
 * @returns what is to be measured, and the folder of the page
 * @throws for what it does not know
 */
export function readOrder<Tried extends { name: string }>(
  args: string[],
  all: Tried[],
  kind = 'tutorial'
): { chosen: Tried[]; output: string } {
  const { only, render, output } = parseArgs({
    args,
    options: {
      only: { type: 'string', multiple: true },
      render: { type: 'boolean' },
      output: { type: 'string', default: 'docs' }
    }
  }).values
  const unknown = only?.find((name) => all.every((tried) => tried.name !== name))
  if (unknown !== undefined)
    throw new Error(`--only ${unknown}: unknown ${kind}. Known: ${list(all.map(({ name }) => name))}.`)
  const chosen = render ? [] : all.filter(({ name }) => only === undefined || only.includes(name))
  return { chosen, output: resolve(output) }
}
