import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { findApp } from '../../plugin/init/find-app.ts'
import { refusal } from '../support/settings.ts'
import { someProjects } from './some-project.ts'
import { type Files } from '../support/folder.ts'

describe('finding the app', () => {
  const projects = someProjects()
  const nothing = { app: null, port: null }

  function find(files: Files, app: string | null = null) {
    const project = projects.make(files)
    const found = findApp(project, { app, port: null })
    return { ...found, script: found.name }
  }

  it('takes a program’s own JavaScript file, wherever the command was installed', () => {
    const manifest = { scripts: { start: 'fastify start -p ${PORT:-4000} app.js' } }
    const project = projects.make({
      'node_modules/fastify-cli/cli.js': '',
      'packages/api/package.json': manifest,
      'node_modules/.bin/x': ''
    })
    symlinkSync('../fastify-cli/cli.js', join(project.folder, 'node_modules/.bin/fastify'))
    const api = { ...project, folder: join(project.folder, 'packages/api'), manifest }
    const script = join(project.folder, 'node_modules/fastify-cli/cli.js')
    expect(findApp(api, nothing)).to.deep.include({ script, args: ['start', '-p', '4000', 'app.js'] })
    expect(findApp(api, { ...nothing, port: 5000 }).args).to.eql(['start', '-p', '5000', 'app.js'])
  })

  it('lets tsx, where it is installed, compile a file that no command names', () => {
    const tsx = { 'node_modules/tsx/package.json': {}, 'src/main.ts': '', 'app.js': '' }
    const compiled = { nodeArgs: ['--import', 'tsx'], remarks: ['It is compiled by tsx, which is installed.'] }
    expect(find(tsx, 'src/main.ts')).to.deep.include(compiled)
    expect(find({ ...tsx, 'package.json': { main: 'src/main.ts' } })).to.deep.include(compiled)
    expect(find(tsx, 'app.js')).to.deep.include({ nodeArgs: [], remarks: [] })
    expect(find({ 'src/main.ts': '' }, 'src/main.ts')).to.deep.include({ nodeArgs: [], remarks: [] })
  })

  const starting = (start: string) => ({ 'package.json': { scripts: { start } } })
  const shim = '#!/bin/sh\nbasedir=$(dirname "$0")\nexec node  "$basedir/../next/dist/bin/next" "$@"\n'
  const next = { 'node_modules/.bin/next': shim, 'node_modules/next/dist/bin/next': '#!/usr/bin/env node\n' }
  const found: Record<string, [files: Files, script: string, origin: string, app?: string]> = {
    'a file with Node in its first line': [
      { ...starting('./bin/www'), 'bin/www': '#!/usr/bin/env node\n' },
      'bin/www',
      'scripts.start: ./bin/www'
    ],
    'what the shell script that pnpm writes for a program starts': [
      { ...starting('next start'), ...next },
      'node_modules/next/dist/bin/next',
      'scripts.start: next start'
    ],
    main: [
      { 'package.json': { main: './lib' }, 'lib/index.js': '', 'server.js': '' },
      'lib/index.js',
      'main of package.json'
    ],
    'app.js before index.js': [
      { 'package.json': { main: 'gone.js' }, 'index.js': '', 'app.js': '' },
      'app.js',
      'a usual name'
    ],
    'this folder before src': [{ 'src/server.ts': '', 'index.mjs': '' }, 'index.mjs', 'a usual name'],
    'src, too': [{ 'src/index.ts': '', 'src/app.cjs': '' }, 'src/app.cjs', 'a usual name'],
    '--app before all others': [
      { ...starting('node gone.js'), 'other app.js': '' },
      'other app.js',
      'as given',
      'other app.js'
    ]
  }
  for (const [title, [files, script, origin, app]] of Object.entries(found))
    it(`takes ${title}`, () => expect(find(files, app)).to.include({ script, origin }))

  it('says what it looked for when it finds nothing', () => {
    const project = projects.make({})
    expect(refusal(() => findApp(project, nothing))).to.eql({
      code: 'INVALID_SETTINGS',
      message:
        `No app was found in ${project.folder}: package.json has no scripts.start; package.json has no main; there is no Procfile or Dockerfile with a command; there is no server.js, ` +
        'app.js, index.js or main.js (nor .mjs, .cjs, .ts), here or in src. Name the file that starts the server: --app <file>.'
    })
    const { message } = refusal(() => find({ 'package.json': { scripts: { start: 'deno x.ts' }, main: 'lib' } }))
    expect(message).to.include(
      'scripts.start is `deno x.ts`, which needs Deno, but comparisons run on Node; ' +
        'main in package.json is lib, which does not exist; '
    )
    const two = { 'start:api': 'node api.js', test: 'mocha', 'start:web': 'node web.js' }
    expect(refusal(() => find({ 'package.json': { scripts: two }, 'api.js': '', 'web.js': '' })).message).to.match(
      /--app <file>, or the command: --app "npm run start:api" or "npm run start:web"\.$/
    )
  })

  it('keeps the mode of whoever asks, as it may be another when the comparison is run', () => {
    const express: Files = { 'package.json': { dependencies: { express: '5' } }, 'app.js': '' }
    const modeOf = (files: Files, mode?: string) => {
      const { env, remarks } = findApp(projects.make(files), nothing, mode)
      return { env, remarks: remarks.length }
    }
    expect(modeOf(express, 'production')).to.eql({ env: { NODE_ENV: 'production' }, remarks: 0 })
    expect(findApp(projects.make(express), nothing, undefined).remarks).to.eql([
      'NODE_ENV is not set, so Express runs in development mode: slower, above all where it renders views.',
      'To compare the app as it is deployed, put NODE_ENV=production before this command.'
    ])
    const silent: Files[] = [{ 'app.js': '' }, { ...express, '.env': 'A=1\nNODE_ENV=production\n' }]
    for (const files of silent) expect(modeOf(files)).to.eql({ env: {}, remarks: 0 })
    const start = { dependencies: { express: '5' }, scripts: { start: 'NODE_ENV=staging node app.js' } }
    expect(modeOf({ ...express, 'package.json': start }, 'production')).to.eql({
      env: { NODE_ENV: 'staging' },
      remarks: 0
    })
  })

  const missing: [scripts: object, file: string, hint: string][] = [
    [
      { start: 'node dist/index.js', build: 'tsc' },
      'dist/index.js',
      'If the app needs a build, run that first (npm run build). '
    ],
    [{ start: 'node index.js' }, 'index.js', ''],
    [{ start: 'nest start' }, 'dist/main.js', 'Build the app first: npx nest build. ']
  ]
  for (const [scripts, file, hint] of missing) {
    it(`says what is missing, and how it may come: ${JSON.stringify(scripts)}`, () => {
      const project = projects.make({ 'package.json': { scripts } })
      const problem = `scripts.start runs ${file}, but there is no file ${join(project.folder, file)}. ${hint}`
      const message = `${problem}Or name the file that starts the server: --app <file>.`
      expect(refusal(() => findApp(project, nothing))).to.eql({ code: 'INVALID_SETTINGS', message })
    })
  }

  describe('starts it as what starts the same file does', () => {
    const scripts = { test: 'mocha', dev: 'nodemon src/dev.js', start: 'PORT=1 node --env-file=.env dist/main.js -v' }
    const files: Files = {
      'package.json': { scripts, main: 'lib.js' },
      'dist/main.js': '',
      'src/dev.js': '',
      'lib.js': ''
    }
    const asStart = { script: 'dist/main.js', nodeArgs: ['--env-file=.env'], args: ['-v'], env: { PORT: '1' } }

    it('where a file is given', () => {
      const { origin, ...launch } = find(files, 'dist/main.js')
      expect(launch).to.deep.include(asStart)
      expect(origin).to.equal(`as given; started as by scripts.start: ${scripts.start}`)
      expect(find(files, './src/dev.js').remarks).to.eql([
        'nodemon is skipped: it only restarts the app when a file changes.'
      ])
      expect(find(files, 'lib.js')).to.deep.include({ origin: 'as given', args: [], nodeArgs: [] })
    })

    it('where a command is given', () => {
      expect(find(files, 'npm start')).to.deep.include({ ...asStart, origin: 'as given' })
      expect(find(files, 'A=1 node lib.js x')).to.deep.include({ script: 'lib.js', args: ['x'], env: { A: '1' } })
      expect(refusal(() => find(files, 'bun lib.js')).message).to.match(
        /^`bun lib\.js` is a command that needs Bun, but comparisons run on Node\. Name the file/
      )
      expect(refusal(() => find(files, 'node gone.js')).message).to.match(
        /^This command runs gone\.js, but there is no/
      )
    })

    const image = (lines: string) =>
      `FROM node:24 AS build\nCMD ["node", "other.js"]\nFROM node:24-slim\nWORKDIR /app\n${lines}\n`
    const deployed: Record<string, Files> = {
      'a Procfile': { Procfile: 'worker: node lib.js\nweb: node --env-file=.env dist/main.js -v\n' },
      'a Dockerfile’s CMD': { Dockerfile: image('CMD ["node", "--env-file=.env", "/app/dist/main.js", "-v"]') },
      'a Dockerfile’s CMD for a shell': { Dockerfile: image('CMD node --env-file=.env \\\n  dist/main.js -v') },
      'a Dockerfile’s ENTRYPOINT': {
        Dockerfile: image('ENTRYPOINT ["/usr/bin/tini", "--", "node"]\nCMD ["--env-file=.env", "dist/main.js", "-v"]')
      }
    }
    for (const [title, more] of Object.entries(deployed)) {
      it(`where ${title} names it`, () => {
        const { env: _, ...same } = asStart
        const found = find({ 'package.json': {}, 'dist/main.js': '', ...more })
        expect(found).to.deep.include(same)
        expect(found.origin).to.match(/^(?:Procfile|Dockerfile): .*dist\/main\.js/)
        expect(find({ 'package.json': { main: 'dist/main.js' }, 'dist/main.js': '', ...more })).to.deep.include(same)
      })
    }
  })

  for (const app of ['server.js', '..']) {
    it(`refuses --app ${app}, which is no file`, () => {
      const advice = 'Name the file that starts the server, relative to this folder, such as src/server\\.js\\.'
      expect(refusal(() => find({}, app)).message).to.match(new RegExp(`^There is no file \\S+\\. ${advice}$`))
    })
  }
})
