import { afterEach } from 'mocha'

/** @returns notes what a test has seen, which is printed if it fails */
export function shownIfFailed(): <Seen extends object>(what: Seen) => Seen {
  let seen: object = {}
  afterEach(function () {
    if (this.currentTest?.state === 'failed') process.stderr.write(`${JSON.stringify(seen)}\n`)
  })
  return (what) => {
    seen = what
    return what
  }
}
