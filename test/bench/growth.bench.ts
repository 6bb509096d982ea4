import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { speedup } from '../support/cli.ts'
import { fixtures } from '../support/project.ts'
import { grownWords } from '../../plugin/questions/growth/report/console.ts'
import { everySo, leaks } from '../fixtures/growth/leaks.js'
import type { Growth, GrowthFound } from '../../plugin/questions/growth/concepts.ts'

const folder = `${fixtures}growth/`

/**
 * value, interval: bytes of a request, as found; size: as they take apart, in a process that serves nobody; what: there
 * is more of, and what holds most of it
 */
export type FoundLeak = Pick<Growth, 'state'> &
  Growth['slope'] & { leak: string; size: number; isHeld: boolean; what: string }

const run = (kind: string, bytes: number) => ({ kind, bytes })
const once = Object.keys(leaks).flatMap((kind) =>
  (kind === 'none' ? [0] : [100, 1000, 50_000]).map((bytes) => run(kind, bytes))
)
const often = [run('closures', 100), run('maps', 1000), run('buffers', 50_000), run('timers', 1000)]

/**
 * Apps of which each request leaves something.
 *
 * @param times how often four of them are measured, and half as often as an app that leaves nothing; 0: each once
 */
export async function* benchGrowth(times: number): AsyncGenerator<FoundLeak> {
  const repeated = Array.from({ length: times }, () => [...often, run('none', 0), run('none', 0)])
  for (const { kind, bytes } of times === 0 ? once : repeated.flat()) {
    const env = { ...process.env, KIND: kind, BYTES: `${bytes}` }
    // A thousandth of what a machine has, or of the descriptors that a process may open.
    const requests = bytes > 10_000 ? 100 : 500
    const words = ['growth', 'server.js', '/', '--rounds=3', '--users=8', `--requests=${requests}`, '--json']
    const { stdout } = await speedup(words, { env, cwd: folder })
    const { growths, grown }: GrowthFound & { growths: Growth[] } = JSON.parse(stdout)
    const [{ state, slope }] = growths
    const argv = ['--expose-gc', `${folder}size.js`, kind, `${bytes}`, String(kind === 'sockets' ? 100 : 10 * requests)]
    const size = Number((await promisify(execFile)(process.execPath, argv)).stdout) / everySo(kind)
    const isHeld = kind === 'none' ? state === 'steady' : slope.interval[0] <= size && size <= slope.interval[1]
    const what = grown === null ? '' : grownWords(grown, slope.value)
    yield { leak: `${kind} ${bytes}`, size, state, ...slope, isHeld, what }
  }
}
