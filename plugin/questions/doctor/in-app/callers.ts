import { fileURLToPath } from 'node:url'
import { packageFile } from '../../../package-files.ts'
import { harmless } from '../../../processes/harmless.ts'
import { nobody, packageOf, type Caller, type CallPlace } from '../messages.ts'

const ours = packageFile('')
/** Of one call, through a framework that registers plugins and decorators. */
const deepest = 100
/** In a bundle, packages are told from the app by its map, which is read elsewhere. */
const mostAbove = 10

/** @returns who has called us, as the stack shows it now */
export const callerNow = (): Caller => harmless(readStack)() ?? nobody

function readStack(): Caller {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = deepest
  const lines = String(new Error('to see the stack').stack).split('\n')
  Error.stackTraceLimit = stackTraceLimit
  const packages = new Set<string>()
  const places: CallPlace[] = []
  for (const text of lines) {
    const [, url, line, column] = /[\s(]((?:file:\/\/)?\/[^()]*):(\d+):(\d+)\)?$/.exec(text) ?? []
    if (url === undefined) continue
    const file = url.startsWith('file:') ? fileURLToPath(url) : url
    if (file.startsWith(ours)) continue
    const name = packageOf(file)
    if (name === null) places.push({ file, line: Number(line), column: Number(column) })
    else if (places.length === 0) packages.add(name)
    else break
  }
  const [own = null, ...above] = places.slice(0, mostAbove)
  return { own, packages: [...packages], above }
}
