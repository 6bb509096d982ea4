import { posix } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { legible } from '../../../concepts/foreign-text.ts'
import { packageFile } from '../../../package-files.ts'
import { originsIn, pathOf, type OriginOf } from '../../../sources/origins.ts'
import type { CodeOwner, CpuProfileNode } from '../concepts.ts'

/**
 * A function as it is told of. lineOf: the line that a line of its script was, in the file of its place; null: unknown
 */
export interface Frame {
  name: string
  place: string | null
  owner: CodeOwner
  isOwn: boolean // a function of the app with a file: of others, it is told which of these called them
  lineOf: (line: number) => number | null
}

type CallFrame = CpuProfileNode['callFrame']

/**
 * idle: nothing ran; left out: ours, which is there to observe; within: C++ that belongs to the function that called it
 */
type Described = Frame | 'idle' | 'left out' | 'within'

// characters: names may be as long as a bundler, or who attacks a page, likes
const longestName = 120
const longestPlace = 160
const unknownLine = () => null
const unplaced = { place: null, isOwn: false, lineOf: unknownLine }
const special: Record<string, Described> = {
  '(idle)': 'idle',
  '(program)': { ...unplaced, name: '(program)', owner: 'native' },
  '(garbage collector)': { ...unplaced, name: '(garbage collector)', owner: 'garbage collection' }
}
const ours = pathToFileURL(packageFile('dist/')).href

/** @param root the app's folder */
export function describer(root: string): (frame: CallFrame, caller: Frame | null) => Described {
  const origins = new Map<string, OriginOf>()
  const inFile = (name: string, frame: CallFrame, file: string) => {
    const own = sourceOf(file, root)
    const whole = placed(name, { ...own, line: lineOf(frame) }, (line) => line)
    // A package's sources are seldom installed with it, and its users know its built files.
    if (own.owner === 'dependency') return whole
    const origin = origins.get(file) ?? originsIn(file)
    origins.set(file, origin)
    const first = origin(frame.lineNumber, frame.columnNumber)
    if (first === null) return whole
    return placed(name, { ...sourceOf(pathOf(first), root), line: first.line }, (line) => {
      const there = origin(line - 1, null)
      return there?.source === first.source ? there.line : null
    })
  }
  return (frame, caller) => {
    const { functionName, scriptId, url } = frame
    const name = tame(functionName || '(anonymous)', longestName)
    if (url === '' && Number(scriptId) === 0) return special[functionName] ?? withoutScript(name, caller)
    if (url.startsWith(ours)) return 'left out'
    if (url.startsWith('node:')) return placed(name, { file: url, line: lineOf(frame), owner: 'node' }, (line) => line)
    const file = fileOf(url)
    if (file !== null) return inFile(name, frame, file)
    const where = url === '' ? 'evaluated code' : url.startsWith('wasm:') ? 'WebAssembly' : url
    return {
      ...placed(name, { file: where, line: lineOf(frame), owner: caller?.owner ?? 'app' }, unknownLine),
      isOwn: false
    }
  }
}

/**
 * C++ that Node or a package calls is said by the name of their function, which says more: pbkdf2Sync, and not run.
 * What the app calls itself is of an addon, whose functions V8 can't tell apart: it gives all of them the name of any.
 */
function withoutScript(name: string, caller: Frame | null): Described {
  if (name.startsWith('RegExp: ')) return { ...unplaced, name, owner: caller?.owner ?? 'app' }
  if (caller === null) return { ...unplaced, name, owner: 'native' }
  return caller.owner === 'app' ? { ...unplaced, name: '(native code)', owner: 'native' } : 'within'
}

/** @returns from 1; of a module as a whole, V8 may say -1 */
const lineOf = ({ lineNumber }: CallFrame) => Math.max(1, lineNumber + 1)

/** @returns null: it is no file */
function fileOf(url: string) {
  try {
    return url.startsWith('file:') ? fileURLToPath(url) : url.startsWith('/') ? url : null
  } catch {
    return null
  }
}

function placed(
  name: string,
  { file, line, owner }: { file: string; line: number; owner: CodeOwner },
  lineOf: Frame['lineOf']
): Frame {
  return { name, place: `${tame(file, longestPlace)}:${line}`, owner, isOwn: owner === 'app', lineOf }
}

const upwards = /^(\.\.\/)+/
const mostSegments = 3 // of a path outside of the app's folder: enough to find it by

/**
 * Whose a file is, and its path as it is shown: from the app's folder, or from its package. Such of other machines are
 * shortened, and never opened.
 */
function sourceOf(path: string, root: string): { file: string; owner: CodeOwner } {
  const [, inPackage = null] = /(?:^|\/)node_modules\/((?!.*\/node_modules\/).*)$/.exec(path) ?? []
  if (inPackage !== null) return { file: inPackage, owner: 'dependency' }
  if (!path.startsWith('/')) return { file: path.replace(upwards, ''), owner: 'app' }
  const relative = posix.relative(root, path)
  const isBelow = !relative.startsWith('..')
  const file = isBelow ? relative : relative.replace(upwards, '').split('/').slice(-mostSegments).join('/')
  return { file, owner: 'app' }
}

/** Names and paths are written by anybody: in one line that steers nothing, and not longer than can be read. */
function tame(text: string, longest: number) {
  const plain = legible(text).replace(/\s/g, ' ')
  return plain.length <= longest ? plain : `${plain.slice(0, longest - 1).toWellFormed()}…`
}
