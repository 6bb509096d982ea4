import { relative } from 'node:path'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { describeSettings } from '../../plugin/experiment/environment.ts'
import { itFinds } from '../support/cases.ts'
import { anEarlierResult, aVariant, someSettings, workingDirectory } from '../support/settings.ts'
import type { Settings, Variant } from '../../plugin/concepts/settings.ts'

const describeThem = (overrides?: Partial<Settings>) => describeSettings(someSettings(overrides), (file) => relative(workingDirectory, file))
const detailOf = (overrides: Partial<Variant>) => describeThem({ variants: [aVariant(overrides)] }).variants[0].detail
const targetOf = (hostname: string) => ({ url: `https://${hostname}`, hostname, port: 443, protocol: 'https:' as const })

describe('what is kept of the settings', () => {
  itFinds({
    'is what a reader needs to know, files as he would type them': [[describeThem(), {
      app: 'fixtures-app/server.js',
      target: 'http://127.0.0.1:3030',
      variants: [
        { name: 'single', mode: 'single', workers: 1, scheduling: 'round-robin', detail: null },
        { name: 'clustered', mode: 'cluster', workers: 2, scheduling: 'round-robin', detail: null }
      ],
      ...{ baseline: 'single', rounds: { min: 3, max: 10 }, time: null, confidence: 0.95, onInconclusive: 'fail', compareWith: null, generator: null, client: 'auto' }
    }]],
    'has no app where no variant needs one': [[describeThem({ app: { ...someSettings().app, script: null } }).app, null]],
    'tells of the earlier result where it is, and not its figures': [[describeThem({ compareWith: anEarlierResult() }).compareWith, {
      file: 'reports/main/comparison.json',
      finishedAt: '2026-11-19T12:01:00.000Z',
      commit: '9b0572b23ef99309abc2b016adeaf678bdd290a8',
      ...{ plugin: '0.1.0', cpu: 'AMD EPYC', cores: 2 }
    }]],
    'tells by which command of Artillery the load was made, and not its arguments': [
      [describeThem({ generator: { command: 'run-lambda', args: ['--region', 'eu-west-1'] } }).generator, 'run-lambda']
    ],
    'tells how a variant differs from others of its mode': [
      [detailOf({ args: ['--threads', '2'] }), '--threads 2'],
      [detailOf({ mode: 'command', command: 'node server.js --threads 2' }), 'node server.js --threads 2'],
      [detailOf({ mode: 'command', command: ['node', 'server.js'], args: ['--threads', '2'] }), 'node server.js --threads 2'],
      [detailOf({ mode: 'pm2', ecosystem: { file: `${workingDirectory}/deploy/ecosystem.config.cjs`, app: null } }), 'deploy/ecosystem.config.cjs'],
      [detailOf({ mode: 'pm2', ecosystem: { file: `${workingDirectory}/ecosystem.config.cjs`, app: 'shop' } }), 'ecosystem.config.cjs, app shop'],
      [detailOf({ mode: 'url', workers: null, targets: [targetOf('a.example'), targetOf('b.example')] }), 'https://a.example, https://b.example']
    ]
  })

  it('has no values of environment variables, wherever they are set', () => {
    const variants = [
      aVariant({ env: { TOKEN: 's3cret' } }),
      aVariant({ mode: 'command', command: 'TOKEN=s3cret node server.js' }),
      aVariant({ mode: 'command', command: ['docker', 'run', '-e', 'TOKEN=s3cret', 'shop'] }),
      aVariant({ args: ['--token', 's3cret', '--db=postgres://ada:s3cret@db'] })
    ]
    const kept = JSON.stringify(describeThem({ variants, app: { ...someSettings().app, env: { TOKEN: 's3cret' } } }))
    expect(kept).to.include('TOKEN=… node server.js').and.include('docker run -e TOKEN=… shop').and.include('--token … --db=postgres://…@db').and.not.include('s3cret')
  })
})
