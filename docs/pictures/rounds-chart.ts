import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { list } from '../../plugin/concepts/wording.ts'
import { eachRow } from '../../plugin/record/samples.ts'
import { readRuns } from '../../plugin/record/read-record.ts'
import { draw, lineUp, short } from '../../plugin/report/charts/plot.ts'
import { gridLine, ink, lookOf, muted } from '../../plugin/report/palette.ts'
import { times } from '../../plugin/report/words/numbers.ts'
import { svgFile } from './svg-file.ts'
import type { Run } from '../../plugin/concepts/run.ts'
import type { Span } from '../../plugin/concepts/spans.ts'

const width = 520
const [left, right] = [78, 504]
const top = 42
const laneHeight = 40
const barHeight = 22
const rounds = 2
/** Requests that follow each other sooner are of one turn. */
const restMs = 40

/**
 * docs/pictures/rounds.svg: the first rounds of a comparison whose variants take turns, as they happened.
 *
 * @param folder of a comparison that was kept with its samples
 */
export async function roundsChart(folder: string): Promise<string> {
  const runs = readRuns(readFileSync(join(folder, 'runs.ndjson'), 'utf8'), 'runs.ndjson').filter(
    ({ round }) => round <= rounds
  )
  const beganMs = Math.min(...runs.map(({ originMs }) => originMs))
  const shown = await Promise.all(
    runs.map(async (run) => ({ run, sinceMs: run.originMs - beganMs, turns: await turnsOf(join(folder, run.samples)) }))
  )
  const endMs = Math.max(...shown.flatMap(({ sinceMs, turns }) => turns.map(({ toMs }) => sinceMs + toMs)))
  const x = (ms: number) => short(left + ((right - left) * ms) / endMs)
  const names = [...new Set(runs.map(({ variant }) => variant))]
  const candidates = names.slice(1).map((name) => ({ name }))
  const bottom = top + names.length * laneHeight
  const barOf = (run: Run, sinceMs: number, { fromMs, toMs }: Span, opacity: number) => {
    const [from, to] = [fromMs, toMs].map((ms) => Number(x(sinceMs + ms)))
    return draw('rect', {
      x: short(from),
      width: short(to - from),
      y: top + names.indexOf(run.variant) * laneHeight + (laneHeight - barHeight) / 2,
      height: barHeight,
      fill: lookOf(run.variant, candidates).colour,
      'fill-opacity': opacity
    })
  }
  const bars = shown.flatMap(({ run, sinceMs, turns }) => [
    ...turns.map((turn) => barOf(run, sinceMs, turn, 0.3)),
    ...(run.counted.slices ?? []).map((slice) => barOf(run, sinceMs, slice, 1))
  ])
  const seconds = Array.from({ length: Math.floor(endMs / 2000) + 1 }, (_, i) => 2 * i)
  const ratios = [...Map.groupBy(shown, ({ run }) => run.round).values()].map((same) => {
    const of = (name: string) => same.find(({ run }) => run.variant === name)?.run.throughputPerSecond ?? NaN
    return { sinceMs: same[0].sinceMs, text: `round ${same[0].run.round}: ${times(of(names[1]) / of(names[0]))}` }
  })
  return svgFile(
    { width, height: bottom + 34 },
    `${rounds} rounds of ${list(names)}, which take turns. ${list(ratios.map(({ text }) => text))}.`,
    [
      ...seconds.flatMap((second) => [
        lineUp(x(1000 * second), top, bottom, { stroke: gridLine }),
        draw('text', { x: x(1000 * second), y: bottom + 20, 'text-anchor': 'middle', fill: muted }, `${second} s`)
      ]),
      ...names.map((name, i) =>
        draw('text', { x: left - 10, y: top + (i + 0.5) * laneHeight + 5, 'text-anchor': 'end', fill: ink }, name)
      ),
      ...bars,
      ...ratios.map(({ sinceMs, text }) => draw('text', { x: x(sinceMs), y: 26, fill: ink }, text))
    ]
  )
}

/** @returns when it was loaded, rests left out */
async function turnsOf(samples: string): Promise<Span[]> {
  const requests: Span[] = []
  await eachRow(samples, ({ startMs, latencyMs }) => requests.push({ fromMs: startMs, toMs: startMs + latencyMs }))
  const turns: Span[] = []
  for (const request of requests.sort((a, b) => a.fromMs - b.fromMs)) {
    const last = turns.at(-1)
    if (last !== undefined && request.fromMs < last.toMs + restMs) last.toMs = Math.max(last.toMs, request.toMs)
    else turns.push(request)
  }
  return turns
}
