// What a load changes in its thread, and opens there, lasts as long as the load: another one may follow.

const ends: (() => void)[] = []

/** @param end called when the load of this thread has ended */
export const atEndOfLoad = (end: () => void): void => void ends.push(end)

/** Replaces methods until the load of this thread has ended. */
export function replaceMethods(object: Record<string, any>, methods: Record<string, Function>) {
  const before = Object.fromEntries(Object.keys(methods).map((name) => [name, object[name]]))
  Object.assign(object, methods)
  atEndOfLoad(() => Object.assign(object, before))
}

/** What came last ends first. */
export function endLoad() {
  for (const end of ends.splice(0).reverse()) end()
}
