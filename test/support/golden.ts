import { readFileSync, writeFileSync } from 'node:fs'
import { expect } from 'chai'

/**
 * Compares with the text that was committed; with UPDATE_GOLDEN=1 in the environment, writes it instead.
 *
 * @param path from the repository's folder
 */
export function expectKept(path: string, text: string) {
  const file = new URL(`../../${path}`, import.meta.url)
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(file, text)
  expect(text, `UPDATE_GOLDEN=1 with this test writes ${path} anew`).to.equal(readFileSync(file, 'utf8'))
}

/** The same of what tests alone read. */
export const expectGolden = (name: string, text: string) => expectKept(`test/report/golden/${name}`, text)

/** The same of several texts, each below its title. */
export const expectTold = (name: string, told: Record<string, string>) =>
  expectGolden(
    name,
    Object.entries(told)
      .map(([title, text]) => `# ${title}\n${text}\n`)
      .join('\n')
  )
