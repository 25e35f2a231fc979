//! The protobuf encoding, as far as ONNX files use it: numbered fields, each a number, four or eight bytes, or a run of bytes.

/// A field of a message, in the order of the file.
pub(super) struct Field<'a> {
    pub(super) number: u64,
    pub(super) value: Value<'a>,
}

/// What a field holds. What a run of bytes means (text, message, packed numbers) is the schema's to say.
#[derive(Clone, Copy)]
pub(super) enum Value<'a> {
    Number(u64),
    Four([u8; 4]),
    Bytes(&'a [u8]),
}

impl<'a> Value<'a> {
    pub(super) fn bytes(self) -> Option<&'a [u8]> {
        if let Value::Bytes(bytes) = self { Some(bytes) } else { None }
    }

    pub(super) fn text(self) -> Option<&'a str> {
        std::str::from_utf8(self.bytes()?).ok()
    }

    /// Signed numbers are two's complement of 64 bits.
    pub(super) fn number(self) -> Option<i64> {
        if let Value::Number(number) = self { Some(number.cast_signed()) } else { None }
    }

    /// The numbers of a repeated field, which writers pack into one run or give one by one.
    pub(super) fn numbers(self, into: &mut Vec<i64>) -> Option<()> {
        match self {
            Value::Number(number) => into.push(number.cast_signed()),
            Value::Bytes(mut bytes) => {
                while !bytes.is_empty() {
                    into.push(varint(&mut bytes)?.cast_signed());
                }
            }
            Value::Four(_) => return None,
        }
        Some(())
    }
}

/// The fields of a message; none if it is malformed.
pub(super) fn fields(mut message: &[u8]) -> Option<Vec<Field<'_>>> {
    let mut fields = Vec::new();
    while !message.is_empty() {
        let key = varint(&mut message)?;
        let value = match key & 7 {
            0 => Value::Number(varint(&mut message)?),
            1 => {
                // No field that is read here has eight bytes.
                take(&mut message, 8)?;
                continue;
            }
            2 => {
                let length = varint(&mut message)?;
                Value::Bytes(take(&mut message, usize::try_from(length).ok()?)?)
            }
            5 => Value::Four(take(&mut message, 4)?.try_into().ok()?),
            _ => return None,
        };
        fields.push(Field { number: key >> 3, value });
    }
    Some(fields)
}

/// Writes a field that is a number.
pub(in super::super) fn number(message: &mut Vec<u8>, field: u64, value: u64) {
    write_varint(message, field << 3);
    write_varint(message, value);
}

/// Writes a field that is a run of bytes: text, or another message.
pub(in super::super) fn bytes(message: &mut Vec<u8>, field: u64, value: &[u8]) {
    write_varint(message, field << 3 | 2);
    write_varint(message, value.len() as u64);
    message.extend_from_slice(value);
}

/// Writes a message whose fields are runs of bytes.
pub(in super::super) fn message(fields: &[(u64, &[u8])]) -> Vec<u8> {
    let mut message = Vec::new();
    fields.iter().for_each(|(field, value)| bytes(&mut message, *field, value));
    message
}

fn write_varint(message: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        message.push(number as u8 | 0x80);
        number >>= 7;
    }
    message.push(number as u8);
}

fn take<'a>(bytes: &mut &'a [u8], count: usize) -> Option<&'a [u8]> {
    let (taken, rest) = bytes.split_at_checked(count)?;
    *bytes = rest;
    Some(taken)
}

/// Seven bits a byte, the lowest first; the high bit says that more follow.
fn varint(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let byte = take(bytes, 1)?[0];
        number |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_read_by_kind_and_damage_is_noticed() {
        // 1: 300, 2: "ab", 3: 1.0 in four bytes.
        let mut message = Vec::new();
        number(&mut message, 1, 300);
        bytes(&mut message, 2, b"ab");
        message.extend([0x1d, 0, 0, 0x80, 0x3f]);
        assert_eq!(message[..7], [0x08, 0xac, 0x02, 0x12, 2, b'a', b'b']);
        let read = fields(&message).unwrap();
        assert_eq!(read.iter().map(|field| field.number).collect::<Vec<_>>(), [1, 2, 3]);
        assert_eq!(read[0].value.number(), Some(300));
        assert_eq!(read[1].value.text(), Some("ab"));
        assert!(matches!(read[2].value, Value::Four(bytes) if f32::from_le_bytes(bytes) == 1.0));
        for end in [1, 2, 4, 6, 9] {
            assert!(fields(&message[..end]).is_none(), "{end} bytes");
        }
        assert!(fields(&[0xff; 12]).is_none());
    }
}
