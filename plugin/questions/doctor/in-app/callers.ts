import { fileURLToPath } from 'node:url'
import { packageFile } from '../../../package-files.ts'
import { harmless } from '../../../processes/harmless.ts'
import type { Caller } from '../messages.ts'

const ours = packageFile('')
/** Of one call, through a framework that registers plugins and decorators. */
const deepest = 100

/** @returns who has called us, as the stack shows it now, through source maps where the app uses them */
export const callerNow = (): Caller => harmless(readStack)() ?? { own: null, packages: [] }

function readStack(): Caller {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = deepest
  const lines = String(new Error('to see the stack').stack).split('\n')
  Error.stackTraceLimit = stackTraceLimit
  const packages = new Set<string>()
  for (const text of lines) {
    const [, url, line] = /[\s(]((?:file:\/\/)?\/[^()]*):(\d+):\d+\)?$/.exec(text) ?? []
    if (url === undefined) continue
    const file = url.startsWith('file:') ? fileURLToPath(url) : url
    if (file.startsWith(ours)) continue
    const name = packageOf(file)
    if (name === null) return { own: { file, line: Number(line) }, packages: [...packages] }
    packages.add(name)
  }
  return { own: null, packages: [...packages] }
}

/** @returns null: it is in none */
const packageOf = (file: string) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? null
