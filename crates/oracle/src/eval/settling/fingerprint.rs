//! Whether two worlds are equal in all that settling looks at.

use crate::value::Value;
use crate::world::{Collection, Place, World};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

/// A number that is the same for worlds in which everything is the same.
pub(super) fn fingerprint(world: &World<'_>) -> u64 {
    let mut h = DefaultHasher::new();
    for o in &world.objects {
        (o.class, o.live, &o.owners, o.known, o.attributes.len()).hash(&mut h);
        place(o.place, &mut h);
        o.attributes.iter().for_each(|v| mix(v, &mut h));
    }
    for tile in world.boards.iter().flatten() {
        tile.pieces.hash(&mut h);
        tile.attributes.iter().for_each(|v| mix(v, &mut h));
    }
    (&world.grown, &world.zones, world.settled.stamps).hash(&mut h);
    for collection in &world.collections {
        match collection {
            Collection::Row(items) => items.iter().for_each(|v| mix(v, &mut h)),
            Collection::Table(pairs) => pairs.iter().for_each(|(k, v)| {
                mix(k, &mut h);
                mix(v, &mut h);
            }),
        }
        h.write_u8(7);
    }
    (world.turn, world.phase, world.active, &world.out).hash(&mut h);
    world.scores.iter().for_each(|s| h.write_u64(s.to_bits()));
    h.finish()
}

fn place(place: Place, h: &mut DefaultHasher) {
    match place {
        Place::Nowhere => 0_u8.hash(h),
        Place::Tile(b, t) => (1_u8, b, t).hash(h),
        Place::Zone(z, p) => (2_u8, z, p).hash(h),
    }
}

fn mix(value: &Value<'_>, h: &mut DefaultHasher) {
    std::mem::discriminant(value).hash(h);
    match value {
        Value::Null => {}
        Value::Number(n) => n.to_bits().hash(h),
        Value::Bool(b) => b.hash(h),
        Value::Text(t) => t.hash(h),
        Value::Player(p) => p.hash(h),
        Value::Case(e, i) => (e, i).hash(h),
        Value::Tile(b, t) => (b, t).hash(h),
        Value::Object(i) | Value::List(i) | Value::Stack(i) | Value::Table(i) => i.hash(h),
        Value::Set(members) => members.iter().for_each(|member| mix(member, h)),
        Value::Zone(z, p) => (z, p).hash(h),
        Value::Zones(z) => z.hash(h),
        Value::Turn(t) => t.hash(h),
        Value::Position(p) => p.hash(h),
        Value::Function(f) => Rc::as_ptr(f).hash(h),
    }
}
