import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
/** @import { HistoryCandidate, HistoryEntry, HistoryScenario, Verdict } from '../vocabulary.js' */

/** What this version reads. */
const schemaVersion = 1

/**
 * All comparisons that are kept, as far as they can be read.
 *
 * @param {string} reportDirectory absolute path
 * @returns {{ entries: HistoryEntry[], ignored: number }} entries: the newest first; ignored: folders in which a
 *   comparison began, but none is to be read
 */
export function listComparisons(reportDirectory) {
  const folders = readdirSync(reportDirectory, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name)
  const read = folders.map((folder) => readEntry(reportDirectory, folder))
  const entries = read.filter((entry) => entry !== null)
  const unread = folders.filter((_, i) => read[i] === null)
  return {
    entries: entries.sort((a, b) => compareTexts(b.startedAt, a.startedAt) || compareTexts(b.folder, a.folder)),
    ignored: unread.filter((folder) => isRecord(join(reportDirectory, folder))).length
  }
}

/** @param {string} folder absolute path */
function isRecord(folder) {
  return ['comparison.json', 'runs.ndjson'].some((name) => existsSync(join(folder, name)))
}

/**
 * @param {string} reportDirectory
 * @param {string} folder its name
 * @returns {HistoryEntry | null} null: there is no comparison, half of one, or another version's
 */
function readEntry(reportDirectory, folder) {
  try {
    const content = JSON.parse(readFileSync(join(reportDirectory, folder, 'comparison.json'), 'utf8'))
    if (content.schemaVersion !== schemaVersion) return null
    return {
      folder,
      hasPage: existsSync(join(reportDirectory, folder, 'index.html')),
      file: text(content.file),
      startedAt: new Date(text(content.startedAt)).toISOString(),
      commit: content.environment.commit === null ? null : text(content.environment.commit),
      interrupted: content.error?.code === 'INTERRUPTED',
      verdict: content.verdict === 'not measured' ? content.verdict : verdict(content.verdict),
      scenarios: content.scenarios.map(asScenario)
    }
  } catch {
    return null
  }
}

/**
 * @param {any} content
 * @returns {HistoryScenario}
 */
function asScenario({ scenario, baseline, rounds, candidates }) {
  return { scenario: text(scenario), baseline: text(baseline), rounds: positive(rounds), candidates: candidates.map(asCandidate) }
}

/**
 * @param {any} content
 * @returns {HistoryCandidate}
 */
function asCandidate({ name, verdict: given, estimates }) {
  return { name: text(name), verdict: verdict(given), estimates: estimates.map(asEstimate) }
}

/**
 * @param {any} content
 * @returns {HistoryCandidate['estimates'][number]}
 */
function asEstimate({ metric, speedup, interval: [low, high], required, reason, regression }) {
  return {
    metric,
    speedup: positive(speedup),
    interval: [positive(low), positive(high)],
    required: required === null ? null : positive(required),
    reason: reason === null ? null : /** @type {HistoryCandidate['estimates'][number]['reason']} */ (text(reason)),
    // Comparisons that were made before it was known have none.
    regression: regression === true
  }
}

/**
 * @param {unknown} value
 * @returns {Verdict | null}
 */
function verdict(value) {
  if (value === null || value === 'pass' || value === 'fail' || value === 'inconclusive') return value
  throw new TypeError('no verdict')
}

/** @param {unknown} value */
function text(value) {
  if (typeof value !== 'string') throw new TypeError('no text')
  return value
}

/** @param {unknown} value */
function positive(value) {
  if (typeof value !== 'number' || value <= 0) throw new TypeError('no number above 0')
  return value
}

/**
 * @param {string} a
 * @param {string} b
 */
function compareTexts(a, b) {
  return a < b ? -1 : Number(a > b)
}
