import { globSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect } from 'chai'
import { runArtillery } from '../support/artillery.ts'
import { pausingFlow, shortScript, useProject } from '../support/project.ts'

describe('what users send', () => {
  const project = useProject()

  it('stays out of all that is kept, wherever it was written, while names are there', async () => {
    const post = {
      url: '/?key=s3cret&t={{ token }}&f={{ flag }}',
      headers: { authorization: 'Bearer s3cret' },
      cookie: { sid: 's3cret' },
      json: { pin: 's3cret' }
    }
    const config = {
      http: { defaults: { headers: { 'x-api-key': 's3cret' } } },
      variables: { token: ['s3cret'] },
      payload: { path: 'users.csv', fields: ['user', 'password'] }
    }
    project.write('users.csv', 'ada,s3cret\n')
    project.write(
      'users.cjs',
      'exports.ends = async () => { throw new Error(`postgres://ada:s3cret@db/\\n::error::at ${process.version}`) }'
    )
    const flow = [{ post }, ...pausingFlow('/u/{{ password }}'), { function: 'ends' }]
    const script = shortScript(project, {
      // Each user fails, by the function at the end.
      options: { limits: { errorRate: '100%' } },
      config: { ...config, processor: 'users.cjs' },
      scenarios: [{ name: 'hello', flow }]
    })
    const overrides = { config: { variables: { more: 's3cret' }, plugins: { speedup: { rounds: 3 } } } }
    const flags = ['--variables', JSON.stringify({ flag: 's3cret' }), '--overrides', JSON.stringify(overrides)]
    const { output } = await runArtillery(project.write('job.json', script), { cwd: project.folder, flags })
    expect(output).to.not.include('s3cret')
    const { load, command } = project.comparison().settings
    const steps = load.flows[0].steps.flatMap((step: any) => (step.step === 'loop' ? step.steps[0] : step))
    expect(steps.map(({ detail, names }: any) => [detail, names])).to.eql([
      [
        '/',
        {
          query: ['key=…', 't={{ token }}', 'f={{ flag }}'],
          headers: ['authorization'],
          cookies: ['sid'],
          body: ['pin']
        }
      ],
      ['/u/{{ password }}', { query: [], headers: [], cookies: [], body: [] }],
      ['ends', null]
    ])
    const { warnings } = project.comparison().scenarios[0]
    expect(warnings.find(({ code }: any) => code === 'scenario-errors').message).to.match(
      /postgres:\/\/…@db\/\n: :error::at v\d/
    )
    expect(load)
      .to.deep.include({ headers: ['x-api-key'] })
      .and.to.have.deep.property('variables')
      .that.includes.members(['token', 'user', 'password', 'more', 'flag'])
    expect(command).to.include('"flag":"…"').and.include('"rounds":3').and.include('"more":"…"')
    const files = globSync('reports/**/*.*', { cwd: project.folder }).map((name) => `${project.folder}/${name}`)
    expect(files).to.have.length.above(8)
    for (const file of files)
      expect(
        (file.endsWith('.gz') ? gunzipSync(readFileSync(file)) : readFileSync(file)).includes('s3cret'),
        file
      ).to.equal(false)
  })
})

describe('what an app prints, and how it is started', () => {
  const project = useProject()

  it('reaches nobody with a secret, an escape sequence or a command for CI in it', async () => {
    const printed = [
      '\x1b]0;title\x07\x1b[31mconnect postgres://ada:s3cret@db:5432/shop',
      '::error::GET /x?api_key=s3cret',
      '##[error]Authorization: Basic s3cret',
      '::set-output name=a::b',
      'last'
    ]
    project.write('prints.cjs', `process.stderr.write(${JSON.stringify(printed.join('\n'))}, () => process.exit(3))`)
    const options = [
      '--jwt',
      's3cret',
      '--auth',
      'ada:s3cret',
      '--key',
      's3cret',
      '-u',
      'ada:s3cret',
      '--keyboard',
      'qwerty'
    ]
    const variants = {
      one: { command: ['node', 'prints.cjs', ...options] },
      other: { command: ['node', 'prints.cjs', ...options] }
    }
    const script = shortScript(project, {
      options: { app: { cwd: project.folder, ready: '/up?access_token=s3cret' }, variants }
    })
    const env = {
      GITHUB_ACTIONS: 'true',
      GITHUB_STEP_SUMMARY: `${project.folder}/step.md`,
      GITHUB_WORKSPACE: project.folder
    }
    const { output, code } = await runArtillery(project.write('job.json', script), { cwd: project.folder, env })
    expect(code, output).to.equal(3)
    expect(output, output).to.include('--jwt … --auth … --key … -u … --keyboard qwerty')
    expect(output).to.include(
      '    connect postgres://…@db:5432/shop\n    : :error::GET /x?api_key=…\n    ## [error]Authorization: Basic …\n    : :set-output name=a::b\n    last'
    )
    // What Artillery prints itself may have colours.
    expect(
      output.split('\n').filter((line) => /^\s*::|##\[/.test(line) && !/^::error title=[^:]*::/.test(line))
    ).to.eql([])
    const texts = [
      output,
      project.read('step.md'),
      ...globSync('reports/**/*.*', { cwd: project.folder })
        .filter((name) => !name.endsWith('.gz'))
        .map((name) => project.read(name))
    ]
    expect(texts.filter((text) => text.includes('connect postgres'))).to.have.length.above(4)
    for (const text of texts) expect(text).to.not.include('s3cret').and.to.not.include('title\x07')
    for (const text of texts.slice(1)) expect(text.includes('\x1b')).to.equal(false)
  })
})
