import { remembered } from '../watch-requests.ts'

export type Events = { emit: (kind: string, name: string, value?: number) => unknown }

/** Artillery's periods last 10 s: counts that are this late hardly ever fall into another one. */
const keptMs = 100

const namesOf = remembered((status: number) => ({
  code: `http.codes.${status}`,
  time: status < 600 ? `http.response_time.${Math.floor(status / 100)}xx` : null
}))

/**
 * Counts as Artillery's own client does, but adds counts up first: Artillery keeps each count, which costs as much as a
 * request.
 */
export class Metrics {
  #events
  #counts = new Map<string, number>()
  #toldMs = 0
  #users = 0

  constructor(events: Events) {
    this.#events = events
  }

  request() {
    this.#count('http.requests', 1)
    this.#events.emit('rate', 'http.request_rate')
  }

  response(status: number, firstByteMs: number) {
    const { code, time } = namesOf(status)
    this.#count(code, 1)
    this.#count('http.responses', 1)
    this.#events.emit('histogram', 'http.response_time', firstByteMs)
    if (time !== null) this.#events.emit('histogram', time, firstByteMs)
  }

  end(bytes: number) {
    this.#count('http.downloaded_bytes', bytes)
    this.#tellIfDue()
  }

  userCame() {
    this.#users++
  }

  /** Artillery ends when all users have left; one who failed may leave requests behind that others are waiting for. */
  userLeft() {
    this.#users--
    this.#tellIfDue()
  }

  #tellIfDue() {
    const now = performance.now()
    if (this.#users > 0 && now - this.#toldMs <= keptMs) return
    this.#toldMs = now
    for (const [name, value] of this.#counts) this.#events.emit('counter', name, value)
    this.#counts.clear()
  }

  #count(name: string, value: number) {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + value)
  }
}
