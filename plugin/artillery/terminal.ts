import {
  columnsFor,
  formatBeginning,
  formatMoving,
  formatLengthened,
  formatOutlook,
  formatPlan,
  formatBeside,
  formatRun,
  formatSoFar,
  type Turn
} from '../report/console/progress.ts'
import { columnsIn, layoutOf, plainLayout, redrawn, type Layout } from '../report/console/layout.ts'
import { artilleryGlobal, filterLog, stopSpinner } from './internals.ts'
import type { Progress } from '../speedup.ts'
import type { Settings } from '../concepts/settings.ts'

/** As often as the line moves: each time wakes the main thread. */
const moveMs = 1000

/** Whether what is printed is seen on a terminal that does what it is told, beyond colours. */
export const isCapable = () => process.stdout.isTTY && process.env.TERM !== 'dumb' && !('CI' in process.env)

/**
 * Who prints what happens in our place: lines, and the line that moves on its terminal. columns: null: there is none
 */
interface FarTerminal {
  print: (line: string) => void
  move: (line: string) => void
  columns: number | null
}

/** What will be done, and how long it takes. */
export const planText = (settings: Settings, layout: Layout) =>
  [
    `\n${formatPlan(settings, layout)}`,
    ...settings.scenarios.map((plan) => formatBeginning(plan, settings, layout))
  ].join('\n')

/** Prints what happens. isQuiet: nothing; far: who prints it, without colours; null: it is printed here */
export function openTerminal(
  settings: Settings,
  { artillery, isQuiet, far }: { artillery: string; isQuiet: boolean; far: FarTerminal | null }
) {
  const out = process.stdout
  const layout = far === null ? layoutOf(out) : { ...plainLayout, columns: far.columns ?? Infinity }
  const columns = () =>
    columnsFor(
      settings.variants.map(({ name }) => name),
      (far === null ? columnsIn(out) : layout.columns) - 1
    )
  const canMove = !isQuiet && (far === null ? isCapable() && stopSpinner(artillery) : far.columns !== null)
  const draw = (text: string) => out.write(text === '' ? redrawn : `${redrawn}${layout.paint('muted', text)}`)
  const line = movingLine(far?.move ?? draw)
  filterLog(line.clear)
  let beganMs: number | null = null
  let endsAtMs = 0
  let soFar: string[] = []
  let planned = 0 // rounds of the scenario
  const begin = (turn: Turn) => {
    const turnBeganMs = performance.now()
    if (!canMove) return
    line.move(() => {
      const now = performance.now()
      const done = now - (beganMs ?? now)
      const left = Math.max(0, endsAtMs - now)
      return formatMoving(
        turn,
        { seconds: (now - turnBeganMs) / 1000, share: done / (done + left + 1), secondsLeft: left / 1000, soFar },
        columns()
      )
    })
  }
  const say = (text: string) => {
    if (!isQuiet) far === null ? artilleryGlobal().log(text) : far.print(text)
  }
  return {
    stop: line.stop,
    tell(progress: Progress) {
      if (progress.event === 'scenario') {
        if (beganMs === null) {
          say(`\n${formatPlan(settings, layout)}`)
          beganMs = performance.now()
          endsAtMs = beganMs + 1000 * settings.expected.seconds[0]
        }
        soFar = []
        planned = 0
        say(`\n${formatBeginning(progress.scenario, settings, layout)}`)
      }
      if (progress.event === 'preparing') say(`  ${progress.words}`)
      if (progress.event === 'lengthened') say(formatLengthened(progress))
      if (progress.event === 'planned' && progress.outlook.rounds !== planned) {
        planned = progress.outlook.rounds
        say(formatOutlook(progress.outlook))
      }
      if (progress.event === 'so far') {
        soFar = formatSoFar(progress.leader, settings.variants.length > 2)
        if (!canMove && soFar.length > 0) say(`  ${soFar.join(' ')}`)
      }
      if (progress.event === 'begins') begin(progress)
      if (progress.event !== 'run' && progress.event !== 'beside') return
      line.stop()
      if (progress.event === 'beside') {
        const told = formatBeside(progress.seen, columns())
        return told === null ? undefined : say(told)
      }
      const seconds = progress.left()
      endsAtMs = performance.now() + 1000 * seconds
      say(formatRun(progress.run, progress.scenario, seconds, columns()))
    }
  }
}

/** The last line of a terminal, drawn anew in its place. write: draws it; empty: clears it */
function movingLine(write: (text: string) => void) {
  let timer: NodeJS.Timeout | undefined
  let isShown = false
  const clear = () => {
    if (isShown) write('')
    isShown = false
  }
  const stop = () => {
    clearInterval(timer)
    clear()
  }
  return {
    clear,
    stop,
    move(text: () => string) {
      stop()
      const draw = () => {
        write(text())
        isShown = true
      }
      draw()
      timer = setInterval(draw, moveMs).unref()
    }
  }
}
