import fastify from 'fastify'
import { page, products } from './page.js'

// As Fastify's benchmark has it: with a schema, from which it compiles the serialization.
const [text, number] = [{ type: 'string' }, { type: 'integer' }]
const product = {
  type: 'object',
  properties: {
    id: number,
    name: text,
    price: number,
    tags: { type: 'array', items: text },
    inStock: { type: 'boolean' }
  }
}
const app = fastify()
app.get('/list', { schema: { response: { 200: { type: 'array', items: product } } } }, async () => products())
app.get('/page', (_request, reply) => reply.type('text/html; charset=utf-8').send(page()))
await app.listen({ port: process.env.PORT, host: '127.0.0.1' })
