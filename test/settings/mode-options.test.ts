import { expect } from 'chai'
import { describe, it } from 'mocha'
import { readSettings } from '../../plugin/settings/read-settings.ts'
import { aSource, refusal } from '../support/settings.ts'
import type { Mode } from '../../plugin/concepts/modes.ts'

/** what each mode needs */
const needs: Record<Mode, object> = { single: {}, cluster: {}, pm2: {}, 'reuse-port': {}, ports: {}, command: { command: 'node app.js' }, url: { url: 'http://127.0.0.1:4100' } }
const values = { workers: 2, sweep: 'auto', scheduling: 'none', env: { TOKEN: 'secret' }, args: ['-v'], command: 'node app.js', ecosystem: 'primes.yml', url: 'http://127.0.0.1:4100' }

const read = (mode: string, options: object) => readSettings(aSource({ variants: { other: { mode: 'single' }, one: { mode, ...options } } }))

describe('the options of each mode', () => {
  /** what is said of those that it does not take */
  const refused: Record<Mode, Record<string, string>> = {
    single: {
      workers: 'workers is 2, but mode single has one process. Set mode: cluster, pm2, reuse-port or ports, or leave workers out.',
      sweep: 'sweep is "auto", but mode single has one process. Set mode: cluster, pm2, reuse-port or ports, or leave sweep out.',
      scheduling: 'scheduling is "none", but mode single has one process. Set mode: cluster, or leave scheduling out.',
      command: 'command is "node app.js", but mode single does not take it. Set mode: command, or leave command out.',
      ecosystem: 'ecosystem is "primes.yml", but mode single does not take it. Set mode: pm2, or leave ecosystem out.',
      url: 'url is "http://127.0.0.1:4100", but mode single does not take it. Set mode: url, or leave url out.'
    },
    cluster: {
      command: 'command is "node app.js", but mode cluster does not take it. Set mode: command, or leave command out.',
      ecosystem: 'ecosystem is "primes.yml", but mode cluster does not take it. Set mode: pm2, or leave ecosystem out.',
      url: 'url is "http://127.0.0.1:4100", but mode cluster does not take it. Set mode: url, or leave url out.'
    },
    pm2: {
      scheduling: 'scheduling is "none", but mode pm2 does not take it. Set mode: cluster, or leave scheduling out.',
      command: 'command is "node app.js", but mode pm2 does not take it. Set mode: command, or leave command out.',
      url: 'url is "http://127.0.0.1:4100", but mode pm2 does not take it. Set mode: url, or leave url out.'
    },
    'reuse-port': {
      scheduling: 'scheduling is "none", but mode reuse-port does not take it. Set mode: cluster, or leave scheduling out.',
      command: 'command is "node app.js", but mode reuse-port does not take it. Set mode: command, or leave command out.',
      ecosystem: 'ecosystem is "primes.yml", but mode reuse-port does not take it. Set mode: pm2, or leave ecosystem out.',
      url: 'url is "http://127.0.0.1:4100", but mode reuse-port does not take it. Set mode: url, or leave url out.'
    },
    ports: {
      scheduling: 'scheduling is "none", but mode ports does not take it. Set mode: cluster, or leave scheduling out.',
      command: 'command is "node app.js", but mode ports does not take it. Set mode: command, or leave command out.',
      ecosystem: 'ecosystem is "primes.yml", but mode ports does not take it. Set mode: pm2, or leave ecosystem out.',
      url: 'url is "http://127.0.0.1:4100", but mode ports does not take it. Set mode: url, or leave url out.'
    },
    command: {
      sweep: 'sweep is "auto", but in mode command the command says how many workers there are. Make a variant for each number, or leave sweep out.',
      scheduling: 'scheduling is "none", but mode command does not take it. Set mode: cluster, or leave scheduling out.',
      args: 'args is ["-v"], but in mode command they belong to the command. Write them there, or leave args out.',
      ecosystem: 'ecosystem is "primes.yml", but mode command does not take it. Set mode: pm2, or leave ecosystem out.',
      url: 'url is "http://127.0.0.1:4100", but mode command does not take it. Set mode: url, or leave url out.'
    },
    url: {
      sweep: 'sweep is "auto", but in mode url the workers are there already. Make a variant for each number, with a URL of its own, or leave sweep out.',
      scheduling: 'scheduling is "none", but mode url does not take it. Set mode: cluster, or leave scheduling out.',
      env: 'env is set, but mode url starts nothing. Set it where the app is started, or leave env out.',
      args: 'args is ["-v"], but mode url starts nothing. Set it where the app is started, or leave args out.',
      command: 'command is "node app.js", but mode url does not take it. Set mode: command, or leave command out.',
      ecosystem: 'ecosystem is "primes.yml", but mode url does not take it. Set mode: pm2, or leave ecosystem out.'
    }
  }

  for (const [mode, needed] of Object.entries(needs)) {
    for (const [key, value] of Object.entries(values)) {
      const message = refused[mode as Mode][key]
      it(`${message === undefined ? 'let' : 'do not let'} mode ${mode} have ${key}`, () => {
        if (message === undefined) expect(() => read(mode, { ...needed, [key]: value })).not.to.throw()
        else expect(refusal(() => read(mode, { ...needed, [key]: value }))).to.eql({ code: 'INVALID_SETTINGS', message: `plugins.speedup.variants.one.${message}` })
      })
    }
  }

  it('are thresholds for all', () => {
    for (const [mode, needed] of Object.entries(needs)) {
      const { scenarios } = read(mode, { ...needed, thresholds: { p95: 1.2 } })
      expect(scenarios[0].thresholds).to.eql({ one: { p95: 1.2 } })
    }
  })

  it('are refused where the name says another mode than the key', () => {
    expect(refusal(() => readSettings(aSource({ variants: { single: { url: 'https://a.example' }, cluster: {} } }))).message)
      .to.equal('plugins.speedup.variants.single.url is "https://a.example", but mode single does not take it. Set mode: url, or leave url out.')
  })

  it('are missing where mode command has no command', () => {
    expect(refusal(() => read('command', {})).message)
      .to.equal('plugins.speedup.variants.one.command is missing, but mode command needs it. Give the command line that starts the app, for example `command: node server.js --threads 2`.')
  })

  it('are missing where mode url has no URL', () => {
    expect(refusal(() => read('url', {})).message)
      .to.equal('plugins.speedup.variants.one.url is missing, but mode url needs it. Give the URL where the app runs, for example `url: https://staging.example.com`.')
  })
})
