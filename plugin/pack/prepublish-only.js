// npm runs it when a folder is to be published, not for a tarball. It would tell the registry the written form of
// package.json, which it reads once more after it has packed: the command artillery-speedup would point to nothing.
process.stderr.write('Publish the tarball, not the folder: npm pack, then npm publish ./artillery-plugin-speedup-<version>.tgz\n')
process.exitCode = 1
