import { isShown, type Comparison, type ScenarioResult } from '../../concepts/comparison.ts'
import { metricFacts } from '../../concepts/metrics.ts'
import { isolated, percent } from '../../concepts/wording.ts'
import { metricSearched } from '../../questions/concepts.ts'
import { pageOf, tilesFound } from '../../questions/report-page.ts'
import { markup, type Content } from '../markup.ts'
import { answerOf, answersOf, causeOf, claimOf, reasonsOf } from '../words/answer.ts'
import { decisionSentence } from '../words/decision.ts'
import { speedupRange, speedupText } from '../words/numbers.ts'
import { change, detailSentences, leader } from '../words/scenario-sentences.ts'
import { caveat } from '../words/sentences.ts'
import { sinceSentence, toldOfError } from '../words/told.ts'
import { codeLink } from './codes-section.ts'
import { folded, nameOf, statusIcon } from './section.ts'
import type { Verdict } from '../../concepts/verdicts.ts'

/** Why nothing more was measured. */
export function endedEarly(error: NonNullable<Comparison['error']>, hasRuns: boolean) {
  const rest = hasRuns ? 'The rest of this page is from the runs that finished.' : 'No run finished.'
  const [first, ...more] = error.message.split('\n')
  return verdictBox(error.code === 'INTERRUPTED' ? 'warning' : 'fail', `${toldOfError(error).word}. ${first}`, [
    more.length > 0 && markup`<pre>${more.join('\n')}</pre>`,
    markup`<p>${rest} ${codeLink('error', error.code)}</p>`
  ])
}

/** What most readers came for: the verdict and its figures. */
export const verdictBox = (
  status: Verdict | 'none' | 'warning', // warning: it failed, because somebody ended it
  sentence: string,
  more: Content
) => markup`<div class="verdict verdict-${status === 'warning' ? 'fail' : status}">
${statusIcon(status, 32)}
<div><p class="verdict-sentence"><strong>${sentence}</strong></p>${more}</div>
</div>\n`

/** What came of several scenarios, the first of them large. */
export function answersBox(comparison: Comparison) {
  const { verdict } = comparison
  const [first, ...others] = answersOf(comparison)
  if (first === undefined) return null
  const status = verdict === null || verdict === 'not measured' ? 'none' : verdict
  return verdictBox(status, first.text, [
    first.result && toDo(first.result),
    others.map(({ text, result }) => [markup`<p class="why"><strong>${text}</strong></p>\n`, result && toDo(result)])
  ])
}

/** The verdict, and the speedups, large, of the fastest candidate, or the figures of another question. */
export function verdictAndTiles(result: ScenarioResult, previous: Comparison['previous']) {
  const instead = pageOf(result)
  const { sentences, details, tiles } = instead === null ? comparedOf(result, previous) : answeredOf(result, instead)
  const { more } = answerOf(result)
  const box = verdictBox(result.verdict ?? 'none', claimOf(result), [
    more !== null && markup`<p>${more}</p>\n`,
    toDo(result),
    sentences,
    detailsOf(details)
  ])
  return tiles.length === 0 || result.candidates.length > mostWithTiles
    ? box
    : markup`${box}<ul class="tiles">\n${tiles.map(tileOf)}</ul>\n`
}

/** Of so many candidates that each has room; of more, the table below is easier to read. */
const mostWithTiles = 2
const mostDetails = 2 // in sight; more of them unfold

function detailsOf(sentences: string[]) {
  const [first, later] = [sentences.slice(0, mostDetails), sentences.slice(mostDetails)].map((own) => own.join(' '))
  return later === '' ? markup`<p>${first}</p>` : folded(first, markup`<p>${later}</p>`)
}

function answeredOf(result: ScenarioResult, page: NonNullable<ReturnType<typeof pageOf>>) {
  const isOne = result.candidates.length === 1
  return {
    sentences: page
      .why(result)
      .slice(0, mostCauses)
      .map((line) => why('Why', line)),
    details: page.details(result),
    tiles: result.candidates.flatMap(({ name }) =>
      page
        .figures(result, name)
        // The table has all of them.
        .slice(0, isOne ? undefined : 1)
        .map(({ verdict, ...figure }, i) => ({
          ...figure,
          title: page.titles[i],
          variant: isOne ? null : name,
          verdict: result.preliminary ? null : verdict
        }))
    )
  }
}

/** Of several reasons or candidates, each names whose it is. */
function comparedOf(result: ScenarioResult, previous: Comparison['previous']) {
  const { scenario, candidates } = result
  const reasons = reasonsOf(result)
  const cause = causeOf(result)
  return {
    sentences: [
      reasons.map(({ variant, code, text }) =>
        why('Why', markup`${text} ${codeLink('diagnosis', code)}`, reasons.length > 1 ? variant : null)
      ),
      cause && why(cause.title, cause.text),
      candidates.map((candidate) => {
        const sentence = sinceSentence(candidate, scenario, previous)
        return sentence && why('Last time', sentence, candidates.length > 1 ? candidate.name : null)
      })
    ],
    details: detailSentences(result),
    tiles: [...(tilesFound(result) ?? []), ...speedupTiles(result)]
  }
}

function toDo(result: ScenarioResult) {
  const decision = decisionSentence(result)
  return decision && why('What to do', decision)
}

const mostCauses = 3 // all are in their section

const why = (title: string, text: Content, name: string | null = null) =>
  markup`<p class="why"><strong>${title}${name !== null && markup`, ${nameOf(name)}`}:</strong> ${text}</p>\n`

/** variant: null: there is only one that it could be of. verdict: null, or left out: nothing was required */
type Tile = { title: string; variant: string | null; value: string; detail: string; verdict?: Verdict | null }

const tileOf = ({ title, variant, value, detail, verdict = null }: Tile) =>
  markup`<li${verdict !== null && markup` class="verdict-${verdict}"`}><span class="tile-title">\
${verdict !== null && [statusIcon(verdict), ' ']}${title}${variant !== null && [', ', nameOf(variant)]}</span>
<strong class="tile-speedup">${value}</strong>
<span class="tile-detail">${detail}</span></li>\n`

function speedupTiles(result: ScenarioResult): Tile[] {
  const { name, estimates } = leader(result)
  const shown = estimates.filter(isShown)
  // What says nothing is in the table, unless nothing else is there.
  const telling = shown.filter(({ reason, required }) => reason === null || required !== null)
  return (telling.length > 0 ? telling : shown).map((estimate) => {
    const { heading } = metricFacts[estimate.metric]
    const beware = caveat(estimate, result.load)
    const range = estimate.side === null ? `, ${percent(result.confidence)} interval ${speedupRange(estimate)}` : ''
    return {
      title: metricSearched(result) === null ? heading : `${heading} over ${isolated(result.baseline)}`,
      variant: result.candidates.length > 1 ? name : null,
      value: speedupText(estimate),
      detail: `${change(estimate)}${range}${beware === null ? '' : `: ${beware}`}`,
      verdict: estimate.verdict
    }
  })
}
