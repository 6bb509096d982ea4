import express from 'express'
import { page, products } from './page.js'

// As Fastify's benchmark has it.
const app = express().disable('etag').disable('x-powered-by')
app.get('/list', (_request, response) => void response.json(products()))
app.get('/page', (_request, response) => void response.type('html').send(page()))
app.listen(process.env.PORT, '127.0.0.1')
