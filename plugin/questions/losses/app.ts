import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { quotable } from '../../concepts/foreign-text.ts'
import { workerDisturbances, type Disturbance, type Disturbed } from './concepts/disturbances.ts'
import { clockMs } from '../../machine/clock.ts'
import { lastLines } from '../../processes/last-lines.ts'
import { maskSecrets } from '../../processes/mask-secrets.ts'
import { membersAmong, send } from '../../processes/members.ts'
import { pathOf } from '../../app/find-program.ts'
import { asAppEvent, asCommand } from '../../messages/app.ts'
import { migratesConnections } from '../../app/port.ts'
import type { Grip, RunningVariant } from '../../app/runner.ts'

/**
 * Does to the app what is to happen to it; never rejects.
 *
 * @param turn the worker to take, counted round
 * @returns when it is over: the last worker goes on, or all are new
 */
export async function disturb(
  disturbance: Disturbance,
  turn: number,
  { grip }: Pick<RunningVariant, 'grip'>
): Promise<Disturbed> {
  const { kind, of, seconds } = disturbance
  const hit = grip!() // Settings refuse what runs elsewhere.
  const { request, owned, told } = hit
  // A single process that is killed is gone: that is what is measured.
  if (request.variant.mode === 'single' && kind !== 'freeze') hit.mayLeave()
  // Not every supervisor tells whom it has replaced.
  const workers = membersAmong(hit.workers, owned.kin)
  const taken = turn % Math.max(1, workers.length)
  const pids = of === 'all' ? workers : workers.slice(taken, taken + 1)
  const beganMs = clockMs()
  let [doneMs, problem]: [number | null, string | null] = [null, null]
  try {
    if (kind === 'reload') await reload(hit)
    else if (pids.length === 0) throw new Error('no worker was found to disturb')
    else await signalAll(pids, { kind, seconds }, hit)
    doneMs = clockMs()
  } catch (error) {
    problem = quotable((error as Error).message)
  }
  return {
    ...disturbance,
    pids,
    beganMs,
    doneMs,
    problem,
    migrates: request.variant.mode === 'reusePort' ? migratesConnections() : null,
    // Only we know of those that we told ourselves.
    told:
      kind === 'terminate' ? pids.map((pid) => ({ pid, atMs: beganMs })) : told().filter(({ atMs }) => atMs >= beganMs)
  }
}

async function signalAll(
  pids: number[],
  { kind, seconds }: { kind: keyof typeof workerDisturbances; seconds: number | null },
  { owned: { child, kin }, signal }: Grip
) {
  const [first, later] = workerDisturbances[kind].signals
  if (later === undefined && child.connected)
    child.send(asCommand({ command: 'excuse', deaths: pids.length }), () => {})
  for (const pid of pids) send(pid, first)
  if (later === undefined) return
  try {
    await delay(1000 * Number(seconds), undefined, { signal })
  } finally {
    // Whatever comes: a process that stands still would not even hear that it is to leave.
    for (const pid of membersAmong(pids, kin)) send(pid, later)
  }
}

async function reload(hit: Grip) {
  const {
    request: { variant },
    owned: { child, exited },
    restart
  } = hit
  if (restart !== null) return restart()
  if (variant.reload !== null) return runLine(variant.reload, hit)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const hear = (message: unknown) => {
    const event = asAppEvent(message)
    if (event?.event === 'reloaded')
      event.problem === null ? resolve() : reject(new Error(`the reload failed: ${event.problem}`))
  }
  child.on('message', hear)
  child.send(asCommand({ command: 'reload' }), () => {})
  const over = exited.then(() =>
    reject(new Error('the reload did not finish before the load ended, or the process that manages the workers exited'))
  )
  return Promise.race([promise, over]).finally(() => child.off('message', hear))
}

/**
 * A line of the user's, in a shell, beside the app and with its environment: what it starts may be the new app.
 * @throws what it said, where it fails
 */
async function runLine(line: string, { request, owned, signal }: Grip) {
  const { app, variant, target, logFile: appLog } = request
  const env = {
    ...process.env,
    ...app.env,
    ...variant.env,
    PATH: pathOf(request),
    PORT: String(target.port),
    PID: String(owned.child.pid)
  }
  const logFile = `${appLog}.reload`
  const name = `the reload line \`${maskSecrets(line)}\``
  const shell = owned.startBeside({ file: '/bin/sh', argv: ['-c', line], cwd: app.cwd, env, logFile, isStranger: true })
  if (shell === null) throw new Error(`${name} was not run, because the app had left`)
  const ending = signal.aborted ? null : await Promise.race([shell.exited, once(signal, 'abort').then(() => null)])
  if (ending === null) {
    shell.kill()
    throw new Error(`${name} did not finish before the load ended`)
  }
  const { code, signal: by } = ending
  const said = lastLines(logFile, 1).trim()
  if (code !== 0)
    throw new Error(`${name} failed (${by === null ? `exit code ${code}` : by})${said === '' ? '' : `: ${said}`}`)
}
