import { expect } from 'chai'
import { describe, it } from 'mocha'
import { itRefuses, read } from './cases.ts'

const url = 'http://127.0.0.1:4100'
const command = 'node app.js'
const values = {
  workers: 2, sweep: 'auto', scheduling: 'none', env: { TOKEN: 'secret' }, args: ['-v'], command, ecosystem: 'primes.yml', url
}
const modes: [mode: string, needed: object, takes: string[]][] = [
  ['single', {}, ['env', 'args']],
  ['cluster', {}, ['workers', 'sweep', 'scheduling', 'env', 'args']],
  ['pm2', {}, ['workers', 'sweep', 'env', 'args', 'ecosystem']],
  ['reuse-port', {}, ['workers', 'sweep', 'env', 'args']],
  ['ports', {}, ['workers', 'sweep', 'env', 'args']],
  ['command', { command }, ['workers', 'env', 'command']],
  ['url', { url }, ['workers', 'url']]
]
/** What else takes an option that a mode does not take. */
const takers: Record<string, string> = { scheduling: 'cluster', command: 'command', ecosystem: 'pm2', url: 'url' }
const explained: Record<string, string> = {
  'single workers': 'is 2, but mode single has one process. Set mode: cluster, pm2, reuse-port or ports',
  'single sweep': 'is "auto", but mode single has one process. Set mode: cluster, pm2, reuse-port or ports',
  'single scheduling': 'is "none", but mode single has one process. Set mode: cluster',
  'command sweep': 'is "auto", but in mode command the command says how many workers there are. Make a variant for each number',
  'command args': 'is ["-v"], but in mode command they belong to the command. Write them there',
  'url sweep': 'is "auto", but in mode url the workers are there already. Make a variant for each number, with a URL of its own',
  'url env': 'is set, but mode url starts nothing. Set it where the app is started',
  'url args': 'is ["-v"], but mode url starts nothing. Set it where the app is started'
}

const readIn = (mode: string, options: object) => read({ variants: { other: { mode: 'single' }, one: { mode, ...options } } })

for (const [mode, needed, takes] of modes) {
  describe(`the options of mode ${mode}`, () => {
    it('are taken, thresholds among them', () => {
      for (const key of takes) expect(() => readIn(mode, { [key]: values[key as keyof typeof values], ...needed }), key).not.to.throw()
      expect(readIn(mode, { ...needed, thresholds: { p95: 1.2 } }).scenarios[0].thresholds).to.eql({ one: { p95: 1.2 } })
    })
    const others = Object.entries(values).filter(([key]) => !takes.includes(key))
    itRefuses((given) => readIn(mode, { ...needed, ...given }), 'plugins.speedup.variants.one.', others.map(([key, value]) => {
      const usual = `is ${JSON.stringify(value)}, but mode ${mode} does not take it. Set mode: ${takers[key]}`
      return [{ [key]: value }, `${key} ${explained[`${mode} ${key}`] ?? usual}, or leave ${key} out.`]
    }))
  })
}

describe('the option that a mode needs', () => {
  itRefuses((mode) => readIn(mode, {}), 'plugins.speedup.variants.one.', [
    ['command', 'command is missing, but mode command needs it. ' +
      'Give the command line that starts the app, for example `command: node server.js --threads 2`.'],
    ['url', 'url is missing, but mode url needs it. Give the URL where the app runs, for example `url: https://staging.example.com`.']
  ])
})
