import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { mkdtempSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SpeedupError } from '../concepts/errors.ts'
import { builtModule } from '../package-files.ts'
import { harmless } from './harmless.ts'
import { markVariable, type Kin } from './members.ts'
import { namesIn, readIfThere } from './proc.ts'

export type Guard = ReturnType<typeof startGuard>

/**
 * Ends what we started when this process can't do it itself any more: it may be killed at any moment, and an app may be
 * too busy to notice, or may have closed its IPC channel. A small process of its own session, which waits for the end
 * of its standard input.
 */
export function startGuard() {
  const script = fileURLToPath(builtModule('processes/guard-process.js'))
  // A hook of NODE_OPTIONS is for the app; and a parent that is measured itself must not end what ends all that we
  // leave.
  const env = { ...process.env, NODE_OPTIONS: '', [markVariable]: '' }
  const child = spawn(process.execPath, [script], { detached: true, stdio: ['pipe', 'ignore', 'ignore'], env })
  const exited = new Promise((resolve) => child.once('exit', resolve).once('error', resolve))
  // A guard that was killed can't be written to; our own endings still work without it.
  child.stdin.on('error', () => {})
  child.unref()
  const send = (line: string): void => void child.stdin.write(`${line}\n`)
  return {
    watch: ({ group, mark }: Kin) => send(`watch ${group} ${mark}`), // again, when its group is known
    release: ({ mark }: Kin) => send(`release ${mark}`), // it is gone
    watchFolder: (folder: string) => send(`folder ${folder}`), // to be removed too; it may be a cgroup
    async close() {
      child.ref()
      child.stdin.end()
      await exited
    }
  }
}

/** What running apps needs: the guard over what we start, and a temporary folder; its owner has to close it. */
export type Workbench = ReturnType<typeof openWorkbench>

export function openWorkbench() {
  const folder = makeTemporaryFolder('artillery-plugin-speedup-')
  const guard = startGuard()
  guard.watchFolder(folder)
  let logs = 0
  return {
    guard,
    folder,
    /** @returns a new file for the output of a process */
    createLog: (name: string) => join(folder, `${++logs}-${name}.log`),
    async close() {
      rmSync(folder, { recursive: true, force: true })
      await guard.close()
    }
  }
}

/**
 * What others left whose process is gone is removed first.
 *
 * @returns its path, which begins with the prefix: its owner has to remove it. @throws SpeedupError NOT_WRITABLE
 */
export function makeTemporaryFolder(prefix: string) {
  // In another container, which may have the same folder, a number means another process.
  const [space] = /\d+/.exec(harmless(() => readlinkSync('/proc/self/ns/pid'))() ?? '') ?? ['']
  const isLeft = (name: string) => {
    const [, own] = new RegExp(`^${prefix}${space}-(\\d+)-\\w{6}$`).exec(name) ?? []
    return own !== undefined && space !== '' && readIfThere(`/proc/${own}/stat`) === ''
  }
  const remove = harmless((name: string) => rmSync(join(tmpdir(), name), { recursive: true, force: true }))
  namesIn(tmpdir()).filter(isLeft).forEach(remove)
  try {
    return mkdtempSync(join(tmpdir(), `${prefix}${space}-${process.pid}-`))
  } catch (error) {
    throw new SpeedupError(
      'NOT_WRITABLE',
      `The folder for temporary files, ${tmpdir()}, is not writable (${(error as Error).message}). ` +
        'Set the environment variable TMPDIR to a folder that is.'
    )
  }
}
