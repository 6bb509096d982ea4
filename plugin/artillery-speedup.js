#!/usr/bin/env node
// The command: npm links it before dist/ is built.
import './dist/cli.js'
