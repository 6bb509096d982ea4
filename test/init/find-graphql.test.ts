import { text } from 'node:stream/consumers'
import type { RequestListener } from 'node:http'
import { expect } from 'chai'
import { findGraphql } from '../../plugin/init/find-path.ts'
import { serving } from '../support/serving.ts'

describe('where a GraphQL server answers', () => {
  const serve = serving()
  const never = new AbortController().signal

  /** As GraphQL Yoga and Apollo Server do: JSON by POST, and nothing else. */
  const answeringAt =
    (path: string): RequestListener =>
    async (request, response) => {
      const isAsked =
        request.url === path && request.method === 'POST' && request.headers['content-type'] === 'application/json'
      const { query } = isAsked ? JSON.parse(await text(request)) : { query: '' }
      if (query === '{ __typename }') response.end('{"data":{"__typename":"Query"}}\n')
      else response.writeHead(400).end()
    }
  const find = async (listener: RequestListener, wanted: string | null = null, dependency = 'graphql-yoga') => {
    const { target, asked } = await serve(listener)
    return {
      found:
        (await findGraphql(target.url, { dependencies: new Set(['graphql', dependency]), wanted, headers: {} }, never))
          ?.path ?? null,
      asked
    }
  }

  it('is found by the usual paths, one after the other', async () => {
    expect(await find(answeringAt('/graphql'))).to.eql({ found: '/graphql', asked: ['/graphql'] })
    expect(await find(answeringAt('/'))).to.eql({ found: '/', asked: ['/graphql', '/api/graphql', '/'] })
    expect(await find(answeringAt('/other'))).to.eql({ found: null, asked: ['/graphql', '/api/graphql', '/'] })
  })

  it('is the path that is wanted, or none', async () => {
    expect(await find(answeringAt('/other'), '/other')).to.eql({ found: '/other', asked: ['/other'] })
    expect(await find(answeringAt('/graphql'), '/page')).to.eql({ found: null, asked: ['/page'] })
  })

  it('is not asked for where nothing serves it: a client’s app may do anything at a POST', async () => {
    expect(await find(answeringAt('/graphql'), null, '@apollo/client')).to.eql({ found: null, asked: [] })
    for (const server of ['@apollo/server', 'apollo-server-express', '@nestjs/graphql', 'mercurius'])
      expect((await find(answeringAt('/graphql'), null, server)).found).to.equal('/graphql')
  })

  it('is nowhere in an app that answers any POST with a page', async () => {
    expect((await find((_request, response) => response.end('<html>{ __typename }</html>'))).found).to.equal(null)
    expect((await find((request) => request.socket.destroy())).found).to.equal(null)
  })
})
