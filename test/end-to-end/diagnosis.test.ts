import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { parse } from 'yaml'
import { concludeFrom, measureOnce, shortenLoads } from '../support/measure.ts'
import { useProject } from '../support/project.ts'

describe('the diagnosis of our own scenarios', function () {
  this.timeout(60_000)
  const project = useProject()
  shortenLoads()

  /**
   * One run of each variant of a scenario of ours, at a port that nobody else has.
   *
   * @param changes of its config
   */
  async function candidateOf(name: string, changes?: object) {
    const file = new URL(`../../scenarios/${name}.yml`, import.meta.url)
    const { config, scenarios } = parse(readFileSync(file, 'utf8'))
    const { processor, plugins: { speedup } } = config
    const pathTo = (path: string) => fileURLToPath(new URL(path, file))
    const here = { target: `http://127.0.0.1:${project.port}`, processor: pathTo(processor), plugins: { speedup: { ...speedup, app: pathTo(speedup.app) } } }
    const script = project.write(`${name}.json`, { config: { ...config, ...here, ...changes }, scenarios })
    return concludeFrom(await measureOnce(script, project.folder)).candidates[0]
  }

  // Of the others test/speedups tells it.
  for (const name of ['slow', 'fibonacci', 'heavy-computation']) {
    it(`tells that ${name} is limited by the CPU`, async () => {
      // Whatever else is said: one run on a busy machine may have dealt its connections unevenly.
      expect((await candidateOf(name)).diagnosis.message).to.match(/^CPU-bound.*the event loop of single was \d+ % busy/)
    })
  }

  it('tells that io waits for something else than the CPU, and that a cluster does not make it faster', async () => {
    // A quarter of its users: other tests take their part of the CPU, and the load generator's shall not run out.
    const { diagnosis, estimates } = await candidateOf('io', { phases: [{ duration: 1, arrivalCount: 5 }] })
    expect(diagnosis.code, diagnosis.message).to.equal('waiting')
    const speedups = estimates.filter(({ metric }) => metric === 'p50' || metric === 'throughput').map(({ speedup }) => speedup)
    expect(speedups).to.have.lengthOf(2)
    for (const speedup of speedups) expect(speedup).to.be.within(0.67, 1.5)
  })
})
