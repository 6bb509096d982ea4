import { appendFileSync, realpathSync } from 'node:fs'
import { relative } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { clockMs } from '../machine/clock.ts'
import { orLost, saidOn, type GeneratorEvent, type LoadTarget } from '../messages/load.ts'
import {
  beatMs,
  cache,
  silenceMs,
  startSsh,
  type RemoteCommand,
  type RemoteNews,
  type SeenThere
} from '../messages/remote.ts'
import { builtModule, packageFile } from '../package-files.ts'
import { cpuMsOf } from '../processes/proc.ts'
import type { LoadClock } from '../concepts/run.ts'

/** ordered: what the other machine writes: no other file here */
type Means = {
  key: string
  ordered: Set<string | null>
  hear: (event: GeneratorEvent) => void
  ended: (log: string, code: number) => void
}

/** A connection to the agent on a machine that makes the load, or a part of it. This process ends with it. */
export function connect(host: string, { key, ordered, hear, ended }: Means) {
  const name = `${host} (plugins.speedup.generator.ssh)`
  const own = packageFile('.')
  const agent = `${realpathSync(own)}/${relative(own, fileURLToPath(builtModule('remote/agent.js')))}`
  const ssh = startSsh(host, `root=${cache}/${key}; exec node "$root${agent}" "$root"`, {
    stdio: ['pipe', 'pipe', 'inherit']
  })
  const tell = (command: RemoteCommand) => void ssh.stdin?.write(`${JSON.stringify(command)}\n`)
  const beat = () => tell({ beat: clockMs() })
  let answered: (clock: LoadClock) => void = () => {}
  let reached = () => {}
  let seen: SeenThere | undefined
  let heardMs = performance.now() + silenceMs // there, Node has to start first

  const take = (news: RemoteNews) => {
    if ('beat' in news) {
      // It was on its way for half of the time at most (RFC 5905, section 8).
      const errorMs = (clockMs() - news.beat) / 2
      answered({ offsetMs: news.atMs - news.beat - errorMs, errorMs })
    } else if ('event' in news) {
      seen = news.seen ?? seen
      hear(news.event)
    } else if ('ended' in news) ended(news.ended === 0 ? news.log : saidOn(host, news.log), news.ended)
    else if ('reached' in news) reached()
    else if ('problem' in news) exit(`${name} ${news.problem}\n`, 1)
    else if (ordered.has(news.file)) orLost(news.file, () => appendFileSync(news.file, news.text, 'latin1'))
  }

  createInterface({ input: ssh.stdout! }).on('line', (line) => line.startsWith('{') && take(JSON.parse(line)))
  ssh.stdout?.on('data', () => (heardMs = performance.now()))
  ssh.stdin?.on('error', () => {})
  ssh.on('close', () => exit(`The connection to ${name} was lost.\n`, 1))
  // So much time the child has there, too.
  process.once('SIGTERM', () => ssh.stdin?.end())
  beat()
  setInterval(() => {
    // Its sshd answers for it, but it is stopped.
    if (performance.now() - heardMs > silenceMs) exit(`${name} has said nothing for ${silenceMs / 1000} s.\n`, 1)
    beat()
  }, beatMs)
  return {
    host,
    tell,
    /** By the quickest of a few answers. */
    async readClock() {
      let best: LoadClock = { offsetMs: 0, errorMs: Infinity }
      for (let i = 0; i < 5; i++) {
        beat()
        const clock = await new Promise<LoadClock>((resolve) => (answered = resolve))
        if (clock.errorMs < best.errorMs) best = clock
      }
      return best
    },
    /** Resolves when it has seen that it reaches the apps of loads that begin now. */
    reach: (targets: LoadTarget[]) =>
      new Promise<void>((resolve) => {
        reached = resolve
        tell({ reach: targets })
      }),
    /** What it takes of this machine. */
    cpuMs: () => cpuMsOf(`/proc/${ssh.pid}`),
    /** @returns of the last load that was made */
    seen: () => seen as SeenThere
  }
}

export function exit(text: string, code: number): never {
  process.stdout.write(text)
  process.exit(code)
}
