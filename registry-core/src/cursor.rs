//! Goes through JSON text without decoding it: where strings and values begin and end.

use std::ops::Range;

/// A place in a JSON text.
pub(crate) struct Cursor<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Cursor<'a> {
    #[inline]
    pub(crate) fn new(text: &'a [u8], at: usize) -> Self {
        Self { text, at }
    }

    /// Goes past one byte.
    #[inline]
    pub(crate) fn step(&mut self) {
        self.at += 1;
    }

    #[inline]
    pub(crate) fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    #[inline]
    pub(crate) fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\n' | b'\t' | b'\r')) {
            self.at += 1;
        }
    }

    #[inline]
    fn expect(&mut self, byte: u8) -> Option<()> {
        (self.peek() == Some(byte)).then(|| self.at += 1)
    }

    #[inline]
    pub(crate) fn end(&mut self) -> Option<()> {
        self.space();
        (self.at == self.text.len()).then_some(())
    }

    /// A key without its quotes and its value, neither decoded.
    #[inline]
    pub(crate) fn pair(&mut self) -> Option<(&'a [u8], &'a [u8])> {
        self.space();
        let start = self.at + 1;
        self.string()?;
        let key = self.text.get(start..self.at - 1)?;
        self.space();
        self.expect(b':')?;
        self.space();
        Some((key, self.value()?))
    }

    /// Goes past a string.
    #[inline]
    fn string(&mut self) -> Option<()> {
        self.expect(b'"')?;
        // Most keys and many values are short: a plain look is over before a search is set up.
        let near = self.text.get(self.at..)?.iter().take(16);
        if let Some(end) = near.take_while(|byte| **byte != b'\\').position(|byte| *byte == b'"') {
            self.at += end + 1;
            return Some(());
        }
        loop {
            self.at += memchr::memchr2(b'"', b'\\', self.text.get(self.at..)?)?;
            if self.text[self.at] == b'"' {
                self.at += 1;
                return Some(());
            }
            self.at += 2;
        }
    }

    /// Any value, found by its end alone: decoding finds what is wrong inside.
    #[inline]
    fn value(&mut self) -> Option<&'a [u8]> {
        let start = self.at;
        let mut depth = 0usize;
        loop {
            match self.peek()? {
                b'"' => {
                    self.string()?;
                }
                b'{' | b'[' => {
                    depth += 1;
                    self.at += 1;
                    continue;
                }
                b'}' | b']' if depth > 0 => {
                    depth -= 1;
                    self.at += 1;
                }
                b'}' | b']' | b',' if depth == 0 => return None,
                b',' | b':' | b' ' | b'\n' | b'\t' | b'\r' => {
                    self.at += 1;
                    continue;
                }
                _ => self.scalar(),
            }
            if depth == 0 {
                return self.text.get(start..self.at);
            }
        }
    }

    #[inline]
    fn scalar(&mut self) {
        while !matches!(
            self.peek(),
            None | Some(b',' | b'}' | b']' | b':' | b' ' | b'\n' | b'\t' | b'\r' | b'"')
        ) {
            self.at += 1;
        }
    }

    /// The parts of the array or object that begins here: index or key, and where each lies.
    pub(crate) fn parts(mut self) -> Vec<(String, Range<usize>)> {
        let mut parts = Vec::new();
        let object = self.peek() == Some(b'{');
        if !object && self.peek() != Some(b'[') {
            return parts;
        }
        loop {
            // Past the bracket or the comma.
            self.step();
            self.space();
            let part =
                if object { self.pair() } else { self.value().map(|value| (&[][..], value)) };
            let Some((key, value)) = part else { return parts };
            let key = if object {
                serde_json::from_slice(&[b"\"", key, b"\""].concat()).unwrap_or_default()
            } else {
                parts.len().to_string()
            };
            parts.push((key, self.at - value.len()..self.at));
            self.space();
            if self.peek() != Some(b',') {
                return parts;
            }
        }
    }
}
