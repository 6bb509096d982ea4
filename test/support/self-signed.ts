import { generateKeyPairSync, sign } from 'node:crypto'

const ecdsaWithSha256 = sequence(Buffer.from('06082a8648ce3d040302', 'hex'))
const commonName = Buffer.from('0603550403', 'hex')

/**
 * A certificate for localhost that nobody else signed, and its key, as PEM: only those trust it who look at no
 * certificate.
 */
export function selfSigned(): { key: string; cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(element(0x31, sequence(commonName, element(0x0c, Buffer.from('localhost')))))
  const validity = sequence(...['200101000000Z', '491231235959Z'].map((time) => element(0x17, Buffer.from(time))))
  const serial = element(0x02, Buffer.from([1]))
  const signed = sequence(
    serial,
    ecdsaWithSha256,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' })
  )
  const der = sequence(signed, ecdsaWithSha256, element(0x03, Buffer.from([0]), sign('sha256', signed, privateKey)))
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
  }
}

function sequence(...parts: Buffer[]) {
  return element(0x30, ...parts)
}

/** @param tag of DER */
function element(tag: number, ...parts: Buffer[]) {
  const content = Buffer.concat(parts)
  const { length } = content
  const prefix = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...prefix]), content])
}
