// @ts-nocheck: plain JavaScript on what was built, as load threads run it.
// node recorder-process.js <file of samples> <responses>: records responses that never came over any network, as Node
// tells of them, at 10,000 a second of a clock that goes as fast as it can; prints the CPU microseconds that each took.
import { channel } from 'node:diagnostics_channel'
import { writeFileSync } from 'node:fs'
import { setImmediate as turn } from 'node:timers/promises'
import { startRecorder } from '../../plugin/dist/record/write-samples.js'
import { samplesHeader } from '../../plugin/dist/record/samples.js'
import { clockMs } from '../../plugin/dist/machine/clock.js'
import { watchRequests } from '../../plugin/dist/load-thread/watch-requests.js'

const [samplesFile, responses] = process.argv.slice(2)
const target = { url: 'http://127.0.0.1:3030', hostname: '127.0.0.1', port: 3030 }
const started = channel('http.client.request.start')
const finished = channel('http.client.response.finish')
const sockets = Array.from({ length: 20 }, () => ({}))
const responsesBetweenWrites = 200

writeFileSync(samplesFile, samplesHeader)
const { see, flush } = startRecorder({ samplesFile, originMs: clockMs() })
watchRequests({ targets: [target], pidHeader: 'x-worker-pid' }, see)

// For the compiler; not counted.
await record(50_000)
const begun = process.cpuUsage()
await record(Number(responses))
const { user, system } = process.cpuUsage(begun)
console.log(JSON.stringify((user + system) / Number(responses)))

async function record(count) {
  for (let i = 0; i < count; i++) {
    const request = { getHeader: () => `${target.hostname}:${target.port}` }
    started.publish({ request })
    const headers = { 'content-type': 'text/plain', 'x-worker-pid': String(4000 + (i % 4)), 'content-length': '5' }
    finished.publish({ request, response: { statusCode: 200, headers, socket: sockets[i % sockets.length] } })
    if (i % responsesBetweenWrites !== 0) continue
    flush()
    await turn()
  }
  flush()
}
