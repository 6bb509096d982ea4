// Users who come in with a small request, and begin together: they come within a second.
const inMs = 2500

/** In a user's first turn of the flow. @type {(vars: { $loopCount: number }) => boolean} */
export const isComing = ({ $loopCount }) => $loopCount === 0

/** @type {(context: { vars: { $loopCount: number } }, events: unknown, done: () => void) => void} */
export const untilAllAreIn = ({ vars }, _events, done) => {
  if (isComing(vars)) setTimeout(done, inMs)
  else done()
}
