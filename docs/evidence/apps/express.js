// As express-generator makes it, with Pug; the page has a table.
import express from 'express'

const rows = Array.from({ length: 100 }, (_, i) => ({ name: `Product ${i}`, price: (i * 1.5).toFixed(2) }))
const app = express()
app.set('views', new URL('views', import.meta.url).pathname)
app.set('view engine', 'pug')
app.get('/', (request, response) => response.render('index', { title: 'Products', rows }))
app.listen(Number(process.env.PORT ?? 3000))
