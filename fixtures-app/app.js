import express from 'express'
import { routes } from './routes/index.js'

/**
 * @import { ErrorRequestHandler, RequestHandler } from 'express'
 * @import { Work } from './work/index.js'
 */

/** @param {Work} work */
export function createApp(work) {
  const app = express()
  // Hashing each body for an ETag would burn CPU that is not the route's work, and be measured.
  app.set('etag', false)
  // The same for a header that helps nobody but attackers.
  app.disable('x-powered-by')
  for (const [path, route] of Object.entries(routes)) app.get(path, route(work))
  app.use(answerUnknown)
  app.use(answerError)
  return app
}

/** @type {RequestHandler} */
const answerUnknown = ({ method, path }, response) => {
  const known = Object.keys(routes).join(', ')
  response.status(404).json({ error: `There is no ${method} ${path}; by GET there are ${known}.` })
}

/**
 * Takes four parameters because Express tells error handlers by their number.
 *
 * @type {ErrorRequestHandler}
 */
const answerError = (error, _request, response, next) => {
  if (response.headersSent) {
    // Too late for an answer of ours: Express cuts the connection, so that the client notices.
    next(error)
  } else if (error.status === 400) {
    // Also from Express itself, for a path that it can't decode.
    response.status(400).json({ error: error.message })
  } else {
    console.error(error)
    response.status(500).json({ error: 'The server failed; its log says why.' })
  }
}
