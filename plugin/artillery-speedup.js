#!/usr/bin/env node
// The command: npm links it before dist/ is built.
import { call } from './dist/cli.js'

await call(process.argv.slice(2))
