// plugins.speedup.app of all claims: the app that the first argument names.
await import(`./${process.argv[2] ?? 'http'}.js`)
