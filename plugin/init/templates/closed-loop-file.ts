/**
 * An ES module, whatever the package is: with a fixed number of requests instead, the last users would leave cores
 * idle at the end, which blurs the comparison.
 */
export const closedLoopFile = `// For speedup.yml, whose users ask until its loadSeconds are over. Written by \`artillery-speedup init\`.
let endsAt

// The time begins with the first user.
export function untilTimeIsUp({ vars }, next) {
  endsAt ??= performance.now() + 1000 * vars.loadSeconds
  next(performance.now() < endsAt)
}
`
