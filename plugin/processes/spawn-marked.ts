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
export function spawnMarked({ file = process.execPath, argv, env, cwd, logFile, isStranger = false }: Launch, mark: string): { child: ChildProcess, ended: Promise<Ending> } {
  const log = openSync(logFile, 'a')
  const marked = isStranger ? openMarked(join(dirname(logFile), mark)) : null
  try {
    const stdio = ['ignore', log, log, marked ?? 'ipc'] as const
    const child = spawn(file, argv, { cwd, env: { ...env, [markVariable]: mark }, detached: true, stdio: [...stdio] })
    return { child, ended: endingOf(child) }
  } finally {
    closeSync(log)
    if (marked !== null) closeSync(marked)
  }
}

/** @param file whose name is seen for as long as somebody has it open */
function openMarked(file: string): number {
  const open = openSync(file, 'w')
  rmSync(file)
  return open
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
