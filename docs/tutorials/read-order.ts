import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { list } from '../../plugin/concepts/wording.ts'
import type { Tutorial } from './claims/index.ts'

/**
 * @param args `--only name`, as often as wanted; `--render`, to measure nothing; `--output folder`
 * @returns what is to be measured, and the folder of tutorials.md
 * @throws for what it does not know
 */
export function readOrder(args: string[], tutorials: Tutorial[]): { chosen: Tutorial[], output: string } {
  const { only, render, output } = parseArgs({
    args,
    options: { only: { type: 'string', multiple: true }, render: { type: 'boolean' }, output: { type: 'string', default: 'docs' } }
  }).values
  const unknown = only?.find((name) => tutorials.every((tutorial) => tutorial.name !== name))
  if (unknown !== undefined) throw new Error(`--only ${unknown}: unknown tutorial. Tutorials: ${list(tutorials.map(({ name }) => name))}.`)
  const chosen = render ? [] : tutorials.filter(({ name }) => only === undefined || only.includes(name))
  return { chosen, output: resolve(output) }
}
