import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { appFile, refusal, scriptFile, someSettings, workingDirectory } from '../support/settings.ts'
import { itRefuses, read as readSettings } from './cases.ts'

const folder = fileURLToPath(new URL('.', import.meta.url))
const read = (app: unknown) => readSettings({ app }).app
const readWithConfig = (app: unknown) => readSettings({ app }, { configFile: `${folder}shared.yml` }).app
const scenarioFolder = scriptFile.replace('/primes.yml', '')

describe('reading the app', () => {
  it('takes an absolute path, and one from the scenario file, or else from the file of --config', () => {
    expect(read('../fixtures-app/server.js').script).to.equal(appFile)
    expect(read(appFile).script).to.equal(appFile)
    expect(readWithConfig('./read-app.test.ts').script).to.equal(`${folder}read-app.test.ts`)
    expect(readWithConfig('./primes.yml').script).to.equal(scriptFile)
    expect(refusal(() => readWithConfig('gone.js')).message).to.include(
      `there is no file ${scenarioFolder}/gone.js nor ${folder}gone.js.`
    )
  })

  it('takes every option of an app', () => {
    const options = {
      script: appFile,
      args: ['--port', 3030],
      env: { CACHE: 0 },
      nodeArgs: ['--expose-gc'],
      cwd: '../fixtures-app'
    }
    expect(read({ ...options, ready: '/health', readyTimeout: '0.5m', stopTimeout: '5000ms' })).to.eql({
      ...someSettings().app,
      ...options,
      args: ['--port', '3030'],
      env: { CACHE: '0' },
      cwd: `${workingDirectory}/fixtures-app`,
      ready: '/health',
      readyTimeoutSeconds: 30,
      stopTimeoutSeconds: 5
    })
  })

  const advice =
    "variants single and clustered can't be started without it. " +
    'Set it to the file that starts your app, for example `app: ../server.js` (relative to the scenario file).'
  itRefuses(read, 'plugins.speedup.app', [
    [undefined, ` is missing: ${advice}`],
    [{ ready: '/health' }, `.script is missing: ${advice}`],
    [
      '../server.js',
      ` is "../server.js", but there is no file ${workingDirectory}/server.js. Paths are relative to the scenario file.`
    ],
    [
      '../fixtures-app',
      ` is "../fixtures-app", but there is no file ${workingDirectory}/fixtures-app. Paths are relative to the scenario file.`
    ],
    [{ script: appFile, cwd: 'nowhere' }, `.cwd is "nowhere", but there is no folder ${scenarioFolder}/nowhere.`],
    [
      { script: appFile, stoptimeout: 5 },
      /\.stoptimeout is an unknown option \(did you mean stopTimeout\?\)\. Options of plugins\.speedup\.app: script, .*, pidHeader\.$/
    ]
  ])

  const threads = { command: 'node app.js' }
  const readWith = (variants: object, app: unknown = undefined) => readSettings({ app, variants }).app

  it('does without a script where no variant is started by it, and takes the rest', () => {
    const withoutScript = { ...someSettings().app, script: null }
    expect(readWith({ threads, farm: { ecosystem: 'primes.yml' } })).to.eql(withoutScript)
    expect(readWith({ threads, others: threads }, '../only-elsewhere.js')).to.eql(withoutScript)
    expect(readWith({ threads, others: threads }, { ready: '/health', readyTimeout: '60s' })).to.eql({
      ...withoutScript,
      ready: '/health',
      readyTimeoutSeconds: 60
    })
  })

  describe('names the variant that needs the app, once', () => {
    const needy = [
      { mode: 'single' },
      { mode: 'cluster' },
      { mode: 'reusePort' },
      { mode: 'pm2' },
      { mode: 'cluster', workers: [1, 2] }
    ]
    itRefuses(
      (variant) => readWith({ threads, needy: variant }),
      '',
      needy.map((variant) => [
        variant,
        "plugins.speedup.app is missing: variant needy can't be started without it. Set it to the file that starts your app, for example `app: ../server.js` (relative to the scenario file)."
      ])
    )
  })
})
