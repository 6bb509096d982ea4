import { eachRow } from '../record/samples.ts'
import { rowNames } from './request-times.ts'
import { sum } from '../statistics/descriptive.ts'
import { leastSquares } from '../statistics/least-squares.ts'
import type { Span } from '../concepts/spans.ts'
import type { UsageReport } from '../messages/app.ts'

/** Between two readings of a process. responses: of each request, whose first byte it sent in that time */
type Window = Span & { cpuMs: number; responses: number[] }
/** Of a process; at: the one in which the last response was */
type Windows = { all: Window[]; at: number }

/** A cost below so many of its standard errors may as well be none. */
const leastErrors = 4

/**
 * What a response of each request takes of the CPU, by least squares: what a process took from one reading to the next
 * is the sum of what the responses took that it sent meanwhile, of each request so many. No time in the app is spent on
 * it. Others who keep the process busy change nothing of it, as they do of latencies.
 *
 * @param usage readings of all processes, in the order of time; spans: that count, by the same clock; names: of the
 * requests of the script, by number
 * @returns milliseconds by name; one that can't be told from nothing is left out
 */
export async function cpuByRequest(
  file: string,
  {
    originMs,
    usage,
    spans,
    names
  }: { originMs: number; usage: UsageReport[]; spans: Span[]; names: Record<number, string> }
): Promise<Map<string, number>> {
  const { all, rowOf } = rowNames(names)
  const places: Record<number, number> = {}
  const windows = new Map<string, Windows>()
  for (const [pid, readings] of Map.groupBy(usage, (reading) => String(reading.pid)))
    windows.set(pid, { all: windowsOf(readings, spans, all.length), at: 0 })
  await eachRow(file, ({ startMs, latencyMs, pid, request }) => {
    const atMs = originMs + startMs + latencyMs
    const window = windowAt(windows.get(pid), atMs)
    if (window !== undefined) window.responses[(places[request] ??= all.indexOf(rowOf(names[request])))]++
  })
  const found = [...windows.values()].flatMap((own) => own.all).filter(({ responses }) => sum(responses) > 0)
  const asked = all.map((_, i) => i).filter((i) => found.some(({ responses }) => responses[i] > 0))
  const costs = leastSquares(
    found.map(({ responses }) => asked.map((i) => responses[i])),
    found.map(({ cpuMs }) => cpuMs)
  )
  return new Map(
    asked.flatMap((i, at): [string, number][] => {
      const { value, error } = costs?.[at] ?? { value: 0, error: 0 }
      return value > leastErrors * error ? [[all[i], value]] : []
    })
  )
}

const windowsOf = (readings: UsageReport[], spans: Span[], requests: number) =>
  readings.slice(1).flatMap(({ atMs, cpuMs }, i): Window[] => {
    const before = readings[i]
    if (!spans.some(({ fromMs, toMs }) => before.atMs >= fromMs && atMs <= toMs)) return []
    return [{ fromMs: before.atMs, toMs: atMs, cpuMs: cpuMs - before.cpuMs, responses: Array(requests).fill(0) }]
  })

/** Responses come nearly in the order of time. */
function windowAt(own: Windows | undefined, atMs: number) {
  if (own === undefined) return undefined
  while (own.at < own.all.length && own.all[own.at].toMs < atMs) own.at++
  while (own.at > 0 && own.all[own.at - 1].toMs >= atMs) own.at--
  const window = own.all.at(own.at)
  return window && window.fromMs < atMs ? window : undefined
}
