// Whether a studio that answers knows the token, without telling it: it returns the keyed digest of what the page has drawn.

const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

async function digest(token: string, drawn: string): Promise<string> {
  const text = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', text.encode(token), algorithm, false, ['sign']);
  return hex(new Uint8Array(await crypto.subtle.sign('HMAC', key, text.encode(drawn))));
}

/** Who answers: the studio, another program, or nobody. */
export async function proves(token: string): Promise<'studio' | 'another' | 'nobody'> {
  const drawn = hex(crypto.getRandomValues(new Uint8Array(16)));
  const response = await fetch(`/api/proof?of=${drawn}`).catch(() => null);
  if (!response) return 'nobody';
  const told: { proof?: string } = await response.json().catch(() => ({}));
  return told.proof === (await digest(token, drawn)) ? 'studio' : 'another';
}
