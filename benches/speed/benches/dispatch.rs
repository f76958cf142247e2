//! A call by name, JSON text in and JSON text out, beside its floors in the same run:
//! `cargo bench --bench dispatch`. Instructions and allocations: `benches/speed/run`.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use tool_registry_speed as speed;

fn calls(c: &mut Criterion) {
    let runtime = speed::runtime();
    let (l3, l4, view) = (speed::l3(0), speed::l4(), speed::view(0));
    for (work, tool, json) in speed::work() {
        let mut group = c.benchmark_group(work);
        let floor = speed::l2(tool);
        group.bench_function("L2", |b| b.iter(|| floor(black_box(json.as_bytes()))));
        group.bench_function("L3", |b| {
            b.iter(|| l3[black_box(tool)](black_box(json.as_bytes())));
        });
        group.bench_function("L4", |b| {
            b.iter(|| runtime.block_on(l4[black_box(tool)](black_box(json.as_bytes()))));
        });
        group.bench_function("view", |b| {
            b.iter(|| runtime.block_on(speed::call(&view, black_box(tool), black_box(&json))));
        });
        group.bench_function("view, as text", |b| {
            b.iter(|| runtime.block_on(speed::call_text(&view, black_box(tool), black_box(&json))));
        });
        group.finish();
    }
}

fn among_many(c: &mut Criterion) {
    let runtime = speed::runtime();
    let mut group = c.benchmark_group("add among");
    for many in [10, 10_000] {
        let view = speed::view(many);
        group.bench_with_input(BenchmarkId::from_parameter(many), &view, |b, view| {
            b.iter(|| runtime.block_on(speed::call(view, black_box("add"), r#"{"a":40,"b":2}"#)));
        });
    }
    group.finish();
}

criterion_group!(benches, calls, among_many);
criterion_main!(benches);
