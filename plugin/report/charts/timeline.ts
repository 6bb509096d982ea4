import { capitalised, list } from '../../concepts/wording.ts'
import { markup, type Content } from '../markup.ts'
import { ink, mark, type LookOf } from '../palette.ts'
import { roundWords } from '../words/capacity-words.ts'
import { shortName } from '../words/names.ts'
import { across, draw, tooltip, type Edges } from './plot.ts'
import type { RunDetail } from '../../concepts/report-data.ts'

export type Block = ReturnType<typeof timelineOf>['blocks'][number]

const mostStepsOfAll = 1500 // of all runs: in a page's width nobody sees more
const fewestSteps = 6
const leastWidth = 0.004 // a shorter run could not be seen: a pixel on a phone
const leastSeconds = 0.001 // a run without any time still has a place

/**
 * The runs of a scenario, at least one, or their turns, in their order on a time axis from the first load to the last;
 * from and width are parts of it.
 */
export function timelineOf(runs: readonly RunDetail[]) {
  const beginMs = Math.min(...runs.map(({ beganMs }) => beganMs))
  const spans = runs
    .flatMap((detail) =>
      turnsOf(detail).map((turn) => ({
        detail,
        ...turn,
        fromSeconds: (detail.beganMs - beginMs) / 1000 + turn.sinceSeconds
      }))
    )
    .sort((a, b) => a.fromSeconds - b.fromSeconds)
  const seconds = Math.max(leastSeconds, ...spans.map((span) => span.fromSeconds + span.seconds))
  const blocks = spans.map((span) => {
    const width = Math.max(leastWidth, span.seconds / seconds)
    return { ...span, from: Math.min(span.fromSeconds / seconds, 1 - width), width }
  })
  /** of each, so that all together are as fine as can be seen */
  const mostSteps = Math.max(fewestSteps, Math.floor(mostStepsOfAll / blocks.length))
  return { blocks, seconds, mostSteps }
}

/**
 * @returns one for each time that it was loaded without a rest. sinceSeconds: since the run began; bins: seconds count
 * from there; isFirst: of its run
 */
export function turnsOf(detail: RunDetail) {
  const { run, bins } = detail
  if (run.counted.slices === undefined)
    return [{ sinceSeconds: 0, seconds: loadSecondsOf(detail), bins, isFirst: true }]
  const starts = bins.flatMap(({ fromSeconds }, i) => (fromSeconds === bins[i - 1]?.toSeconds ? [] : [i]))
  return starts.map((start, i) => {
    const own = bins.slice(start, starts[i + 1])
    const sinceSeconds = own[0].fromSeconds
    const since = own.map((bin) => ({
      ...bin,
      fromSeconds: bin.fromSeconds - sinceSeconds,
      toSeconds: bin.toSeconds - sinceSeconds
    }))
    return { sinceSeconds, seconds: since[since.length - 1].toSeconds, bins: since, isFirst: i === 0 }
  })
}

export const loadSecondsOf = ({ run, bins }: RunDetail): number =>
  Math.max(leastSeconds, run.loadSeconds, bins.at(-1)?.toSeconds ?? 0)

type Frame = { height: number; edges: Edges; colour: string; title: string }

/** A run's part of the plot, on a pale ground. Within it, x goes from 0 to 100 % of the run, and y is the plot's. */
export function drawBlock({ detail: { run }, from, width }: Block, frame: Frame, marks: readonly Content[]) {
  const { height, colour, title } = frame
  const { top, bottom } = frame.edges
  return draw('svg', { x: across(from), width: across(width), height }, [
    tooltip(`${capitalised(roundWords(run.round))}, ${run.variant}: ${title}`),
    draw('rect', { width: '100%', y: top, height: bottom - top, fill: colour, 'fill-opacity': 0.08 }),
    ...marks
  ])
}

/** A part of a sentence that describes the runs of each variant. */
export const byVariant = (runs: readonly RunDetail[], describe: (runs: RunDetail[]) => string) =>
  list([...Map.groupBy(runs, ({ run }) => run.variant)].map(([name, own]) => `${name} ${describe(own)}`))

export const headHeight = 40 // of a chart, in px
/** How wide plots are at least, in px: on a phone, from 768 px and from 1024 px on. */
const plotPx = { phone: 270, tablet: 616, desktop: 872 }
const characterPx = 6.6 // about what characters take, bold at 11 px
const gapPx = 4
const fewestCharacters = 5 // a name that is cut to less says nothing
const markY = headHeight - 6 // in px; the highest mark reaches 6 px up and down
const nameY = 14 // names stand below the rounds' numbers, in px
const margin = 0.06 // what follows the last run, part of the axis
const leastRoom = 0.001 // part of the axis, for a run without any time

/**
 * Where a round begins, its number; above each run, or its turns, a bar with its variant's mark and, where there is
 * room, its name.
 */
export function timelineHead(blocks: readonly Block[], lookOf: LookOf) {
  const names = nameLabels(blocks, lookOf)
  const marks = blocks.flatMap(({ from, width, detail, isFirst }) => {
    const look = lookOf(detail.run.variant)
    const bar = draw('rect', { x: across(from), width: across(width), y: markY - 2, height: 4, fill: look.colour })
    return isFirst ? [bar, mark(look, { x: across(from + width / 2), y: markY })] : [bar]
  })
  return [...roundLabels(blocks, names.length > 0 ? 0 : nameY), ...names, ...marks]
}

/** The numbers of as many rounds as have room, with the whole word where all of them have. */
function roundLabels(blocks: readonly Block[], y: number) {
  const shown: Block[] = []
  for (const [i, block] of blocks.entries()) {
    const isNewRound = block.detail.run.round !== blocks[i - 1]?.detail.run.round
    const hasRoom = shown.length === 0 || block.from >= shown[shown.length - 1].from + widthOf('R10') / plotPx.phone
    if (isNewRound && hasRoom) shown.push(block)
  }
  const rooms = roomsOf(shown)
  const neededPx = widthOf('Round 10') / Math.min(...rooms)
  const rest = neededPx <= plotPx.desktop && draw('tspan', { class: classFor(neededPx) }, 'ound ')
  return shown.map(({ from, detail: { run } }, i) =>
    labelAt({ from, room: rooms[i], y, colour: ink }, run.round === 0 ? 'search' : markup`R${rest}${run.round}`)
  )
}

/** The names of the variants; none when most would be cut to nothing. */
function nameLabels(blocks: readonly Block[], lookOf: LookOf) {
  const rooms = roomsOf(blocks)
  const labels = blocks.map(({ from, detail: { run } }, i) => {
    const longest = Math.floor((rooms[i] * plotPx.desktop - gapPx) / characterPx)
    const name = shortName(run.variant, Math.max(fewestCharacters, longest))
    return {
      name,
      neededPx: widthOf(name) / rooms[i],
      place: { from, room: rooms[i], y: nameY, colour: lookOf(run.variant).colour }
    }
  })
  const fitting = labels.filter(({ neededPx }) => neededPx <= plotPx.desktop)
  if (fitting.length < blocks.length / 2) return []
  const className = classFor(Math.max(...fitting.map(({ neededPx }) => neededPx)))
  return fitting.map(({ name, place }) => labelAt(place, name, className))
}

/** Cut off where the next one begins, should the page be narrower and no stylesheet hide it. */
function labelAt(
  { from, room, y, colour }: Record<'from' | 'room' | 'y', number> & { colour: string },
  text: Content,
  className: string | null = null
) {
  const label = draw('text', { y: 11, 'font-weight': 600, fill: colour }, text)
  return draw('svg', { x: across(from), y, width: across(room), height: 16, class: className }, label)
}

/** Parts of the axis, each up to the next block. */
const roomsOf = (blocks: readonly Block[]) =>
  blocks.map(({ from }, i) => Math.max(leastRoom, (blocks[i + 1]?.from ?? 1 + margin) - from))

const widthOf = (text: string) => text.length * characterPx + gapPx

/** The class of what a stylesheet hides where the plot is narrower; null: there is room everywhere. */
const classFor = (neededPx: number) =>
  neededPx <= plotPx.phone ? null : neededPx <= plotPx.tablet ? 'from-768' : 'from-1024'
