import { resolve } from 'node:path'
import { readIfThere } from '../../../processes/proc.ts'
import { originOf } from '../../../sources/origins.ts'
import { packageOf, type Caller, type CallPlace } from '../messages.ts'

/** What bundlers leave around the packages that they put into a file. */
const bundled = /__webpack_require__|__commonJS\b|^\/\/ (?:#region )?.*node_modules\/|^.{2000}/m

/** @returns who a caller was before the app was compiled, or made a bundle. folder: of the app */
export function originally({ own, packages, above = [] }: Caller, folder: string) {
  const names = [...packages]
  for (const place of own === null ? [] : [own, ...above]) {
    const origin = originOf(place.file, place.line, place.column)
    if (origin === null) return { own: { ...place, isBundle: bundled.test(readIfThere(place.file)) }, packages: names }
    const name = packageOf(origin.file)
    if (name === null) return { own: { ...place, ...origin, file: resolve(folder, origin.file) }, packages: names }
    names.push(name)
  }
  return { own: null, packages: names }
}

const field = String.raw`(?:[\d*/,#?LW-]|[A-Za-z]{3})+`
/** Such as '30 3 * * *' or '@daily'; nothing that stands in what is called. */
const expression = new RegExp(String.raw`^(?:(?!=>|\bfunction\b|;)[^])*?(['"\`])(@\w+|${field}(?: +${field}){4,6})\1`)

/** @returns the expression of cron that stands in a call, as it is written there; null: it stands elsewhere */
export function cronIn({ file, line, column }: CallPlace) {
  const call = readIfThere(file)
    .split('\n')
    .slice(line - 1)
    .join('\n')
    .slice(column - 1)
  return expression.exec(call)?.[2] ?? null
}
