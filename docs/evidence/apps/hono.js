import { serve } from '@hono/node-server'
import { Hono } from 'hono'

const app = new Hono()
app.get('/', (context) => context.text('Hello Hono!'))
serve({ fetch: app.fetch, port: Number(process.env.PORT) })
