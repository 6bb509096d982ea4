import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, openSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { markVariable } from './members.ts'
import type { Launch } from './owned-process.ts'

export interface Ending {
  code: number | null // 127 when it could not be found, 126 when it could not be run
  signal: NodeJS.Signals | null
}

/**
 * Starts a process in a session of its own that can be found again, and all that it starts.
 *
 * @returns without a PID it has not started
 * @throws what the system can't take, such as too long a command line
 */
export function spawnMarked(launch: Launch, mark: string): { child: ChildProcess, ended: Promise<Ending> } {
  const { file = process.execPath, argv, env, cwd, logFile, isStranger = false } = launch
  const markFile = join(dirname(logFile), mark)
  const opened = [openSync(logFile, 'a')]
  try {
    if (isStranger) {
      opened.push(openSync(markFile, 'w'))
      // Its name is seen for as long as somebody has it open.
      rmSync(markFile)
    }
    const [log, marked = 'ipc' as const] = opened
    const child = spawn(file, argv, { cwd, env: { ...env, [markVariable]: mark }, detached: true, stdio: ['ignore', log, log, marked] })
    return { child, ended: endingOf(child) }
  } finally {
    opened.forEach(closeSync)
  }
}

function endingOf(child: ChildProcess): Promise<Ending> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }))
    // A message or a signal that could not be sent is one, too.
    child.on('error', ({ code }: NodeJS.ErrnoException) => {
      if (child.pid === undefined) resolve({ code: code === 'ENOENT' ? 127 : 126, signal: null })
    })
  })
}

/** @returns in words, after the name of what ended */
export function howItEnded({ code, signal }: Pick<Ending, 'code' | 'signal'>): string {
  return signal === null ? `exited with code ${code}` : `was ended by ${signal}`
}
