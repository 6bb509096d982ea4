import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { parse } from 'yaml'
import { app, prepareInit, refusalFrom, someProjects, type Answers } from '../init/some-project.ts'
import { type Files } from '../support/folder.ts'
import { freePort } from '../support/project.ts'

const alone = `if (require('node:cluster').isWorker) throw new Error('alone!'); ${app("response.end('hello')")}`

describe('init, which runs the app', () => {
  const projects = someProjects()

  const prepare = (files: Files, options?: Record<string, string>, answers?: Answers) =>
    prepareInit(projects.make(files).folder, options, answers)

  it('loads a GraphQL server by a query, as it answers little else', async () => {
    const answer =
      'response.writeHead(request.method === \'POST\' && request.url === \'/graphql\' ? 200 : 400).end(\'{"data":{"__typename":"Query"}}\')'
    const { run, said, read } = prepare({
      'package.json': { dependencies: { 'graphql-yoga': '5' } },
      'app.js': app(answer)
    })
    await run()
    expect(said()).to.match(/\npath {5}\/graphql \(GraphQL: \{ __typename \}\) answers in .*\ncluster /)
    expect(parse(read('scenarios/speedup.yml')).scenarios[0].flow).to.eql([
      { post: { url: '/graphql', json: { query: '{ __typename }' } } }
    ])
  })

  it('asks what it can’t find out: the app, whether to load a path that nobody named, the path, whether to compare in CI', async () => {
    const files = {
      'package.json': { type: 'module' },
      'app.js': "throw new Error('not me')",
      'real.cjs': `const app = { get() {} }; app.get('/found'); ${app("response.writeHead(['/found', '/deep'].includes(request.url) ? 200 : 404).end()")}`
    }
    const answers = ['gone.js', 'real.cjs', 'no', '/wrong', '/deep', 'github']
    const { run, said, read, questions } = prepare(files, {}, answers)
    await run()
    expect(questions.map((question) => question.trim().split('\n').at(-1))).to.eql([
      'Which file starts the server? (Enter: give up)',
      'Which file starts the server? (Enter: give up)',
      'Load this path for some seconds now, and in every comparison? (Enter: yes, n: choose another path)',
      'Which path should be requested? (Enter: give up)',
      'Which path should be requested? (Enter: give up)',
      'Add a CI job? (github, gitlab; Enter: no)'
    ])
    const told = [
      'Error: not me',
      'There is no file /',
      '/found is the one to compare',
      '/found was declined',
      '/wrong answers 404'
    ]
    for (const [i, text] of told.entries()) expect(questions[i]).to.include(text)
    expect(said()).to.include('path     /deep answers').and.include('written  .github/workflows/speedup.yml')
    expect(parse(read('scenarios/speedup.yml')).config.plugins.speedup.app).to.equal('../real.cjs')
  })

  it('asks no more of an app that died, neither it nor its user', async () => {
    const port = await freePort()
    const source = app("if (request.url === '/die') process.exit(7); response.writeHead(404).end()")
    let isEnded = false
    const dying = (signal: AbortSignal | undefined) => {
      void fetch(`http://127.0.0.1:${port}/die`).catch(() => {})
      return new Promise((_resolve, reject) =>
        signal?.addEventListener('abort', () => {
          isEnded = true
          reject(signal.reason)
        })
      ) as Promise<string>
    }
    const wasEnded = async () => (isEnded ? '' : 'it is still asked')
    const { run, questions, has } = prepare({ 'app.js': source }, { port: String(port) }, [dying, wasEnded])
    expect((await refusalFrom(run)).message).to.equal('Nothing was written.')
    expect(has('scenarios')).to.equal(false)
    expect(questions).to.have.length(2)
    expect(questions[1]).to.match(/exited with code 7[^]*Which file starts the server/)
  })

  it('asks for no other file when the app works, but not in a cluster', async () => {
    const { run, questions } = prepare({ 'app.js': alone }, {}, [])
    const { code, message } = await refusalFrom(run)
    expect(code).to.equal('APP_NOT_READY')
    expect(message).to.match(
      /^The app works as one process, but not as a cluster\. Variant clustered: the app \S+ keeps crashing[^]*alone!/
    )
    expect(message).to.match(
      /\nIn a cluster, each worker runs the whole file: make sure [^\n]*\nNothing was written\.$/
    )
    expect(questions).to.eql([])
  })

  it('leaves nothing of a file that could not be written as a whole', () => {
    const { folder } = projects.make({})
    const source = `import { writeFiles } from ${JSON.stringify(new URL('../../plugin/dist/init/new-files.js', import.meta.url).href)}
try { writeFiles([{ file: ${JSON.stringify(join(folder, 'big.yml'))}, content: 'x'.repeat(1e6) }]) } catch ({ code, message }) { console.log(code, message) }`
    // The disk is as good as full for a file of more than some kB.
    const said = execFileSync(
      'sh',
      ['-c', 'ulimit -f 8; exec "$0" --input-type=module --eval "$1"', process.execPath, source],
      { encoding: 'utf8' }
    )
    expect(said).to.match(/^NOT_WRITABLE \S+big\.yml cannot be written \(EFBIG/)
    expect(readdirSync(folder)).to.eql(['package.json'])
  })

  const leaving = "console.error('Error: connect ECONNREFUSED 127.0.0.1:5432'); process.exit(2)"
  const refused: [what: string, source: string, code: string, message: RegExp][] = [
    [
      'leaves',
      leaving,
      'APP_NOT_READY',
      /^app\.js exited with code 2 [^]*ECONNREFUSED[^]*such as a database: start that first\. If another file/
    ],
    [
      'answers nothing below 400',
      app('response.writeHead(403).end()'),
      'INVALID_SETTINGS',
      /^No path of the app answers GET .* Tried: \/ answers 403, /
    ],
    ['dies when it is asked', app('process.exit(7)'), 'APP_DIED', /^Variant single: the app \S+ exited with code 7/]
  ]
  for (const [what, source, code, message] of refused) {
    it(`writes nothing for an app that ${what}`, async () => {
      const { run, has } = prepare({ 'app.js': source })
      const refusal = await refusalFrom(run)
      expect(refusal.message)
        .to.match(message)
        .and.match(/\nNothing was written\.$/)
      expect(refusal.code).to.equal(code)
      expect(has('scenarios')).to.equal(false)
    })
  }
})
