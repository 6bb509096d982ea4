import { execFile } from 'node:child_process'
import { Writable } from 'node:stream'
import { WriteStream } from 'node:tty'
import { call } from '../../plugin/cli.ts'
import { repository } from './project.ts'

export const cli = `${repository}plugin/artillery-speedup.js`

type Place = { env?: NodeJS.ProcessEnv; cwd?: string }

/** Runs artillery-speedup to its end, in a pipe. code: 0 where it ended by itself and well. */
export const speedup = (words: string[], { env = process.env, cwd = process.cwd() }: Place = {}) =>
  new Promise<{ code: number; stdout: string; stderr: string }>(
    (resolve) =>
      void execFile(process.execPath, [cli, ...words], { env, cwd }, (error, stdout, stderr) =>
        resolve({ code: Number(error?.code ?? 0), stdout, stderr })
      )
  )

let last: Promise<unknown> = Promise.resolve()

/**
 * The same in this process, which takes a hundredth of the time; one after the other.
 *
 * @param place columns: of a terminal; left out: it prints into a pipe
 */
export function callSpeedup(words: string[], place: Place & { columns?: number } = {}) {
  const found = last.then(() => callNow(words, place))
  last = found.catch(() => {})
  return found
}

async function callNow(
  words: string[],
  { env = process.env, cwd = process.cwd(), columns }: Place & { columns?: number }
) {
  const { env: ownEnv, exitCode, stdout, stderr } = process
  const ownFolder = process.cwd()
  const printed = { stdout: '', stderr: '' }
  const put = (streams: Record<keyof typeof printed, NodeJS.WritableStream>) => {
    for (const [name, value] of Object.entries(streams))
      Object.defineProperty(process, name, { value, configurable: true })
  }
  const terminal = columns !== undefined && { isTTY: true, columns, getColorDepth: WriteStream.prototype.getColorDepth }
  const collecting = (name: keyof typeof printed) => {
    const write = (text: unknown, _encoding: unknown, done: () => void) => {
      printed[name] += text
      done()
    }
    return Object.assign(new Writable({ write }), terminal)
  }
  Object.assign(process, { env, exitCode: undefined })
  process.chdir(cwd)
  put({ stdout: collecting('stdout'), stderr: collecting('stderr') })
  try {
    await call(words)
    return { code: Number(process.exitCode ?? 0), ...printed }
  } finally {
    put({ stdout, stderr })
    process.chdir(ownFolder)
    Object.assign(process, { env: ownEnv, exitCode })
  }
}

/** @returns what it prints on a terminal of so many columns */
export const onTerminal = async (words: string[], columns: number, env: NodeJS.ProcessEnv = {}): Promise<string> => {
  const { NO_COLOR: _, FORCE_COLOR: __, CI: ___, ...usual } = process.env
  return (await callSpeedup(words, { columns, env: { ...usual, TERM: 'xterm-256color', ...env } })).stdout
}
