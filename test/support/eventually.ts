/**
 * Measures again until what was found holds. For what is true of a machine that leaves us a core, and can be spoilt by
 * one that does not: on any day there are moments of the first kind, and code that is wrong has none.
 *
 * @param attempt measures and asserts
 * @throws what the last of the attempts has thrown
 */
export async function eventually<T>(attempt: () => Promise<T> | T, attempts: number = 10): Promise<T> {
  for (let left = attempts - 1; ; left--) {
    try {
      return await attempt()
    } catch (error) {
      if (left <= 0) throw error
    }
  }
}
