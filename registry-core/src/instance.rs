//! Instances of tool types: where `&self` and `&mut self` come from.
//!
//! A slot is type-erased, so that the code for locking is compiled once and not per tool.

use std::any::{Any, TypeId, type_name};
use std::cell::RefCell;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context as TaskContext, Poll};

use tokio::sync::{OwnedRwLockReadGuard, OwnedRwLockWriteGuard, RwLock};

use crate::entry::Receiver;
use crate::error::CallError;

/// Any value that can be shared between threads.
pub(crate) type Erased = dyn Any + Send + Sync;

/// What generated code knows about a tool's type.
#[derive(Debug)]
#[allow(missing_docs, reason = "written by generated code only")]
pub struct InstanceType {
    pub type_name: fn() -> &'static str,
    /// `Default`, where the type has it.
    pub make: Option<fn() -> Box<Erased>>,
    /// `TypeId` of `Arc<T>`, for instances that are shared with the program.
    pub arc_id: fn() -> TypeId,
    /// Turns a boxed `Arc<T>` into the shared instance.
    pub adopt: fn(Box<Erased>) -> Option<Arc<Erased>>,
}

impl InstanceType {
    /// The facts about `T`; `make` comes from [`DefaultOf`].
    #[must_use]
    pub const fn of<T: Send + Sync + 'static>(make: Option<fn() -> Box<Erased>>) -> Self {
        Self {
            type_name: type_name::<T>,
            make,
            arc_id: TypeId::of::<Arc<T>>,
            adopt: |boxed| {
                let shared: Box<Arc<T>> = boxed.downcast().ok()?;
                Some(*shared)
            },
        }
    }
}

/// Finds `Default` without an attribute: the inherent constant wins where the bound holds.
#[derive(Debug)]
pub struct DefaultOf<T>(std::marker::PhantomData<T>);

impl<T: Default + Send + Sync + 'static> DefaultOf<T> {
    /// Makes the default instance.
    pub const MAKE: Option<fn() -> Box<Erased>> = Some(|| Box::new(T::default()));
}

/// The fallback of [`DefaultOf`].
pub trait NoDefault {
    /// There is none.
    const MAKE: Option<fn() -> Box<Erased>> = None;
}

impl<T> NoDefault for DefaultOf<T> {}

/// Where a tool's instance lives.
#[derive(Clone)]
pub(crate) enum Slot {
    /// No method takes `&mut self`: no lock.
    Shared(Arc<Erased>),
    /// Some method takes `&mut self`.
    Locked(Arc<RwLock<Box<Erased>>>),
}

impl Slot {
    /// A slot for a value owned by the registry.
    pub(crate) fn owned(value: Box<Erased>, exclusive: bool) -> Self {
        if exclusive {
            Self::Locked(Arc::new(RwLock::new(value)))
        } else {
            Self::Shared(Arc::from(value))
        }
    }

    fn key(&self) -> *const () {
        match self {
            Self::Shared(shared) => Arc::as_ptr(shared).cast(),
            Self::Locked(lock) => Arc::as_ptr(lock).cast(),
        }
    }

    /// The instance for one call. Waits for other calls, never for the call it is made from.
    pub(crate) async fn acquire(&self, receiver: Receiver) -> Result<Guard, CallError> {
        let lock = match self {
            Self::Shared(shared) => return Ok(Guard::Shared(Arc::clone(shared))),
            Self::Locked(lock) => Arc::clone(lock),
        };
        let held = held_by_this_call(self.key());
        let reentrant = || {
            CallError::unavailable("the tool's instance is in use by the call that makes this call")
                .with_hint("return first, or do the work without calling the same tool again")
        };
        match (receiver, held) {
            (Receiver::Exclusive, Some(_)) | (_, Some(Hold::Exclusive)) => Err(reentrant()),
            (Receiver::Exclusive, None) => Ok(Guard::Exclusive(lock.write_owned().await)),
            // Behind a waiting writer this read would wait for the outer one, and that for us.
            (_, Some(Hold::Shared)) => {
                lock.try_read_owned().map(Guard::Read).map_err(|_| reentrant())
            }
            (_, None) => Ok(Guard::Read(lock.read_owned().await)),
        }
    }

    /// Runs `work` as the holder of this slot, so that a re-entrant call is found.
    pub(crate) async fn holding<T>(&self, receiver: Receiver, work: impl Future<Output = T>) -> T {
        match self {
            Self::Shared(_) => work.await,
            Self::Locked(_) => Holding { held: self.held(receiver), work: Box::pin(work) }.await,
        }
    }

    /// The same for work that is done at once.
    pub(crate) fn holding_now<T>(&self, receiver: Receiver, work: impl FnOnce() -> T) -> T {
        match self {
            Self::Shared(_) => work(),
            Self::Locked(_) => {
                let _entered = Entered::new(self.held(receiver));
                work()
            }
        }
    }

    fn held(&self, receiver: Receiver) -> Held {
        let hold = match receiver {
            Receiver::Exclusive => Hold::Exclusive,
            _ => Hold::Shared,
        };
        Held { slot: self.key() as usize, hold }
    }
}

/// The instance of a running call.
pub enum Guard {
    /// The method has no receiver.
    None,
    /// Shared without a lock.
    Shared(Arc<Erased>),
    /// Read access to a locked instance.
    Read(OwnedRwLockReadGuard<Box<Erased>>),
    /// Sole access to a locked instance.
    Exclusive(OwnedRwLockWriteGuard<Box<Erased>>),
}

impl Guard {
    /// The instance for a `&self` method.
    ///
    /// # Panics
    /// Never for a guard that the registry made: types are joined by `TypeId`.
    #[must_use]
    pub fn get<T: 'static>(&self) -> &T {
        let erased: &Erased = match self {
            Self::None => &(),
            Self::Shared(shared) => &**shared,
            Self::Read(guard) => &***guard,
            Self::Exclusive(guard) => &***guard,
        };
        erased.downcast_ref().unwrap_or_else(|| wrong_type(type_name::<T>()))
    }

    /// The instance for a `&mut self` method.
    ///
    /// # Panics
    /// Never for a guard that the registry made.
    pub fn get_mut<T: 'static>(&mut self) -> &mut T {
        match self {
            Self::Exclusive(guard) => (***guard).downcast_mut(),
            _ => None,
        }
        .unwrap_or_else(|| wrong_type(type_name::<T>()))
    }
}

#[cold]
fn wrong_type(name: &str) -> ! {
    panic!("tool-registry: the instance is not a {name}")
}

impl fmt::Debug for Guard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::None => "None",
            Self::Shared(_) => "Shared",
            Self::Read(_) => "Read",
            Self::Exclusive(_) => "Exclusive",
        })
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Hold {
    Shared,
    Exclusive,
}

#[derive(Clone, Copy)]
struct Held {
    slot: usize,
    hold: Hold,
}

thread_local! {
    /// The slots held by the calls that are being polled on this thread, outermost first.
    static HELD: RefCell<Vec<Held>> = const { RefCell::new(Vec::new()) };
}

fn held_by_this_call(slot: *const ()) -> Option<Hold> {
    HELD.with_borrow(|held| {
        held.iter().rev().find(|held| held.slot == slot as usize).map(|held| held.hold)
    })
}

/// While it lives, the slot is known to be held by what runs on this thread.
struct Entered;

impl Entered {
    fn new(held: Held) -> Self {
        HELD.with_borrow_mut(|stack| stack.push(held));
        Self
    }
}

impl Drop for Entered {
    fn drop(&mut self) {
        HELD.with_borrow_mut(|stack| stack.pop());
    }
}

/// A future that is the holder of a slot whenever it is polled, on whatever thread.
struct Holding<F> {
    held: Held,
    work: Pin<Box<F>>,
}

impl<F: Future> Future for Holding<F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, cx: &mut TaskContext<'_>) -> Poll<F::Output> {
        let _entered = Entered::new(self.held);
        self.work.as_mut().poll(cx)
    }
}
