import { worstOf } from '../../../concepts/verdicts.ts'
import { capitalised, joinParts, paragraph, percent } from '../../../concepts/wording.ts'
import {
  disturbedRun,
  endLook,
  frozen,
  isDrawn,
  leaving,
  lossLook,
  scalesOf,
  toldToLeave,
  type DisturbedRun
} from './disturbed-run.ts'
import { draw } from '../../../report/charts/plot.ts'
import { markup, type Content } from '../../../report/markup.ts'
import { ink, type Look } from '../../../report/palette.ts'
import {
  backOf,
  byDisturbance,
  disturbanceWords,
  howLeft,
  lossDetails,
  lossFinding,
  lostOf,
  recoveryOf,
  whyTogether,
  type OfVariant
} from './loss-sentences.ts'
import { inSoMany, grouped, interval, milliseconds, perSecond, times, timeSpan } from '../../../report/words/numbers.ts'
import { codeLink } from '../../../report/page/codes-section.ts'
import {
  foldedTable,
  nameOf,
  section,
  statusLabel,
  subheading,
  swatch,
  tableRow,
  type PageFigure,
  type ScenarioView
} from '../../../report/page/section.ts'
import { largestBy } from '../../../statistics/descriptive.ts'
import { toldTable } from '../../../report/page/told-table.ts'
import type { Coded } from '../../../report/words/told.ts'
import { losses as question, type Losses, type LossesAdds, type LossLimit } from '../concepts/losses.ts'
import { lossesTable, lossReasons } from './told.ts'

/** What each disturbance did to each variant, why, and a picture of each; null: nothing was done to the app. */
export function lossesSection(view: ScenarioView) {
  const { result, runs, names } = view
  if (!runs.some(({ run }) => question.happenedTo(run))) return null
  const inDetail = runs.filter(isDrawn)
  const shown = names.flatMap((name) => inDetail.find(({ run }) => run.variant === name) ?? [])
  const [first, ...others] = shown
  const losses = result?.losses ?? []
  const lead = paragraph([
    'In each run the app is disturbed under load. Everything until the next disturbance, or until the end, counts for that disturbance.',
    losses.length > 0 && 'At most: the upper end of the interval of the lost share.',
    'A picture is of the round that lost most. A dot is an answer, or of many one of several, at its end and at its latency.'
  ])
  return section(view, { id: 'losses', title: lossFinding(losses) ?? 'Losses', lead }, [
    first && picture(view, first, shown),
    ...byDisturbance(losses).flatMap((all) => [
      subheading(view, capitalised(disturbanceWords(all[0].disturbance))),
      toldTable(view, 'overview losses', lossesTable(all, result?.preliminary === true)),
      causes(all)
    ]),
    ...others.map((detail) => picture(view, detail, shown))
  ])
}

/** Why requests were lost, and what else was seen, of one disturbance; null: nothing is to be told. */
function causes(all: OfVariant[]) {
  const problems = all.flatMap((own) =>
    own.problems.map(
      (problem) => markup`<li>${statusLabel('problem')} <strong>${nameOf(own.variant)}:</strong> ${problem}.</li>\n`
    )
  )
  const lines = [...whyTogether(all), ...howLeft(all)].map((why) => markup`<li>${withCodeLink(why)}</li>\n`)
  if (problems.length + lines.length === 0) return null
  return markup`<ul class="causes">\n${problems}${lines}</ul>\n`
}

const withCodeLink = ({ text, code }: Coded): Content =>
  code === null ? text : markup`${text} ${codeLink('loss', code)}`

/** One run of a variant: all that happened around its disturbances. */
function picture(view: ScenarioView, detail: DisturbedRun, shown: readonly DisturbedRun[]) {
  const {
    run: { variant, round, lives, disturbances },
    disturbed: { lost, slices }
  } = detail
  const look = view.lookOf(variant)
  const bars = lives.length > 0 && [
    bar('a worker that serves', look, {}),
    lives.some((life) => toldToLeave(life, disturbances) < Infinity) && bar('told to exit', look, leaving),
    disturbances.some(({ kind }) => kind === 'freeze') && bar('frozen', look, frozen),
    lives.some(({ bySignal }) => bySignal) && markup`<li>${swatch(endLook)} killed by a signal</li>`
  ]
  const slice = timeSpan(slices[0].toSeconds - slices[0].fromSeconds)
  const kinds = lost.map(
    ({ kind, requests }) => markup`<li>${swatch(lossLook(kind))} ${grouped(requests)} ${kind}</li>`
  )
  return markup`${subheading(view, markup`${nameOf(variant)}, round ${round}`)}
${disturbedRun(detail, look, scalesOf(shown))}
<ul class="legend"><li>${swatch({ ...look, shape: 'disc' })} answered</li><li>${lineSwatch} p95 of each ${slice}</li>\
${kinds}${bars}</ul>
${slicesTable(view, detail)}\n`
}

const wideSwatch = (mark: Content) =>
  markup`<svg width="22" height="12" viewBox="0 0 22 12" aria-hidden="true" class="swatch">${mark}</svg>`

const lineSwatch = wideSwatch(
  draw('path', { d: 'M0 6h22', stroke: ink, 'stroke-width': 1.5, 'stroke-dasharray': '5 3' })
)

function bar(words: string, { colour }: Look, style: object) {
  const paint = { fill: colour, 'fill-opacity': 0.6, stroke: colour, 'stroke-width': 0, ...style }
  return markup`<li>${wideSwatch(draw('rect', { x: 1, y: 2, width: 20, height: 8, ...paint }))} ${words}</li>`
}

const told = { beforeSeconds: 0.5, afterSeconds: 3 } // of the slices in numbers, around each disturbance

/** The slices around each disturbance, for those who want to read what the chart draws. */
function slicesTable(
  view: ScenarioView,
  { run: { variant, disturbances }, beganMs, disturbed: { slices } }: DisturbedRun
) {
  const title = `Numbers: ${variant} around its disturbances`
  const rows = disturbances.flatMap((own, i) => {
    const atSeconds = (own.beganMs - beganMs) / 1000
    const nextSeconds = ((disturbances[i + 1]?.beganMs ?? Infinity) - beganMs) / 1000
    const around = slices.filter(
      ({ fromSeconds }) =>
        fromSeconds >= atSeconds - told.beforeSeconds &&
        fromSeconds < Math.min(nextSeconds, atSeconds + told.afterSeconds)
    )
    return around.map(({ fromSeconds, toSeconds, answered, lost, p95Ms }) =>
      tableRow(disturbanceWords(own), [
        `${fromSeconds.toFixed(1)} s`,
        perSecond(answered / (toSeconds - fromSeconds)),
        lost,
        p95Ms === null ? 'none' : milliseconds(p95Ms)
      ])
    )
  })
  return foldedTable(view, title, 'numbers', ['Disturbance', 'From', 'Answers/s', 'Lost', 'p95 (ms)'], rows)
}

/**
 * The largest figures of a variant over all disturbances, by their titles. detail: an interval, and of which
 * disturbance it is
 */
export function worstFigures(losses: readonly Losses[]): PageFigure[] {
  if (losses.length === 0) return []
  const slowest = largestBy(losses, ({ neverBack, recoverySeconds }) =>
    neverBack > 0 ? Infinity : (recoverySeconds?.value ?? 0)
  )
  const lost = largestBy(losses, (own) => own.lost.interval[1])
  const bumped = largestBy(losses, ({ bump }) => bump?.value ?? 0)
  const back = backOf(slowest)
  const of = (own: Losses, words: string) =>
    joinParts(
      [words, losses.length > 1 && disturbanceWords(own.disturbance), own.problems.length > 0 && 'no verdict'],
      '; '
    )
  const judged = (kind: LossLimit['limit']) =>
    worstOf(losses.flatMap(({ limits }) => limits.filter(({ limit }) => limit === kind)))
  return [
    {
      verdict: judged('lost'),
      value: percent(lost.lost.value),
      detail: of(lost, `${lostOf(lost)}, at most ${inSoMany(lost.lost.interval[1])}`)
    },
    {
      verdict: judged('recovery'),
      value: back === null ? 'not seen' : `${back.value.toFixed(1)} s`,
      detail: of(slowest, back === null ? recoveryOf(slowest) : interval(back.interval))
    },
    {
      verdict: judged('p95Rise'),
      value: bumped.bump === null ? 'unknown' : times(bumped.bump.value),
      detail: of(bumped, bumped.bump === null ? 'too few answers' : interval(bumped.bump.interval))
    }
  ]
}

/** What the page shows in place of speeds. */
export const lossesPage = {
  question,
  section: ['losses', 'Losses', lossesSection] as const,
  styles: ['losses'],
  shown: ['losses', 'measured', 'profile', 'runs', 'workers'],
  titles: ['Requests lost', 'Back to normal in', 'p95 up to'],
  figures: (result: LossesAdds['result'], name: string) => worstFigures(question.own(result, name).losses ?? []),
  why: ({ losses: all }: LossesAdds['result']) => lossReasons(all ?? []).map(withCodeLink),
  details: lossDetails
}
