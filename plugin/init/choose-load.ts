import { enoughUsers, type AnswerTimes } from './measure-answers.ts'

/** a closed loop: users who ask again as soon as they have an answer */
export interface Load {
  users: number // who come within a second
  seconds: number // that they stay
  timeoutSeconds: number | null // for one answer, where Artillery's own 10 s could be too few
}

const usualUsers = 20
const fewestUsers = 4
const usualSeconds = 8
/** With fewer on each connection, the first, which waits longest, would count. */
const fewestRequests = 10
const longestWaitMs = 2000
const ampleTimeoutSeconds = 60

/** A load that leaves one process no time to spare, and all workers of a cluster none. */
export function chooseLoad(times: Pick<AnswerTimes, 'medianMs' | 'users' | 'perSecond'>, workers: number): Load {
  const answerMs = 1000 / times.perSecond
  const wanted = Math.max(usualUsers, Math.min(enoughUsers(times, workers), times.users))
  const users = Math.max(fewestUsers, Math.min(wanted, Math.floor(longestWaitMs / answerMs)))
  return {
    users,
    seconds: Math.max(usualSeconds, Math.ceil((fewestRequests * users * answerMs) / 1000)),
    timeoutSeconds: users * answerMs > 2 * longestWaitMs ? ampleTimeoutSeconds : null
  }
}
