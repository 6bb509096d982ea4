import { area } from 'd3-shape'
import { gridLine, mark, muted, type Look } from '../palette.ts'
import { milliseconds } from '../words/numbers.ts'
import { geometricMean, mean, sum } from '../../statistics/descriptive.ts'
import { extentOf, logLatencyAxis, type Axis } from './axes.ts'
import { across, curve, curves, curveWidth, lineAcross, lineUp, plot, short, ticksAcross } from './plot.ts'
import type { RunDetail } from '../../concepts/report-data.ts'

/** A variant with its runs, each of which has latencies. */
export type Latencies = { name: string; look: Look; runs: RunDetail[] }

const steps = 90 // of the axis
const rowHeight = 56 // in px
const hill = 46 // in px
const widthPx = 110 // so narrow that few ticks are asked for, which have room on a phone

/** How often each latency came, over all rounds: a hill a variant, on one logarithmic axis, all drawn to one scale. */
export function densities(all: readonly Latencies[]) {
  const quantiles = all.flatMap(({ runs }) => runs.flatMap((run) => run.quantiles))
  const axis = logLatencyAxis(extentOf(quantiles.map(({ latencyMs }) => latencyMs)), widthPx)
  const rows = all.map((one) => ({ ...one, weights: smoothed(weightsOf(one.runs, axis)), p50: medianOf(one.runs) }))
  const most = Math.max(...rows.flatMap(({ weights }) => weights))
  const bottom = rowHeight * rows.length
  const told = rows.map(({ name, p50 }) => `${name}: half of them below ${milliseconds(p50)} ms`)
  const label = `How often each latency came, over all rounds. ${told.join('; ')}.`
  return plot({ height: bottom + 20, label, className: 'densities' }, [
    axis.ticks.map(({ part }) => lineUp(across(part), 0, bottom, { stroke: gridLine })),
    rows.map(({ name, look, weights, p50 }, i) => {
      const foot = rowHeight * (i + 1)
      const shape = area<number>(
        (_, step) => Math.round((curveWidth * step) / (weights.length - 1)),
        foot,
        (weight) => foot - (hill * weight) / most
      ).digits(1)
      const line = { fill: look.colour, 'fill-opacity': 0.3, stroke: look.colour, 'stroke-width': 1.5 }
      return [
        curves(bottom, curve(shape(weights), line, name)),
        lineAcross(foot, { stroke: muted }),
        mark(look, { x: across(axis.part(p50)), y: short(foot), title: `${name}, p50: ${milliseconds(p50)} ms` })
      ]
    }),
    ticksAcross(axis.ticks, bottom)
  ])
}

/** Geometric mean of the rounds, as everywhere. */
const medianOf = (runs: readonly RunDetail[]) =>
  geometricMean(runs.map(({ quantiles }) => quantiles.find(({ probability }) => probability === 0.5)!.latencyMs))

/** @returns the share of the responses in each step of the axis, each round counting as much as any other */
function weightsOf(runs: readonly RunDetail[], { part }: Axis) {
  const ofRuns = runs.map(({ quantiles }) => {
    const points = quantiles.map(({ probability, latencyMs }) => ({ probability, at: part(latencyMs) }))
    const below = Array.from({ length: steps + 1 }, (_, i) => shareBelow(i / steps, points))
    return below.slice(1).map((share, i) => share - below[i])
  })
  return Array.from({ length: steps }, (_, i) => mean(ofRuns.map((weights) => weights[i])))
}

/** @param points in their order; between two, latencies are taken to be even on the axis */
function shareBelow(place: number, points: readonly { probability: number; at: number }[]) {
  const next = points.findIndex(({ at }) => at > place)
  if (next === 0) return 0
  if (next < 0) return 1
  const before = points[next - 1]
  const after = points[next]
  const share = (place - before.at) / (after.at - before.at)
  return before.probability + share * (after.probability - before.probability)
}

const kernel = [1, 3, 4, 3, 1] // about a normal distribution: few responses make a ragged hill

const smoothed = (weights: readonly number[]) =>
  weights.map((_, i) => sum(kernel.map((weight, j) => weight * (weights[i + j - 2] ?? 0))) / sum(kernel))
