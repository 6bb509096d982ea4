import { mkdirSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import { expect } from 'chai'
import { checkPm2, findPm2, pm2 } from '../../plugin/app/modes/pm2.ts'
import { declare, readEcosystem } from '../../plugin/primaries/pm2-declaration.ts'
import type { Wanted } from '../../plugin/messages/app.ts'
import { temporaryFolder } from '../support/folder.ts'
import { fixtures } from '../support/project.ts'
import { aVariant, refusal, someSettings } from '../support/settings.ts'
import { rejectionOf } from './starting.ts'
import type { App, Variant } from '../../plugin/concepts/settings.ts'

describe('PM2', () => {
  const folder = temporaryFolder()

  /** @returns a project that has this version of it */
  function project(name: string, version: string): string {
    mkdirSync(folder.path(`${name}/node_modules/pm2`), { recursive: true })
    folder.write(`${name}/node_modules/pm2/package.json`, JSON.stringify({ name: 'pm2', version, main: 'index.js' }))
    return folder.path(name)
  }

  it('is found in the project of the scenario file, before the working directory’s, and that before a global one', () => {
    const [here, there, lib, nowhere] = [
      project('here', '6.0.1'),
      project('there', '5.1.0'),
      project('lib', '5.4.0'),
      folder.path('scenario.yml')
    ]
    symlinkSync(`${lib}/node_modules/pm2/package.json`, folder.path('pm2'))
    const path = `/nowhere:${folder.path('.')}`
    expect(findPm2(`${here}/s.yml`, there, path)).to.eql({
      main: `${here}/node_modules/pm2/index.js`,
      version: '6.0.1'
    })
    expect(findPm2(nowhere, there, path)?.version).to.equal('5.1.0')
    expect(findPm2(nowhere, folder.path('.'), path)?.version).to.equal('5.4.0')
    expect(findPm2(nowhere, folder.path('.'), '')).to.equal(null)
  })

  it('is good in this project, and refused when it is not there, or too old', async () => {
    await pm2.check?.(someSettings(), aVariant({ mode: 'pm2' }), new AbortController().signal)
    const refusals = [
      [
        null,
        'mode pm2 needs the package pm2, which is not installed. Install it: npm install --save-dev pm2. Or remove managed.'
      ],
      [
        { version: '4.5.6' },
        'this is PM2 4.5.6, but mode pm2 needs PM2 5 or later. Update it: npm install --save-dev pm2@latest.'
      ]
    ] as const
    for (const [found, why] of refusals) {
      expect(refusal(() => checkPm2(found, 'managed'))).to.eql({
        code: 'UNSUPPORTED',
        message: `Variant managed: ${why}`
      })
    }
  })
})

describe('what PM2 is told of an app', () => {
  const settings = someSettings()
  function declared(written: Record<string, unknown> = {}, variant: Partial<Variant> = {}, app: Partial<App> = {}) {
    const wanted: Wanted = {
      ...settings,
      app: { ...settings.app, ...app },
      variant: aVariant({ workers: 2, ...variant }),
      logFile: '/log'
    }
    return declare(written, wanted)
  }
  const inFile = (written: Record<string, unknown> = {}, variant?: Partial<Variant>, app?: Partial<App>) =>
    declared(
      { name: 'web', folder: '/shop/config', script: './server.js', ...written },
      { workers: null, ...variant },
      app
    )

  it('is its script, in cluster mode, with our preload', () => {
    const app = { script: '/app/server.js', cwd: '/app', args: ['serve'], nodeArgs: ['--stack-size=900'] }
    const { node_args: nodeArgs, ...rest } = declared({}, { args: ['--verbose'] }, app)
    expect(rest).to.include({
      name: 'app',
      script: 'server.js',
      cwd: '/app',
      instances: 2,
      exec_mode: 'cluster',
      kill_timeout: 2000,
      merge_logs: true
    })
    expect(rest.args).to.eql(['serve', '--verbose'])
    expect(nodeArgs.slice(0, 2)).to.eql(['--stack-size=900', '--import'])
    expect(nodeArgs[2]).to.match(/preload\.js\?pidHeader=x-worker-pid&owner=\d+$/)
  })

  it('has no space in its path, which PM2 would take for a command line', () => {
    const app = { script: '/my app/server.js', cwd: '/my app' }
    expect(declared({}, {}, app)).to.include({ script: 'server.js', cwd: '/my app' })
    expect(() => declared({}, {}, { ...app, cwd: '/' })).to.throw(
      "PM2 can't start /my app/server.js: it takes a path with a space for a command line. Set app.cwd to /my app, or write an ecosystem file with such a cwd."
    )
    expect(() => declared({}, {}, { ...app, script: '/my app/my server.js' })).to.throw('line. Rename the file.')
  })

  it('is what an ecosystem file says, with paths from its folder', () => {
    const written = {
      args: 'serve --fast',
      node_args: '--a --b',
      cwd: '..',
      instances: 3,
      exec_mode: 'cluster',
      env: { A: '1', B: '2', C: '3' }
    }
    const { node_args: nodeArgs, ...app } = inFile(
      written,
      { args: ['more'], env: { B: 'ours' } },
      { env: { C: 'the app’s' }, args: ['the app’s'] }
    )
    expect(app).to.include({ name: 'web', script: './server.js', cwd: '/shop', instances: 3, exec_mode: 'cluster' })
    expect(app.args).to.eql(['serve', '--fast', 'more'])
    expect(app.env).to.eql({ A: '1', B: 'ours', C: 'the app’s', PORT: '3030' })
    expect(nodeArgs.slice(0, 3)).to.eql(['--a', '--b', '--import'])
  })

  it('is nothing that changes the app while it is measured, and no file of the user’s own, by whatever name of PM2’s it is given', () => {
    const left = ['pid_file', 'pid', 'pidFile', 'log_file', 'log', 'logFile', 'cron', 'cron_restart']
    const app = inFile({
      watch: true,
      out: './out.log',
      err_file: './err.log',
      ...Object.fromEntries(left.map((option) => [option, './web']))
    })
    expect(left.filter((option) => app[option] !== undefined)).to.eql([])
    expect(app).to.include({ out_file: '/log', error_file: '/log', watch: false, pmx: false, vizion: false })
  })

  it('is to end a crash loop soon, with instances as PM2 reads them, unless the variant wants a number of workers', () => {
    expect(
      [declared(), inFile({ max_restarts: 2 }), inFile({ max_restarts: 100 })].map((app) => app.max_restarts)
    ).to.eql([5, 2, 5])
    const cores = availableParallelism()
    for (const [instances, expected] of [
      [undefined, 1],
      [3, 3],
      ['2', 2],
      ['max', cores],
      [0, cores],
      [-1, Math.max(1, cores - 1)]
    ]) {
      expect(inFile({ instances }).instances, String(instances)).to.equal(expected)
    }
    expect(inFile({ instances: 8 }, { workers: 2 }).instances).to.equal(2)
  })

  it('is cluster mode for several, as only there they share a port; else fork mode where neither a mode nor a number is given', () => {
    const modes: [written: object, variant: Partial<Variant>, expected: string][] = [
      [{ exec_mode: 'fork' }, {}, 'fork'],
      [{ exec_mode: 'fork' }, { workers: 2 }, 'cluster'],
      [{}, {}, 'fork'],
      [{ instances: 1 }, {}, 'cluster'],
      [{ exec_mode: 'cluster' }, {}, 'cluster'],
      [{}, { workers: 1 }, 'cluster']
    ]
    for (const [written, variant, expected] of modes)
      expect(inFile({ ...written }, variant).exec_mode).to.equal(expected)
  })

  it('has the arguments of Node by each of their names, and is refused where it is no program for Node', () => {
    for (const option of ['node_args', 'interpreterArgs', 'interpreter_args']) {
      const app = inFile({ [option]: '--stack-size=900' })
      expect(app.node_args.slice(0, 2), option).to.eql(['--stack-size=900', '--import'])
      expect([app.interpreterArgs, app.interpreter_args]).to.eql([undefined, undefined])
    }
    expect(refusal(() => inFile({ interpreter: 'python3' }))).to.eql({
      code: 'INVALID_SETTINGS',
      message:
        'The app web of the ecosystem file has the interpreter python3. Mode pm2 runs Node programs only; for any other, use mode: command.'
    })
    expect(() => inFile({ interpreter: '/usr/bin/node' })).to.not.throw()
  })
})

describe('an ecosystem file', () => {
  const temporary = temporaryFolder()
  const folder = `${fixtures}ecosystems`
  const two = `${folder}/two.config.cjs`
  const ofPm2 = createRequire(createRequire(import.meta.url).resolve('pm2'))
  const read = (file: string, app: string | null = null) => readEcosystem({ file, app }, ofPm2)

  it('gives an app by its name, or its only app, which has that of its script then, as for PM2; it may be YAML, JSON or an ES module', async () => {
    expect(await read(two, 'lonely')).to.include({ name: 'lonely', exec_mode: 'fork', folder })
    expect(await read(`${folder}/one.yml`)).to.include({ name: 'hello.js', instances: 'max' })
    expect(
      await read(temporary.write('eco.config.mjs', `export default { apps: [{ name: 'm', script: 's.js' }] }`))
    ).to.include({ name: 'm' })
    expect(await read(temporary.write('eco.json', '{ "apps": { "name": "j", "script": "s.js" } }'), 'j')).to.include({
      name: 'j'
    })
  })

  const example =
    "has no apps. Write it as an ecosystem file of PM2: { apps: [{ name: 'api', script: './server.js' }] }."
  const refused: [why: string, file: () => string, app: string | null, message: string][] = [
    [
      'has several apps and no name is given',
      () => two,
      null,
      'has 3 apps: web, lonely and snake. Name one: ecosystem: { file: two.config.cjs, app: web }.'
    ],
    ['has no app of that name', () => two, 'api', 'has no app "api". Its apps: web, lonely and snake.'],
    ['has no apps', () => temporary.write('empty.json', '[]'), null, example],
    [
      'can’t be read',
      () => temporary.write('broken.cjs', `throw new Error('no database')`),
      null,
      "can't be read as an ecosystem file (no database). Fix the file, or name another one."
    ]
  ]
  for (const [why, fileOf, app, message] of refused) {
    it(`is refused where it ${why}`, async () => {
      expect(await rejectionOf(read(fileOf(), app))).to.eql({
        code: 'INVALID_SETTINGS',
        message: `${fileOf()} ${message}`
      })
    })
  }
})
