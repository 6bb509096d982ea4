import { appendFileSync, readFileSync } from 'node:fs'
import { relative, sep } from 'node:path'
import { annotations } from './annotations.js'
import { summaryMarkdown } from './summary-markdown.js'
/** @import { Comparison } from '../vocabulary.js' */

/**
 * In GitHub Actions: the summary on the page of the job, and what was found beside the scenario file. Elsewhere:
 * nothing. What can't be told is said, and changes nothing else.
 *
 * @param {Comparison} comparison
 * @param {{ env: NodeJS.ProcessEnv, scriptFile: string, print: (line: string) => void }} where scriptFile: absolute path
 */
export function tellGitHub(comparison, { env, scriptFile, print }) {
  const parts = [
    () => {
      if (env.GITHUB_STEP_SUMMARY) appendFileSync(env.GITHUB_STEP_SUMMARY, `${summaryMarkdown(comparison)}\n`)
    },
    () => {
      if (env.GITHUB_ACTIONS !== 'true') return
      const path = relative(env.GITHUB_WORKSPACE ?? process.cwd(), scriptFile).replaceAll(sep, '/')
      annotations(comparison, { path, text: readFileSync(scriptFile, 'utf8') }).forEach(print)
    }
  ]
  for (const tell of parts) {
    try {
      tell()
    } catch (error) {
      print(`GitHub could not be told (${/** @type {Error} */ (error).message}).`)
    }
  }
}
