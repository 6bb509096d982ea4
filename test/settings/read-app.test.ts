import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { readSettings } from '../../plugin/settings/read-settings.ts'
import { aSource, appFile, refusal, scriptFile, workingDirectory } from '../support/settings.ts'

const read = (app: unknown) => readSettings(aSource({ app })).app
const folder = fileURLToPath(new URL('.', import.meta.url))
const scenarioFolder = scriptFile.replace('/primes.yml', '')

describe('reading the app', () => {
  it('finds a relative path from the scenario file', () => {
    expect(read('../fixtures-app/server.js').script).to.equal(appFile)
  })

  it('takes an absolute path', () => {
    expect(read(appFile).script).to.equal(appFile)
  })

  it('finds a relative path from the file of --config too', () => {
    const { app } = readSettings(aSource({ app: './read-app.test.ts' }, { configFile: `${folder}shared.yml` }))
    expect(app.script).to.equal(`${folder}read-app.test.ts`)
  })

  it('prefers the scenario file’s folder to that of --config', () => {
    const { app } = readSettings(aSource({ app: './primes.yml' }, { configFile: `${folder}shared.yml` }))
    expect(app.script).to.equal(scriptFile)
  })

  it('takes every option of an app', () => {
    const options = { script: appFile, args: ['--port', 3030], env: { CACHE: 0 }, nodeArgs: ['--expose-gc'], cwd: '../fixtures-app' }
    expect(read({ ...options, ready: '/health', readyTimeout: 30, stopTimeout: 5 })).to.eql({
      script: appFile,
      args: ['--port', '3030'],
      env: { CACHE: '0' },
      nodeArgs: ['--expose-gc'],
      cwd: `${workingDirectory}/fixtures-app`,
      ready: '/health',
      readyTimeoutSeconds: 30,
      stopTimeoutSeconds: 5
    })
  })

  const refused: [string, unknown, string][] = [
    ['no app', undefined, 'plugins.speedup.app is missing. Give the file that starts your app, for example `app: ../server.js` (a path from the scenario file): variants single and clustered can\'t be started without it.'],
    ['a map without the file', { ready: '/health' }, 'plugins.speedup.app.script is missing. Give the file that starts your app, for example `app: ../server.js` (a path from the scenario file): variants single and clustered can\'t be started without it.'],
    ['a file that is not there', '../server.js', `plugins.speedup.app is "../server.js", but there is no file ${workingDirectory}/server.js. Paths begin at the scenario file.`],
    ['a folder', '../fixtures-app', `plugins.speedup.app is "../fixtures-app", but there is no file ${workingDirectory}/fixtures-app. Paths begin at the scenario file.`],
    ['an empty path', ' ', 'plugins.speedup.app is " ". It must be a text that is not empty.'],
    ['a working directory that is not there', { script: appFile, cwd: 'nowhere' },
      `plugins.speedup.app.cwd is "nowhere", but there is no folder ${scenarioFolder}/nowhere.`],
    ['an unknown key', { script: appFile, timeout: 5 },
      'plugins.speedup.app.timeout is no option. Options of plugins.speedup.app: script, args, env, nodeArgs, cwd, ready, readyTimeout, stopTimeout.'],
    ['a misspelt key', { script: appFile, stoptimeout: 5 },
      'plugins.speedup.app.stoptimeout is no option (did you mean stopTimeout?). Options of plugins.speedup.app: script, args, env, nodeArgs, cwd, ready, readyTimeout, stopTimeout.'],
    ['arguments that are no list', { script: appFile, args: '--fast' }, 'plugins.speedup.app.args is "--fast". It must be a list.'],
    ['an argument that is a map', { script: appFile, args: ['--fast', {}] }, 'plugins.speedup.app.args[1] is {}. It must be a text, a number, true or false.'],
    ['a ready path without its slash', { script: appFile, ready: 'health' }, 'plugins.speedup.app.ready is "health". It must be a path that begins with /, such as /health.'],
    ['a timeout in milliseconds', { script: appFile, readyTimeout: 5000 }, 'plugins.speedup.app.readyTimeout is 5000. It must be a number above 0 to 600.'],
    ['an environment that is a text', { script: appFile, env: 'A=1' }, 'plugins.speedup.app.env is "A=1". It must be a map of keys to values.']
  ]
  for (const [what, app, message] of refused) {
    it(`refuses ${what}`, () => {
      expect(refusal(() => read(app))).to.eql({ code: 'INVALID_SETTINGS', message })
    })
  }

  const threads = { command: 'node app.js' }
  const withoutScript = { script: null, args: [], env: {}, nodeArgs: [], cwd: workingDirectory, ready: null, readyTimeoutSeconds: 10, stopTimeoutSeconds: 2 }
  const readWith = (variants: object, app: unknown = undefined) => readSettings(aSource({ app, variants })).app

  it('does without an app where no variant is started by its script', () => {
    expect(readWith({ threads, farm: { ecosystem: 'primes.yml' } })).to.eql(withoutScript)
  })

  it('takes the rest of an app that has no script', () => {
    expect(readWith({ threads, others: threads }, { ready: '/health', readyTimeout: 60 })).to.eql({ ...withoutScript, ready: '/health', readyTimeoutSeconds: 60 })
  })

  it('leaves a script out that no variant needs', () => {
    expect(readWith({ threads, others: threads }, '../only-elsewhere.js')).to.eql(withoutScript)
  })

  for (const mode of ['single', 'cluster', 'reuse-port', 'ports', 'pm2']) {
    it(`names the variant of mode ${mode} that needs the app`, () => {
      expect(refusal(() => readWith({ threads, needy: { mode } })).message).to.match(/^plugins\.speedup\.app is missing\..*: variant needy can't be started without it\.$/)
    })
  }

  it('names a variant once that is run with several numbers of workers', () => {
    expect(refusal(() => readWith({ threads, needy: { mode: 'cluster', workers: [1, 2] } })).message).to.match(/: variant needy can't be started without it\.$/)
  })

  it('names both places when the file is in neither', () => {
    const source = aSource({ app: 'gone.js' }, { configFile: `${folder}shared.yml` })
    expect(refusal(() => readSettings(source)).message).to.include(`there is no file ${scenarioFolder}/gone.js nor ${folder}gone.js.`)
  })
})
