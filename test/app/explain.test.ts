import { expect } from 'chai'
import { explainDeath, explainDelay, nameApp, type Death, type Delay } from '../../plugin/app/explain.ts'
import { temporaryFolder } from '../support/folder.ts'
import { appFile, aVariant, someSettings } from '../support/settings.ts'
import { nothingReported, type AppState } from '../../plugin/app/readiness.ts'
import type { Variant } from '../../plugin/concepts/settings.ts'

const {
  app,
  target,
  variants: [single, clustered]
} = someSettings()
const commandOf = (command: Variant['command'], name = 'nginx') =>
  aVariant({ name, mode: 'command', workers: null, command })
const listener = (pid: number, port = 3030, address = '127.0.0.1') => ({ pid, port, address })
const nginx = { variant: commandOf('nginx -c my.conf') }

/** @returns it begins with what was started */
const named = ({ variant = clustered }: { variant?: Variant }, rest: string) => `${nameApp(variant, app)}${rest}`

describe('the explanation of a death', () => {
  const folder = temporaryFolder()
  const inForeground = 'Only a process in the foreground can be measured and stopped: run it in the foreground'
  const byOption = "without `&` and with the option that many programs have for this, such as `nginx -g 'daemon off;'`"
  const at0 = ' exited with code 0 before it was ready'

  type Given = Partial<Omit<Death, 'exit' | 'state'>> & {
    exit?: Partial<Death['exit']>
    state?: Partial<AppState>
    log?: string
  }
  const explain = ({ exit, state, log = '', ...rest }: Given) =>
    explainDeath({
      variant: clustered,
      app,
      target,
      stillListens: false,
      when: 'before it was ready',
      logFile: folder.write('log', log),
      ...rest,
      exit: { code: 0, signal: null, leftOthers: false, ...exit },
      state: { ...nothingReported(), ...state }
    })

  // Those of commands are tested where commands are run.
  const lines = (count: number, from: number, indent = '') =>
    Array.from({ length: count }, (_, i) => `${indent}line ${from + i}`).join('\n')
  const deaths: Record<string, [death: Given, message: string]> = {
    'names the exit code and the last twelve lines': [
      { exit: { code: 1 }, log: `${lines(5000, 0)}\n\n    at main\n` },
      ` exited with code 1 before it was ready. Its last lines:\n${lines(11, 4989, '    ')}\n        at main`
    ],
    'names the signal': [
      { exit: { code: null, signal: 'SIGKILL' } },
      ' was killed by SIGKILL before it was ready. It printed nothing.'
    ],
    'tells of an app that ends at once': [
      {},
      `${at0}, without listening on a port. It must be the file that starts the server and keeps running. It printed nothing.`
    ],
    'tells of an app that has served': [{ state: { listeners: [listener(7)] } }, `${at0}. It printed nothing.`],
    'tells of workers that die again and again': [
      { state: { gaveUpAfter: 3, lastDeath: 'exit code 7' }, log: 'boom' },
      ' keeps crashing: 3 of its workers died before it was ready, ' +
        'the last with exit code 7. If it works as a single process, look for what exists only once, such as a lock, a file or a second port. Its last lines:\n    boom'
    ],
    'tells of one that could not be found in the background, but by the port that it has taken': [
      { ...nginx, stillListens: true },
      `${at0}, but another process listens on 127.0.0.1:3030 now. If the app moved to the background, stop it yourself: the plugin can't find it. ` +
        `${inForeground}, ${byOption}. It printed nothing.`
    ],
    'tells of an app that did so without advice on options': [
      { exit: { leftOthers: true } },
      `${at0}, but left processes running in the background, which were killed. ${inForeground}. It printed nothing.`
    ],
    'does not take a crash for a way to the background': [
      { ...nginx, exit: { code: 1, leftOthers: true }, stillListens: true },
      ' exited with code 1 before it was ready. It printed nothing.'
    ],
    'tells of a command that has nothing more to do': [
      nginx,
      `${at0}. A command must keep running until its run is over. It printed nothing.`
    ],
    'tells that of commands only': [
      { exit: { code: 126 } },
      ' exited with code 126 before it was ready. It printed nothing.'
    ]
  }
  for (const [what, [death, message]] of Object.entries(deaths))
    it(what, () => expect(explain(death)).to.equal(named(death, message)))
})

describe('the explanation of a delay', () => {
  const folder = temporaryFolder()
  const within = 'within 10 s (plugins.speedup.app.readyTimeout)'
  const notReached = 'where config.target http://127.0.0.1:3030 does not reach it. Make the two match.'
  const ready = { readyAnswer: 'answered 503', app: { ...app, ready: '/health' } }
  const answers = ` listens, but GET /health answered 503 ${within}. It must answer with a status below 500: fix the app, or change plugins.speedup.app.ready. It printed nothing.`

  type Given = Partial<Omit<Delay, 'state'>> & { state?: Partial<AppState> }
  const explain = ({ state, ...rest }: Given) =>
    explainDelay({
      variant: clustered,
      app,
      target,
      state: { ...nothingReported(), ...state },
      seenPorts: [],
      seenPaths: [],
      isTaken: false,
      logFile: folder.write('log', ''),
      readyAnswer: null,
      ...rest
    })

  const delays: Record<string, [delay: Given, message: string]> = {
    'tells that the app listens on no port': [
      {},
      ` did not listen on any port ${within}. If it needs longer to start, raise that timeout; the app must listen on port 3030. It printed nothing.`
    ],
    'names the option of a command, where no scenario file has one': [
      { timeoutOption: '--ready-timeout' },
      ' did not listen on any port within 10 s (--ready-timeout). If it needs longer to start, raise that timeout; the app must listen on port 3030. It printed nothing.'
    ],
    'tells that the app listens on a Unix socket, and what to set': [
      { variant: single, seenPaths: ['/run/app.sock'] },
      ` did not listen on any port ${within}, only on the Unix socket /run/app.sock. Make the app listen on process.env.PORT, ` +
        'which is set to 3030, or, if it comes to that later, raise that timeout. It printed nothing.'
    ],
    'tells on which other port the app listens': [
      { state: { listeners: [listener(7, 8080), listener(8, 8080), listener(8, 9229)] } },
      ' listens on port 8080 and 9229, but config.target names ' +
        'port 3030. Make the app listen on process.env.PORT, which is set to 3030, or change config.target.'
    ],
    'tells how many workers listen, counting each once': [
      { state: { listeners: [listener(7), listener(7), listener(8, 8080)] } },
      `: only 1 of 2 workers listened on port 3030 ${within}. Port 8080 was listened on, too: an app that takes another port where its own is in use can't share it. It printed nothing.`
    ],
    'tells how many listen of those that only the app’s own files know': [
      { variant: { ...clustered, workers: null }, state: { expected: 4, listeners: [listener(7), listener(8)] } },
      `: only 2 of 4 workers listened on port 3030 ${within}. It printed nothing.`
    ],
    'tells that the address is another one than the target’s': [
      { variant: single, state: { listeners: [listener(7, 3030, '::1')] } },
      ` listens on ::1, ${notReached}`
    ],
    'tells that of a command': [{ ...nginx, seenPorts: [3030, 9090] }, ` listens on port 3030, ${notReached}`],
    'tells on which other port a command listens': [
      { ...nginx, seenPorts: [8080] },
      ' listens on port 8080, but config.target names port 3030. Make it listen on $PORT, which is set to 3030, or change config.target.'
    ],
    'tells what the ready path did instead of answering': [
      { ...ready, state: { listeners: [listener(7), listener(8)] } },
      answers
    ],
    'tells that of an app that tells nothing': [{ ...ready, variant: single }, answers]
  }
  for (const [what, [delay, message]] of Object.entries(delays))
    it(what, () => expect(explain(delay)).to.equal(named(delay, message)))
})

describe('how a message names what was started', () => {
  const beginning = `node ${'x'.repeat(180)}`
  const names: [what: string, command: string | string[], name: string][] = [
    [
      'by its list, without what may be a secret',
      ['docker', 'run', '-e', 'TOKEN=s3cret s3cret', 'shop'],
      'docker run -e TOKEN=… shop'
    ],
    [
      'cut off only where secrets are masked already',
      `${beginning} TOKEN="s3cret ${'s3cret '.repeat(30)}" --last`,
      `${beginning} TOKEN=… --last`
    ],
    ['by the beginning of a long command', 'x'.repeat(201), `${'x'.repeat(200)} …`]
  ]
  for (const [what, command, name] of names) {
    it(`is ${what}`, () =>
      expect(nameApp(commandOf(command, 'shop'), app)).to.equal(`Variant shop: the command \`${name}\``))
  }

  it('is by its file, when it is no command', () =>
    expect(nameApp(clustered, app)).to.equal(`Variant clustered: the app ${appFile}`))
})
