import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'chai'
import { expectNothingOfTheWaitingUser, runArtillery } from '../support/artillery.ts'
import { certain, shortScript, useProject } from '../support/project.ts'

describe('artillery run with the plugin', () => {
  const project = useProject()

  it('measures, records and passes, limits too, and its values work in the summary, the output file and ensure conditions', async () => {
    const conditions = [
      'clustered.p50 > 0.001 and plugins.speedup.hello.clustered.fairness > 0.4',
      'single.p50_ms < 60000',
      'clustered.p50_ms > 0',
      'clustered.p50_low >= 0',
      'clustered.throughput_per_second > 0.01',
      'single.errorRate < 0.5'
    ].map((condition) => ({ expression: `plugins.speedup.hello.${condition}` }))
    const variants = { single: { limits: { p50: '50s' } }, clustered: { mode: 'cluster', workers: 2 } }
    const limits = { p50: '60s', throughput: '0.01/s', errorRate: '50%' }
    const script = shortScript(project, { options: { thresholds: { p50: certain.toPass }, variants, limits } })
    Object.assign(script.config.plugins, { ensure: {} })
    Object.assign(script.config, { ensure: { conditions } })
    const { code, output, stdout } = await runArtillery(project.write('job.json', script), {
      cwd: project.folder,
      flags: ['--output', 'out.json'],
      isPlain: true
    })

    expect(code, output).to.equal(0)
    expect(output).to.match(/^ {2}round {2}1 {2}single +[\d,.]+\/s {2}p50 .* p95 .* p99 .* ms {2}about .* left$/m)
    expect(output).to.match(/^ {2}round {2}3 {2}clustered +[\d,.]+\/s {2}p50 .* ms {2}\d+\/\d+ %$/m)
    expect(output).to.match(/^plugins\.speedup\.hello\.clustered\.p50: [\d.]+$/m)
    expectNothingOfTheWaitingUser(output)
    for (const { expression } of conditions) expect(output.split(`ok: ${expression}`)).to.have.lengthOf(2)
    // What Node or Artillery warns of goes to stderr, at any moment; how long the sentence is, and how many warnings
    // there are, is up to the machine.
    expect(stdout.trimEnd(), output).to.match(
      /\nPASS {2}[^]*?clustered [^]*?[ (]3 rounds, [^]*\n +single {2}clustered \(2 workers\) {2}speedup {2}95 % interval +needs\n {2}p50 [^]* 1e-100 {2}pass\n[^]*\n {2}why +[^]*\nLook up [^\n]*\nReport: reports\/[\dT-]+-job\/index\.html$/
    )

    expect(output).to.match(/single +p50 +[\d.]+ ms +[\d.,]+ - [\d.,]+ +≤ 50,000 ms +pass/)
    const comparison = project.comparison()
    expect(
      comparison.scenarios[0].limits.map(({ variant, metric, verdict }: any) => `${variant} ${metric} ${verdict}`)
    ).to.have.members(
      ['single', 'clustered'].flatMap((variant) =>
        ['p50', 'throughput', 'errorRate'].map((metric) => `${variant} ${metric} pass`)
      )
    )
    expect(comparison).to.include({ schemaVersion: 1, verdict: 'pass', exitCode: 0, error: null })
    const { aggregate } = JSON.parse(project.read('out.json'))
    expect(aggregate.counters['plugins.speedup.hello.clustered.p50']).to.be.closeTo(
      comparison.scenarios[0].candidates[0].estimates[0].speedup,
      0.001
    )
    expect(project.runs().map(({ round, variant }) => `${round} ${variant}`)).to.deep.equal([
      '1 single',
      '1 clustered',
      '2 clustered',
      '2 single',
      '3 single',
      '3 clustered'
    ])
    for (const run of project.runs()) checkSamples(run)
    checkReport(comparison)
  })

  function checkReport(comparison: any) {
    const schema = JSON.parse(readFileSync(new URL('../../plugin/comparison.schema.json', import.meta.url), 'utf8'))
    const ajv = new Ajv2020({ strict: true, allErrors: true })
    expect(ajv.validate(schema, comparison), ajv.errorsText()).to.equal(true)
    expect(comparison).to.include({ file: 'job.json' })
    const page = readFileSync(join(project.record(), 'index.html'), 'utf8')
    expect(page)
      .to.match(/^<!doctype html>/)
      .and.include('PASS. ')
    expect(project.read('reports/index.html')).to.include(`${basename(project.record())}/index.html`)
    expect(readdirSync(project.record()).sort()).to.eql([
      'badge.svg',
      'comment.md',
      'comparison.json',
      'index.html',
      'junit.xml',
      'runs.ndjson',
      'samples',
      'summary.md',
      'verdict.json'
    ])
  }

  function checkSamples({
    samples,
    requests,
    latencyMs,
    workers,
    firstRequests: { apart },
    counted: { fromMs, toMs }
  }: any) {
    const [header, ...all] = gunzipSync(readFileSync(join(project.record(), samples)))
      .toString()
      .trimEnd()
      .split('\n')
    const lines = all.filter((line) => !line.includes(',pass,'))
    expect(all.length - lines.length, 'a pass of each user').to.equal(4)
    expect(header).to.equal('start_ms,latency_ms,status,worker_pid,first_on_connection,request,whole_ms,gap_ms')
    expect(lines).to.have.lengthOf(requests)
    const rows = lines.map((line) => line.split(','))
    expect(rows.filter(([, , , , first]) => first === '1')).to.have.lengthOf(4)
    const counts = ([start, latency, , , first]: string[]) =>
      (!apart || first === '0') && Number(start) + Number(latency) > fromMs && Number(start) + Number(latency) <= toMs
    const latencies = rows.filter(counts).map(([, latency]) => Number(latency))
    expect(latencyMs.max).to.equal(Math.max(...latencies))
    for (const { pid, requests: count } of workers) expect(rows.filter((row) => row[3] === pid)).to.have.lengthOf(count)
  }
})
