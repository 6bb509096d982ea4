import { closeSync, openSync, readSync, statSync } from 'node:fs'
import {
  columnsFor,
  formatBeginning,
  formatMoving,
  formatLengthened,
  formatOutlook,
  formatProfiled,
  formatRun,
  formatStep,
  type Turn
} from '../report/console/progress.ts'
import { columnsIn, layoutOf, plainLayout } from '../report/console/layout.ts'
import { artilleryGlobal, filterLog, stopSpinner } from './internals.ts'
import { passMark } from '../record/samples.ts'
import type { Progress } from '../speedup.ts'
import type { ServiceLevel, Settings } from '../concepts/settings.ts'

/** As often as the line moves: each time wakes the main thread, and asks for the size of a file. */
const moveMs = 1000

/** Whether what is printed is seen on a terminal that does what it is told, beyond colours. */
export const isCapable = (): boolean => process.stdout.isTTY && process.env.TERM !== 'dumb' && !('CI' in process.env)

/** Prints what happens. isQuiet: nothing; print: where lines go other than to the console, without colours. */
export function openTerminal(
  settings: Settings,
  { artillery, isQuiet, print }: { artillery: string; isQuiet: boolean; print: ((line: string) => void) | null }
) {
  const out = process.stdout
  const layout = print === null ? layoutOf(out) : plainLayout
  const columns = () =>
    columnsFor(
      settings.variants.map(({ name }) => name),
      columnsIn(out) - 1
    )
  const canMove = !isQuiet && print === null && isCapable() && stopSpinner(artillery)
  const line = movingLine((text) => out.write(text === '' ? '\r\x1b[2K' : `\r\x1b[2K${layout.paint('muted', text)}`))
  const countRequests = requestCounter()
  filterLog(line.clear)
  let endsAtMs = null as number | null
  let limits: ServiceLevel['limits'] | null = null // of the search that goes on
  const begin = ({ samplesFile, ...turn }: Turn & { samplesFile: string | null }) => {
    const beganMs = performance.now()
    if (canMove)
      line.move(() => {
        const now = performance.now()
        const requests = samplesFile === null ? null : countRequests(samplesFile)
        return formatMoving(
          turn,
          { seconds: (now - beganMs) / 1000, requests, secondsLeft: endsAtMs && (endsAtMs - now) / 1000 },
          columns()
        )
      })
  }
  const say = (text: string) => {
    if (!isQuiet) print === null ? artilleryGlobal().log(text) : print(text)
  }
  return {
    stop: line.stop,
    tell(progress: Progress) {
      if (progress.event === 'scenario') {
        limits = progress.scenario.capacity?.limits ?? null
        say(`\n${formatBeginning(progress.scenario.name, settings, layout)}`)
      }
      if (progress.event === 'preparing') say(`  ${progress.words}`)
      if (progress.event === 'lengthened') say(formatLengthened(progress))
      if (progress.event === 'planned') say(formatOutlook(progress.outlook))
      if (progress.event === 'begins') begin(progress)
      if (progress.event !== 'run' && progress.event !== 'profiled') return
      line.stop()
      if (progress.event === 'profiled') return say(formatProfiled(progress, columns()))
      const seconds = progress.left()
      endsAtMs = performance.now() + 1000 * seconds
      say(
        limits === null
          ? formatRun(progress.run, seconds, columns())
          : formatStep({ run: progress.run, limits }, seconds, columns())
      )
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

const headBytes = 4096

/**
 * @returns counts the requests of a run that goes on, about, as if each line of its samples were as long as the first
 * ones; null: too few yet
 */
function requestCounter(): (samplesFile: string) => number | null {
  let bytesEach: number | null = null
  return (samplesFile) => {
    const size = statSync(samplesFile, { throwIfNoEntry: false })?.size ?? 0
    if (bytesEach === null && size >= headBytes) bytesEach = lineBytes(samplesFile)
    return bytesEach === null || size < headBytes ? null : Math.round(size / bytesEach)
  }
}

function lineBytes(file: string) {
  const head = Buffer.alloc(headBytes)
  const descriptor = openSync(file, 'r')
  readSync(descriptor, head, 0, headBytes, 0)
  closeSync(descriptor)
  const requests = head
    .toString('latin1')
    .split('\n')
    .filter((line) => !line.includes(`,${passMark},`))
  return headBytes / Math.max(1, requests.length)
}
