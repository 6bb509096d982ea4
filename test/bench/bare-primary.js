// The shortest cluster that there is, to compare ours with: the app's script in two workers.
import cluster from 'node:cluster'

cluster.setupPrimary({ exec: process.argv[2], args: [] })
cluster.on('listening', () => process.send?.('listening'))
cluster.fork()
cluster.fork()
process.on('SIGTERM', () => {
  for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGTERM')
})
// Of a bench that was interrupted: its workers end with it. To listen for that must not keep it alive without them.
process.once('disconnect', () => process.exit())
process.channel?.unref()
