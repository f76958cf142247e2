//! The order in which a type declares the variants of its enums, asked of its `Deserialize`.
//!
//! schemars lists undocumented variants before documented ones; serde knows the written order and
//! hands it to any deserializer. So one is driven through the type that only looks and never reads.

use std::any::type_name;
use std::collections::{HashSet, VecDeque};
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use serde::de::{
    self, Deserialize, DeserializeSeed, Deserializer, EnumAccess, MapAccess, SeqAccess,
    VariantAccess, Visitor,
};

/// How often a type is walked at most; each walk ends at one field or variant.
const MAX_WALKS: usize = 2048;

/// How deep a walk goes at most.
const MAX_DEPTH: usize = 64;

/// The variants of every enum inside `T`, each list in the order of declaration.
///
/// What `T` reads by way of a buffer (inside `flatten`, untagged and internally tagged enums) or
/// by hand stays unseen.
#[must_use]
pub(crate) fn variant_orders<T: Deserialize<'static>>() -> Vec<&'static [&'static str]> {
    explore(&mut |probe| drop(T::deserialize(probe)))
}

fn explore(walk: &mut dyn FnMut(&mut Probe)) -> Vec<&'static [&'static str]> {
    let mut probe = Probe::default();
    let mut open = VecDeque::from([Vec::new()]);
    for _ in 0..MAX_WALKS {
        let Some(path) = open.pop_front() else { break };
        probe.path = path;
        probe.at = 0;
        probe.depth = 0;
        probe.filling = false;
        // A `Deserialize` written by hand may not stand odd input; that is no reason to fail here.
        let survived = catch_unwind(AssertUnwindSafe(|| walk(&mut probe))).is_ok();
        if !survived {
            break;
        }
        open.extend(probe.more.drain(..));
    }
    probe.found
}

/// A type that a walk can go through in several ways: its visitor's name, and an address that
/// tells apart what one enum names alike.
type Crossing = (&'static str, usize);

fn crossing<V>(names: &'static [&'static str]) -> Crossing {
    (type_name::<V>(), names.as_ptr().addr())
}

/// The deserializer: follows `path`, and notes the ways not taken.
#[derive(Default)]
struct Probe {
    path: Vec<usize>,
    at: usize,
    depth: usize,
    /// Whether the plainest value is given now, to get past what comes before the goal.
    filling: bool,
    more: Vec<Vec<usize>>,
    seen: HashSet<Crossing>,
    found: Vec<&'static [&'static str]>,
}

impl Probe {
    fn enter(&mut self) -> Result<(), Stop> {
        self.depth += 1;
        if self.depth > MAX_DEPTH { Err(Stop) } else { Ok(()) }
    }

    /// Takes one of `ways` at the next crossing; at a type met before, none.
    fn choose(&mut self, ways: usize, crossing: Crossing) -> Result<usize, Stop> {
        let at = self.at;
        self.at += 1;
        if let Some(way) = self.path.get(at) {
            return Ok(*way);
        }
        if ways == 0 || !self.seen.insert(crossing) {
            return Err(Stop);
        }
        for way in 1..ways {
            let mut path = self.path.clone();
            path.push(way);
            self.more.push(path);
        }
        self.path.push(0);
        Ok(0)
    }

    fn note(&mut self, variants: &'static [&'static str]) {
        if !self.found.contains(&variants) {
            self.found.push(variants);
        }
    }

    /// Visits `len` items of which one is the goal, and those before it are only filled in.
    fn items<'de, V: Visitor<'de>>(
        &mut self,
        len: usize,
        crossing: Crossing,
        visitor: V,
    ) -> Result<V::Value, Stop> {
        self.enter()?;
        let goal = if self.filling { len } else { self.choose(len, crossing)? };
        let value = visitor.visit_seq(Items { probe: self, at: 0, len, goal })?;
        self.depth -= 1;
        Ok(value)
    }

    /// Visits one field, or every field while filling.
    fn fields<'de, V: Visitor<'de>>(
        &mut self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Stop> {
        if self.filling {
            return self.items(fields.len(), crossing::<V>(fields), visitor);
        }
        self.enter()?;
        let way = self.choose(fields.len(), crossing::<V>(fields))?;
        let key = fields.get(way).copied();
        visitor.visit_map(Entry { probe: self, key, done: false, filled_key: false })
    }
}

macro_rules! leaves {
    ($($method:ident => $visit:ident($($value:expr)?),)*) => { $(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
            if self.filling { visitor.$visit($($value)?) } else { Err(Stop) }
        }
    )* };
}

impl<'de> Deserializer<'de> for &mut Probe {
    type Error = Stop;

    leaves! {
        deserialize_any => visit_unit(),
        deserialize_ignored_any => visit_unit(),
        deserialize_unit => visit_unit(),
        deserialize_bool => visit_bool(false),
        deserialize_i8 => visit_i8(0),
        deserialize_i16 => visit_i16(0),
        deserialize_i32 => visit_i32(0),
        deserialize_i64 => visit_i64(0),
        deserialize_i128 => visit_i128(0),
        deserialize_u8 => visit_u8(0),
        deserialize_u16 => visit_u16(0),
        deserialize_u32 => visit_u32(0),
        deserialize_u64 => visit_u64(0),
        deserialize_u128 => visit_u128(0),
        deserialize_f32 => visit_f32(0.0),
        deserialize_f64 => visit_f64(0.0),
        deserialize_char => visit_char('a'),
        deserialize_str => visit_str(""),
        deserialize_string => visit_str(""),
        deserialize_identifier => visit_str(""),
        deserialize_bytes => visit_bytes(&[]),
        deserialize_byte_buf => visit_bytes(&[]),
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        if self.filling {
            return visitor.visit_none();
        }
        self.enter()?;
        visitor.visit_some(self)
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Stop> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Stop> {
        self.enter()?;
        let probe = &mut *self;
        let value = visitor.visit_newtype_struct(probe)?;
        self.depth -= 1;
        Ok(value)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        if self.filling {
            return visitor.visit_seq(Items { probe: self, at: 0, len: 0, goal: 0 });
        }
        self.enter()?;
        // One item and no more: a visitor that forgives errors would ask for ever.
        visitor.visit_seq(Items { probe: self, at: 0, len: 1, goal: 0 })
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Stop> {
        self.items(len, crossing::<V>(&[]), visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        len: usize,
        visitor: V,
    ) -> Result<V::Value, Stop> {
        self.items(len, crossing::<V>(&[]), visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        if self.filling {
            return visitor.visit_map(Entry {
                probe: self,
                key: None,
                done: true,
                filled_key: false,
            });
        }
        self.enter()?;
        let filled_key = self.choose(2, crossing::<V>(&[]))? == 1;
        visitor.visit_map(Entry { probe: self, key: None, done: false, filled_key })
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Stop> {
        self.fields(fields, visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Stop> {
        self.enter()?;
        self.note(variants);
        let way =
            if self.filling { 0 } else { self.choose(variants.len(), crossing::<V>(variants))? };
        let variant = *variants.get(way).ok_or(Stop)?;
        let probe = &mut *self;
        let value = visitor.visit_enum(Variant { probe, variant })?;
        self.depth -= 1;
        Ok(value)
    }
}

/// The items of a sequence or tuple.
struct Items<'a> {
    probe: &'a mut Probe,
    at: usize,
    len: usize,
    goal: usize,
}

impl<'de> SeqAccess<'de> for Items<'_> {
    type Error = Stop;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Stop> {
        if self.at >= self.len {
            return Ok(None);
        }
        self.at += 1;
        let before = self.probe.filling;
        self.probe.filling = before || self.at - 1 < self.goal;
        let value = seed.deserialize(&mut *self.probe);
        self.probe.filling = before;
        value.map(Some)
    }
}

/// One field of a struct, or one entry of a map.
struct Entry<'a> {
    probe: &'a mut Probe,
    key: Option<&'static str>,
    done: bool,
    /// Whether the key is only filled in, on the way to the value.
    filled_key: bool,
}

impl<'de> MapAccess<'de> for Entry<'_> {
    type Error = Stop;

    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Stop> {
        // One entry and no more, as with items.
        if std::mem::replace(&mut self.done, true) {
            return Ok(None);
        }
        if let Some(key) = self.key {
            return seed.deserialize(de::value::StrDeserializer::new(key)).map(Some);
        }
        self.probe.filling = self.filled_key;
        let key = seed.deserialize(&mut *self.probe);
        self.probe.filling = false;
        key.map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Stop> {
        seed.deserialize(&mut *self.probe)
    }
}

/// One variant of an enum.
struct Variant<'a> {
    probe: &'a mut Probe,
    variant: &'static str,
}

impl<'de> EnumAccess<'de> for Variant<'_> {
    type Error = Stop;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self), Stop> {
        let variant = seed.deserialize(de::value::StrDeserializer::new(self.variant))?;
        Ok((variant, self))
    }
}

impl<'de> VariantAccess<'de> for Variant<'_> {
    type Error = Stop;

    fn unit_variant(self) -> Result<(), Stop> {
        if self.probe.filling { Ok(()) } else { Err(Stop) }
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Stop> {
        seed.deserialize(self.probe)
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Stop> {
        let crossing = (type_name::<V>(), self.variant.as_ptr().addr());
        self.probe.items(len, crossing, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Stop> {
        self.probe.fields(fields, visitor)
    }
}

/// The end of a walk.
#[derive(Debug)]
struct Stop;

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the walk through a type ends here")
    }
}

impl std::error::Error for Stop {}

impl de::Error for Stop {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self
    }
}
