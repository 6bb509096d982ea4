import { fileURLToPath } from 'node:url'

// What runs as a process of its own. All are looked up here: in the package, this module and those lie in one folder.

export const clusterPrimary = fileURLToPath(new URL('./cluster-primary.js', import.meta.url))
export const pm2Host = fileURLToPath(new URL('./pm2-host.js', import.meta.url))
export const reusePortPrimary = fileURLToPath(new URL('./reuse-port-primary.js', import.meta.url))
