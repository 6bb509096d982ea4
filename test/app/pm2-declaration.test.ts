import { availableParallelism } from 'node:os'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { declare, type Wanted } from '../../plugin/app/pm2-declaration.ts'
import { refusal } from '../support/settings.ts'

function declared(written: Record<string, unknown> = {}, wanted?: Partial<Wanted>) {
  const usual = { script: '/app/server.js', args: [], nodeArgs: [], env: {}, cwd: '/app', workers: 2, pidHeader: 'x-worker-pid', logFile: '/log', stopTimeoutMs: 2000 }
  return declare(written, { ...usual, ...wanted })
}
const inFile = (written: Record<string, unknown>, wanted: Partial<Wanted> = {}) =>
  declared({ name: 'web', folder: '/shop/config', script: './server.js', ...written }, { script: null, workers: null, ...wanted })

describe('what PM2 is told of an app', () => {
  it('is its script, in cluster mode, with our preload', () => {
    const { node_args: nodeArgs, ...rest } = declared({}, { args: ['--verbose'], nodeArgs: ['--stack-size=900'] })
    expect(rest).to.include({ name: 'app', script: '/app/server.js', cwd: '/app', instances: 2, exec_mode: 'cluster', kill_timeout: 2000, merge_logs: true })
    expect(rest.args).to.eql(['--verbose'])
    expect(nodeArgs.slice(0, 2)).to.eql(['--stack-size=900', '--import'])
    expect(nodeArgs[2]).to.match(/preload\.js\?pidHeader=x-worker-pid&owner=\d+$/)
  })

  it('changes nothing behind the measurement’s back', () => {
    expect(inFile({ watch: true, cron_restart: '0 0 * * *' })).to.include({ watch: false, cron_restart: undefined, pmx: false, vizion: false })
  })

  it('leaves the user’s own PID file and log alone, by whatever name of PM2’s they are given', () => {
    const files = { pid_file: './web.pid', pid: './web.pid', pidFile: './web.pid', log_file: './web.log', log: './web.log', logFile: './web.log' }
    const app = inFile({ ...files, out: './out.log', err_file: './err.log', cron: '0 0 * * *' })
    expect(Object.keys(files).filter((option) => app[option] !== undefined)).to.eql([])
    expect(app).to.include({ out_file: '/log', error_file: '/log', cron: undefined })
  })

  it('ends a crash loop soon', () => {
    expect(declared().max_restarts).to.equal(5)
    expect(inFile({ max_restarts: 2 }).max_restarts).to.equal(2)
    expect(inFile({ max_restarts: 100 }).max_restarts).to.equal(5)
  })

  it('keeps what an ecosystem file says, with paths from its folder', () => {
    const { node_args: nodeArgs, ...app } = inFile({ args: 'serve --fast', node_args: '--a --b', cwd: '..', instances: 3, exec_mode: 'cluster', env: { A: '1', B: '2' } }, { args: ['more'], env: { B: '3', PORT: '80' } })
    expect(app).to.include({ name: 'web', script: './server.js', cwd: '/shop', instances: 3, exec_mode: 'cluster' })
    expect(app.args).to.eql(['serve', '--fast', 'more'])
    expect(app.env).to.eql({ A: '1', B: '3', PORT: '80' })
    expect(nodeArgs.slice(0, 3)).to.eql(['--a', '--b', '--import'])
  })

  const counts: [unknown, number][] = [[undefined, 1], [3, 3], ['2', 2], ['max', availableParallelism()], [0, availableParallelism()], [-1, Math.max(1, availableParallelism() - 1)]]
  for (const [instances, expected] of counts) {
    it(`reads instances: ${instances} as PM2 does`, () => {
      expect(inFile({ instances }).instances).to.equal(expected)
    })
  }

  it('is the number of workers that the variant wants, whatever the file says', () => {
    expect(inFile({ instances: 8 }, { workers: 2 }).instances).to.equal(2)
  })

  it('is cluster mode for several, as only there they share a port', () => {
    expect(inFile({ exec_mode: 'fork' }).exec_mode).to.equal('fork')
    expect(inFile({ exec_mode: 'fork' }, { workers: 2 }).exec_mode).to.equal('cluster')
  })

  it('is fork mode where the file names neither a mode nor a number, as PM2 takes it', () => {
    expect(inFile({})).to.include({ exec_mode: 'fork', instances: 1 })
    expect(inFile({ instances: 1 }).exec_mode).to.equal('cluster')
    expect(inFile({ exec_mode: 'cluster' }).exec_mode).to.equal('cluster')
    expect(inFile({}, { workers: 1 }).exec_mode).to.equal('cluster')
  })

  it('has the arguments of Node by each name that PM2 knows', () => {
    for (const option of ['node_args', 'interpreterArgs', 'interpreter_args']) {
      const app = inFile({ [option]: '--stack-size=900' })
      expect(app.node_args.slice(0, 2), option).to.eql(['--stack-size=900', '--import'])
      expect([app.interpreterArgs, app.interpreter_args]).to.eql([undefined, undefined])
    }
  })

  it('refuses what is no program for Node', () => {
    expect(refusal(() => inFile({ interpreter: 'python3' }))).to.eql({
      code: 'INVALID_SETTINGS',
      message: 'The app web of the ecosystem file has the interpreter python3. Mode pm2 runs programs for Node; for any other, use mode: command.'
    })
    expect(() => inFile({ interpreter: '/usr/bin/node' })).to.not.throw()
  })
})
