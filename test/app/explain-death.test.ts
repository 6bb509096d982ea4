import { expect } from 'chai'
import { describe, it } from 'mocha'
import { explainDeath, type Death } from '../../plugin/app/explain.ts'
import { temporaryFolder } from '../support/folder.ts'
import { appFile, aVariant, someSettings, workingDirectory } from '../support/settings.ts'

const { app, target, variants: [, clustered] } = someSettings()
const served = aVariant({ name: 'nginx', mode: 'command', workers: null, command: 'nginx -c my.conf' })
const who = `Variant clustered: the app ${appFile}`
const command = 'Variant nginx: the command `nginx -c my.conf`'
const state = { expected: null, listeners: [], restarts: 0, lastDeath: null, gaveUpAfter: null, usage: [] }
const listener = { pid: 7, port: 3030, address: '127.0.0.1' }

describe('the explanation of a death', () => {
  const folder = temporaryFolder()
  const explain = (exit: Partial<Death['exit']>, { state: known, log = '', ...rest }: Partial<Omit<Death, 'exit' | 'state'>> & { state?: Partial<Death['state']>, log?: string } = {}) =>
    explainDeath({
      variant: clustered,
      app,
      target,
      exit: { code: 0, signal: null, leftOthers: false, ...exit },
      stillListens: false,
      state: { ...state, ...known },
      logFile: folder.write('log', log),
      when: 'before it was ready',
      ...rest
    })

  it('names the exit code and the last lines', () => {
    expect(explain({ code: 1 }, { log: 'Error: no database\n\n    at main\n' })).to.equal(
      `${who} exited with code 1 before it was ready. Its last lines:\n    Error: no database\n        at main`
    )
  })

  it('names the signal, and says that nothing was printed', () => {
    expect(explain({ code: null, signal: 'SIGKILL' })).to.equal(`${who} was ended by SIGKILL before it was ready. It printed nothing.`)
  })

  it('tells an app that ends at once from one that serves', () => {
    expect(explain({})).to.equal(
      `${who} exited with code 0 before it was ready, without having listened on a port. plugins.speedup.app must be the file that starts the server and keeps running. It printed nothing.`
    )
    expect(explain({}, { state: { listeners: [listener] } })).not.to.include('without having listened')
  })

  it('tells of workers that die again and again', () => {
    expect(explain({}, { state: { gaveUpAfter: 3, lastDeath: 'exit code 7' }, log: 'boom' })).to.equal(
      `${who} keeps crashing: 3 of its workers died before it was ready, the last with exit code 7. Run it as a single process to see why. Its last lines:\n    boom`
    )
  })

  it('shows the last twelve lines of many', () => {
    const log = Array.from({ length: 5000 }, (_, i) => `line ${i}`).join('\n')
    const lines = explain({ code: 1 }, { log }).split('\n').slice(1)
    expect(lines).to.eql(Array.from({ length: 12 }, (_, i) => `    line ${4988 + i}`))
  })

  const variant = served
  const foreground = 'Only what runs in the foreground can be measured and stopped: run it there, without `&` and by the option that many programs have for it, such as `nginx -g \'daemon off;\'`.'

  it('tells of a command that went to the background, and that it was ended', () => {
    expect(explain({ leftOthers: true }, { variant, when: 'while it was measured' })).to.equal(
      `${command} exited with code 0 while it was measured, but what it had started went on in the background. That was ended. ${foreground} It printed nothing.`
    )
  })

  it('tells of one that could not be found in the background, but by the port that it has taken', () => {
    expect(explain({}, { variant, stillListens: true })).to.equal(
      `${command} exited with code 0 before it was ready, but something listens on 127.0.0.1:3030 now. If it went to the background there, end it yourself: it can't be found from here. ${foreground} It printed nothing.`
    )
  })

  it('tells of an app that did so without advice on options', () => {
    expect(explain({ leftOthers: true })).to.equal(
      `${who} exited with code 0 before it was ready, but what it had started went on in the background. That was ended. Only what runs in the foreground can be measured and stopped: run it there. It printed nothing.`
    )
  })

  it('does not take a crash for a way to the background', () => {
    expect(explain({ code: 1, leftOthers: true }, { variant, stillListens: true })).to.equal(`${command} exited with code 1 before it was ready. It printed nothing.`)
  })

  it('tells of a command that has nothing more to do', () => {
    expect(explain({}, { variant })).to.equal(`${command} exited with code 0 before it was ready. A command has to go on for as long as it is to be measured. It printed nothing.`)
  })

  it('tells that a program was not found, and where relative paths begin', () => {
    expect(explain({ code: 127 }, { variant, log: '/bin/sh: 1: nginx: not found\n' })).to.equal(
      `${command} exited with code 127 before it was ready, since a program was not found. Is it installed, and in the PATH? Relative paths begin at ${workingDirectory}. Its last lines:\n    /bin/sh: 1: nginx: not found`
    )
  })

  it('tells how a list is meant when it holds a whole line', () => {
    const asList = (...words: string[]) => explain({ code: 127 }, { variant: aVariant({ ...served, command: words }) })
    expect(asList('node server.js', '--quiet')).to.match(/^Variant nginx: the command `node server\.js --quiet` .* A list is a program and its arguments: write a whole line as one text\. It printed nothing\.$/)
    expect(asList('nod', 'my server.js')).to.not.include('A list is')
  })

  it('tells that a program can’t be run, of commands only', () => {
    expect(explain({ code: 126 }, { variant })).to.equal(`${command} exited with code 126 before it was ready, since a program can't be run. It has to be one for this machine, and executable (chmod +x). It printed nothing.`)
    expect(explain({ code: 126 })).to.equal(`${who} exited with code 126 before it was ready. It printed nothing.`)
  })
})
