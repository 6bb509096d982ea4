// Requests that work, and wait, as their path says: /3/20 computes for about 3 ms on the machine of the docs, and waits
// for 20 ms.
import { createServer } from 'node:http'

const perMs = 110_000 // turns of the loop

createServer((request, response) => {
  const [work, waitMs] = String(request.url).slice(1).split('/').map(Number)
  let sum = 0
  for (let i = 0; i < work * perMs; i++) sum += Math.sqrt(i)
  const answer = () => response.end(String(sum))
  if (waitMs > 0) setTimeout(answer, waitMs)
  else answer()
}).listen(Number(process.env.PORT), '127.0.0.1')
