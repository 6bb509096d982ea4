// artillery-plugin-speedup/preload: `node --import artillery-plugin-speedup/preload server.js` tags each response with
// the PID of the process that made it, so that a comparison sees how the work is distributed. The app stays as it is.
import { validateHeaderName } from 'node:http'
import { isMainThread, threadId } from 'node:worker_threads'
import { processName, tagResponses } from './tag-responses.ts'

const header = process.env.WORKER_PID_HEADER || 'x-worker-pid'
// Better now than at the first request.
validateHeaderName(header)
// Threads that serve, as those of Watt, have their process in common.
tagResponses(header, isMainThread ? processName() : `${processName()}-${threadId}`)
