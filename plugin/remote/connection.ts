import { appendFileSync, realpathSync } from 'node:fs'
import { relative } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { clockMs } from '../machine/clock.ts'
import { orLost, type GeneratorEvent } from '../messages/load.ts'
import { beatMs, cache, startSsh, type RemoteCommand, type RemoteNews, type SeenThere } from '../messages/remote.ts'
import { builtModule, packageFile } from '../package-files.ts'
import { cpuMsOf } from '../processes/proc.ts'
import { passMark } from '../record/samples.ts'
import type { LoadClock } from '../concepts/run.ts'

export type Connection = ReturnType<typeof connect>

/** ordered: what the other machine writes: no other file here */
type Means = {
  key: string
  ordered: Set<string | null>
  hear: (event: GeneratorEvent) => void
  ended: (log: string, code: number) => void
}

const unseen: SeenThere = { roundTripMs: null, resent: null, link: null, machine: null }

/** A connection to the agent on a machine that makes the load, or a part of it. This process ends with it. */
export function connect(host: string, { key, ordered, hear, ended }: Means) {
  const own = packageFile('.')
  const agent = `${realpathSync(own)}/${relative(own, fileURLToPath(builtModule('remote/agent.js')))}`
  const ssh = startSsh(host, `root=${cache}/${key}; exec node "$root${agent}" "$root"`, ['pipe', 'pipe', 'inherit'])
  const tell = (command: RemoteCommand) => void ssh.stdin?.write(`${JSON.stringify(command)}\n`)
  let answered: (atMs: number) => void = () => {}
  let reached = () => {}
  let requests = 0
  let seen = unseen

  const take = (news: RemoteNews) => {
    if ('beat' in news) answered(news.atMs)
    else if ('event' in news) hear(news.event)
    else if ('seen' in news) seen = news.seen
    else if ('ended' in news) ended(news.ended === 0 ? news.log : `${news.log}\nThat was on ${host}.\n`, news.ended)
    else if ('reached' in news) reached()
    else if ('problem' in news) exit(`${host} (plugins.speedup.generator.ssh) ${news.problem}\n`, 1)
    else if (ordered.has(news.file)) {
      if (news.file.endsWith('.csv')) requests += requestsIn(news.text)
      orLost(news.file, () => appendFileSync(news.file, news.text, 'latin1'))
    }
  }

  createInterface({ input: ssh.stdout! }).on('line', (line) => line.startsWith('{') && take(JSON.parse(line)))
  ssh.stdin?.on('error', () => {})
  ssh.on('close', () => exit(`The connection to ${host} (plugins.speedup.generator.ssh) was lost.\n`, 1))
  // So much time the child has there, too.
  process.once('SIGTERM', () => ssh.stdin?.end())
  setInterval(() => tell({ beat: 0 }), beatMs)
  return {
    host,
    tell,
    /** By the quickest of a few answers, which was on its way for half of the time at most (RFC 5905, section 8). */
    async readClock(): Promise<LoadClock> {
      let best: LoadClock = { offsetMs: 0, errorMs: Infinity }
      for (let beat = 1; beat <= 5; beat++) {
        const sentMs = clockMs()
        tell({ beat })
        const atMs = await new Promise<number>((resolve) => (answered = resolve))
        const errorMs = (clockMs() - sentMs) / 2
        if (errorMs < best.errorMs) best = { offsetMs: atMs - sentMs - errorMs, errorMs }
      }
      return best
    },
    /** Resolves when it has seen that it reaches the apps of loads that begin now. */
    reach: () =>
      new Promise<void>((resolve) => {
        reached = resolve
        tell({ reach: true })
      }),
    /** What it takes of this machine. */
    cpuMs: () => cpuMsOf(`/proc/${ssh.pid}`),
    /** @returns since the last time */
    takeSeen() {
      const taken = { ...seen, requests }
      requests = 0
      seen = unseen
      return taken
    }
  }
}

/** In lines of a samples file, which are of passes, too. */
const requestsIn = (text: string) =>
  (text.match(/\n/g)?.length ?? 0) - (text.match(new RegExp(`,${passMark},`, 'g'))?.length ?? 0)

export function exit(text: string, code: number): never {
  process.stdout.write(text)
  process.exit(code)
}
