declare module 'autocannon' {
  type Results = { requests: { average: number; total: number }; errors: number; non2xx: number }
  export default function autocannon(options: {
    url: string
    connections: number
    duration?: number
    amount?: number
  }): Promise<Results> & { on(event: 'response', listener: () => void): void }
}
