// node autocannon-process.js <options of autocannon, as JSON>: a load in a process of its own. Prints as JSON how many
// requests were answered, how many were not, and the responses a second without those of the first second.
import autocannon from 'autocannon'

const options = JSON.parse(process.argv[2])
const load = autocannon(options)
let [responses, fromMs, from] = [0, NaN, NaN]
// A load of so many requests is made for what it costs: nothing may be added to that.
if (options.duration !== undefined) {
  load.on('response', () => responses++)
  setTimeout(() => ([fromMs, from] = [performance.now(), responses]), 1000)
}
const { requests, errors, non2xx } = await load
const perSecond = ((responses - from) / (performance.now() - fromMs)) * 1000
console.log(JSON.stringify({ requests: requests.total, failures: errors + non2xx, perSecond }))
