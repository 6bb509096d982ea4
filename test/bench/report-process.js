// node report-process.js page|samples <folder of a comparison>: does it once, and prints what it took as JSON.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readSamples } from '../../plugin/load/read-samples.js'
import { readRecord } from '../../plugin/record/read-record.js'
import { renderPage } from '../../plugin/report/page/render-page.js'

const [what, folder] = process.argv.slice(2)

const begun = performance.now()
const html = what === 'page' ? renderPage(await readRecord(folder)) : await readAllSamples()
const seconds = (performance.now() - begun) / 1000
console.log(JSON.stringify({ seconds, bytes: Buffer.byteLength(html), peakMegabytes: process.resourceUsage().maxRSS / 1024 }))

async function readAllSamples() {
  const samples = join(folder, 'samples')
  for (const name of readdirSync(samples)) {
    if (name.endsWith('.csv')) await readSamples(join(samples, name))
  }
  return ''
}
