import { appendFileSync, readFileSync } from 'node:fs'
import { relative, sep } from 'node:path'
import { annotations } from './annotations.ts'
import { summaryMarkdown } from './summary-markdown.ts'
import type { Comparison } from '../vocabulary.ts'

/**
 * In GitHub Actions: the summary on the page of the job, and what was found beside the scenario file. Elsewhere:
 * nothing. What can't be told is said, and changes nothing else.
 *
 * @param where scriptFile: absolute path
 */
export function tellGitHub(comparison: Comparison, { env, scriptFile, print }: { env: NodeJS.ProcessEnv, scriptFile: string, print: (line: string) => void }) {
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
      print(`GitHub could not be told (${(error as Error).message}).`)
    }
  }
}
