//! Content blocks of a result: text, images, audio, resources.

use serde::{Deserialize, Serialize};

/// One block of a result, in the shape of the Model Context Protocol.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Content {
    /// Plain text.
    Text {
        /// The text.
        text: String,
    },
    /// An image, base64 in JSON.
    Image(Media),
    /// A sound, base64 in JSON.
    Audio(Media),
    /// A resource with its contents.
    Resource {
        /// The resource.
        resource: Resource,
    },
}

impl Content {
    /// A block of text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text { text: text.into() }
    }
}

/// Bytes with their media type; the bytes are base64 (RFC 4648, padded).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Media {
    /// The bytes in base64.
    pub data: String,
    /// The media type, such as `image/png`.
    #[serde(rename = "mimeType")]
    pub mime_type: String,
}

/// An image as a tool's result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Image(pub Media);

impl Image {
    /// An image from its bytes; `mime_type` is such as `image/png`.
    pub fn new(mime_type: impl Into<String>, bytes: &[u8]) -> Self {
        Self(Media { data: base64(bytes), mime_type: mime_type.into() })
    }
}

/// A sound as a tool's result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Audio(pub Media);

impl Audio {
    /// A sound from its bytes; `mime_type` is such as `audio/wav`.
    pub fn new(mime_type: impl Into<String>, bytes: &[u8]) -> Self {
        Self(Media { data: base64(bytes), mime_type: mime_type.into() })
    }
}

/// A named document as a tool's result: text, or bytes in base64.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Resource {
    /// Where it is, such as `file:///notes.txt`.
    pub uri: String,
    /// The media type, if known.
    #[serde(rename = "mimeType", default, skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<String>,
    /// Its text, if it is text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Its bytes in base64, if it is not text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blob: Option<String>,
}

impl Resource {
    /// A text document.
    pub fn text(uri: impl Into<String>, text: impl Into<String>) -> Self {
        Self { uri: uri.into(), mime_type: None, text: Some(text.into()), blob: None }
    }

    /// A document of bytes.
    pub fn bytes(uri: impl Into<String>, bytes: &[u8]) -> Self {
        Self { uri: uri.into(), mime_type: None, text: None, blob: Some(base64(bytes)) }
    }

    /// The same document with its media type.
    #[must_use]
    pub fn mime_type(mut self, mime_type: impl Into<String>) -> Self {
        self.mime_type = Some(mime_type.into());
        self
    }
}

/// Base64 as in RFC 4648 section 4: a dozen lines, where a crate would be one more for everybody.
fn base64(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let byte = |i: usize| u32::from(chunk.get(i).copied().unwrap_or(0));
        let group = byte(0) << 16 | byte(1) << 8 | byte(2);
        for i in 0..4 {
            let sextet = (group >> (18 - 6 * i) & 63) as usize;
            out.push(if i <= chunk.len() { char::from(ALPHABET[sextet]) } else { '=' });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    #[test]
    fn base64_matches_the_test_vectors_of_rfc_4648() {
        for (plain, encoded) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(super::base64(plain.as_bytes()), encoded);
        }
        assert_eq!(super::base64(&[0xfb, 0xff, 0xfe]), "+//+");
    }
}
