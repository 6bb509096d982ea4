import { beyond } from '../fair-arms.ts'
import { mixAllowed, shareOf } from '../plausible.ts'
import { byVariant } from '../variant-use.ts'
import { warningOf } from './warning-of.ts'
import { list, listCounts, percent } from '../../concepts/wording.ts'
import { highest, largestBy, meanBy, sum } from '../../statistics/descriptive.ts'
import type { Run } from '../../concepts/run.ts'

/**
 * Passes of a user in what counts of a run: with fewer, where it cuts the flow moves the throughput by 1 % and more.
 */
const fewestPasses = 2
const elsewhereAllowed = 0.1 // of the requests
const redirectedAllowed = 0.6 // of the requests of the script, of which at least two lead to one place

/** @returns of what counts of a run; null: the flow has a single request, or users go through it once */
export function passesOfUser({ counted, generator }: Pick<Run, 'counted' | 'generator'>) {
  const { byRequest, began, byStart, passes } = counted
  if (byRequest === undefined || began === undefined || byStart || passes === undefined) return null
  return passes / Math.max(1, generator.meanUsers)
}

/** A share of the requests of a run. */
const elsewhereIn = ({ elsewhere = {}, requests }: Run) => {
  const others = sum(Object.values(elsewhere))
  return others === 0 ? 0 : others / (others + requests)
}

/** Requests of the script that no run sent. */
function neverAsked(runs: Run[]) {
  const { names = {}, of = 0 } = runs[0]?.unasked ?? {}
  const found = Object.entries(names).filter(([number]) => runs.every(({ unasked }) => unasked?.names[Number(number)]))
  return warningOf(
    'never-asked',
    found.length === 0 ? [] : runs,
    () =>
      `no user sent ${list(found.map(([number, name]) => `request ${number} of the script (${name})`))}: a ` +
      'condition (ifTrue, probability) or a failed step before it keeps all users from it, or the runs end ' +
      'before they come to it.',
    found.length > of / 2 ? 'problem' : 'warning'
  )
}

/** The request whose share of all that count differs most between a variant and the first one. */
function mixApart(runs: Run[]) {
  const [first, ...others] = byVariant(runs).map(([, own]) => own)
  // Of users who come at a rate, how many ask for what depends on who can keep up.
  if (runs.some(({ counted }) => counted.byRequest === undefined || counted.passes === undefined)) return []
  const requests = [...new Set(runs.flatMap(({ counted }) => Object.keys(counted.byRequest ?? {})))]
  const pairs = requests.flatMap((request) =>
    others.flatMap((other) => {
      const shares = partsApart([first, other], request)
      return shares === null ? [] : { request, least: Math.min(...shares), most: Math.max(...shares) }
    })
  )
  if (pairs.length === 0) return []
  const { request, least, most } = largestBy(pairs, (pair) => pair.most - pair.least)
  return warningOf(
    'different-mix',
    runs,
    () =>
      `request ${request} of the script is ${percent(least)} of the responses that count of one ` +
      `variant, and ${percent(most)} of another: they did not do the same work. Make the runs longer, ` +
      'or have each user send the same requests.'
  )
}

const partAllowed = Math.log(1.1) // by which the share of a request may differ, as a part of it

/**
 * @returns the shares of a request, where they differ by more than they may, whatever chance does: in points, or, as a
 * rare request may be a heavy one, as a part of the share, of which each user may have one more where a run cuts his
 * pass
 */
function partsApart(arms: [Run[], Run[]], request: string) {
  const share = shareOf(request)
  const total = ({ counted: { byRequest = {} } }: Run) => sum(Object.values(byRequest))
  const runs = arms.flat()
  const usual = meanBy(runs, share)
  const cut = (run: Run) => run.generator.meanUsers / Math.min(run.counted.passes ?? 0, usual * total(run))
  const allowed = partAllowed + 2 * highest(runs, cut)
  // Of none, the logarithm is no number.
  const parts = beyond(arms, (run) => share(run) + 0.5 / total(run), allowed, Math.log)
  return beyond(arms, share, mixAllowed) ?? parts?.map(Math.exp) ?? null
}

/** Problems: runs of a baseline and a candidate don't tell how fast users get through the flow. */
export function checkFlows(runs: Run[]) {
  const worst = (of: Run[]) => largestBy(of, elsewhereIn)
  return [
    ...warningOf(
      'requests-elsewhere',
      runs.filter((run) => elsewhereIn(run) >= elsewhereAllowed),
      (found) =>
        `${percent(elsewhereIn(worst(found)))} of the requests went to no target of this comparison ` +
        `(${listCounts(worst(found).elsewhere ?? {})}), and are in no figure: a link, a redirect or a URL of the ` +
        'script names another host or port. Let the app name itself as config.target does, or remove those ' +
        'requests.'
    ),
    ...warningOf(
      'redirected',
      runs.filter(
        ({ redirected }) => redirected !== undefined && redirected.requests > 1 && redirected.share >= redirectedAllowed
      ),
      (found) =>
        `${percent(meanBy(found, ({ redirected }) => redirected?.share ?? 0))} of the requests of the script were ` +
        `redirected to ${found[0].redirected?.to}, so users saw little of what they asked for: a login that did ` +
        'not hold (a cookie that is Secure or of another host), or a page for errors. Make the flow get through, ' +
        'then compare.'
    ),
    ...neverAsked(runs),
    ...warningOf(
      'too-few-passes',
      runs.filter((run) => (passesOfUser(run) ?? Infinity) < fewestPasses),
      (found) => {
        const passes = meanBy(found, (run) => passesOfUser(run) ?? 0)
        const seconds = meanBy(found, ({ loadSeconds }) => loadSeconds)
        const wanted = Math.ceil((2 * fewestPasses * seconds) / passes)
        return (
          `what counts holds ${passes.toFixed(1)} passes of each user through the flow, of ${fewestPasses} that it ` +
          'takes: where it cuts the flow decides. ' +
          `${passes > 0 ? `Set duration: ${wanted}s` : 'Make the runs longer'}, or leave out duration and time.`
        )
      }
    ),
    ...mixApart(runs)
  ]
}
