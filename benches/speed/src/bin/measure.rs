//! What criterion does not count: instructions (one case, for callgrind), allocations, and what a
//! second thread costs. `benches/speed/run` calls it.

use std::hint::black_box;
use std::sync::Barrier;
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use tool_registry::prelude::*;
use tool_registry_speed as speed;

/// Runs one case so many times.
type Case = Box<dyn FnMut(u64)>;
/// Makes a case, so that what others need is not made beside it.
type Make = Box<dyn FnOnce() -> Case>;

fn cases() -> Vec<(&'static str, &'static str, Make)> {
    let mut cases: Vec<(&'static str, &'static str, Make)> = Vec::new();
    for (work, tool, json) in speed::work() {
        let mut add = |name, make: fn(&'static str, String) -> Case| {
            let json = json.clone();
            cases.push((work, name, Box::new(move || make(tool, json))));
        };
        add("L2", |tool, json| plain(json, speed::l2(tool)));
        add("L3", |tool, json| {
            let l3 = speed::l3(0);
            plain(json, move |json| l3[black_box(tool)](json))
        });
        add("L4", boxed);
        add("view", |tool, json| called(0, tool, json, false));
        match work {
            "echo1k" => add("view-text", |tool, json| called(0, tool, json, true)),
            "add" => {
                add("view-async", |_, json| called(0, "add_async", json, false));
                add("view-of-10", |tool, json| called(10, tool, json, false));
                add("view-of-10000", |tool, json| called(10_000, tool, json, false));
            }
            _ => {}
        }
    }
    cases
}

fn plain(json: String, run: impl Fn(&[u8]) -> Vec<u8> + 'static) -> Case {
    Box::new(move |n| {
        for _ in 0..n {
            black_box(run(black_box(json.as_bytes())));
        }
    })
}

fn boxed(tool: &'static str, json: String) -> Case {
    let (runtime, l4) = (speed::runtime(), speed::l4());
    Box::new(move |n| {
        runtime.block_on(async {
            for _ in 0..n {
                black_box(l4[black_box(tool)](black_box(json.as_bytes())).await);
            }
        });
    })
}

fn called(extra: usize, tool: &'static str, json: String, text: bool) -> Case {
    through(speed::view(extra), tool, json, text)
}

fn through(view: View, tool: &'static str, json: String, text: bool) -> Case {
    let runtime = speed::runtime();
    Box::new(move |n| {
        runtime.block_on(async {
            for _ in 0..n {
                if text {
                    black_box(speed::call_text(&view, black_box(tool), black_box(&json)).await);
                } else {
                    black_box(speed::call(&view, black_box(tool), black_box(&json)).await);
                }
            }
        });
    })
}

/// Allocations per call.
fn allocations(run: &mut Case) -> f64 {
    run(10);
    let counted = allocation_counter::measure(|| run(100));
    counted.count_total as f64 / 100.0
}

/// CPU nanoseconds per call with so many threads, each running a case of its own.
fn cpu_per_call(threads: usize, make: &(dyn Fn() -> Case + Sync)) -> f64 {
    let barrier = Barrier::new(threads);
    let cost = || {
        let mut run = make();
        run(100);
        barrier.wait();
        let (wall, cpu, mut calls) = (Instant::now(), ThreadTime::now(), 0_u32);
        while wall.elapsed() < Duration::from_millis(100) {
            run(100);
            calls += 100;
        }
        cpu.elapsed().as_nanos() as f64 / f64::from(calls)
    };
    let costs: Vec<f64> = std::thread::scope(|scope| {
        let handles: Vec<_> = (0..threads).map(|_| scope.spawn(cost)).collect();
        handles.into_iter().map(|handle| handle.join().expect("a thread")).collect()
    });
    costs.iter().sum::<f64>() / threads as f64
}

/// What a second thread costs a view of one registry, and the floor, which shares nothing.
fn threads() {
    let registry = Registry::builder().build().expect("the measured tools are right");
    for (work, tool, json) in speed::work() {
        let view = || {
            let view = registry.view().select([tool]).and_then(|view| view.build());
            through(view.expect("a view"), tool, json.clone(), false)
        };
        let floor = || {
            let l3 = speed::l3(0);
            plain(json.clone(), move |json| l3[black_box(tool)](json))
        };
        let makers: [(&str, &(dyn Fn() -> Case + Sync)); 2] = [("L3", &floor), ("view", &view)];
        let mut least = [[f64::MAX; 2]; 2];
        for _ in 0..15 {
            for (least, (_, make)) in least.iter_mut().zip(makers) {
                for threads in [1, 2] {
                    least[threads - 1] = least[threads - 1].min(cpu_per_call(threads, make));
                }
            }
        }
        for ([one, two], (name, _)) in least.into_iter().zip(makers) {
            println!(
                "{work:8} {name:5} {one:7.0} ns alone {two:7.0} ns beside another {:.2}x",
                two / one
            );
        }
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["list"] => cases().iter().for_each(|(work, name, _)| println!("{work} {name}")),
        ["one", work, name, count] => {
            let case = cases().into_iter().find(|case| case.0 == work && case.1 == name);
            let (_, _, make) = case.expect("a case of `list`");
            make()(count.parse().expect("a number"));
        }
        ["allocations"] => cases().into_iter().for_each(|(work, name, make)| {
            println!("{work:8} {name:14} {:6.1}", allocations(&mut make()));
        }),
        ["threads"] => threads(),
        _ => eprintln!("measure list | one WORK NAME COUNT | allocations | threads"),
    }
}
