// Started with the path of an app: profiles it from the first message on, and writes V8's profile to the file that the second one names.
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { pathToFileURL } from 'node:url'

await import(pathToFileURL(process.argv[2]).href)
const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.setSamplingInterval', { interval: 1000 })
await once(process, 'message')
await session.post('Profiler.start')
process.send?.('profiled')
const [file] = await once(process, 'message')
const { profile } = await session.post('Profiler.stop')
writeFileSync(file, JSON.stringify(profile))
process.exit()
