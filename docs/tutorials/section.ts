import { plain } from '../../plugin/report/ci/summary-markdown.ts'
import { counted } from '../../plugin/concepts/wording.ts'
import { claimsTable, subject } from './claims-table.ts'
import { comparedOf, foundOf, type Found } from './found-of.ts'
import { judge, type Judgement } from './judge.ts'
import { judgeLossClaims, lossTable, whyLost } from './losses.ts'
import type { Comparison, Environment } from '../../plugin/concepts/comparison.ts'
import type { Claim, Tutorial } from './claims/index.ts'

/** @returns one for each of its claims */
export function judgeClaims({
  tutorial,
  comparison
}: {
  tutorial: Tutorial
  comparison: Comparison
}): { claim: Claim; found: Found; judgement: Judgement }[] {
  return tutorial.claims.map((claim) => {
    const found = foundOf(claim, comparison)
    return { claim, found, judgement: judge(claim, found, tutorial) }
  })
}

/**
 * One tutorial: what it claims, how we tried, what was found, and why.
 *
 * @returns GitHub-flavoured Markdown
 */
export function section({ tutorial, comparison }: { tutorial: Tutorial; comparison: Comparison }): string {
  const { name, title, source, setUp, changes, claims } = tutorial
  const file = `scenarios/tutorials/${name}.yml`
  const judged = judgeClaims({ tutorial, comparison })
  const lost = judgeLossClaims({ tutorial, comparison })
  return [
    `## ${title}`,
    `Source: ${source}. ${setUp}`,
    `We run [${file}](../${file}), with \`npm run tutorials -- --only ${name}\`. It differs in this:`,
    bullets(changes),
    ...(judged.length === 0
      ? []
      : [
          claimsTable(judged),
          bullets(
            judged.map(
              ({ claim, judgement }) => `${subject(claim, claims)}: **${judgement.answer}**. ${plain(judgement.why)}`
            )
          )
        ]),
    ...(lost.length === 0
      ? []
      : [
          lossTable(lost),
          bullets(
            lost.map(({ claim, judgement }) => `${claim.claimed}: **${judgement.answer}**. ${plain(judgement.why)}`)
          )
        ]),
    'Why, according to the tool:',
    bullets([
      ...diagnoses(tutorial, comparison),
      ...warnings(tutorial, comparison),
      ...(lost.length === 0 ? [] : whyLost(comparison))
    ]),
    measuredOn(tutorial, comparison)
  ].join('\n\n')
}

export function bullets(items: string[]) {
  return items.map((item) => `- ${item}`).join('\n')
}

function diagnoses({ claims }: Tutorial, comparison: Comparison) {
  const compared = claims.map((claim) => comparedOf(claim, comparison))
  const isOne = new Set(compared.map(({ candidate }) => candidate)).size === 1
  const told = compared.map(
    ({ result, candidate }) =>
      `${isOne ? '' : `${plain(result.scenario)}, ${plain(candidate.name)}: `}${plain(candidate.diagnosis.message)}`
  )
  return [...new Set(told)]
}

function warnings({ claims }: Tutorial, comparison: Comparison) {
  const results = [...new Set(claims.map((claim) => comparedOf(claim, comparison).result))]
  return results.flatMap(({ scenario, warnings: told }) =>
    told.map(
      ({ severity, message }) => `${severity}${results.length === 1 ? '' : ` in ${plain(scenario)}`}: ${plain(message)}`
    )
  )
}

function measuredOn({ name, claims: [claim] }: Tutorial, comparison: Comparison) {
  const { environment, finishedAt, scenarios } = comparison
  const { rounds, confidence } = claim === undefined ? scenarios[0] : comparedOf(claim, comparison).result
  return `Measured on ${finishedAt.slice(0, 10)} on ${machine(environment)}: ${counted(rounds, 'round')}, ${Math.round(100 * confidence)} % intervals. All results are in [comparison.json](tutorials/${name}/comparison.json).`
}

export function machine({ cores, cpu, os, node, artillery }: Environment) {
  return [counted(cores, 'core'), cpu, os, `Node ${node}`, `Artillery ${artillery}`].map(plain).join(', ')
}
