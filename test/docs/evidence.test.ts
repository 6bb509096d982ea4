import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { parse } from 'yaml'
import { repeated, servers, type Pace } from '../../docs/evidence/checks.ts'
import { evidencePage } from '../../docs/evidence/page.ts'
import { besideEachOther, holds, quotientOf } from '../../docs/evidence/quotients.ts'
import { roundsChart } from '../../docs/pictures/rounds-chart.ts'
import { readme, textOf } from '../support/readme.ts'
import { expectKept } from '../support/golden.ts'
import { settingsOf } from '../support/scenario-files.ts'

describe('docs/evidence.md', () => {
  it('is exactly what is made of the measurements that are kept, and says what the README says', () => {
    const page = evidencePage(['docs'])
    expectKept('docs/evidence.md', page)
    expect(page).to.include('| 0 of 40 passed;')
    expect(readme.replaceAll('\n', ' ')).to.include(
      'of forty comparisons of an app with itself, none passed a threshold of 1.1x'
    )
  })

  it('names a measurement that is missing', () => {
    expect(() => evidencePage([])).to.throw(
      'docs/evidence/results/json-server-8.json is missing, and with it the figures of a page: npm run evidence -- --only json-server-8 measures it.'
    )
  })

  it('is about servers that are installed as they are written, and about apps that differ in nothing else', () => {
    const { dependencies } = JSON.parse(readFileSync('docs/evidence/package.json', 'utf8'))
    expect(Object.keys(dependencies)).to.include.members(servers.map((server) => server.package))
    for (const { file } of servers) {
      // Without the servers, which are installed apart, they are no settings.
      const { config, scenarios } = parse(readFileSync(`docs/evidence/servers/${file}.yml`, 'utf8'))
      // It gets its rounds, or its time, from who measures it.
      expect(config.plugins.speedup).to.have.keys('app', 'users').and.include({ users: 8 })
      expect(scenarios).to.have.lengthOf(1).with.nested.property('[0].name', file)
    }
    for (const { name } of repeated) {
      const [a, b] = settingsOf(`docs/evidence/${name}.yml`).variants
      expect({ ...b, name: '', env: {} }).to.eql({ ...a, name: '', env: {} })
    }
  })

  it('compares commits as docs/versions.md advises', () => {
    const { scenarios, time } = settingsOf('docs/evidence/slower-commit.yml')
    const [{ throughput }] = Object.values(scenarios[0].thresholds)
    const page = textOf('docs/versions.md').replaceAll(/\s+/g, ' ')
    expect(page).to.include(`--least ${throughput} --time ${Number(time?.seconds) / 60}m`)
    // As it stands in docs/evidence.md: what each must do, what it did, and how long that took.
    const rows = [...evidencePage(['docs']).matchAll(/\| (pass 0.9|fail 0.95) \| \d+ (\w+) \| (.*?) \((.*?)\) \|/g)]
    const [passed, failed] = rows.map(([, , did, usually, span]) => `all ${did}ed, in ${usually}; ${span}`)
    expect(page).to.include(`(${passed})`).and.include(`(${failed})`)
    expect(Object.values(settingsOf('docs/evidence/same-commit.yml').scenarios[0].thresholds)).to.eql([
      { throughput: 0.9 }
    ])
  })

  it('says what is not installed', () => {
    const { status, stderr } = spawnSync(process.execPath, ['docs/evidence/make.ts', '--only', 'express-8'], {
      encoding: 'utf8',
      env: { ...process.env, PATH: '' }
    })
    expect(status).to.equal(1)
    expect(stderr).to.match(/^Not installed are .*wrk: apt-get install wrk\n$/)
  })
})

describe('docs/pictures/rounds.svg', () => {
  it('is what is made of the rounds of an example', async () =>
    expectKept('docs/pictures/rounds.svg', await roundsChart('reports/examples/yes')))
})

describe('speedups of two load generators, beside each other', () => {
  const paces = (...speedups: number[]): Pace[] =>
    speedups.map((clustered) => ({ single: 10, clustered: 10 * clustered }))
  const rounded = ({ speedup, interval }: ReturnType<typeof quotientOf>) =>
    [speedup, ...interval].map((value) => Number(value.toFixed(4)))

  it("are a quotient with Welch's interval, which is wider than that of either", () => {
    // By mpmath, from the definition: 4.842 degrees of freedom.
    const [ours, giving, wrk] = [paces(1.5, 1.6, 1.7), paces(1.6, 1.9), paces(1.7, 1.8)]
    expect(rounded(quotientOf(ours))).to.eql([1.5979, 1.3678, 1.8667])
    expect(rounded(besideEachOther({ ours, giving, wrk }))).to.eql([0.915, 0.8, 1.0464])
  })

  it('agree with what lies in the interval, ends included', () => {
    const interval: [number, number] = [0.9, 0.98]
    expect(
      [
        [1, 1],
        [0.98, 1],
        [0.5, 0.9],
        [0.5, 0.89]
      ].map(([from, to]) => holds({ interval }, [from, to]))
    ).to.eql([false, true, true, false])
  })
})
