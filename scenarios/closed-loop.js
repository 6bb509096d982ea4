// For scenarios in which users ask again as soon as they have an answer, until a fixed time is over. With a fixed
// number of requests instead, the last users would leave cores idle at the end, which blurs the comparison.
const seconds = Number(process.env.LOAD_SECONDS ?? 10)
/** @type {number | undefined} */
let begunAt

/**
 * For `whileTrue`: whether the users of this run shall go on. The time begins with the first user.
 *
 * @param {unknown} _context
 * @param {(goOn: boolean) => void} next
 */
export function untilTimeIsUp(_context, next) {
  begunAt ??= performance.now()
  next(performance.now() - begunAt < seconds * 1000)
}
