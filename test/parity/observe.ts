import type { Seen } from './app.ts'
import type { Outcome } from './run-script.ts'

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const ofTheConnection = ['connection', 'keep-alive']

/** @returns what two runs of one script must have in common, in an order that does not depend on who was faster */
export function observe({ script, code, seen, connections, notes, metrics, samples, masks, output }: Outcome) {
  const { counters, rates, summaries, histograms } = asked(metrics, script)
  const userOf = ({ headers, connection }: Seen) =>
    headers.find(([name]) => name.toLowerCase() === 'x-user')?.[1] ?? `connection ${connection}`
  const perUser = [...Map.groupBy(seen, userOf).values()]
  const notesPerUser = [...Map.groupBy(notes, ({ user }) => user).values()]
  return masked(masks, {
    code,
    logged: output
      .split('\n')
      .filter((line) => line.startsWith('LOG '))
      .sort(),
    users: sorted(
      masks,
      perUser.map((requests) => requests.map(describeRequest))
    ),
    connections,
    notes: sorted(
      masks,
      notesPerUser.map((lines) => lines.map(({ user: _user, ...rest }) => rest))
    ),
    counters: script.losesBytes ? { ...counters, 'http.downloaded_bytes': 'unknown' } : counters,
    rates: Object.keys(rates).sort(),
    summaries: countsOf(summaries),
    histograms: countsOf(histograms),
    samples: countEach(
      samples.map(([, , outcome, pid, first]) => `${outcome} pid ${pid || 'unknown'}${first === '1' ? ', first' : ''}`)
    )
  })
}

/**
 * Artillery adds metrics-by-endpoint to every run, for whoever records it. What nobody asked for, the lean client
 * leaves out.
 */
function asked(metrics: Outcome['metrics'], { config }: Outcome['script']): any {
  if (config?.plugins?.['metrics-by-endpoint'] !== undefined) return { histograms: {}, ...metrics }
  const own = (values = {}) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => !name.startsWith('plugins.metrics-by-endpoint.')))
  return Object.fromEntries(['counters', 'rates', 'summaries', 'histograms'].map((kind) => [kind, own(metrics[kind])]))
}

function describeRequest({ method, path, headers, body }: Seen) {
  const told = headers.filter(([name]) => !ofTheConnection.includes(name.toLowerCase()))
  return {
    request: `${method} ${path}`,
    headers: told.map(([name, value]) => `${name.toLowerCase()}: ${value}`).sort(),
    body
  }
}

function sorted<T>(masks: RegExp[], values: T[]): T[] {
  return values
    .map((value) => JSON.stringify(masked(masks, value)))
    .sort()
    .map((text) => JSON.parse(text))
}

/** @param value of JSON */
function masked<T>(masks: RegExp[], value: T): T {
  return JSON.parse([uuid, ...masks].reduce((text, mask) => text.replace(mask, '***'), JSON.stringify(value)))
}

const countsOf = (summaries: Record<string, { count: number }>) =>
  Object.fromEntries(Object.entries(summaries).map(([name, { count }]) => [name, count]))

const countEach = (values: string[]) =>
  Object.fromEntries([...Map.groupBy(values.sort(), (value) => value)].map(([value, { length }]) => [value, length]))
