//! A server that has the token proves it before the page sends its own: after a restart anyone could answer at the same port.
//!
//! HMAC-SHA-256 of what the page drew, by RFC 2104 and FIPS 180-4: a page computes it by itself, and one function is not worth a crate.

use axum::http::Uri;
use axum::response::Response;
use serde_json::json;

use super::adapter::typed;
use crate::error::{Result, StudioError};

/// Letters that a page may draw.
const LONGEST: usize = 64;

/// The proof for what the page drew.
pub(super) fn answer(token: &str, address: &Uri) -> Result<Response> {
    let drawn = address.query().and_then(|query| query.strip_prefix("of=")).unwrap_or("");
    let is_drawn = (1..=LONGEST).contains(&drawn.len());
    if !is_drawn || !drawn.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        let help = format!("draw 1 to {LONGEST} letters and digits, as in ?of=5f0c");
        return Err(StudioError::request("there is nothing to prove", help));
    }
    let proof = hmac(token.as_bytes(), drawn.as_bytes());
    let hex: String = proof.iter().map(|byte| format!("{byte:02x}")).collect();
    Ok(typed("application/json", json!({ "proof": hex }).to_string()))
}

/// Of a key of at most one block.
fn hmac(key: &[u8], message: &[u8]) -> [u8; 32] {
    let pad = |with: u8| {
        let mut block = [with; 64];
        block.iter_mut().zip(key).for_each(|(own, byte)| *own ^= byte);
        block
    };
    let inner = sha256(&[&pad(0x36), message].concat());
    sha256(&[&pad(0x5c), &inner[..]].concat())
}

fn sha256(message: &[u8]) -> [u8; 32] {
    let mut padded = message.to_vec();
    padded.push(0x80);
    padded.resize((padded.len() + 8).next_multiple_of(64) - 8, 0);
    padded.extend((8 * message.len() as u64).to_be_bytes());
    let mut state = [
        0x6a09_e667,
        0xbb67_ae85,
        0x3c6e_f372,
        0xa54f_f53a,
        0x510e_527f,
        0x9b05_688c,
        0x1f83_d9ab,
        0x5be0_cd19,
    ];
    padded.chunks_exact(64).for_each(|block| mix(&mut state, block));
    let mut digest = [0; 32];
    let bytes = state.iter().flat_map(|word| word.to_be_bytes());
    digest.iter_mut().zip(bytes).for_each(|(own, byte)| *own = byte);
    digest
}

/// One block: the letters of the standard.
fn mix(state: &mut [u32; 8], block: &[u8]) {
    let mut w = [0u32; 64];
    for (own, bytes) in w.iter_mut().zip(block.chunks_exact(4)) {
        *own = bytes.iter().fold(0, |word, &byte| word << 8 | u32::from(byte));
    }
    for t in 16..64 {
        let (x, y) = (w[t - 15], w[t - 2]);
        let s0 = x.rotate_right(7) ^ x.rotate_right(18) ^ (x >> 3);
        let s1 = y.rotate_right(17) ^ y.rotate_right(19) ^ (y >> 10);
        w[t] = w[t - 16].wrapping_add(s0).wrapping_add(w[t - 7]).wrapping_add(s1);
    }
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = *state;
    for (k, w) in K.iter().zip(w) {
        let s1 = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
        let s0 = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
        let (choice, majority) = (e & f ^ !e & g, a & b ^ a & c ^ b & c);
        let t1 = h.wrapping_add(s1).wrapping_add(choice).wrapping_add(*k).wrapping_add(w);
        (h, g, f, e) = (g, f, e, d.wrapping_add(t1));
        (d, c, b, a) = (c, b, a, t1.wrapping_add(s0).wrapping_add(majority));
    }
    for (own, added) in state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
        *own = own.wrapping_add(added);
    }
}

#[rustfmt::skip]
const K: [u32; 64] = [
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
];

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(bytes: &[u8]) -> String {
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    #[test]
    fn digests_are_those_of_the_standard() {
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(hex(&sha256(b"")), empty);
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(hex(&sha256(b"abc")), abc);
        // Two blocks: the length does not fit beside the message.
        let two = b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
        let digest = "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1";
        assert_eq!(hex(&sha256(two)), digest);
    }

    #[test]
    fn a_keyed_digest_is_that_of_rfc_4231() {
        let proof = hmac(b"Jefe", b"what do ya want for nothing?");
        let known = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843";
        assert_eq!(hex(&proof), known);
    }
}
