import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { startArtillery } from '../support/artillery.ts'
import { compareOneRound } from '../support/measure.ts'
import { apps, certain, shortScript, useProject } from '../support/project.ts'

const variants = { single: {}, clustered: { mode: 'cluster', workers: 2 } }
const scenarios = [{ name: 'primes', flow: [{ loop: [{ get: { url: '/' } }, { think: '40ms' }], count: 50 }] }]

const source = readFileSync(join(apps, 'profiled.js'), 'utf8')
const lineOfIsPrime = 1 + source.split('\n').findIndex((line) => line.startsWith('function isPrime'))

describe('a comparison with profiles', () => {
  const project = useProject()

  const script = (env: object = {}, options: object = {}) => {
    const app = { script: join(apps, 'profiled.js'), env, cwd: project.folder }
    return shortScript(project, {
      options: { app, variants, profile: true, thresholds: { p50: certain.toPass }, ...options },
      scenarios
    })
  }
  const recordFolder = () =>
    join(project.folder, String(readdirSync(project.folder).find((name) => name.endsWith('-job'))))

  /** On a machine that has other things to do, a problem may withhold it, but no profile is one. */
  const expectVerdict = (verdict: string | null, warnings: { code: string; severity: string }[]) => {
    if (verdict !== 'pass')
      expect(warnings.some(({ code, severity }) => severity === 'problem' && !code.startsWith('profile'))).to.equal(
        true
      )
  }

  it('keeps one of all processes of each variant, from runs that are not measured; in those that are, Node’s inspector is not even loaded', async () => {
    const {
      scenarios: [{ profiles, warnings, verdict }],
      runs
    } = await compareOneRound(script(), project.folder)
    expect(profiles.map(({ variant, file, processes, missing }) => [variant, file, processes, missing])).to.eql([
      ['single', 'profiles/single.cpuprofile', 1, []],
      ['clustered', 'profiles/clustered.cpuprofile', 2, []]
    ])
    for (const { file, responses, functions } of profiles) {
      // What was asked before a process had seen that the load counts, is not in it.
      expect(responses).to.be.within(1, 200)
      // That most is told first is tested in test/profile: on a busy machine, a process waits for a core where it wakes
      // the client, as it writes.
      expect(functions.map(({ name, place }) => `${name} ${place}`)).to.include(
        `isPrime test/fixtures/apps/profiled.js:${lineOfIsPrime}`
      )
      const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(join(recordFolder(), file), 'utf8'))
      expect(samples).to.have.lengthOf.above(20)
      expect([timeDeltas.length, Math.min(...timeDeltas) >= 0, nodes[0].callFrame.functionName]).to.eql([
        samples.length,
        true,
        '(root)'
      ])
    }
    expectVerdict(verdict, warnings)
    expect(warnings.filter(({ code }) => code === 'profile-missing')).to.eql([])
    expect(runs.map(({ variant, requests }) => [variant, requests])).to.eql([
      ['single', 200],
      ['clustered', 200]
    ])
    const seen = project.read('seen').trim().split('\n')
    expect([...new Set(seen)].sort()).to.eql(['false false', 'true true'])
    expect(seen.filter((line) => line === 'true true')).to.have.length(3)
  })

  it('says why a variant has none, and which of its processes ended, and keeps its verdict', async () => {
    const {
      scenarios: [{ profiles, warnings, verdict }]
    } = await compareOneRound(script({ DIES: 'yes' }), project.folder)
    expectVerdict(verdict, warnings)
    const [note] = warnings.filter(({ code }) => code === 'profile-missing')
    // All users fail then, and leave: whether their end is heard first, or that of the app, is chance.
    expect(note.message).to.match(
      /^single has no profile: (Variant single: the app .+ exited with code 3 while it was profiled\.|Process \d+ ended while it was profiled\. Read the app’s log\.)/
    )
    const [{ variant, processes, missing }] = profiles
    expect([variant, missing.length, profiles.length]).to.eql(['clustered', 1, 1])
    expect(missing[0]).to.match(/^Process \d+ ended while it was profiled\. Read the app’s log\.$/)
    expect(processes).to.be.within(1, 2)
  })

  it('keeps its verdict, and what was profiled, when it is interrupted in the second profile, and leaves nothing behind', async () => {
    const artillery = startArtillery(project.write('job.json', script()), { cwd: project.folder })
    const profiled = () =>
      existsSync(join(project.folder, 'seen'))
        ? project
            .read('seen')
            .split('\n')
            .filter((line) => line.startsWith('true')).length
        : 0
    while (profiled() < 2 && artillery.child.exitCode === null) await delay(20)
    const output = await artillery.interrupt()
    expect(output)
      .to.include('PASS')
      .and.include('profiles/single.cpuprofile, 1 process')
      .and.not.include('INTERRUPTED')
    const {
      verdict,
      error,
      scenarios: [{ profiles, warnings }]
    } = project.comparison()
    expect([verdict, error, profiles.map(({ file }: { file: string }) => file)]).to.eql([
      'pass',
      null,
      ['profiles/single.cpuprofile']
    ])
    expect(warnings.map(({ message }: { message: string }) => message)).to.include(
      'clustered has no profile: The comparison was interrupted.'
    )
    expect(readdirSync(join(project.record(), 'profiles'))).to.eql(['single.cpuprofile'])
    expect(project.runs()).to.have.length(6)
  })
})
