import { counted, percent, sized } from '../concepts/wording.ts'
import { fewestRounds, usualWarmUpSeconds, wholeLoadSeconds, type Run } from '../concepts/run.ts'
import { meanBy, sum, sumBy } from '../statistics/descriptive.ts'
import { logInterval } from '../statistics/sequential-rule.ts'
import { runsOf, unansweredIn, named } from './variant-use.ts'
import { warning } from './warnings/warning-of.ts'
import type { AnswerComparison, UnequalAnswers, VariantUse, Warning } from '../concepts/comparison.ts'
import type { ScenarioPlan, Settings } from '../concepts/settings.ts'
import type { Reason } from '../concepts/warnings.ts'

/** What else than speed a candidate differs in from the baseline. */
export interface UnfairArm {
  candidate: string
  warning: Warning & { code: Reason }
}

/** Of two variants; runs: of the rounds in their order */
type Arms = {
  names: [baseline: string, candidate: string]
  runs: [Run[], Run[]]
  answers: AnswerComparison | undefined
  areSame: boolean // what they were asked for
}

/**
 * A share that differs by more, or a size by more than this factor, is not the same, unless the rounds differ as much.
 */
const mayDiffer = { status: 0.05, connections: 0.1, size: 1.1, starting: 0.2 }
const never = 0.005 // a smaller share may be of a moment
const fewFailed = 0.01
const tail = 0.005 // probability on each side: there are several candidates, and a look after each round

/**
 * A comparison is fair where both variants do the same work over the same connections: vendors measured a crash loop as
 * latency, and compression in one arm only. Answers are compared in the warm-up; a variant that changes under load
 * shows in what the runs count.
 */
export function unfairArms(
  { runs, answers, uses }: { runs: Run[]; answers: AnswerComparison[]; uses: VariantUse[] },
  scenario: ScenarioPlan,
  { variants, baseline, compareAnswers }: Settings
) {
  return variants
    .filter(({ name }) => name !== baseline)
    .flatMap(({ name: candidate }) => {
      const both: Arms['runs'] = [runsOf(runs, baseline), runsOf(runs, candidate)]
      const arms: Arms = {
        names: [baseline, candidate],
        runs: both,
        answers: answers.find(({ variant }) => variant === candidate),
        areSame: haveSameRequests(both, scenario)
      }
      const found = [...(compareAnswers ? answersApart(arms) : []), ...restartsApart(arms, uses)]
      return found.map((own) => ({ candidate, warning: own }))
    })
}

const withheld = 'so the verdict is withheld'
const intended = 'if this difference is part of what you compare, set plugins.speedup.compareAnswers: false.'

function answersApart(arms: Arms) {
  const { different, unequal } = arms.answers ?? { different: [], unequal: [] }
  const unequalIn = (aspect: UnequalAnswers['in']) => unequal.filter((one) => one.in === aspect)
  const contents = [
    ...(different.length > 0 ? [] : statusesApart(arms)),
    ...encodingsApart(arms, unequalIn('encoding'))
  ]
  // Other content is of another size.
  const sizes = different.length + contents.length > 0 ? [] : sizesApart(arms, unequalIn('size'))
  return [...contents, ...connectionsApart(arms, unequalIn('connection')), ...sizes]
}

/**
 * What both answer may change with the number of requests: the first PUT creates, the next ones don't. So only one of
 * them must ever answer it.
 */
function statusesApart({ names: [baseline, candidate], runs, areSame }: Arms) {
  const shareOf = (status: string) => (run: Run) => (run.responses.byStatus[status] ?? 0) / answersIn(run)
  const statuses = new Set(runs.flat().flatMap(({ responses }) => Object.keys(responses.byStatus)))
  const found = [...statuses].flatMap((status) => {
    const shares = Number(status) < 400 && areSame ? beyond(runs, shareOf(status), mayDiffer.status) : null
    if (shares === null || Math.min(...shares) >= never) return []
    const [before, after] = shares
    return warning(
      'different-answers',
      candidate,
      `Under load, ${percent(after)} of the responses of ${candidate} have status ${status}, and ` +
        `${percent(before)} of those of ${baseline}, ${withheld}. One of the two does other work (a cache, a ` +
        `redirect, a fallback). Find out what changes its answers; ${intended}`
    )
  })
  return found.slice(0, 1)
}

function encodingsApart({ names: [baseline, candidate] }: Arms, unequal: UnequalAnswers[]) {
  if (unequal.length === 0) return []
  const { request, ...usual } = unequal.find((one) => one.baseline.encoding !== one.candidate.encoding) ?? unequal[0]
  const arms = [
    { name: candidate, ...usual.candidate },
    { name: baseline, ...usual.baseline }
  ]
  const [first, second] = arms.sort((a, b) => Number(a.encoding === '') - Number(b.encoding === ''))
  const other = second.encoding === '' ? 'does not' : `uses ${second.encoding}`
  const both =
    first.encoding === '' ? 'do not compress their responses' : `compress their responses (${first.encoding})`
  const seen =
    first.encoding === second.encoding
      ? `${baseline} and ${candidate} usually ${both}, but one of them more often than the other`
      : `${first.name} compresses its responses (${first.encoding}, ${sized(first.bytes)}), ` +
        `${second.name} ${other} (${sized(second.bytes)})`
  return [
    warning(
      'different-encoding',
      candidate,
      `${seen}: ${request}${others(unequal)}. Compressing takes CPU time and leaves less to send, ${withheld}. ` +
        `Switch it on in both or in neither; ${intended}`
    )
  ]
}

function connectionsApart({ names: [baseline, candidate], runs }: Arms, unequal: UnequalAnswers[]) {
  const found = beyond(runs, newConnections, mayDiffer.connections)
  if (found === null && unequal.length === 0) return []
  const closesFirst = found === null ? unequal[0].baseline.closes : found[0] > found[1]
  const [closing, keeping] = closesFirst ? [baseline, candidate] : [candidate, baseline]
  const share = found === null ? 1 : Math.max(...found)
  const seen =
    share > 0.9
      ? `${closing} closes the connection after each response, ${keeping} keeps it open`
      : `${closing} closes connections (${percent(share)} of its responses needed a new one), ` +
        `${keeping} keeps them open`
  const why =
    found === null
      ? '. Users of this scenario do not reuse connections, so only the app’s own work differs.'
      : `, ${withheld}: opening a connection takes time, too.`
  return [
    warning(
      'different-connections',
      candidate,
      `${seen}${why} Let both keep connections open (keep-alive), or neither; ${intended}`,
      found === null ? 'warning' : 'problem'
    )
  ]
}

function sizesApart({ names: [baseline, candidate], runs, areSame }: Arms, unequal: UnequalAnswers[]) {
  // Of no bodies, or where Artillery's client could not tell, the logarithm is no number.
  const found = areSame
    ? beyond(runs, (run) => run.responses.bytes / answersIn(run), Math.log(mayDiffer.size), Math.log)
    : null
  if (found === null && unequal.length === 0) return []
  const [before, after] = found?.map(Math.exp) ?? [unequal[0].baseline, unequal[0].candidate].map(({ bytes }) => bytes)
  const [where, typically] =
    found === null ? [`to ${unequal[0].request}${others(unequal)}`, 'typically'] : ['under load', 'on average']
  const which =
    `The responses of ${candidate} ${where} are ${after < before ? 'smaller' : 'larger'} than those of ` +
    `${baseline}: ${typically} ${sized(after)} instead of ${sized(before)}`
  const severity = found !== null && after < before ? 'problem' : 'warning'
  const effect = severity === 'problem' ? `, ${withheld}` : ', so the two do not do the same work'
  return [
    warning(
      'different-sizes',
      candidate,
      `${which}${effect}. Find out what one of them leaves out or adds (a truncated list, an error page, another ` +
        `compression level); ${intended}`,
      severity
    )
  ]
}

/** A worker that has just started is slow, for as long as is left out of each load. */
function restartsApart({ names, runs }: Arms, uses: VariantUse[]) {
  const arms = names.map((name, arm) => {
    const starting = meanBy(runs[arm], (run) =>
      Math.min(1, (run.restarts * usualWarmUpSeconds) / (named(uses, name).workers * wholeLoadSeconds(run)))
    )
    return {
      name,
      starting,
      deaths: sumBy(runs[arm], ({ restarts }) => restarts),
      seconds: sumBy(runs[arm], wholeLoadSeconds)
    }
  })
  const [{ name, starting, deaths, seconds }, other] = arms.sort((a, b) => b.starting - a.starting)
  if (!(starting > mayDiffer.starting && starting > 2 * other.starting)) return []
  return [
    warning(
      'worker-restarted',
      name,
      `${counted(deaths, 'worker')} of ${name} died, one every ${(seconds / deaths).toFixed(1)} s of load, and ` +
        `${other.deaths || 'none'} of ${other.name}. About ${percent(starting)} of the time of its workers went ` +
        'into starting again, so its figures are those of an app that crashes, and the verdict is withheld. Find ' +
        'out why they died.'
    )
  ]
}

/**
 * @param valueOf not finite: unknown
 * @param scale on which values are compared
 * @returns the means of baseline and candidate on that scale, where they differ by more than the margin, whatever
 * chance does in the rounds; null: they may not
 */
export function beyond(
  runs: [Run[], Run[]],
  valueOf: (run: Run) => number,
  margin: number,
  scale = (value: number) => value
): [number, number] | null {
  const all = runs[0].map((run, i) => [run, ...runs[1].slice(i, i + 1)].map((each) => scale(valueOf(each))))
  const pairs = all.filter((pair) => pair.length === 2 && pair.every(Number.isFinite))
  if (pairs.length < fewestRounds) return null
  const { centre, halfWidth } = logInterval(
    pairs.map(([before, after]) => after - before),
    tail
  )
  return Math.abs(centre) - halfWidth > margin
    ? [meanBy(pairs, ([before]) => before), meanBy(pairs, ([, after]) => after)]
    : null
}

/** @returns NaN: too many failed, which is judged on its own, to tell what the others would have been */
function answersIn(run: Run) {
  const failed = sumBy(Object.entries(run.responses.byStatus), ([status, count]) => (Number(status) < 400 ? 0 : count))
  return failed > fewFailed * responsesOf(run) ? NaN : responsesOf(run)
}

/**
 * @returns of the responses that could have come on a connection that a user had, the share that did not; NaN: hardly
 * any could, or unknown
 */
function newConnections(run: Run) {
  const {
    requests,
    connections,
    generator: { users }
  } = run
  const reusing = requests - unansweredIn(run) - users
  return connections === 0 || reusing < 0.1 * requests ? NaN : Math.min(1, Math.max(0, connections - users) / reusing)
}

const others = ({ length }: UnequalAnswers[]) => (length > 1 ? ` and ${counted(length - 1, 'other request')}` : '')

/** Of the passes through a flow, that may have been cut short: a mean over all responses is moved by about as much. */
const cutShort = 0.05

/**
 * Whether both variants were asked for the same, in the same shares, so that a share or a mean over all responses tells
 * of the app. Where it depends on speed who asks how often, or how far users get (light requests that wait behind heavy
 * ones, a login before many others), it tells of speed.
 *
 * @param runs of baseline and candidate, of the same rounds
 */
function haveSameRequests([ofBaseline, ofCandidate]: [Run[], Run[]], { cycle, loop }: ScenarioPlan) {
  if (cycle === 1) return true
  // Users who all got to the end of their flows sent everything in them, in a mix, too.
  const perUser = (run: Run) => responsesOf(run) / run.generator.users
  if (loop === null)
    return ofBaseline.every(
      (run, i) => i >= ofCandidate.length || Math.abs(perUser(run) - perUser(ofCandidate[i])) <= cutShort
    )
  // At the end of the time, and where something failed, a pass is cut short.
  const cutIn = ({ generator: { users }, artilleryErrors }: Run) => users + sum(Object.values(artilleryErrors))
  return (
    cycle !== null && [...ofBaseline, ...ofCandidate].every((run) => cutIn(run) * cycle <= cutShort * responsesOf(run))
  )
}

/** @returns of the whole load, whatever their status */
const responsesOf = ({ responses }: Run) => sum(Object.values(responses.byStatus))
