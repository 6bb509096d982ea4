import { counted, percent, sized } from '../concepts/wording.ts'
import { fewestRounds, usualWarmUpSeconds, type Run } from '../concepts/run.ts'
import { mean, sum } from '../statistics/descriptive.ts'
import { logInterval } from '../statistics/sequential-rule.ts'
import { wholeLoadSeconds } from './conclude.ts'
import { warning } from './warnings/warning-of.ts'
import type { AnswerComparison, UnequalAnswers, UsualAnswer, VariantUse, Warning } from '../concepts/comparison.ts'
import type { Settings } from '../concepts/settings.ts'
import type { Reason } from '../concepts/warnings.ts'

/** What else than speed a candidate differs in from the baseline. */
export interface UnfairArm {
  candidate: string
  warning: Warning & { code: Reason }
}

/** Of two variants; runs: of the rounds in their order */
type Arms = { names: [baseline: string, candidate: string], runs: [Run[], Run[]], answers: AnswerComparison | undefined }
type Found = { code: Reason, severity?: 'problem' | 'warning', about?: string, message: string }

/** A share that differs by more, or a size by more than this factor, is not the same, unless the rounds differ as much. */
const apart = { status: 0.05, connections: 0.1, size: 1.1, starting: 0.2 }
const tail = 0.005 // probability on each side: there are several candidates, and a look after each round

/**
 * A comparison is fair where both variants do the same work over the same connections: vendors measured a crash loop as latency, and
 * compression in one arm only. Answers are compared in the warm-up; a variant that changes under load shows in what the runs count.
 */
export function unfairArms({ runs, answers, uses }: { runs: Run[], answers: AnswerComparison[], uses: VariantUse[] }, { variants, baseline, sameAnswers }: Settings): UnfairArm[] {
  const ofVariant = (name: string) => runs.filter(({ variant }) => variant === name).sort((a, b) => a.round - b.round)
  return variants.filter(({ name }) => name !== baseline).flatMap(({ name: candidate }) => {
    const arms: Arms = { names: [baseline, candidate], runs: [ofVariant(baseline), ofVariant(candidate)], answers: answers.find(({ variant }) => variant === candidate) }
    const found = [...(sameAnswers ? answersApart(arms) : []), ...restartsApart(arms, uses)]
    return found.map(({ code, severity, about = candidate, message }) => ({ candidate, warning: { ...warning(code, about, message, severity), code } }))
  })
}

const withheld = 'so the verdict is withheld'
const intended = 'if this difference is part of what you compare, set plugins.speedup.sameAnswers: false.'

function answersApart(arms: Arms): Found[] {
  const { different, unequal } = arms.answers ?? { different: [], unequal: [] }
  const unequalIn = (aspect: UnequalAnswers['in']) => unequal.filter((one) => one.in === aspect)
  const contents = [...(different.length > 0 ? [] : statusesApart(arms)), ...encodingsApart(arms, unequalIn('encoding'))]
  // Other content is of another size.
  const sizes = different.length + contents.length > 0 ? [] : sizesApart(arms, unequalIn('size'))
  return [...contents, ...connectionsApart(arms, unequalIn('connection')), ...sizes]
}

/** Failures are judged on their own. */
function statusesApart({ names: [baseline, candidate], runs }: Arms): Found[] {
  const answered = ({ responses }: Run) => Object.entries(responses?.byStatus ?? {}).filter(([status]) => Number(status) < 400)
  const shareOf = (status: string) => (run: Run) => (run.responses?.byStatus[status] ?? 0) / sum(answered(run).map(([, count]) => count))
  const statuses = new Set(runs.flat().flatMap(answered).map(([status]) => status))
  const found = [...statuses].map((status) => ({ status, shares: beyond(runs, shareOf(status), apart.status) }))
  // What only one of them answers says most.
  const [most] = found.flatMap(({ status, shares }) => (shares === null ? [] : [{ status, shares }])).sort((a, b) => Math.min(...a.shares) - Math.min(...b.shares))
  if (most === undefined) return []
  const { status, shares: [before, after] } = most
  return [{ code: 'different-answers', message: `Under load, ${percent(after)} of the responses of ${candidate} have status ${status}, and ${percent(before)} of those of ${baseline}, ` +
    `${withheld}. One of the two does other work (a cache, a redirect, a fallback). Find out what changes its answers; ${intended}` }]
}

function encodingsApart({ names: [baseline, candidate] }: Arms, unequal: UnequalAnswers[]): Found[] {
  if (unequal.length === 0) return []
  const [{ request, ...usual }] = unequal
  const arms = [{ name: candidate, ...usual.candidate }, { name: baseline, ...usual.baseline }]
  const [first, second] = arms.sort((a, b) => Number(a.encoding === '') - Number(b.encoding === ''))
  const other = second.encoding === '' ? `does not (${sized(second.bytes)})` : `uses ${second.encoding} (${sized(second.bytes)})`
  return [{ code: 'different-encoding', message: `${first.name} compresses its responses (${first.encoding}, ${sized(first.bytes)}), ${second.name} ${other}: ${request}${others(unequal)}. ` +
    `Compressing takes CPU time and leaves less to send, ${withheld}. Switch it on in both or in neither; ${intended}` }]
}

function connectionsApart({ names: [baseline, candidate], runs }: Arms, unequal: UnequalAnswers[]): Found[] {
  const found = beyond(runs, newConnections, apart.connections)
  if (found === null && unequal.length === 0) return []
  const closesFirst = found === null ? unequal[0].baseline.closes : found[0] > found[1]
  const [closing, keeping] = closesFirst ? [baseline, candidate] : [candidate, baseline]
  const what = (share: number) => (share > 0.9 ? 'closes the connection after each response' : `closes connections (${percent(share)} of its responses needed a new one)`)
  const seen = `${closing} ${what(found === null ? 1 : Math.max(...found))}, ${keeping} keeps ${found === null || Math.max(...found) > 0.9 ? 'it' : 'them'} open`
  const why = found === null ? '. Users of this scenario do not reuse connections, so only the app’s own work differs.' : `, ${withheld}: opening a connection takes time, too.`
  return [{ code: 'different-connections', severity: found === null ? 'warning' : 'problem', message: `${seen}${why} Let both keep connections open (keep-alive), or neither; ${intended}` }]
}

function sizesApart({ names: [baseline, candidate], runs }: Arms, unequal: UnequalAnswers[]): Found[] {
  // Of no bodies, or where Artillery's client could not tell, the logarithm is no number.
  const sizeOf = ({ responses }: Run) => (responses === undefined ? NaN : responses.bytes / sum(Object.values(responses.byStatus)))
  const found = beyond(runs, sizeOf, Math.log(apart.size), Math.log)
  if (found === null && unequal.length === 0) return []
  const [before, after] = found?.map(Math.exp) ?? [unequal[0].baseline, unequal[0].candidate].map(({ bytes }: UsualAnswer) => bytes)
  const [where, typically] = found === null ? [`to ${unequal[0].request}${others(unequal)}`, 'typically'] : ['under load', 'on average']
  const which = `The responses of ${candidate} ${where} are ${after < before ? 'smaller' : 'larger'} than those of ${baseline}: ${typically} ${sized(after)} instead of ${sized(before)}`
  const severity = found !== null && after < before ? 'problem' : 'warning'
  const effect = severity === 'problem' ? `, ${withheld}` : ', so the two do not do the same work'
  return [{ code: 'different-sizes', severity, message: `${which}${effect}. Find out what one of them leaves out or adds (a cut list, an error page, another compression level); ${intended}` }]
}

/** A worker that has just started is slow, for as long as is left out of each load. */
function restartsApart({ names, runs }: Arms, uses: VariantUse[]): Found[] {
  const arms = names.map((name, arm) => {
    const workers = uses.find((use) => use.name === name)?.workers ?? 1
    const starting = mean(runs[arm].map((run) => Math.min(1, (run.restarts * usualWarmUpSeconds) / (workers * wholeLoadSeconds(run)))))
    return { name, starting, deaths: sum(runs[arm].map(({ restarts }) => restarts)), seconds: sum(runs[arm].map(wholeLoadSeconds)) }
  })
  const [{ name, starting, deaths, seconds }, other] = arms.sort((a, b) => b.starting - a.starting)
  if (!(starting > apart.starting && starting > 2 * other.starting)) return []
  return [{ code: 'worker-restarted', about: name, message: `${counted(deaths, 'worker')} of ${name} died, one every ${(seconds / deaths).toFixed(1)} s of load, and ${other.deaths || 'none'} of ${other.name}. ` +
    `About ${percent(starting)} of the time of its workers went into starting again, so its figures are those of an app that crashes, and the verdict is withheld. Find out why they died.` }]
}

/**
 * @param valueOf not finite: unknown
 * @param scale on which values are compared
 * @returns the means of baseline and candidate on that scale, where they differ by more than the margin, whatever chance does in the rounds; null: they may not
 */
function beyond(runs: [Run[], Run[]], valueOf: (run: Run) => number, margin: number, scale = (value: number): number => value): [number, number] | null {
  const all = runs[0].map((run, i) => [run, ...runs[1].slice(i, i + 1)].map((each) => scale(valueOf(each))))
  const pairs = all.filter((pair) => pair.length === 2 && pair.every(Number.isFinite))
  if (pairs.length < fewestRounds) return null
  const { centre, halfWidth } = logInterval(pairs.map(([before, after]) => after - before), tail)
  return Math.abs(centre) - halfWidth > margin ? [mean(pairs.map(([before]) => before)), mean(pairs.map(([, after]) => after))] : null
}

/** @returns of the responses that could have come on a connection that a user had, the share that did not; NaN: hardly any could, or unknown */
function newConnections({ requests, failureKinds, connections = 0, generator: { users } }: Run): number {
  const unanswered = sum(Object.entries(failureKinds).map(([kind, count]) => (Number.isNaN(Number(kind)) ? count : 0)))
  const reusing = requests - unanswered - users
  return connections === 0 || reusing < 0.1 * requests ? NaN : Math.min(1, Math.max(0, connections - users) / reusing)
}

const others = ({ length }: UnequalAnswers[]) => (length > 1 ? ` and ${counted(length - 1, 'other request')}` : '')
