// For scenarios in which users ask again as soon as they have an answer, until a fixed time is over. With a fixed
// number of requests instead, the last users would leave cores idle at the end, which blurs the comparison. The plugin
// chooses how long that time is, by LOAD_SECONDS, unless that or the script's variable `loadSeconds` is set.
const defaultSeconds = 10
/** @type {number | undefined} */
let endsAt

/**
 * For `whileTrue`: whether the users of this run shall go on. The time begins with the first user.
 *
 * @param {{ vars: Record<string, unknown> }} context
 * @param {(goOn: boolean) => void} next
 */
export function untilTimeIsUp({ vars }, next) {
  endsAt ??= performance.now() + 1000 * Number(process.env.LOAD_SECONDS ?? vars.loadSeconds ?? defaultSeconds)
  next(performance.now() < endsAt)
}
