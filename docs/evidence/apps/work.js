// Computes for about five milliseconds, so many times over.
import { createServer } from 'node:http'

const times = Number(process.env.WORK)

createServer((request, response) => {
  let sum = 0 // else the loop could be left out
  for (let i = 0; i < times * 4_000_000; i++) sum += Math.sqrt(i)
  response.end(sum > 0 ? 'done' : '')
}).listen(Number(process.env.PORT))
