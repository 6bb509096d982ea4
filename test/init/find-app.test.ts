import { symlinkSync } from 'node:fs'
import { join, relative } from 'node:path'
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
    const { script, ...rest } = findApp(project, { app, port: null })
    return { script: relative(project.folder, script), ...rest }
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
      '--app',
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
        `No app was found in ${project.folder}: package.json has no scripts.start; package.json has no main; there is no server.js, ` +
        'app.js, index.js or main.js (nor .mjs, .cjs, .ts), here or in src. Name the file that starts the server: --app <file>.'
    })
    const { message } = refusal(() => find({ 'package.json': { scripts: { start: 'deno x.ts' }, main: 'lib' } }))
    expect(message).to.include(
      'scripts.start is `deno x.ts`, which needs Deno, but comparisons run on Node; ' +
        'main in package.json is lib, which does not exist; '
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
      'To compare the app as it is deployed: NODE_ENV=production npx artillery-speedup init'
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

  for (const app of ['server.js', '..']) {
    it(`refuses --app ${app}, which is no file`, () => {
      const advice = 'Name the file that starts the server, relative to this folder, such as src/server\\.js\\.'
      expect(refusal(() => find({}, app)).message).to.match(
        new RegExp(`^--app is "${app}", but there is no file \\S+\\. ${advice}$`)
      )
    })
  }
})
