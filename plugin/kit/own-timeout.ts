/**
 * What the suite, or one around it, has set itself. The root's is mocha's default, or its configuration: meant for
 * tests, not for comparisons.
 *
 * @returns null: nothing
 */
export function ownTimeoutSeconds(suite: Mocha.Suite | undefined): number | null {
  let root = suite
  while (root?.parent !== undefined) root = root.parent
  const own = suite?.timeout()
  return own === undefined || own === 0 || own === root?.timeout() ? null : own / 1000
}
