/** What ends at a time, unless it is told another one before. */
export interface Limited {
  deadlineMs: number // as performance.now() counts; Infinity: none
  expire: () => void
}

/**
 * One timer for all connections: to move a deadline is all that a request costs, as most of what could time out never
 * does.
 */
export class Deadlines {
  #limited = new Set<Limited>()
  #timer: NodeJS.Timeout | undefined
  #dueMs = Infinity // when the timer ends

  add(limited: Limited) {
    this.#limited.add(limited)
  }

  delete(limited: Limited) {
    this.#limited.delete(limited)
    limited.deadlineMs = Infinity
  }

  set(limited: Limited, deadlineMs: number) {
    limited.deadlineMs = deadlineMs
    if (deadlineMs < this.#dueMs) this.#wait(deadlineMs)
  }

  #wait(dueMs: number) {
    clearTimeout(this.#timer)
    this.#dueMs = dueMs
    // Where nothing else is under way, there is nobody to tell.
    if (dueMs < Infinity) this.#timer = setTimeout(() => this.#expire(), dueMs - performance.now()).unref()
  }

  #expire() {
    const nowMs = performance.now()
    this.#dueMs = Infinity
    for (const limited of this.#limited) if (limited.deadlineMs <= nowMs) limited.expire()
    let nextMs = Infinity
    for (const { deadlineMs } of this.#limited) nextMs = Math.min(nextMs, deadlineMs)
    this.#wait(nextMs)
  }
}
