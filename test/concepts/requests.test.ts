import { expect } from 'chai'
import { mostNames, nameOfRequest, toldNames } from '../../plugin/concepts/requests.ts'
import { itFinds } from '../support/cases.ts'

const get = (url: string, more: object = {}) => nameOfRequest({ get: { url, ...more } })

describe('the name of a request', () => {
  itFinds({
    'is the one that it has in the script': [[get('/items', { name: 'list of items' }), 'list of items']],
    'is else its method and its URL, with templates as they are written': [
      [get('/items/{{ id }}?page={{ page }}'), 'GET /items/{{ id }}?page={{ page }}'],
      [nameOfRequest({ post: { uri: '/login', json: { user: 'ada' } } }), 'POST /login'],
      [nameOfRequest({ get: '/' }), 'GET /'],
      [get('{{ url }}'), 'GET {{ url }}']
    ],
    'tells no secret, whichever it has': [
      [get('/items?token=s3cret&page=2'), 'GET /items?token=…&page=2'],
      [get('http://ada:s3cret@shop.test/items'), 'GET http://…@shop.test/items'],
      [get('/', { name: 'with password=s3cret' }), 'with password=…']
    ],
    'is a cell of a table, and not too long for one': [
      [get('/', { name: 'one\nline\x1b[31m' }), 'one line'],
      [get(`/${'a'.repeat(500)}`).length, 100]
    ]
  })
})

describe('requests that are told by their own name', () => {
  it('are each told once, in the order of the script', () => {
    expect(toldNames({ 1: 'GET /b', 2: 'GET /a', 3: 'GET /b' })).to.eql(['GET /b', 'GET /a'])
  })

  it('are no more than a reader may tell apart', () => {
    const names = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [i + 1, `GET /${i}`]))
    expect(toldNames(names)).to.have.length(mostNames)
  })
})
