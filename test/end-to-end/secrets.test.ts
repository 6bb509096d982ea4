import { globSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect } from 'chai'
import { runArtillery } from '../support/artillery.ts'
import { shortScript, useProject } from '../support/project.ts'

describe('what users send', () => {
  const project = useProject()

  it('stays out of all that is kept, wherever it was written, while names are there', async () => {
    const post = {
      url: '/?key=s3cret&t={{ token }}&f={{ flag }}', headers: { authorization: 'Bearer s3cret' }, cookie: { sid: 's3cret' }, json: { pin: 's3cret' }
    }
    const config = { http: { defaults: { headers: { 'x-api-key': 's3cret' } } }, variables: { token: ['s3cret'] }, payload: { path: 'users.csv', fields: ['user', 'password'] } }
    project.write('users.csv', 'ada,s3cret\n')
    const script = shortScript(project, { config, scenarios: [{ name: 'hello', flow: [{ post }, { get: { url: '/u/{{ password }}' } }] }] })
    const overrides = { config: { variables: { more: 's3cret' }, plugins: { speedup: { rounds: 3 } } } }
    const flags = ['--variables', JSON.stringify({ flag: 's3cret' }), '--overrides', JSON.stringify(overrides)]
    const { output } = await runArtillery(project.write('job.json', script), { cwd: project.folder, flags })
    expect(output).to.not.include('s3cret')
    const { load, command } = project.comparison().settings
    expect(load.flows[0].steps.map(({ detail, names }: any) => [detail, names])).to.eql([
      ['/', { query: ['key', 't', 'f'], headers: ['authorization'], cookies: ['sid'], body: ['pin'] }], ['/u/{{ password }}', { query: [], headers: [], cookies: [], body: [] }]
    ])
    expect(load).to.deep.include({ headers: ['x-api-key'] }).and.to.have.deep.property('variables').that.includes.members(['token', 'user', 'password', 'more', 'flag'])
    expect(command).to.include('"flag":"…"').and.include('"rounds":3').and.include('"more":"…"')
    const files = globSync('reports/**/*.*', { cwd: project.folder }).map((name) => `${project.folder}/${name}`)
    expect(files).to.have.length.above(8)
    for (const file of files) expect((file.endsWith('.gz') ? gunzipSync(readFileSync(file)) : readFileSync(file)).includes('s3cret'), file).to.equal(false)
  })
})
