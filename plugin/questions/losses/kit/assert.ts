import { check, type Compared } from '../../../kit/judge.ts'
import { judgeLosses } from './judge.ts'
import { readLossOptions, type AfterOptions } from './options.ts'
import type { Duration, Percentage } from '../../../concepts/options.ts'

/**
 * `assertLosses(comparison, { atMost: '0.1%', after: 'reload' })`: no more of the requests were lost; 0%: no loss was
 * seen. Default: after each disturbance.
 */
export function assertLosses(subject: Compared, options?: { atMost?: Percentage } & AfterOptions) {
  check(subject, assertLosses, () => judgeLosses(readLossOptions('lost', options, 'assertLosses')))
}

/**
 * `assertRecovery(comparison, { within: '1s', after: 'kill' })`: all was as before within that time. Default: after
 * each disturbance.
 */
export function assertRecovery(subject: Compared, options?: { within?: Duration } & AfterOptions) {
  check(subject, assertRecovery, () => judgeLosses(readLossOptions('recovery', options, 'assertRecovery')))
}
