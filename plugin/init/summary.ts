import { applying, counted, list, listCounts } from '../concepts/wording.ts'
import type { FoundApp } from './find-app.ts'
import { plainQuery } from './requests.ts'
import type { Project } from './read-project.ts'
import { milliseconds } from './templates.ts'
import { clusteredOf, type Trial } from './try-app.ts'

export function appLines({ framework }: Project, { name, origin, remarks }: FoundApp) {
  const kind = framework === '' ? '' : `, ${/^[AEIOU]/.test(framework) ? 'an' : 'a'} ${framework} app`
  return [line('app', `${name}${kind} (${origin})`), ...remarks.map((remark) => line('', remark))]
}

export function trialLines({
  settings,
  isClustered,
  obeysPort,
  takenPort,
  otherPorts,
  path,
  paths,
  content,
  login,
  session,
  times,
  load
}: Trial) {
  const [cookies, token] = [session?.cookies ?? [], session?.token]
  const taken = takenPort === null ? '' : `; another program uses ${takenPort}`
  const led =
    path.from !== null ? ` (redirected from ${path.from})` : path.isGraphql ? ` (GraphQL: ${plainQuery.query})` : ''
  const failing = listCounts(times.failures)
  return applying([
    line('port', `${settings.target.port}, ${obeysPort ? `the app listens on PORT${taken}` : 'the app ignores PORT'}`),
    otherPorts.length > 0 &&
      line('', `It also listens on ${list(otherPorts.map(String))}. To choose another port: --port <number>`),
    login &&
      line(
        'login',
        `POST ${login.path} gives ${list([...cookies.map((name) => `the cookie ${name}`), ...(token ? [`a token (${token})`] : [])])}, sent along`
      ),
    line(
      'path',
      `${content.method === 'GET' ? '' : `${content.method} `}${paths.join(', ')}${led} answers in ${milliseconds(times.medianMs)}; ${Math.round(times.perSecond)} responses/s ` +
        `with ${times.users} concurrent users`
    ),
    path.others.length > 0 &&
      line(
        '',
        `also found: ${path.others.map((other) => `${other.path} ${milliseconds(other.ms)}`).join(', ')}; to choose: --path </path>`
      ),
    failing !== '' &&
      line(
        '',
        `Under load, some responses fail: ${failing}. ` +
          'If the app limits the request rate, disable that while you compare.'
      ),
    isClustered && line('cluster', `starts with ${counted(clusteredOf(settings).workers ?? 0, 'worker')}`),
    line(
      'load',
      `${load.users} users in a closed load: each sends its next request as soon as it has a response${load.seconds === null ? '' : `, for ${load.seconds} s`}`
    )
  ])
}

/** @returns of the summary, with the word in its column */
export const line = (word: string, text: string) => `${word.padEnd(8)} ${text}`
