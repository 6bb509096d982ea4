import { join } from 'node:path'
import { expect } from 'chai'
import { compareOneRound } from '../support/measure.ts'
import { apps, certain, shortScript, useProject } from '../support/project.ts'

const about = [
  'different-answers',
  'different-encoding',
  'different-connections',
  'different-sizes',
  'worker-restarted'
]
/** Artillery's own client waits for ever for a 304 to end. */
const [fixed, ...varying] = ['/fixed', '/random', '/time', '/later'].map((url) => ({ get: { url } }))
const kept = { get: { url: '/etag', headers: { 'if-none-match': '"1"' } } }

describe('a difference between variants that is not their speed', () => {
  const project = useProject()
  /**
   * Each user goes through the flow so often that it would not matter if he were cut short, however long that takes.
   *
   * @param seconds instead: for as long
   * @returns what one round of `single` and the candidates says of each: its verdict, why it has none, and the warnings
   */
  async function compare(
    candidates: string[],
    flow: object[],
    { seconds, ...options }: { seconds?: number; generator?: object } = {}
  ) {
    const variants = Object.fromEntries(
      candidates.map((what) => [
        what,
        {
          // Only a cluster goes on without a worker that died.
          ...(what === 'crash' ? { mode: 'cluster', workers: 2 } : { mode: 'single' }),
          env: { ALONE: what === 'crash' ? '' : 'yes', UNFAIR: what, STARTS: join(project.folder, `starts-${what}`) }
        }
      ])
    )
    const steps = [...flow, { think: '20ms' }]
    const load = seconds === undefined ? {} : { users: 4, duration: `${seconds}s` }
    const script = shortScript(project, {
      // Whom a worker leaves that dies, waits no longer.
      ...(seconds !== undefined && { config: { phases: undefined, http: { timeout: 1 } } }),
      options: {
        app: join(apps, 'unfair.js'),
        ...load,
        thresholds: { p50: certain.toPass },
        limits: { errorRate: '50%' },
        variants: { single: {}, ...variants },
        ...options
      },
      scenarios: [{ name: 'pages', flow: seconds === undefined ? [{ loop: steps, count: 12 }] : steps }]
    })
    const {
      scenarios: [{ warnings, candidates: judged }]
    } = await compareOneRound(script, project.folder)
    const saidOf = (name: string) => warnings.filter(({ code, variant }) => about.includes(code) && variant === name)
    return judged.map(({ name, verdict, estimates: [{ reason }] }) => ({
      name,
      verdict,
      reason,
      said: saidOf(name).map(({ severity, code, message }) => `${severity} ${code}: ${message}`)
    }))
  }

  it('is a problem with its name, and withholds the verdict; a fair candidate has none, however its answers vary; with Artillery’s client, too', async () => {
    const expected = {
      gzip: /^problem different-encoding: gzip compresses its responses \(gzip, \d+ B\), single does not \(48 kB\): GET \/fixed\. /,
      close:
        /^problem different-connections: close closes the connection after each response, single keeps it open, so the verdict is withheld: /,
      status: /^problem different-answers: status answers GET \/fixed \(203 instead of 200\) differently from single, /,
      short:
        /^problem different-sizes: The responses of short under load are smaller than those of single: on average [\d.]+ kB instead of [\d.]+ kB, so the verdict is withheld/,
      crash:
        /^problem worker-restarted: \d+ workers of crash died, one every [\d.]+ s of load, and none of single\. About \d+ % of the time/
    }
    const names = Object.keys(expected).filter((name) => name !== 'crash')
    const [fair, ...unfair] = await compare(['fair', ...names], [fixed, ...varying, kept])
    // A worker lives for 1.5 s from its first request on.
    const byArtillery = await compare(['crash', 'gzip'], [fixed, ...varying], {
      seconds: 3,
      generator: { client: 'artillery' }
    })
    unfair.push(...byArtillery)
    // A load generator that waits for a core itself is another matter.
    const verdict = fair.reason === 'generator-saturated' ? 'inconclusive' : 'pass'
    expect(fair).to.eql({ name: 'fair', verdict, reason: verdict === 'pass' ? null : 'generator-saturated', said: [] })
    for (const { name, verdict, reason, said } of unfair) {
      expect(said, name).to.have.length(1)
      expect(said[0])
        .to.match(expected[name as keyof typeof expected])
        .and.to.include(` ${reason}: `)
      expect(verdict, name).to.equal('inconclusive')
    }
  })
})
