//! What a start and a list cost, of a thousand annotated functions:
//! `cargo bench --bench catalogue`.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tool_registry::prelude::*;
use tool_registry_speed as _;

fn catalogue(c: &mut Criterion) {
    let mut group = c.benchmark_group("1,000 tools");
    group.throughput(Throughput::Elements(1_004));
    group.bench_function("build the registry", |b| {
        b.iter(|| Registry::builder().build().expect("the measured tools are right"));
    });
    let registry = Registry::builder().build().expect("the measured tools are right");
    group.bench_function("list again", |b| b.iter(|| registry.list()));
    group.bench_function("view of all", |b| b.iter(|| registry.view().build()));
    let view = registry.view().build().expect("everything");
    group.bench_function("schemas again", |b| b.iter(|| view.schemas().len()));
    group.bench_function("export again", |b| {
        b.iter(|| view.export(Format::OpenAiChat).expect("an export"));
    });
    group.finish();
}

criterion_group!(benches, catalogue);
criterion_main!(benches);
