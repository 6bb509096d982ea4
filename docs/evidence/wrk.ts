import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { startVariant } from '../../plugin/app/modes.ts'
import { openWorkbench } from '../../plugin/processes/guard.ts'
import type { Settings } from '../../plugin/concepts/settings.ts'
import type { Pace } from './checks.ts'

const run = promisify(execFile)
const [warmUpSeconds, seconds] = [1, 2]

/** As the lean client asks for it: wrk itself asks for no compression. */
const encodings = 'accept-encoding: gzip, deflate, br, zstd'

type Get = { url: string; users: number; headers?: Record<string, string> }

/**
 * Each variant is started afresh and loaded by wrk, with as many connections as there are users.
 *
 * @param get what each user asks for
 * @param isReversed the last variant comes first; givesWay: it takes no core from a worker, as our load threads do
 * @returns responses a second
 */
export async function paceByWrk(
  settings: Settings,
  { url, users, headers = {} }: Get,
  { isReversed, givesWay }: { isReversed: boolean; givesWay: boolean },
  signal: AbortSignal
): Promise<Pace> {
  const words = [encodings, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)]
  const load = (length: number) => [
    ...(givesWay ? ['chrt', '-b', '0'] : []),
    ...['wrk', '-t1', `-c${users}`, `-d${length}s`, '--timeout', '10s'],
    ...words.flatMap((word) => ['-H', word]),
    `${settings.target.url}${url}`
  ]
  const send = async (length: number) => {
    const [program, ...args] = load(length)
    return (await run(program, args, { signal })).stdout
  }
  const pace: Record<string, number> = {}
  for (const variant of isReversed ? settings.variants.toReversed() : settings.variants) {
    const bench = openWorkbench()
    try {
      const app = await startVariant(
        { ...settings, variant, guard: bench.guard, logFile: bench.createLog(variant.name) },
        signal
      )
      try {
        await send(warmUpSeconds)
        pace[variant.name] = readPace(await send(seconds))
      } finally {
        await app.stop()
      }
    } finally {
      await bench.close()
    }
  }
  const { single, clustered } = pace
  return { single, clustered }
}

function readPace(said: string): number {
  const perSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(said)?.[1])
  if (!(perSecond > 0) || /Non-2xx|Socket errors/.test(said)) throw new Error(`wrk says:\n${said}`)
  return perSecond
}
