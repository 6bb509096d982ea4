import { spawnSync } from 'node:child_process'
import { sized } from '../concepts/wording.ts'
import { comparingHelp, comparingOptions } from '../init/questions.ts'
import { line } from '../init/summary.ts'
import { allowedMemory } from '../machine/cores.ts'
import { openWorkbench } from '../processes/guard.ts'
import { explaining, explains } from '../questions/settings.ts'
import { variant } from '../settings/variant-shapes.ts'
import { duration } from '../settings/quantities.ts'
import { isWithin, reject } from '../settings/shapes.ts'
import { findNode } from '../versions/cache.ts'
import { say, text, wrapped, type Command } from './command.ts'
import { compareWithoutFile } from './quick.ts'

/** Of two versions. */
export const usual = { least: '0.9', time: '2m' }

/** @throws SpeedupError one of the two is none */
export function checkBounds(least: string, time: string) {
  if (!isWithin(Number(least), { above: 0 })) reject('--least', least, 'a number above 0, such as 0.9')
  duration({ above: 0 })(time, '--time')
}

/** The first that has --max-old-space-size-percentage. */
const bySharesFrom = 24

export const upgrade: Command = {
  usage: '<from> <to> [app] [options]',
  takes: [2, Infinity, 'two versions of Node, such as 22 24'],
  summary: 'find whether your app is slower on another version of Node, without a scenario file',
  details: `It gets both versions from npm, finds the port, a path that answers and a load, and compares your app on the two in rounds until it is clear whether \
it reaches ${usual.least} times the throughput on the new one. It says how large the heap may grow with each${explains.map((it) => `, and then ${it}`).join('')}. Packages with native \
code must be built for both. It sends as many requests as the app answers: point it at a test database.

  --least <ratio>            throughput on the new version over that on the old one (default: ${usual.least})
  --time <time>              how long it may take, beside the installation (default: ${usual.time})
${comparingHelp}

Exit codes: 0 the new version is fast enough; 1 it is slower; 2 it could not be told; 3 not measured.`,
  options: { least: text, time: text, ...comparingOptions },
  left: 'Nothing more is measured.',
  run: async ([from, to, ...words], { least = usual.least, time = usual.time, ...values }, signal) => {
    checkBounds(least, time)
    for (const version of [from, to]) variant({ node: version }, 'upgrade')
    if (from === to) reject('upgrade', `${from} ${to}`, 'two different versions of Node')
    if (!values['dry-run']) await tellHeaps([from, to], signal)
    const on = (node: string) => ({ mode: 'single' as const, node })
    const way = {
      words: ['upgrade', from, to],
      length: `at most ${time}, after both versions are installed`,
      // Where it is slower, what made it so is asked next.
      options: () => ({
        variants: { [nameOf(from)]: on(from), [nameOf(to)]: on(to) },
        baseline: nameOf(from),
        thresholds: { throughput: Number(least) },
        ...explaining,
        time
      }),
      closing: () => `In a scenario file: variants: { app: { mode: single, node: ["${from}", "${to}"] } }`
    }
    return compareWithoutFile(words, { ...values, least, time }, way, signal)
  }
}

const nameOf = (version: string) => `Node ${version}`

/** How large the heap of each may grow: another version may be killed in the same container. */
async function tellHeaps(versions: string[], signal: AbortSignal) {
  const workbench = openWorkbench()
  try {
    const nodes = []
    for (const version of versions) nodes.push(await findNode(version, nameOf(version), { say, workbench, signal }))
    const { bytes, isCapped } = allowedMemory()
    const of = isCapped ? `, in a container of ${sized(bytes)}` : ''
    const heaps = nodes.map(({ file, version }) => `${sized(heapOf(file))} on ${version}`)
    const way =
      isCapped && Number.parseInt(nodes[1].version, 10) >= bySharesFrom
        ? ' --max-old-space-size-percentage=70 sets it by the container.'
        : ''
    say(line('heap', wrapped(`may grow to ${heaps.join(', and to ')}${of}.${way}`, 9).trimStart()))
  } finally {
    await workbench.close()
  }
}

/** @returns bytes; NaN: it can't run here, which the comparison will tell */
const heapOf = (node: string) =>
  Number(spawnSync(node, ['-p', 'v8.getHeapStatistics().heap_size_limit'], { encoding: 'utf8' }).stdout)
