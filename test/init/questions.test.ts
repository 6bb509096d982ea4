import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { expect } from 'chai'
import { createAsk, createQuestions, readWishes, type Questions } from '../../plugin/init/questions.ts'
import { refusal } from '../support/settings.ts'

const refused = [{ path: '/', said: 'answers 404' }]

/** A terminal whose user is the test. */
function terminal() {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const interruption = new AbortController()
  let shown = ''
  output.setEncoding('utf8').on('data', (text) => (shown += text))
  const ask = createAsk({ stdin: input, stdout: output }, () => interruption.abort(), interruption.signal)
  return {
    interruption,
    questions: createQuestions(ask),
    shown: () => shown,
    /** @param answer null: the input ends */
    async answer(question: string, answer: string | null) {
      while (!shown.includes(question)) await once(output, 'data')
      shown = ''
      if (answer === null) input.end()
      else input.write(`${answer}\n`)
    }
  }
}

describe('questions', () => {
  const [noPath, noCi] = [
    'A path begins with /, such as /api/users. Which path? ',
    'Choose github or gitlab. (Enter: no) '
  ]
  const may =
    'Of the paths that were found, /a is the one to compare.\nLoad this path for some seconds now, and in every comparison? ' +
    '(Enter: yes, n: choose another path) '
  type Dialog = [
    title: string,
    ask: (questions: Questions) => Promise<unknown>,
    turns: [question: string, answer: string | null][],
    expected: unknown
  ]
  const dialogs: Dialog[] = [
    [
      'are answered by a line, without the spaces around it',
      ({ whichApp }) => whichApp('index.js exited with code 1.'),
      [['index.js exited with code 1.\n\nWhich file starts the server? (Enter: give up) ', '  src/server.js ']],
      'src/server.js'
    ],
    [
      'are repeated until the answer fits: a path',
      ({ whichPath }) => whichPath(refused),
      [
        [
          'No path has answered with a status below 400 so far: / answers 404.\nWhich path should be requested? (Enter: give up) ',
          'api'
        ],
        [noPath, '/api']
      ],
      '/api'
    ],
    [
      'are repeated until the answer fits: a CI',
      ({ whichCi }) => whichCi(),
      [
        ['Add a CI job? (github, gitlab; Enter: no) ', 'jenkins'],
        [noCi, 'gitlab']
      ],
      'gitlab'
    ],
    ...['', 'no', 'N', null].map((nothing): Dialog => [
      `may be left unanswered: ${nothing === null ? 'the input ends' : JSON.stringify(nothing)}`,
      ({ whichCi }) => whichCi(),
      [['Add a CI job', nothing]],
      null
    ]),
    ...(
      [
        ['', true],
        ['y', true],
        ['n', false],
        ['No', false]
      ] as const
    ).map(([typed, isAllowed]): Dialog => [
      `let a path be loaded, or not: ${JSON.stringify(typed)}`,
      ({ mayLoad }) => mayLoad('/a'),
      [[may, typed]],
      isAllowed
    ])
  ]
  for (const [title, ask, turns, expected] of dialogs) {
    it(title, async () => {
      const { questions, answer } = terminal()
      const found = ask(questions)
      for (const turn of turns) await answer(...turn)
      expect(await found).to.equal(expected)
    })
  }

  it('end when they are interrupted', async () => {
    const { questions, interruption } = terminal()
    const app = questions.whichApp('It does not start.').catch((error) => error)
    interruption.abort(new Error('Ctrl-C'))
    expect(await app).to.be.an.instanceOf(Error)
  })

  it('end when they are aborted, and leave the next one its answer', async () => {
    const { questions, answer, shown } = terminal()
    const end = new AbortController()
    const path = questions.whichPath(refused, end.signal).catch((error) => error)
    end.abort(new Error('The app died.'))
    expect(await path).to.have.property('message', 'The app died.')
    expect(shown()).to.include('Which path')
    const app = questions.whichApp('It died.')
    await answer('Which file starts the server?', 'app.js')
    expect(await app).to.equal('app.js')
  })

  it('are not asked where nobody is there', async () => {
    const { canAsk, whichApp, whichPath, mayLoad, whichCi } = createQuestions(null)
    expect([canAsk, await whichApp('x'), await whichPath(refused), await mayLoad('/'), await whichCi()]).to.eql([
      false,
      null,
      null,
      true,
      null
    ])
  })
})

describe('the options of init', () => {
  it('are all optional, and read as they were typed', () => {
    const nothing = {
      app: null,
      paths: [],
      content: { method: 'GET', headers: {}, body: null },
      login: null,
      isSecret: false,
      ci: null,
      port: null,
      readyTimeoutSeconds: null,
      users: null,
      variants: null
    }
    expect(readWishes({})).to.eql(nothing)
    const typed = { app: 'a.js', port: '4000', path: ['/a?b=c', '/d'], 'ready-timeout': '2.5', ci: 'gitlab' }
    expect(readWishes(typed)).to.eql({
      ...nothing,
      app: 'a.js',
      port: 4000,
      paths: ['/a?b=c', '/d'],
      readyTimeoutSeconds: 2.5,
      ci: 'gitlab'
    })
    expect(readWishes({ users: '12', workers: '1,2,4' }))
      .to.include({ users: 12 })
      .and.to.deep.include({
        variants: { single: { mode: 'single' }, clustered: { mode: 'cluster', workers: [1, 2, 4] } }
      })
    expect(readWishes({ mode: 'ports', workers: '3' }).variants).to.eql({
      single: { mode: 'single' },
      ports: { mode: 'ports', instances: 3 }
    })
  })

  const [aPort, aPath] = [
    'It must be a whole number from 1 to 65535.',
    'It must be a path that begins with /, such as /api/users.'
  ]
  const wrong: [option: string, typed: string, message: string][] = [
    ...['0', '65536', '80.5'].map((typed): [string, string, string] => ['port', typed, `${typed}. ${aPort}`]),
    ...['http', ''].map((typed): [string, string, string] => ['port', typed, `"${typed}". ${aPort}`]),
    ...['api', '/a b'].map((typed): [string, string, string] => ['path', typed, `"${typed}". ${aPath}`]),
    ['ready-timeout', '0', '0. It must be a number above 0 to 600.'],
    ['ready-timeout', '10s', '"10s". It must be a number above 0 to 600.'],
    ['users', 'many', '"many". It must be a whole number from 1 to 1000.'],
    ['workers', 'many', `"many". It must be a whole number from 1 to 256, auto, sweep, or a list of several numbers.`],
    [
      'workers',
      '4,4',
      '[4,4]. It must be a list of at least two different numbers, such as [1, 2, 4]; for one, write the number alone.'
    ],
    ['mode', 'pm3', '"pm3". It must be one of cluster, pm2, reusePort, ports (did you mean pm2?).'],
    ['ci', 'githib', '"githib". It must be one of github, gitlab (did you mean github?).']
  ]
  for (const [option, typed, problem] of wrong) {
    const message = `--${option} is ${problem}`
    it(`are refused: ${message}`, () =>
      expect(refusal(() => readWishes({ [option]: option === 'path' ? [typed] : typed }))).to.eql({
        code: 'INVALID_SETTINGS',
        message
      }))
  }
})
