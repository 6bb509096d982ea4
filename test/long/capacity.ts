import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { runArtillery } from '../support/artillery.ts'
import { repository, shortScript, useProject } from '../support/project.ts'

// carries: users per second within the limit, as capacityOfQueue computes it
const apps = { slow: { serviceMs: 25, carries: 36.2 }, fast: { serviceMs: 10, carries: 96.4 } }
const limitMs = 400 // far above what a load generator is late on a machine that has other things to do

describe('a search for the capacity of a queue', function () {
  this.timeout(900_000)
  const project = useProject()

  it('finds what a queue of the theory carries, about, how much more a faster one does, compares them at a part of it, and says so wherever CI reads it', async () => {
    const variants = Object.fromEntries(
      Object.entries(apps).map(([name, app]) => [name, { mode: 'single', env: { SERVICE_MS: app.serviceMs } }])
    )
    const options = {
      app: join(repository, 'test/fixtures/one-at-a-time.js'),
      variants,
      capacity: { p95: `${limitMs}ms` },
      levels: [0.5],
      duration: '3s',
      thresholds: { capacity: 1.2 },
      limits: { capacity: '5/s' }
    }
    const {
      config: { phases: _, ...config },
      ...script
    } = shortScript(project, { options, scenarios: [{ name: 'queue', flow: [{ get: { url: '/' } }] }] })
    const { code, output } = await runArtillery(project.write('job.json', { ...script, config }), {
      cwd: project.folder
    })

    const {
      scenarios: [
        {
          capacity,
          candidates: [{ estimates }],
          limits,
          verdict,
          warnings
        },
        part
      ]
    } = project.comparison()
    expect(capacity.unit).to.equal('/s')
    // On a machine that has other things to do, users may come too late for loads beside the limit: then this is said
    // of a variant.
    const isKnown = capacity.variants.every(({ end }: any) => end === 'found')
    if (isKnown) expect([code, verdict], output).to.eql([0, 'pass'])
    for (const { variant, end, capacity: found, steps } of capacity.variants) {
      const part = found.value / apps[variant as keyof typeof apps].carries
      expect(part, `${variant}\n${output}`).to.be.below(1.3)
      if (end === 'found') {
        // Three rounds of seconds.
        expect(part, `${variant}\n${output}`).to.be.above(0.5)
        expect(steps.filter((step: any) => step.round > 0 && step.void === null)).to.have.length.of.at.least(3)
      } else {
        expect([end, steps.some((step: any) => step.void === 'late')], output).to.eql(['not exhausted', true])
        // The console says what is alike of several variants once.
        expect(warnings.map(({ message }: any) => message).join('\n')).to.include(
          `${variant} keeps p95 ≤ ${limitMs} ms`
        )
        expect(output).to.include(`keeps p95 ≤ ${limitMs} ms`).and.include('void: users arrived')
      }
      expect(steps.every(({ lateMs, offered }: any) => lateMs !== null && offered > 0)).to.equal(true)
    }
    expect(estimates.map(({ metric, required }: any) => [metric, required])).to.eql([['capacity', 1.2]])
    const judged = limits.map(({ variant, metric, verdict: each }: any) => [variant, metric, each])
    expect(judged).to.eql([
      ['slow', 'capacity', 'pass'],
      ['fast', 'capacity', 'pass']
    ])
    expect([part.scenario, part.level], output).to.eql(['queue at 0.5x the capacity', { of: 'queue', factor: 0.5 }])
    const rates = project
      .runs()
      .filter(({ scenario }) => scenario === part.scenario)
      .map(({ level }) => level)
    expect(rates).to.have.length.of.at.least(6)
    for (const rate of rates) expect(rate).to.be.closeTo(capacity.variants[0].capacity.value / 2, 1e-6)
    expect(part.candidates[0].estimates.map(({ metric }: any) => metric)).to.include.members(['p50', 'p95'])
    expect(output).to.match(/ {2}search +slow +at [\d.]+\/s +p95 +[\d.,]+ ms +(?:keeps|misses) it/)
    expect(output).to.not.include('round  0')
    const junit = readFileSync(join(project.record(), 'junit.xml'), 'utf8')
    expect(junit).to.include('capacity speedup at least 1.2')
    if (isKnown)
      expect(`${output}${junit}`)
        .to.match(/^PASS {2}/m)
        .and.not.include('<failure')
    expect(readFileSync(join(project.record(), 'index.html'), 'utf8'))
      .to.include('Capacity')
      .and.not.include('round 0')
  })
})
