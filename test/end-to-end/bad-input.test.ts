import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { runArtillery } from '../support/artillery.ts'
import { compareHere } from '../support/measure.ts'
import { apps, pausingFlow, repository, shortScript, useProject } from '../support/project.ts'
import { serving } from '../support/serving.ts'

describe('bad input', () => {
  const project = useProject()
  const serve = serving()

  /** Runs it and expects exit code 3, one clear message, and nothing left running. */
  async function refuses(script: object, ...parts: string[]) {
    const { code, output } = await runArtillery(project.write('job.json', script), { cwd: project.folder })
    for (const part of parts) expect(output).to.include(part)
    expect(output.split('NOT MEASURED')).to.have.lengthOf(2)
    expect(code, output).to.equal(3)
    return output
  }

  // What each wrong setting is answered with is tested in test/settings.
  describe('in the settings is refused before anything is started', () => {
    it('a script without a load, in whose place Artillery puts one user, and a broken before section is not what the message is about', async () => {
      const rest = { before: { flow: [{ get: { url: '/' } }] } }
      const output = await refuses(
        shortScript(project, { config: { phases: undefined }, rest }),
        'NOT MEASURED  The script has no load: neither plugins.speedup.users nor config.phases is set. Add users'
      )
      expect(output).to.not.contain('warm-up').and.not.contain('    at ')
    })

    it('a wrong option is told with the file and the line where it stands', async () => {
      const text = `config:\n  target: http://127.0.0.1:1\n  plugins:\n    speedup:\n      app: ${join(apps, 'hello.js')}\n      userz: 3\nscenarios: [{ flow: [{ get: { url: / } }] }]\n`
      const { output } = await runArtillery(project.write('job.yml', text), { cwd: project.folder })
      expect(output).to.match(/NOT MEASURED {2}plugins\.speedup\.userz is an unknown option [^\n]*\. \(job\.yml:6\)\n/)
    })

    it('an empty `speedup:` ends Artillery itself, not with exit code 0', async () => {
      const script = shortScript(project)
      const { code } = await runArtillery(
        project.write('job.json', { ...script, config: { ...script.config, plugins: { speedup: null } } }),
        { cwd: project.folder }
      )
      expect(code).to.equal(1)
    })

    it('a report directory that is not writable', async () => {
      const options = { report: join(project.folder, 'file', 'reports') }
      project.write('file', '')
      const thrown = await compareHere(
        project.write('job.json', shortScript(project, { options })),
        project.folder
      ).catch((error) => error)
      expect(thrown).to.have.property('code', 'NOT_WRITABLE')
    })
  })

  it('a full folder for temporary files is named, however little is free, and what to do', async function () {
    const full = join(project.folder, 'full')
    mkdirSync(full)
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=48k', 'none', full]).status !== 0) this.skip()
    try {
      // Of pages of 4 KB: not even the log of the child can be written.
      writeFileSync(join(full, 'fill'), Buffer.alloc(44 * 1024))
      const script = project.write('job.json', shortScript(project))
      const { code, output } = await runArtillery(script, { cwd: project.folder, env: { TMPDIR: full } })
      expect(code, output).to.equal(3)
      expect(output).to.include(
        "NOT MEASURED  A file can't be written (ENOSPC: no space left on device, write). Make room there"
      )
      expect(output).to.include(`temporary files to ${full} (environment variable TMPDIR).`)
      expect(readdirSync(full)).to.eql(['fill'])
    } finally {
      spawnSync('umount', [full])
    }
  })

  describe('in the protocol of an app is told with the cure', () => {
    const secure = () =>
      project.write(
        'secure.mjs',
        `import { createServer } from 'node:https'
        import { selfSigned } from ${JSON.stringify(`${repository}test/support/self-signed.ts`)}
        createServer(selfSigned(), (_request, response) => response.end('hello')).listen(process.env.PORT, '127.0.0.1')`
      )

    it('a certificate that nobody knows', async () => {
      const target = `https://127.0.0.1:${project.port}`
      const script = shortScript(project, { options: { app: secure() } })
      const output = await refuses(
        { ...script, config: { ...script.config, target } },
        `requests to ${target} failed while warming up: DEPTH_ZERO_SELF_SIGNED_CERT`,
        'has a certificate whose issuer is not trusted here. If you trust it, set the environment variable NODE_EXTRA_CA_CERTS'
      )
      expect(output).to.include('skip the check: `artillery run --insecure`')
    })

    it('http to an app that speaks https, also where it is asked whether it is ready', async () => {
      const cure = 'does not speak http there: if it speaks https, use https:// in its URL.'
      await refuses(shortScript(project, { options: { app: secure() } }), 'failed while warming up: ECONNRESET', cure)
      const app = { script: secure(), ready: '/health', readyTimeout: '5s' }
      await refuses(shortScript(project, { options: { app } }), 'listens, but GET /health failed (', cure)
    })
  })

  describe('in the app is told with what the app said', () => {
    it('TypeScript that Node can’t strip', async () => {
      const options = { app: project.write('server.mts', 'enum Status { Ok = 200 }') }
      await refuses(
        shortScript(project, { options }),
        'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX]: TypeScript enum is not supported in strip-only mode'
      )
    })

    it('an app that throws at the start', async () => {
      await refuses(
        shortScript(project, { app: 'throws.js' }),
        'throws.js exited with code 1 before it was ready. Its last lines:',
        'no database at db.example:5432'
      )
    })

    const cases: [string, ...Parameters<typeof ends>][] = [
      [
        'an app that leaves at once',
        { app: 'leaves.js' },
        'APP_NOT_READY',
        'leaves.js exited with code 0 before it was ready, without listening on a port.',
        'nothing to do'
      ],
      [
        'an app that never listens',
        appOption({ script: 'never-listens.js', readyTimeout: '1s' }),
        'APP_NOT_READY',
        'never-listens.js did not listen on any port within 1 s (plugins.speedup.app.readyTimeout)'
      ],
      [
        'an app that listens on another port',
        appOption({ script: 'other-port.js', readyTimeout: '6s' }),
        'APP_NOT_READY',
        'other-port.js listens on port ',
        ', but config.target names port '
      ],
      [
        'an app that is never ready',
        appOption({ script: 'failing.js', readyTimeout: '6s', ready: '/health', env: { FAIL: 10 } }),
        'APP_NOT_READY',
        'failing.js listens, but GET /health answered 500 within 6 s'
      ],
      [
        'too many errors',
        appOption({ script: 'failing.js', env: { FAIL: 3 } }, { compareAnswers: false }),
        'TOO_MANY_ERRORS',
        'Variant single: ',
        / % of the requests in round 1 of hello failed: 500 \(1\d\)\. /,
        ' set plugins.speedup.limits.errorRate'
      ],
      [
        'users whose functions throw make no request, and do not go on for long',
        {
          options: { users: 4, duration: '1s' },
          config: { phases: undefined },
          scenarios: [{ flow: [{ function: 'missing' }, { get: { url: '/', ifTrue: '1 == 2' } }] }]
        },
        'NO_RESPONSES',
        'Variant single: no request reached http',
        / Undefined function "missing" \(\d{1,3}\)/
      ]
    ]
    for (const [what, ...expected] of cases) it(what, () => ends(...expected))

    it('a hook that wants what only Artillery’s client has when that can no longer be taken', async () => {
      // Those who warm up ask 64 times.
      project.write(
        'late.cjs',
        `const { appendFileSync, statSync } = require('node:fs')
        exports.late = async (request, response) => {
          appendFileSync(__dirname + '/calls.txt', '.')
          if (statSync(__dirname + '/calls.txt').size > 70) void response.req
        }`
      )
      await ends(
        {
          config: { processor: './late.cjs' },
          scenarios: [{ name: 'late', afterResponse: 'late', flow: pausingFlow('/hello') }]
        },
        'GENERATOR_FAILED',
        "In round 1, but not while warming up, only Artillery's client could run the scenario, because a hook reads response.req. Set plugins.speedup.generator.client: artillery."
      )
    })

    it('a port that somebody else has is not measured instead of the app', async () => {
      await serve((_request, response) => response.end('me'), { port: project.port })
      await ends({}, 'PORT_TAKEN', `Port ${project.port} on 127.0.0.1 is in use by another program`)
    })
  })

  /** The message that `artillery run` prints, and its exit code, see above. */
  async function ends(given: Parameters<typeof shortScript>[1], code: string, ...parts: (string | RegExp)[]) {
    const { error, exitCode } = await compareHere(
      project.write('job.json', shortScript(project, given)),
      project.folder
    )
    for (const part of parts) {
      if (typeof part === 'string') expect(error?.message).to.include(part)
      else expect(error?.message, String(error?.message)).to.match(part)
    }
    expect({ code: error?.code, exitCode }).to.deep.equal({ code, exitCode: 3 })
  }
})

/** @param options besides */
function appOption(
  { script, ...rest }: { script: string; [option: string]: unknown },
  options?: object
): Parameters<typeof shortScript>[1] {
  return { options: { app: { script: join(apps, script), ...rest }, ...options } }
}
