import { plain } from '../../plugin/report/markdown-text.js'
import { counted } from '../../plugin/wording.js'
import { claimsTable, subject } from './claims-table.js'
import { comparedOf, foundOf } from './found-of.js'
import { judge } from './judge.js'
/**
 * @import { Comparison, Environment } from '../../plugin/vocabulary.js'
 * @import { Claim, Tutorial } from './claims/index.js'
 * @import { Found } from './found-of.js'
 * @import { Judgement } from './judge.js'
 */

/**
 * @param {{ tutorial: Tutorial, comparison: Comparison }} tried
 * @returns {{ claim: Claim, found: Found, judgement: Judgement }[]} one for each of its claims
 */
export function judgeClaims({ tutorial, comparison }) {
  return tutorial.claims.map((claim) => {
    const found = foundOf(claim, comparison)
    return { claim, found, judgement: judge(claim, found, tutorial) }
  })
}

/**
 * One tutorial: what it claims, how we tried, what was found, and why.
 *
 * @param {{ tutorial: Tutorial, comparison: Comparison }} tried
 * @returns {string} GitHub-flavoured Markdown
 */
export function section({ tutorial, comparison }) {
  const { name, title, source, setUp, changes, claims } = tutorial
  const file = `scenarios/tutorials/${name}.yml`
  const judged = judgeClaims({ tutorial, comparison })
  return [
    `## ${title}`,
    `Source: ${source}. ${setUp}`,
    `We run [${file}](../${file}), with \`npm run tutorials -- --only ${name}\`. What differs:`,
    bullets(changes),
    claimsTable(judged),
    bullets(judged.map(({ claim, judgement }) => `${subject(claim, claims)}: **${judgement.answer}**. ${plain(judgement.why)}`)),
    'Why, as the tool sees it:',
    bullets([...diagnoses(tutorial, comparison), ...warnings(tutorial, comparison)]),
    measuredOn(tutorial, comparison)
  ].join('\n\n')
}

/** @param {string[]} items */
function bullets(items) {
  return items.map((item) => `- ${item}`).join('\n')
}

/**
 * @param {Tutorial} tutorial
 * @param {Comparison} comparison
 */
function diagnoses({ claims }, comparison) {
  const compared = claims.map((claim) => comparedOf(claim, comparison))
  const isOne = new Set(compared.map(({ candidate }) => candidate)).size === 1
  const told = compared.map(({ result, candidate }) => `${isOne ? '' : `${plain(result.scenario)}, ${plain(candidate.name)}: `}${plain(candidate.diagnosis.message)}`)
  return [...new Set(told)]
}

/**
 * @param {Tutorial} tutorial
 * @param {Comparison} comparison
 */
function warnings({ claims }, comparison) {
  const results = [...new Set(claims.map((claim) => comparedOf(claim, comparison).result))]
  return results.flatMap(({ scenario, warnings: told }) =>
    told.map(({ severity, message }) => `${severity}${results.length === 1 ? '' : ` in ${plain(scenario)}`}: ${plain(message)}`)
  )
}

/**
 * @param {Tutorial} tutorial
 * @param {Comparison} comparison
 */
function measuredOn({ name, claims: [claim] }, comparison) {
  const { environment, finishedAt } = comparison
  const { result: { rounds, confidence } } = comparedOf(claim, comparison)
  return `Measured on ${finishedAt.slice(0, 10)} on ${machine(environment)}: ${counted(rounds, 'round')}, ${Math.round(100 * confidence)} % intervals. All that was concluded is in [comparison.json](tutorials/${name}/comparison.json).`
}

/** @param {Environment} environment */
function machine({ cores, cpu, os, node, artillery }) {
  return [counted(cores, 'core'), cpu, os, `Node ${node}`, `Artillery ${artillery}`].map(plain).join(', ')
}
