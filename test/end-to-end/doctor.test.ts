import { readFileSync, rmSync } from 'node:fs'
import { expect } from 'chai'
import { quietly } from '../support/artillery.ts'
import { callSpeedup, speedup } from '../support/cli.ts'
import { fixtures, freePort, useProject } from '../support/project.ts'
import { checkNames } from '../../plugin/questions/doctor/init.ts'
import type { Examination } from '../../plugin/questions/doctor/concepts.ts'

const folder = `${fixtures}doctor/`

describe('artillery-speedup doctor', () => {
  const project = useProject()
  after(() => rmSync(`${folder}reports`, { recursive: true, force: true }))
  const examine = async (app: string, words: string[]) => {
    const env = {
      ...process.env,
      ...quietly,
      DOCTOR_COUNT_FILE: project.write('counts', ''),
      DOCTOR_SECOND_PORT: String(await freePort())
    }
    // Tests beside this one may want the usual port while none of both ways runs.
    const port = `--port=${await freePort()}`
    const { code, stdout, stderr } = await speedup(['doctor', app, '--workers=8', port, '--json', ...words], {
      env,
      cwd: folder
    })
    const document: Examination & { exitCode: number } = JSON.parse(stdout)
    expect(code, stderr).to.equal(document.exitCode)
    return { ...document, console: stderr }
  }

  /** check: that finds it, and is made alone; found: code, place if there is one, a part of the sentence */
  const faults: Record<
    string,
    { check: string; words?: string[]; found: [code: string, line: number | null, says: RegExp][] }
  > = {
    sessions: {
      check: 'sessions',
      words: ['/cart', '--login', '/login {}'],
      found: [
        [
          'state-in-process',
          null,
          /^GET \/cart with the cookie sid of worker 1 answers 403 in worker 2, but answers 200 in /
        ]
      ]
    },
    views: {
      check: 'sessions',
      words: ['/'],
      found: [
        ['state-in-process', 7, /^GET \/ with the cookie sid of worker 1 sets a new sid in worker 2, but sets none in /]
      ]
    },
    rolling: {
      check: 'sessions',
      words: ['/'],
      found: [['state-in-process', null, /sets a new sid in worker 2, but sets none in worker 1$/]]
    },
    made: {
      check: 'sessions',
      words: ['/items', '--body', '{}'],
      found: [['state-in-process', null, /^GET \/items\/\S+ with the id of worker 1 answers 404 in worker 2, but /]]
    },
    sockets: {
      check: 'sockets',
      words: ['/'],
      found: [['no-sticky-sessions', null, /^worker 2 answers 400 to a session of socket.io that worker 1 has opened$/]]
    },
    counts: { check: 'counts', words: ['/'], found: [['count-per-process', null, /^GET \/ counts up in each worker/]] },
    limits: { check: 'counts', words: ['/'], found: [['limit-per-process', null, /8 workers allow 8 times as many$/]] },
    jobs: {
      check: 'jobs',
      words: ['/'],
      found: [
        ['repeated-job', 6, /a job of croner \(.*\): with 8 workers it runs 8 times$/],
        ['repeated-timer', 7, /every 60 s: with 8 workers, 8 times as often$/]
      ]
    },
    chains: {
      check: 'jobs',
      words: ['/'],
      found: [
        ['repeated-job', 9, /^each worker writes .*counts every 0\.1 s: with 8 workers, 8 times as often$/],
        ['repeated-timer', 6, /every 60 s/],
        ['repeated-timer', 13, /every 30 s/]
      ]
    },
    start: { check: 'jobs', words: ['/'], found: [['fails-as-cluster', null, /not as 2 workers: .*EADDRINUSE/s]] },
    sigterm: {
      check: 'sigterm',
      words: ['/'],
      found: [['sigterm-cuts', null, /a request in progress gets no answer/]]
    },
    ignores: {
      check: 'sigterm',
      words: ['/'],
      found: [['sigterm-ignored', null, /still runs \d+\.\d s after SIGTERM/]]
    },
    late: {
      check: 'sigterm',
      words: ['/'],
      found: [['sigterm-late', null, /gone only [2-5]\.\d s after SIGTERM; PM2 kills/]]
    },
    sqlite: { check: 'files', words: ['/'], found: [['shared-file', null, /^all workers write .*counts\.db$/]] },
    pool: {
      check: 'parallel',
      words: ['/'],
      found: [['threads-times-workers', 6, /^each worker starts \d+ threads?: /]]
    },
    idle: {
      check: 'idle',
      words: ['/'],
      found: [['keep-alive-too-short', null, /closed after [56] s, seen from outside after [56]\.\d s, .* 60 s/]]
    },
    ports: { check: 'ports', words: ['/'], found: [['shared-port', 4, /^all workers listen on port \d+, too/]] },
    files: { check: 'files', words: ['/'], found: [['shared-file', null, /^all workers write .*counts$/]] },
    etags: {
      check: 'etags',
      words: ['/'],
      found: [['etag-per-process', null, /^GET \/: each worker gives the same answer another ETag/]]
    },
    metrics: {
      check: 'ports',
      words: ['/'],
      found: [['port-of-one', 7, /^one worker alone listens on port \d+, too: what comes there tells/]]
    },
    appends: { check: 'files', words: ['/'], found: [['shared-file', 6, /^all workers write .*counts$/]] },
    beside: {
      check: 'starting',
      words: ['/'],
      found: [['second-start', null, /^a second start beside a running one fails: .*EADDRINUSE/s]]
    },
    starting: {
      check: 'starting',
      words: ['/'],
      found: [['child-processes', null, /^each worker starts 1 process of its own: 8 with 8 workers$/]]
    },
    threads: {
      check: 'parallel',
      words: ['/'],
      found: [['threads-times-workers', 5, /^each worker starts \d+ threads?: /]]
    }
  }

  for (const [name, { check, words = [], found }] of Object.entries(faults)) {
    it(`finds what would break in ${name}.js, and nothing in its twin, in which it is fixed`, async () => {
      const faulty = await examine(`faulty/${name}.js`, [...words, '--only', check])
      expect(
        faulty.findings.map(({ code }) => code),
        faulty.console
      ).to.eql(found.map(([code]) => code))
      for (const [i, [, line, says]] of found.entries()) {
        const { sentence, place } = faulty.findings[i]
        expect(sentence).to.match(says)
        expect(place && { file: place.file, line: place.line }).to.eql(
          line === null ? null : { file: `faulty/${name}.js`, line }
        )
      }
      const breaks = faulty.findings.some(({ level }) => level === 'breaks')
      expect(faulty.exitCode, faulty.console).to.equal(Number(breaks))
      const fixed = await examine(`fixed/${name}.js`, [...words, '--only', check])
      expect(fixed.findings, fixed.console).to.eql([])
      expect([fixed.exitCode, fixed.fine.length], fixed.console).to.eql([0, 1])
      for (const { requests } of [faulty, fixed]) expect(requests).to.be.at.most(200)
    })
  }

  it('tells what memory each worker holds for itself', async () => {
    const held = async (app: string) => {
      const { fine, console } = await examine(app, ['/', '--only', 'memory'])
      const [, megabytes] = /^each worker holds (\d+) MB of memory, 8 workers \d+ MB, of /.exec(fine[0].text) ?? []
      expect(megabytes, console).to.be.a('string')
      return Number(megabytes)
    }
    expect((await held('faulty/memory.js')) - (await held('fixed/memory.js'))).to.be.within(250, 350)
  })

  const examineScenario = async (
    app: string,
    words: string[] = [],
    hook = 'hears',
    file = 'shop.yml',
    own: Record<string, string> = {}
  ) => {
    const given = { ...own, DOCTOR_APP: app, DOCTOR_PORT: String(await freePort()), DOCTOR_HOOK: hook }
    const env = { ...process.env, ...quietly, ...given }
    const options = [...(words[0] === '--only' ? [] : ['--only=sessions,sigterm']), '--json', ...words]
    const { stdout, stderr } = await speedup(['doctor', file, ...options], { env, cwd: folder })
    return { ...(JSON.parse(stdout) as Examination & { exitCode: number }), console: stderr }
  }

  it('says what ends a user of a scenario file, such as a hook that throws', async () => {
    const { findings, exitCode, console } = await examineScenario('fixed/shop.js', ['--only', 'sessions'], 'fails')
    expect([exitCode, findings.map(({ sentence }) => sentence)], console).to.eql([0, ['a user ends (it is broken)']])
  })

  it('sends what the users of a scenario file send, with what they captured and its hooks', async () => {
    const faulty = await examineScenario('faulty/shop.js')
    expect([faulty.app, faulty.workers, faulty.exitCode], faulty.console).to.eql(['faulty/shop.js', 3, 1])
    expect(faulty.findings.map(({ sentence }) => sentence)).to.eql([
      'GET /items/pen with the key of worker 1 answers 403 in worker 2, but answers 200 in worker 1'
    ])
    const cart = await examineScenario('faulty/cart.js')
    expect(cart.findings.map(({ sentence }) => sentence)).to.eql([
      'GET /cart answers 404 where the requests before it went to both workers, but answers 200 where all went to one'
    ])
    const accepted = await examineScenario('faulty/shop.js', ['--accept=state-in-process'])
    expect([accepted.exitCode, accepted.findings], accepted.console).to.eql([0, []])
    expect(accepted.console).to.include('\naccepted state-in-process, sigterm-cuts\n')
    const fixed = await examineScenario('fixed/shop.js')
    expect([fixed.exitCode, fixed.findings, fixed.accepted.map(({ code }) => code)], fixed.console).to.eql([
      0,
      [],
      ['sigterm-cuts']
    ])
    expect(fixed.fine, fixed.console).to.have.length(1)
    for (const { requests } of [faulty, cart, fixed]) expect(requests).to.be.at.most(200)
  })

  it('looks into what PM2 starts by an ecosystem file, and from outside at what a command starts', async () => {
    const byPm2 = await examineScenario('', ['--only', 'jobs,sigterm'], '', 'pm2.yml')
    expect(
      byPm2.findings.map(({ code, place }) => [code, place?.line]),
      byPm2.console
    ).to.eql([
      ['repeated-job', 6],
      ['repeated-timer', 7]
    ])
    expect([byPm2.app, byPm2.workers]).to.eql(['pm2.config.cjs', 4])
    const counts = { DOCTOR_COUNT_FILE: project.write('counts', '') }
    const checks = 'starting,jobs,files,memory,ports,sigterm'
    const byCommand = await examineScenario('', ['--only', checks], '', 'command.yml', counts)
    expect(
      byCommand.findings.map(({ code, check }) => [code, check]),
      byCommand.console
    ).to.eql([
      ['shared-file', 'files'],
      ['not-seen', 'jobs'],
      ['not-seen', 'sigterm']
    ])
    expect(byCommand.findings[1].sentence).to.match(
      /cannot be seen from inside, .* npx artillery-speedup doctor server\.js$/
    )
    expect(byCommand.fine.map(({ title }) => title)).to.eql(['the start', 'memory', 'other ports'])
  })

  it('tells what it found, what to do, and what could not be seen; beside the lines on GitHub', async () => {
    const summary = project.write('summary', '')
    const github = { GITHUB_ACTIONS: 'true', GITHUB_WORKSPACE: fixtures, GITHUB_STEP_SUMMARY: summary }
    const env = { ...process.env, ...quietly, ...github }
    const { code, stdout, stderr } = await speedup(['doctor', 'faulty/jobs.js', `--port=${await freePort()}`], {
      env,
      cwd: folder
    })
    expect([code, stderr]).to.eql([1, ''])
    expect(stdout)
      .to.match(
        /^The app gets .* a test database\.\n\napp +faulty\/jobs\.js \(as given\)\n\nfaulty\/jobs\.js, as one process and as 2 workers: \d+ s, /
      )
      .and.match(/\nbreaks {3}each worker schedules a job of croner [^]* \(faulty\/jobs\.js:6\)\s+\[repeated-job\]\n/)
      .and.match(/\nunknown {2}sessions and tokens: no answer gave a cookie or a token; [^]*--login/)
      .and.match(/\nSchedule it in one process: [^]*\n\nNo: 1 thing breaks\. /)
      .and.match(/\n::error file=doctor\/faulty\/jobs\.js,line=6,title=repeated-job::each worker schedules/)
    expect(readFileSync(summary, 'utf8'))
      .to.match(/^### faulty\/jobs\.js, as one process and as 2 workers/)
      .and.match(
        /\n\| breaks \| each worker schedules a job.* \(faulty\/jobs\.js:<!-- -->6\)[^\n]*repeated-job[^\n]* \|\n/
      )
      .and.match(/\nNo: 1 thing breaks\./)
    expect(stdout).to.include('\npage: reports/doctor/index.html\n')
    expect(readFileSync(`${folder}reports/doctor/summary.md`, 'utf8')).to.equal(readFileSync(summary, 'utf8'))
    expect(readFileSync(`${folder}reports/doctor/index.html`, 'utf8'))
      .to.include('<title>No: 1 thing breaks.')
      .and.include('<code>faulty/jobs.js:6</code>')
  })

  it('says that an app is a cluster already, and which of its checks could not be made', async () => {
    const { findings, exitCode } = await examine('../apps/own-primary.js', ['--only', 'parallel,jobs'])
    expect([exitCode, findings.map(({ code, check }) => [code, check])]).to.eql([
      0,
      [
        ['already-clustered', 'parallel'],
        ['not-seen', 'jobs']
      ]
    ])
  })

  it('finds nothing in an app that answers nothing, and says what it could not see', async () => {
    // How many cores there are is the machine's.
    const all = checkNames.filter((name) => name !== 'cores').join()
    const { findings, exitCode } = await examine('closes.js', ['/', '--only', all])
    expect([exitCode, findings.map(({ code, check }) => [code, check])]).to.eql([
      0,
      [
        ['keep-alive-too-short', 'idle'],
        ...['sessions', 'sockets', 'counts', 'etags', 'sigterm'].map((check) => ['not-seen', check])
      ]
    ])
  })

  const refused: Record<string, [words: string[], message: RegExp]> = {
    'a check that there is not': [
      ['faulty/jobs.js', '--only', 'session'],
      /"session", which is no check \(did you mean sessions\?\)/
    ],
    'a finding that there is not': [
      ['faulty/jobs.js', '--accept', 'keepalive-too-short'],
      /"keepalive-too-short", which is no code of a finding \(did you mean keep-alive-too-short\?\)/
    ],
    'what a scenario file says': [
      ['shop.yml', '/', '--header', 'a: b'],
      /^shop.yml says what .*: omit \/ and --header\./
    ],
    'an app that is not there': [['gone.js'], /^There is no file .*gone\.js/],
    'an app that does not start': [
      ['../apps/leaves.js', '--ready-timeout', '5'],
      /exited with code \d+ before it listened/
    ]
  }
  for (const [title, [words, message]] of Object.entries(refused)) {
    it(`refuses ${title}`, async () => {
      const { code, stderr } = await callSpeedup(['doctor', ...words], { cwd: folder })
      expect([code, stderr]).to.satisfy(([code, text]: [number, string]) => code === 3 && message.test(text), stderr)
    })
  }
})
