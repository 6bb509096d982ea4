// As Apollo Server's getting-started page says, with more books: https://www.apollographql.com/docs/apollo-server/getting-started
import { ApolloServer } from '@apollo/server'
import { startStandaloneServer } from '@apollo/server/standalone'

const typeDefs = `#graphql
  type Book {
    title: String
    author: String
  }
  type Query {
    books: [Book]
  }
`
const books = Array.from({ length: 50 }, () => [
  { title: 'The Awakening', author: 'Kate Chopin' },
  { title: 'City of Glass', author: 'Paul Auster' }
]).flat()
const resolvers = { Query: { books: () => books } }

const server = new ApolloServer({ typeDefs, resolvers })
const { url } = await startStandaloneServer(server, { listen: { port: 4000 } })
console.log(`Server ready at: ${url}`)
