import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { Interrupted } from '../../plugin/concepts/errors.ts'
import { compareOneRound } from '../support/measure.ts'
import { apps, certain, sharedProject, shortScript } from '../support/project.ts'
import { livingProcesses } from '../support/strays.ts'
import type { CpuProfileNode } from '../../plugin/questions/profile/concepts.ts'

const DIES = 'yes'
const cluster = { mode: 'cluster', workers: 2 }
const variants = {
  single: {},
  clustered: cluster,
  dead: { env: { DIES } },
  dying: { ...cluster, env: { DIES } },
  last: {}
}
const scenarios = [{ name: 'primes', flow: [{ loop: [{ get: { url: '/' } }, { think: '40ms' }], count: 25 }] }]

const source = readFileSync(join(apps, 'profiled.js'), 'utf8')
const lineOfIsPrime = 1 + source.split('\n').findIndex((line) => line.startsWith('function isPrime'))

describe('a comparison with profiles that is interrupted in the last of them', () => {
  const project = sharedProject()
  let compared: Awaited<ReturnType<typeof compareOneRound>>

  const asked = () => project.read('seen').trim().split('\n')
  const profiledSoFar = () => asked().filter((line) => line.startsWith('true')).length

  before(async () => {
    const app = { script: join(apps, 'profiled.js'), env: { FOLDER: project.folder }, cwd: project.folder }
    const options = { app, variants, profile: true, thresholds: { p50: certain.toPass } }
    const interruption = new AbortController()
    const interruptOnceMoreThan = (profiled: number) => {
      const look = setInterval(() => {
        if (profiledSoFar() === profiled) return
        clearInterval(look)
        interruption.abort(new Interrupted())
      }, 20)
    }
    compared = await compareOneRound(shortScript(project, { options, scenarios }), project.folder, {
      isWarm: true,
      signal: interruption.signal,
      tell(progress) {
        if (progress.event === 'begins' && progress.round === 'profile' && progress.variant === 'last')
          interruptOnceMoreThan(profiledSoFar())
      }
    })
  })

  const profileOf = (name: string) => compared.scenarios[0].profiles.find(({ variant }) => variant === name)
  const whyMissing = (name: string) =>
    compared.scenarios[0].warnings
      .filter(({ code }) => code === 'profile-missing')
      .map(({ message }) => message)
      .find((message) => message.startsWith(name))

  for (const [variant, processes] of [
    ['single', 1],
    ['clustered', 2]
  ] as const) {
    it(`keeps one of all processes of ${variant}`, () => {
      const profile = profileOf(variant)
      const file = `profiles/${variant}.cpuprofile`
      expect(profile).to.deep.include({ file, processes, missing: [] })
      // What was asked before a process had seen that the load counts, is not in it.
      expect(profile?.responses).to.be.within(1, 100)
      // That most is told first is tested in test/profile: on a busy machine, a process waits for a core where it wakes
      // the client, as it writes.
      const places = profile?.functions.map(({ name, place }) => `${name} ${place}`)
      expect(places).to.include(`isPrime test/fixtures/apps/profiled.js:${lineOfIsPrime}`)
      const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(join(compared.record, file), 'utf8'))
      expect(samples).to.have.lengthOf.above(20)
      expect(timeDeltas).to.have.lengthOf(samples.length)
      expect(nodes.map(({ id }: CpuProfileNode) => id)).to.include.members(samples)
      expect(Math.min(...timeDeltas)).to.be.at.least(0)
      expect(nodes[0].callFrame.functionName).to.equal('(root)')
    })
  }

  it('profiles no run that is measured: there, Node’s inspector is not even loaded', () => {
    expect(compared.runs.map(({ variant, requests }) => [variant, requests])).to.eql(
      Object.keys(variants).map((variant) => [variant, 100])
    )
    expect([...new Set(asked())].sort()).to.eql(['false false', 'true true'])
  })

  it('says why a variant has none, and which of its processes ended', () => {
    // All users fail then, and leave: whether their end is heard first, or that of the app, is chance.
    expect(whyMissing('dead')).to.match(
      /^dead has no profile: (Variant dead: the app .+ exited with code 3 while it was profiled\.|Process \d+ ended while it was profiled\. Read the app’s log\.)/
    )
    const { processes, missing = [] } = profileOf('dying') ?? {}
    expect(missing).to.have.length(1)
    expect(missing[0]).to.match(/^Process \d+ ended while it was profiled\. Read the app’s log\.$/)
    expect(processes).to.be.within(1, 2)
  })

  it('keeps its verdict and what was profiled before, and leaves nothing behind', () => {
    expect(whyMissing('last')).to.equal('last has no profile: The comparison was interrupted.')
    const kept = ['clustered', 'dying', 'single']
    expect(readdirSync(join(compared.record, 'profiles'))).to.eql(kept.map((name) => `${name}.cpuprofile`))
    const [{ verdict, warnings }] = compared.scenarios
    // On a machine that has other things to do, a problem may withhold it, but no profile is one.
    const problems = warnings.filter(({ code, severity }) => severity === 'problem' && !code.startsWith('profile'))
    if (problems.length === 0) expect(verdict).to.equal('pass')
    expect(livingProcesses(project.folder)).to.eql([])
  })
})
