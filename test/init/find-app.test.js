import { symlinkSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { findApp } from '../../plugin/init/find-app.js'
import { refusalFrom, someProjects } from './some-project.js'

describe('finding the app', () => {
  const projects = someProjects()
  const nothing = { app: null, port: null }

  /**
   * @param {Record<string, string | object>} files
   * @param {Partial<typeof nothing> | { app: string } | { port: number }} [wanted]
   */
  function find(files, wanted = {}) {
    const project = projects.make(files)
    const { script, ...rest } = findApp(project, { ...nothing, ...wanted })
    return { script: relative(project.folder, script), ...rest }
  }

  /**
   * @param {string} start
   * @param {Record<string, string | object>} [files]
   */
  const findFrom = (start, files = {}) => find({ 'package.json': { scripts: { start, serve: 'node --expose-gc server.js' } }, 'server.js': '', 'src/main.ts': '', ...files })

  /** @type {[string, string, object][]} */
  const starts = [
    ['a file for Node', 'node server.js', { script: 'server.js' }],
    ['a file without its extension', 'node server', { script: 'server.js' }],
    ['arguments for Node and for the app', 'node --env-file=.env --import x -r y server.js --flag a', { nodeArgs: ['--env-file=.env', '--import', 'x', '-r', 'y'], args: ['--flag', 'a'] }],
    ['variables', 'NODE_ENV=production DEBUG= node server.js', { env: { NODE_ENV: 'production', DEBUG: '' } }],
    ['cross-env', 'cross-env A=b C="d e" node server.js', { env: { A: 'b', C: 'd e' } }],
    ['what is for development only', 'node --watch --inspect=9229 --watch-path src server.js', { nodeArgs: [] }],
    ['TypeScript run by Node', 'node src/main.ts', { script: 'src/main.ts' }],
    ['nodemon', 'nodemon --watch src -e js,json server.js --fast', { args: ['--fast'], remarks: ['nodemon is left out: it would only start the app again when a file changes.'] }],
    ['nodemon with a program of its own', 'nodemon --exec "node --expose-gc" server.js', { nodeArgs: ['--expose-gc'] }],
    ['tsx, as a loader for Node', 'tsx --tsconfig tsconfig.run.json src/main.ts', { script: 'src/main.ts', nodeArgs: ['--import', 'tsx'], env: { TSX_TSCONFIG_PATH: 'tsconfig.run.json' } }],
    ['a script of package.json', 'npm run serve -- --fast', { nodeArgs: ['--expose-gc'], args: ['--fast'] }],
    ['a script by yarn', 'yarn serve --fast', { nodeArgs: ['--expose-gc'], args: ['--fast'] }],
    ['a script by npm, which keeps options for itself', 'npm run --silent serve a --fast', { nodeArgs: ['--expose-gc'], args: ['a'] }],
    ['npx', 'npx --no node server.js', { script: 'server.js' }],
    ['a file of variables', 'dotenv -e .env.local -- node server.js', { nodeArgs: ['--env-file=.env.local'] }],
    ['PM2', 'pm2-runtime start server.js -i max -- --fast', { args: ['--fast'], remarks: ['PM2 is left out: here one process is compared with a cluster of Node’s own.'] }],
    ['PM2 with words for itself only', 'pm2 start server.js -i max', { args: [] }],
    ['pnpm, with what it leaves to the program', 'pnpm exec node server.js --fast', { args: ['--fast'] }],
    ['the last program of several', 'tsc && node server.js', { remarks: ['Of `tsc && node server.js`, init runs only the app; what comes before it has to be done already.'] }]
  ]
  for (const [what, start, expected] of starts) {
    it(`reads ${what}: ${start}`, () => expect(findFrom(start)).to.deep.include({ script: 'server.js', ...expected, origin: `scripts.start: ${start}` }))
  }

  it('takes a program’s own JavaScript file, wherever the command was installed', () => {
    const project = projects.make({ 'package.json': {}, 'node_modules/fastify-cli/cli.js': '', 'packages/api/package.json': { scripts: { start: 'fastify start -p ${PORT:-4000} app.js' } }, 'node_modules/.bin/x': '' })
    symlinkSync('../fastify-cli/cli.js', join(project.folder, 'node_modules/.bin/fastify'))
    const api = { ...project, folder: join(project.folder, 'packages/api'), manifest: { scripts: { start: 'fastify start -p ${PORT:-4000} app.js' } } }
    expect(findApp(api, nothing)).to.deep.include({ script: join(project.folder, 'node_modules/fastify-cli/cli.js'), args: ['start', '-p', '4000', 'app.js'] })
    expect(findApp(api, { ...nothing, port: 5000 }).args).to.eql(['start', '-p', '5000', 'app.js'])
  })

  it('looks into the shell script that pnpm writes for a program', () => {
    const shim = '#!/bin/sh\nbasedir=$(dirname "$0")\nexec node  "$basedir/../next/dist/bin/next" "$@"\n'
    const files = { 'node_modules/.bin/next': shim, 'node_modules/next/dist/bin/next': '#!/usr/bin/env node\n' }
    expect(findFrom('next start', files)).to.deep.include({ script: 'node_modules/next/dist/bin/next', args: ['start'] })
  })

  it('takes a file with Node in its first line', () => {
    expect(findFrom('./bin/www', { 'bin/www': '#!/usr/bin/env node\n' })).to.include({ script: 'bin/www' })
  })

  it('takes what nest start has built', () => {
    expect(findFrom('nest start --watch', { 'dist/main.js': '' })).to.include({ script: 'dist/main.js' })
  })

  for (const program of ['ts-node -T -r dotenv/config', 'ts-node-esm', 'ts-node-dev --respawn --transpile-only', 'nodemon']) {
    it(`lets another one run what ${program.split(' ')[0]} would: tsx, or Node itself`, () => {
      const withoutTsx = findFrom(`${program} src/main.ts --fast`)
      expect(withoutTsx).to.deep.include({ script: 'src/main.ts', nodeArgs: [], args: ['--fast'] })
      expect(withoutTsx.remarks.at(-1)).to.match(/^Node itself takes the place of ts-node, which can’t be observed while it is compared\. .* npm install --save-dev tsx\.$/)
      const withTsx = findFrom(`${program} src/main.ts`, { 'node_modules/tsx/package.json': {} })
      expect(withTsx).to.deep.include({ script: 'src/main.ts', nodeArgs: ['--import', 'tsx'] })
      expect(withTsx.remarks.at(-1)).to.match(/^tsx, which is installed, takes the place of ts-node/)
    })
  }

  it('takes main where there is no start', () => {
    expect(find({ 'package.json': { main: './lib' }, 'lib/index.js': '', 'server.js': '' })).to.include({ script: 'lib/index.js', origin: 'main of package.json' })
  })

  /** @type {[string[], string][]} */
  const usual = [[['index.js', 'app.js'], 'app.js'], [['src/server.ts', 'index.mjs'], 'index.mjs'], [['src/index.ts', 'src/app.cjs'], 'src/app.cjs']]
  for (const [names, found] of usual) {
    it(`takes a usual name: of ${names.join(' and ')}, ${found}`, () => {
      expect(find({ 'package.json': { main: 'gone.js' }, ...Object.fromEntries(names.map((name) => [name, ''])) })).to.include({ script: found, origin: 'its usual name' })
    })
  }

  it('takes what is wanted before all others', () => {
    const files = { 'package.json': { scripts: { start: 'node gone.js' } }, 'other app.js': '' }
    expect(find(files, { app: 'other app.js' })).to.include({ script: 'other app.js', origin: '--app' })
  })

  /** @type {[string, string][]} */
  const puzzles = [
    ['docker compose up', 'starts docker, which is not installed here as a program for Node'],
    ['concurrently "a" "b"', 'starts several programs, or none that serves (concurrently)'],
    ['node -e "serve()"', 'gives Node no file to run'],
    ['bun server.ts', 'is for Bun, and the app is compared under Node'],
    ['cd api && node server.js', 'goes to another folder: run init there'],
    ['npm run serve -w api', 'runs another package: go to its folder and run init there'],
    ['npm start', 'leads to scripts.start, which is not there or leads back'],
    ['npm run sevre', 'names no script of package.json (sevre)'],
    ['pm2 start ecosystem.config.js', 'has PM2 read what it starts from a file of its own'],
    ['node $(ls)', 'only a shell can take apart'],
    ['tsx', 'gives tsx no file to run'],
    ['ts-node', 'gives ts-node no file to run'],
    ['', 'is empty']
  ]
  for (const [start, puzzle] of puzzles) {
    it(`says that it can’t read \`${start}\`, and goes on to the usual names`, () => {
      expect(findFrom(start)).to.deep.include({ script: 'server.js', origin: 'its usual name', remarks: [`scripts.start is \`${start}\`, which ${puzzle}.`] })
    })
  }

  it('says what it looked for when it finds nothing', async () => {
    const project = projects.make({})
    expect(await refusalFrom(() => findApp(project, nothing))).to.eql({
      code: 'INVALID_SETTINGS',
      message: `No app was found in ${project.folder}: package.json has no scripts.start; package.json names no main; there is no server.js, app.js, index.js or main.js (nor .mjs, .cjs, .ts), here or in src. Name the file that starts the server: --app <file>.`
    })
    const { message } = await refusalFrom(() => find({ 'package.json': { scripts: { start: 'deno x.ts' }, main: 'lib' } }))
    expect(message).to.include('scripts.start is `deno x.ts`, which is for Deno, and the app is compared under Node; the main of package.json, lib, is not there; ')
  })

  it('says what is missing when the file is not there, and how it may come', async () => {
    const { code, message } = await refusalFrom(() => find({ 'package.json': { scripts: { start: 'node dist/index.js', build: 'tsc' } } }))
    expect(code).to.equal('INVALID_SETTINGS')
    expect(message).to.match(/^scripts\.start runs dist\/index\.js, but there is no file \S+dist\/index\.js\. If it has to be built, do that first \(npm run build\)\. Or name the file that starts the server: --app <file>\.$/)
    const { message: nest } = await refusalFrom(() => findFrom('nest start'))
    expect(nest).to.match(/^scripts\.start runs dist\/main\.js, but there is no file \S+\. Build the app first: npx nest build\. Or name/)
  })

  it('refuses a wanted file that is not there, or is a folder', async () => {
    for (const app of ['server.js', '..']) {
      const { code, message } = await refusalFrom(() => find({}, { app }))
      expect(code).to.equal('INVALID_SETTINGS')
      expect(message).to.match(new RegExp(`^--app is "${app}", but there is no file \\S+\\. Give the file that starts the server, a path from this folder, such as src/server\\.js\\.$`))
    }
  })
})
