import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { runArtillery, startArtillery } from '../support/artillery.ts'
import { apps, pausingFlow, shortScript, useProject } from '../support/project.ts'

describe('what Artillery can do besides', () => {
  const project = useProject()
  const diary = () => join(project.folder, 'diary.txt')

  /** @returns an app that writes down what reaches it */
  const diaryOptions = (): Record<string, any> => ({
    app: { script: join(apps, 'diary.js'), env: { DIARY: diary() } },
    variants: {
      single: { mode: 'single', env: { VARIANT: 'A' } },
      clustered: { mode: 'cluster', workers: 1, env: { VARIANT: 'B' } }
    }
  })
  const entries = () => project.read('diary.txt').trimEnd().split('\n')

  it('keeps environment, config, overrides, variables, dotenv, payload, processor, scenario-name, before and after working', async () => {
    project.write('.env.test', 'TOKEN=from-dotenv\n')
    project.write('users.csv', 'ada\n')
    project.write(
      'hooks.js',
      'exports.sign = (request, context, events, done) => { request.headers = { "x-token": process.env.TOKEN + "-" + context.vars.user }; done() }\n'
    )
    const { config, scenarios } = shortScript(project, {
      options: diaryOptions(),
      config: {
        target: 'http://127.0.0.1:1',
        processor: './hooks.js',
        payload: { path: 'users.csv', fields: ['user'] },
        environments: { here: { target: `http://127.0.0.1:${project.port}`, variables: { place: 'here' } } },
        variables: { place: 'nowhere', colour: 'none', size: 'none' }
      },
      scenarios: [
        { name: 'first', flow: [{ get: { url: '/first' } }] },
        {
          name: 'second one',
          beforeRequest: 'sign',
          flow: [{ loop: [{ get: { url: '/{{ place }}/{{ colour }}/{{ size }}' } }, { think: '40ms' }], count: 3 }]
        }
      ]
    })
    project.write('config.json', { config })
    project.write('job.json', {
      before: { flow: [{ post: { url: '/before' } }] },
      scenarios,
      after: { flow: [{ post: { url: '/after' } }] }
    })
    const flags = [
      '--config',
      'config.json',
      '--environment',
      'here',
      '--variables',
      '{"colour":"red"}',
      '--dotenv',
      '.env.test'
    ]
    flags.push('--overrides', '{"config":{"variables":{"size":"XL"}}}', '--scenario-name', 'second')
    const { printed, interrupt } = startArtillery(join(project.folder, 'job.json'), { cwd: project.folder, flags })
    await printed('round  1  clustered')
    await interrupt()
    expect(new Set(entries().filter((line) => line.includes(' GET ')))).to.deep.equal(
      new Set(['A GET /here/red/XL from-dotenv-ada', 'B GET /here/red/XL from-dotenv-ada'])
    )
    for (const run of project.runs()) expect(run).to.deep.include({ scenario: 'second one', requests: 12 })
    const pathsOfRuns = entries()
      .map((line) => line.split(' ')[2])
      .join(' ')
      .split('/before')
      .slice(1)
    // The first two warm up, which may be cut short; what comes after the first round is interrupted.
    for (const paths of pathsOfRuns.slice(0, 2)) expect(paths).to.match(/^( \/here\/red\/XL)* \/after ?$/)
    expect(pathsOfRuns.slice(2, 4)).to.have.lengthOf(2)
    for (const paths of pathsOfRuns.slice(2, 4)) expect(paths).to.match(/^( \/here\/red\/XL){12} \/after ?$/)
  })

  it('gives each run all files of a script', async () => {
    const { config, scenarios } = shortScript(project, { options: diaryOptions() })
    const flags = [project.write('config.json', { config })]
    const { printed, interrupt } = startArtillery(project.write('flow.json', { scenarios }), {
      cwd: project.folder,
      flags
    })
    await printed('round  1  clustered')
    await interrupt()
    expect(project.comparison().settings.command).to.match(/^npx artillery run config\.json --input \S*flow\.json$/)
    expect(new Set(entries())).to.deep.equal(new Set(['A GET /hello -', 'B GET /hello -']))
  })

  it('leaves a scenario to Artillery’s client for all that is measured, once a hook has wanted what only that has, and exits as a hook says', async () => {
    project.write(
      'hooks.cjs',
      `exports.look = (request, response, context, events, done) => {
        events.emit('counter', response.req.method, 1)
        artillery.suggestedExitCode = 42
        done()
      }`
    )
    const script = shortScript(project, {
      options: { onInconclusive: 'pass' },
      config: { processor: './hooks.cjs' },
      scenarios: [{ name: 'looks', afterResponse: 'look', flow: pausingFlow('/hello') }]
    })
    const { code, output } = await runArtillery(project.write('job.json', script), { cwd: project.folder })
    expect(code, output).to.equal(42)
    expect(output).to.match(
      /\nIn the load on \w+ in round 3, a hook or a plugin of the script set artillery\.suggestedExitCode to 42\./
    )
    const client = { name: 'artillery', because: 'a hook reads response.req' }
    const { scenarios, exitCode } = project.comparison()
    expect({ client: scenarios[0].client, exitCode }).to.deep.equal({ client, exitCode: 0 })
    expect(project.runs().map((run) => run.client)).to.deep.equal(Array(6).fill(client))
    expect(project.runs()[0].artilleryErrors).to.deep.equal({})
  })

  // That a mix is compared as one is shown in users.test.ts.
  it('takes a script and a processor in TypeScript', async () => {
    project.write(
      'hooks.ts',
      'export function sign(request: { headers?: Record<string, string> }, context: unknown, events: unknown, done: () => void) { request.headers = { "x-token": "typed" }; done() }\n'
    )
    // Of users, so that Artillery finds no phases in it.
    const { config } = shortScript(project, {
      options: { ...diaryOptions(), users: 2, duration: '1s' },
      config: { processor: './hooks.ts', phases: undefined }
    })
    const scenarios = [{ name: 'typed', beforeRequest: 'sign', flow: [{ get: { url: '/typed' } }] }]
    const file = project.write(
      'job.ts',
      `export const config: object = ${JSON.stringify(config)}\nexport const scenarios: object[] = ${JSON.stringify(scenarios)}\n`
    )
    const { child, interrupt } = startArtillery(file, { cwd: project.folder })
    // Every run bundles the processor anew, which takes its time: a request to each variant is enough.
    while (child.exitCode === null && !(existsSync(diary()) && entries().some((line) => line.startsWith('B GET'))))
      await delay(50)
    expect(await interrupt()).to.not.contain('WARNING')
    expect(existsSync(join(project.folder, 'dist/hooks.js'))).to.equal(false)
    expect([...new Set(entries())].sort()).to.deep.equal(['A GET /typed typed', 'B GET /typed typed'])
  })
})
