import { fileURLToPath } from 'node:url'
import { builtModule } from '../package-files.ts'

// What runs as a process of its own.

export const clusterPrimary = fileURLToPath(builtModule('variants/cluster-primary.js'))
export const pm2Host = fileURLToPath(builtModule('variants/pm2-host.js'))
export const reusePortPrimary = fileURLToPath(builtModule('variants/reuse-port-primary.js'))
