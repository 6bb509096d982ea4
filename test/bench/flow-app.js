// Requests that work, and wait, as their path says: /3/20 computes for about 3 ms on the machine of the docs, and waits
// for 20 ms; /3/20/0.5 computes for 1.5 to 4.5 ms.
import { createServer } from 'node:http'

const perMs = 110_000 // turns of the loop

createServer((request, response) => {
  const [usual, waitMs, spread = 0] = String(request.url).slice(1).split('/').map(Number)
  const work = usual * (1 + spread * (2 * Math.random() - 1))
  let sum = 0
  for (let i = 0; i < work * perMs; i++) sum += Math.sqrt(i)
  const answer = () => response.end(String(sum >= 0))
  if (waitMs > 0) setTimeout(answer, waitMs)
  else answer()
}).listen(Number(process.env.PORT), '127.0.0.1')

// Of a bench that was interrupted.
process.once('disconnect', () => process.exit())
