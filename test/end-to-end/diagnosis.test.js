import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { concludeFrom, measureOnce, shortenLoads } from '../support/measure.js'
import { createProject } from '../support/project.js'

/** Whatever else is said: one run on a busy machine may have dealt its connections unevenly. */
const cpuBound = /^CPU-bound.*the event loop of single was (9\d|100) % busy/

/** What our scenarios are limited by, but for those of which test/speedups tells it. */
const expected = {
  slow: cpuBound,
  fibonacci: cpuBound,
  'heavy-computation': cpuBound
}

describe('the diagnosis of our own scenarios', function () {
  this.timeout(60_000)
  /** @type {import('../support/project.js').Project} */
  let project
  beforeEach(async () => (project = await createProject()))
  afterEach(() => project.remove())
  shortenLoads()

  for (const [name, sentence] of Object.entries(expected)) {
    it(`tells what ${name} is limited by`, async () => {
      const script = fileURLToPath(new URL(`../../scenarios/${name}.yml`, import.meta.url))
      const [{ diagnosis }] = concludeFrom(await measureOnce(script, project.folder)).candidates
      expect(diagnosis.message).to.match(sentence)
    })
  }
})
