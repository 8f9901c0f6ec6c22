//! What a group asks of whoever executes it: the seam between this crate and the emulator.
//!
//! The emulator installs a [`Context`] for the operating-system thread that runs emulated threads;
//! group methods and memory handles reach it through [`with`]. An operation is described by an
//! [`Operation`]: its name, the types on which all callers must agree, and the function that
//! combines the values of the members. The context knows rendezvous, not operations, so a new
//! collective needs a new [`Operation`] and nothing in the emulator.

use core::any::{TypeId, type_name};
use core::cell::Cell;
use core::fmt;
use core::mem::MaybeUninit;
use core::panic::Location;
use core::ptr::NonNull;
use core::sync::atomic::Ordering;

/// Where in the source an operation was called.
pub type Site = &'static Location<'static>;

/// Where the current thread is in its launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// Extents of the grid, in blocks.
    pub grid_dim: [u32; 3],
    /// Extents of a block, in threads.
    pub block_dim: [u32; 3],
    /// This thread's block in the grid.
    pub block_index: [u32; 3],
    /// This thread in its block.
    pub thread_index: [u32; 3],
}

impl Position {
    /// The thread's rank in its block.
    pub fn thread_rank(&self) -> usize {
        linear(self.thread_index, self.block_dim)
    }

    /// How many threads a block has.
    pub fn block_threads(&self) -> usize {
        volume(self.block_dim)
    }

    /// The block's rank in the grid.
    pub fn block_rank(&self) -> usize {
        linear(self.block_index, self.grid_dim)
    }

    /// How many blocks the grid has.
    pub fn grid_blocks(&self) -> usize {
        volume(self.grid_dim)
    }
}

/// The linear rank of `index` among `dim`, x fastest.
fn linear(index: [u32; 3], dim: [u32; 3]) -> usize {
    let [x, y, z] = index.map(|i| i as usize);
    let [dx, dy, _] = dim.map(|d| d as usize);
    (z * dy + y) * dx + x
}

fn volume(dim: [u32; 3]) -> usize {
    dim.iter().map(|&d| d as usize).product()
}

/// A group instance as the current thread sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The thread's block.
    Block,
    /// The thread's aligned tile of `size` threads. All tiles of one size over one block are one
    /// scope.
    Tile {
        /// Threads in the tile.
        size: u32,
    },
    /// A group made at run time within a warp.
    Coalesced(Coalesced),
    /// The whole grid.
    Grid,
}

/// A group made at run time within a warp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coalesced {
    /// Distinguishes this group from others of the same threads; unique within a block.
    pub id: u32,
    /// The members, bit `i` for lane `i` of the warp.
    pub members: u32,
    /// The current thread's rank among the members.
    pub rank: u32,
}

/// One collective operation, at fixed types. All members of a group must arrive with an equal one.
pub struct Operation {
    /// The method's name.
    pub name: &'static str,
    /// The type of the value that members contribute, if any.
    pub value: Option<Type>,
    /// The operator that combines the values, if any.
    pub operator: Option<Type>,
    /// What [`Slot::argument`] is, if it must be equal for all members.
    pub uniform: Option<Uniform>,
    /// Whether what members wrote to memory before is visible to all of them afterwards.
    pub orders_memory: bool,
    /// Turns the members' contributions, in the order of their ranks, into their results, in place.
    /// Called once, when all have arrived.
    ///
    /// # Safety
    ///
    /// Every slot must hold a value of the operation's `value` type.
    pub combine: Option<unsafe fn(&mut [Slot])>,
}

/// An argument on which all members of a group must agree.
#[derive(Clone, Copy)]
pub struct Uniform {
    /// What reports call it, as in "`rank`".
    pub name: &'static str,
    /// Writes the argument as a person knows it.
    pub show: fn(usize, &mut fmt::Formatter<'_>) -> fmt::Result,
}

impl Uniform {
    /// An argument that is a number: a rank, a length.
    pub const fn number(name: &'static str) -> Self {
        Self {
            name,
            show: |value, f| fmt::Display::fmt(&value, f),
        }
    }
}

impl PartialEq for Operation {
    fn eq(&self, other: &Self) -> bool {
        // Statics of equal content may have several addresses, one a codegen unit.
        core::ptr::eq(self, other)
            || (self.name == other.name
                && self.value == other.value
                && self.operator == other.operator)
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)?;
        if let Some(operator) = &self.operator {
            write!(f, "({})", operator.name())?;
        }
        if let Some(value) = &self.value {
            write!(f, " of {}", value.name())?;
        }
        Ok(())
    }
}

impl fmt::Debug for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A type's identity and its name for reports.
#[derive(Clone, Copy)]
pub struct Type {
    id: TypeId,
    name: fn() -> &'static str,
}

impl Type {
    /// The identity of `T`.
    pub const fn of<T: 'static>() -> Self {
        Self {
            id: TypeId::of::<T>(),
            name: type_name::<T>,
        }
    }

    /// The name without its path, for a reader of reports.
    pub fn name(&self) -> String {
        let full = (self.name)();
        let mut short = String::with_capacity(full.len());
        let mut word = 0;
        for c in full.chars() {
            match c {
                // A path segment ends: forget it.
                ':' => short.truncate(word),
                c if c.is_alphanumeric() || c == '_' => short.push(c),
                c => {
                    short.push(c);
                    word = short.len();
                }
            }
        }
        short
    }
}

impl PartialEq for Type {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

/// What a member contributes to a collective, then what it takes away.
#[repr(C, align(16))]
#[derive(Clone, Copy)]
pub struct Slot {
    value: [MaybeUninit<u8>; Self::BYTES],
    /// A source lane, distance or mask of a shuffle.
    pub argument: usize,
}

impl Slot {
    /// The largest value that a collective carries, in bytes: as in CUDA's cooperative groups.
    pub const BYTES: usize = 32;

    /// A slot that holds no value.
    pub const EMPTY: Self = Self {
        value: [MaybeUninit::uninit(); Self::BYTES],
        argument: 0,
    };

    /// Fails to compile if collectives cannot carry a `T`. Evaluated where a user passes the value,
    /// so that the message points there.
    pub const fn check<T>() {
        assert!(
            size_of::<T>() <= Self::BYTES,
            "a collective carries values of at most 32 bytes: send larger ones in parts"
        );
        assert!(
            align_of::<T>() <= align_of::<Self>(),
            "a collective carries values aligned to at most 16 bytes"
        );
    }

    /// Puts a value in.
    ///
    /// # Safety
    ///
    /// `T` passes [`check`](Slot::check).
    #[inline]
    pub unsafe fn write<T: Copy>(&mut self, value: T) {
        // SAFETY: the value fits, and the slot is as aligned as it needs.
        unsafe { self.value.as_mut_ptr().cast::<T>().write(value) }
    }

    /// Takes the value out.
    ///
    /// # Safety
    ///
    /// The slot holds a `T`.
    #[inline]
    pub unsafe fn read<T: Copy>(&self) -> T {
        // SAFETY: the caller says that a `T` is there.
        unsafe { self.value.as_ptr().cast::<T>().read() }
    }
}

/// How memory is touched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccessKind {
    /// A plain read.
    Read,
    /// A plain write.
    Write,
    /// An atomic operation that only reads.
    AtomicLoad,
    /// An atomic operation that only writes.
    AtomicStore,
    /// An atomic operation that reads and writes.
    AtomicUpdate,
}

/// One access to memory that other threads can see.
#[derive(Clone, Copy, Debug)]
pub struct Access {
    /// The first byte.
    pub address: usize,
    /// What is there.
    pub object: &'static Object,
    /// What is done.
    pub kind: AccessKind,
    /// The order of an atomic operation; a plain access has none, which is `Relaxed`.
    pub order: Ordering,
    /// Where in the source.
    pub site: Site,
}

/// An object that is accessed as a whole.
#[derive(Debug)]
pub struct Object {
    /// Its size, in bytes.
    pub size: usize,
    /// Its alignment, in bytes.
    pub align: usize,
    /// How the value of an atomic is shown; no other is.
    pub show: Option<Show>,
}

/// Writes the value of the object at an address as a person knows it.
///
/// # Safety
///
/// The address is exposed, and that of a live object that is accessed atomically only.
pub type Show = unsafe fn(usize, &mut fmt::Formatter<'_>) -> fmt::Result;

/// The executor of the current thread.
///
/// A fault (a divergent collective, a read of uninitialised memory, …) ends the launch: the method
/// that finds it does not return to the kernel but unwinds it.
///
/// # Safety
///
/// [`slot`](Context::slot), [`shared`](Context::shared) and
/// [`dynamic_shared`](Context::dynamic_shared) return pointers that callers go on to use as
/// documented there.
pub unsafe trait Context {
    /// Where the current thread is.
    fn position(&self) -> Position;

    /// The current thread's slot: valid for reads and writes until the thread ends, touched by
    /// others only while the thread is in [`rendezvous`](Context::rendezvous).
    fn slot(&self) -> NonNull<Slot>;

    /// Waits until all members of the group have arrived with an equal operation from the same
    /// site, and has their slots combined.
    fn rendezvous(&self, scope: Scope, operation: &'static Operation, site: Site);

    /// As [`rendezvous`](Context::rendezvous), for a claim that the argument is equal for all
    /// members; `reason` is why the kernel's author believes it.
    fn claim(&self, scope: Scope, operation: &'static Operation, site: Site, reason: &'static str);

    /// Makes a group of the threads of the warp that are at this site now.
    fn coalesce(&self, site: Site) -> Coalesced;

    /// An id for a group that the threads are about to make; no other group of the block has it.
    fn new_group(&self) -> u32;

    /// Leaves a slot for all blocks of the launch to see, in the place of the one before.
    fn post(&self, operation: &'static Operation, slot: Slot);

    /// The slot that was left last, if it was left by an equal operation.
    fn posted(&self, operation: &'static Operation) -> Option<Slot>;

    /// A shuffle's source lane is not below the size of its group. Returns if the launch tolerates
    /// that.
    fn lane_out_of_range(
        &self,
        lane: usize,
        size: usize,
        operation: &'static Operation,
        site: Site,
    );

    /// The shared object of type `object` that the block declares at `site`: `size` bytes aligned
    /// to `align`, valid while the block runs.
    fn shared(&self, site: Site, object: Type, size: usize, align: usize) -> NonNull<u8>;

    /// The `index`-th dynamic shared array of the launch and its length in bytes, aligned to at
    /// least 16, valid while the block runs.
    ///
    /// # Panics
    ///
    /// If the launch has no such array.
    fn dynamic_shared(&self, index: usize) -> (NonNull<u8>, usize);

    /// Called before every plain access to shared memory and every atomic access, and, if the
    /// context [watches](Context::watches_global), before every plain access to global memory that
    /// the launch may write.
    fn access(&self, access: Access);

    /// Called after an atomic update that left the value as it was:
    /// [`access`](Context::access) could not know.
    fn unchanged(&self);

    /// Called after an exchange that took place, if its order releases: whether it would was not
    /// known before. [`access`](Context::access) was told the order of a failed exchange.
    fn released(&self, address: usize);

    /// Whether plain accesses to global memory are to be told.
    fn watches_global(&self) -> bool;
}

thread_local! {
    static CURRENT: Cell<Option<NonNull<dyn Context>>> = const { Cell::new(None) };
    /// What the current context says of global memory: asked at each access to it.
    static WATCHED: Cell<bool> = const { Cell::new(false) };
}

/// Runs `f` with `context` as the executor of this operating-system thread.
pub fn install<R>(context: &dyn Context, f: impl FnOnce() -> R) -> R {
    struct Restore(Option<NonNull<dyn Context>>, bool);
    impl Drop for Restore {
        fn drop(&mut self) {
            CURRENT.set(self.0);
            WATCHED.set(self.1);
        }
    }

    let watched = context.watches_global();
    // SAFETY: only the lifetime changes, and `Restore` takes the pointer out of reach before
    // `context` can end.
    let context = unsafe {
        core::mem::transmute::<NonNull<dyn Context + '_>, NonNull<dyn Context>>(NonNull::from(
            context,
        ))
    };
    let _restore = Restore(CURRENT.replace(Some(context)), WATCHED.replace(watched));
    f()
}

/// Calls `f` with the executor of the current thread.
///
/// # Panics
///
/// If no kernel runs on this thread: groups and their memory exist only inside kernels.
#[inline]
#[track_caller]
pub fn with<R>(f: impl FnOnce(&dyn Context) -> R) -> R {
    match CURRENT.get() {
        // SAFETY: `install` keeps the context alive while it is in the slot.
        Some(context) => f(unsafe { context.as_ref() }),
        None => outside(),
    }
}

/// Calls `f` with the executor of the current thread, if a kernel runs on it.
#[inline]
pub fn if_running(f: impl FnOnce(&dyn Context)) {
    if let Some(context) = CURRENT.get() {
        // SAFETY: `install` keeps the context alive while it is in the slot.
        f(unsafe { context.as_ref() })
    }
}

/// Whether plain accesses to global memory are to be told to the context.
#[inline]
pub(crate) fn watches_global() -> bool {
    WATCHED.get()
}

#[cold]
#[track_caller]
fn outside() -> ! {
    panic!("thread groups and shared memory exist only inside a kernel: launch one")
}
