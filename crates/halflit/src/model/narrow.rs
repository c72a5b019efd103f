//! Numbers in the narrowest type that holds each of them to the last bit: counts and pixels take one byte, rows of single precision four.

/// A type of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Width {
    Byte,
    Single,
    Double,
}

impl Width {
    /// The narrowest that holds all of them.
    pub(super) fn of(values: &[f64]) -> Self {
        let is_byte = |&x: &f64| f64::from(x as u8).to_bits() == x.to_bits();
        let is_single = |&x: &f64| f64::from(x as f32).to_bits() == x.to_bits();
        match values {
            _ if values.iter().all(is_byte) => Width::Byte,
            _ if values.iter().all(is_single) => Width::Single,
            _ => Width::Double,
        }
    }

    /// Numbers of this type, one after another, the lowest byte first.
    pub(super) fn bytes(self, values: &[f64]) -> Vec<u8> {
        match self {
            Width::Byte => values.iter().map(|&x| x as u8).collect(),
            Width::Single => values.iter().flat_map(|&x| (x as f32).to_le_bytes()).collect(),
            Width::Double => values.iter().flat_map(|x| x.to_le_bytes()).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_bit_is_lost() {
        assert_eq!(Width::of(&[0.0, 255.0]), Width::Byte);
        assert_eq!(Width::of(&[0.0, 256.0, -0.0, 0.5]), Width::Single);
        assert_eq!(Width::of(&[-0.0]), Width::Single);
        assert_eq!(Width::of(&[1.0, 0.1]), Width::Double);
        assert_eq!(Width::Single.bytes(&[0.5]), 0.5f32.to_le_bytes());
    }
}
