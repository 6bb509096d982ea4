// @ts-nocheck: plain JavaScript on what was built, as users run it: to strip types would cost 40 MB.
// node report-process.js page|summaries|flows|rows <folder of a comparison>: does it once, and prints what it took as JSON.
// page: as artillery-speedup report makes it; summaries: of each run, as a comparison makes them; rows: reads them, no
// more; flows: as summaries, of scripts of three requests.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readLoad } from '../../plugin/dist/measure/read-load.js'
import { eachRow } from '../../plugin/dist/record/samples.js'
import { readRecord } from '../../plugin/dist/measure/condense-run.js'
import { renderPage } from '../../plugin/dist/report/page/render-page.js'

const [what, folder] = process.argv.slice(2)
const tasks = { page, summaries: () => summaries(), flows: () => summaries({ 1: 'a', 2: 'b', 3: 'c' }), rows }

const begun = performance.now()
const done = await tasks[what]()
const seconds = (performance.now() - begun) / 1000
console.log(JSON.stringify({ seconds, ...done, peakMegabytes: process.resourceUsage().maxRSS / 1024 }))

async function page() {
  const data = await readRecord(folder)
  return {
    requests: data.runs.reduce((total, { run }) => total + run.requests, 0),
    bytes: Buffer.byteLength(renderPage(data))
  }
}

async function summaries(names = {}) {
  let requests = 0
  for (const { samples, firstRequests } of runs()) {
    const load = await readLoad({ samplesFile: join(folder, samples), originMs: 0 }, null)
    const options = { firstRequestsApart: firstRequests.apart, workerPids: [], usageOf: () => null }
    requests += load.summarise(options, names).requests
  }
  return { requests }
}

async function rows() {
  let requests = 0
  for (const { samples } of runs()) await eachRow(join(folder, samples), () => requests++)
  return { requests }
}

function runs() {
  return readFileSync(join(folder, 'runs.ndjson'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}
