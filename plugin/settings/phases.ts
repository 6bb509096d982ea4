// How long a load takes: the phases in which users come, and the flow in which each goes on.

export const usualLoopSeconds = 8 // of each run, where users go on or come for as long as nothing says

/**
 * How long users come in a run, as the script's phases say; 0 for what Artillery will refuse, or only Artillery can
 * work out.
 */
export const arrivalSeconds = (phases: unknown) => sum(phases, ({ pause, duration }) => secondsOf(pause ?? duration))

/**
 * How long a user goes on at least: the pauses of a flow, as often as its loops say. What the app takes comes on top;
 * so does what only Artillery can work out, such as how often a loop with whileTrue is run.
 */
export function flowSeconds(flow: unknown): number {
  return sum([flow].flat(Infinity), ({ think, loop, count, over, whileTrue }) => {
    if (loop === undefined) return pauseSeconds(think)
    if (whileTrue !== undefined) return 0
    // 1-15 is 14 times.
    const [, from = 0, to = 0] = /^(?:(\d+)-)?(\d+)$/.exec(String(count)) ?? []
    const times = over === undefined ? Math.max(0, Number(to) - Number(from)) : Array.isArray(over) ? over.length : 0
    return times * flowSeconds(loop)
  })
}

/** @returns the steps of a flow that are loops, nested ones and those inside other steps too */
export function loopsIn(flow: unknown): Record<string, unknown>[] {
  if (typeof flow !== 'object' || flow === null) return []
  return [...('loop' in flow ? [flow as Record<string, unknown>] : []), ...Object.values(flow).flatMap(loopsIn)]
}

/** @returns whether a user may never come to its end */
export const isEndless = (flow: unknown) => loopsIn(flow).some(({ whileTrue }) => whileTrue !== undefined)

export const sum = (items: unknown, valueOf: (item: Record<string, unknown>) => number): number =>
  Array.isArray(items) ? items.reduce((total, item) => total + valueOf(item ?? {}), 0) : 0

/** @param think as Artillery takes it: whole seconds, or a text with a unit; anything else is milliseconds to it */
const pauseSeconds = (think: unknown) => (isInMs(think) ? Number(think) / 1000 : secondsOf(think))

/** @returns whether it is a fraction without a unit */
export const isInMs = (think: unknown) => Number(think) % 1 > 0

/** @returns the pauses of a flow that are, those of loops too */
export const pausesInMs = (flow: unknown): string[] =>
  Array.isArray(flow)
    ? flow
        .flat(Infinity)
        .flatMap((step) => [
          ...(isInMs(step?.think) ? [String(step.think)] : []),
          ...Object.values(step ?? {}).flatMap(pausesInMs)
        ])
    : []

/** Units in seconds, as the package ms reads them, which Artillery uses. */
const units = {
  'ms|msecs?|milliseconds?': 0.001,
  '|s|secs?|seconds?': 1,
  'm|mins?|minutes?': 60,
  'h|hrs?|hours?': 3600,
  'd|days?': 86_400,
  'w|weeks?': 604_800
}

/** @param duration a number of seconds, or a text such as 2m, 200ms, "2 minutes"; 0 for anything else */
export function secondsOf(duration: unknown) {
  if (typeof duration === 'number') return duration
  const [, amount = 0, unit = ''] = /^\s*(\d*\.?\d+)\s*([a-z]*)\s*$/i.exec(String(duration)) ?? []
  const [, seconds = 0] = Object.entries(units).find(([words]) => new RegExp(`^(?:${words})$`, 'i').test(unit)) ?? []
  return Number(amount) * seconds
}
