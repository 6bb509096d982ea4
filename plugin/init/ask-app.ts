import { request } from 'node:http'
export interface AppAnswer {
  status: number | null // null: no answer
  said: string // in words, such as "answers 404"
  location: string | null // where it leads
}

/** What is said where no answer comes, and what may be the reason. */
export const noAnswer = 'gives no HTTP answer'
export const ifHttps = 'If it speaks HTTPS, let it speak HTTP while it is compared'

/**
 * Asks an app that runs here.
 *
 * @returns when all of it has come
 */
export function askApp({ hostname, port, path, patienceSeconds = 10 }: { hostname: string, port: number, path: string, patienceSeconds?: number }, signal: AbortSignal): Promise<AppAnswer> {
  return new Promise((resolve) => {
    const fail = (error: Error) => resolve({ status: null, said: `${noAnswer} (${error.message})`, location: null })
    const options = { host: hostname, port, path, agent: false, signal, headers: { accept: '*/*' }, timeout: patienceSeconds * 1000 }
    const asked = request(options, (response) => {
      const { statusCode = 0, headers } = response
      response.resume().once('error', fail)
      response.once('end', () => resolve({ status: statusCode, said: `answers ${statusCode}`, location: headers.location ?? null }))
    })
    asked.once('timeout', () => asked.destroy(new Error(`none within ${patienceSeconds} s`)))
    asked.once('error', fail)
    asked.end()
  })
}

/** @returns with neither path nor last slash */
export function urlOf({ hostname, port }: { hostname: string, port: number }): string {
  return `http://${hostname.includes(':') ? `[${hostname}]` : hostname}:${port}`
}
