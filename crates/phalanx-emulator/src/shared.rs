//! A block's shared memory: poison until it is written.

use std::cell::{Cell, Ref, RefCell, UnsafeCell};
use std::ptr::NonNull;

use phalanx_groups::exec::{Site, Type};

use crate::launch::DynamicArray;
use crate::race::Shadow;

/// The start of shared memory is aligned to this, in bytes, and objects to at most this.
const ALIGN: usize = 128;
/// Dynamic arrays are aligned to at least this, in bytes: what kernels may count on.
const DYNAMIC_ALIGN: usize = 16;

#[repr(C, align(128))]
struct Unit(UnsafeCell<[u8; ALIGN]>);

/// A block's shared memory: the dynamic arrays of the launch first, then static objects as the
/// block comes across them.
pub(crate) struct SharedMemory {
    memory: Box<[Unit]>,
    /// For each byte of `memory` whether it was written.
    written: Box<[Cell<bool>]>,
    /// How many bytes are given away.
    used: Cell<usize>,
    /// Offset and size in bytes of the dynamic arrays.
    arrays: RefCell<Vec<(usize, usize)>>,
    objects: RefCell<Vec<Object>>,
    /// What is remembered of accesses to each of the objects and arrays that are touched.
    shadows: RefCell<Vec<Shadow>>,
    /// Whether that is done.
    watched: Cell<bool>,
}

/// A static object.
#[derive(Clone, Copy)]
struct Object {
    site: Site,
    shape: Type,
    offset: usize,
    size: usize,
}

/// What lies at an address, for reports.
pub(crate) enum Found {
    /// An object declared in the kernel's body.
    Static {
        site: Site,
        shape: Type,
        /// Bytes from its start.
        offset: usize,
        /// Its size, in bytes.
        size: usize,
    },
    /// A dynamic array of the launch.
    Dynamic {
        index: usize,
        /// Bytes from its start.
        offset: usize,
    },
}

impl SharedMemory {
    pub(crate) fn of_size(bytes: usize) -> Self {
        let units = bytes.div_ceil(ALIGN);
        Self {
            memory: (0..units)
                .map(|_| Unit(UnsafeCell::new([0; ALIGN])))
                .collect(),
            written: vec![Cell::new(false); units * ALIGN].into_boxed_slice(),
            used: Cell::new(0),
            arrays: RefCell::default(),
            objects: RefCell::default(),
            shadows: RefCell::default(),
            watched: Cell::new(false),
        }
    }

    /// How many bytes there are.
    pub(crate) fn size(&self) -> usize {
        self.written.len()
    }

    /// Whether this is what [`of_size`](Self::of_size) makes.
    pub(crate) fn is_for(&self, bytes: usize) -> bool {
        self.memory.len() == bytes.div_ceil(ALIGN)
    }

    /// How many bytes are given away.
    pub(crate) fn used(&self) -> usize {
        self.used.get()
    }

    /// Makes all of it poison, and lays out the dynamic arrays for the next block. If it is
    /// `watched`, accesses are remembered.
    ///
    /// # Panics
    ///
    /// If they do not fit.
    pub(crate) fn reset(&self, arrays: &[DynamicArray], watched: bool) {
        for written in &self.written[..self.used.get()] {
            written.set(false);
        }
        self.used.set(0);
        self.objects.borrow_mut().clear();
        self.shadows.borrow_mut().clear();
        self.watched.set(watched);
        let mut laid_out = self.arrays.borrow_mut();
        laid_out.clear();
        for array in arrays {
            let offset = self
                .take(array.bytes, array.align.max(DYNAMIC_ALIGN))
                .expect("the launch checks the size of its shared memory");
            laid_out.push((offset, array.bytes));
            self.watch(offset, array.bytes, array.align);
        }
    }

    fn take(&self, size: usize, align: usize) -> Option<usize> {
        assert!(
            align <= ALIGN,
            "shared objects are aligned to at most {ALIGN} bytes"
        );
        let offset = self.used.get().next_multiple_of(align);
        let end = offset.checked_add(size)?;
        (end <= self.size()).then(|| {
            self.used.set(end);
            offset
        })
    }

    fn watch(&self, offset: usize, size: usize, align: usize) {
        if self.watched.get() {
            let start = self.pointer(offset).addr().get();
            let shadow = Shadow::of(start, size, align, align);
            self.shadows.borrow_mut().push(shadow);
        }
    }

    /// What is remembered of accesses to each object and array.
    #[inline]
    pub(crate) fn shadows(&self) -> Ref<'_, Vec<Shadow>> {
        self.shadows.borrow()
    }

    fn pointer(&self, offset: usize) -> NonNull<u8> {
        NonNull::from(&*self.memory)
            .cast::<u8>()
            .map_addr(|address| address.saturating_add(offset))
    }

    /// The object of this shape declared at `site`, made if it is the first time; `None` if there
    /// is no room for it.
    pub(crate) fn object(
        &self,
        site: Site,
        shape: Type,
        size: usize,
        align: usize,
    ) -> Option<NonNull<u8>> {
        let mut objects = self.objects.borrow_mut();
        let same = |object: &&Object| {
            (std::ptr::eq(object.site, site) || object.site == site) && object.shape == shape
        };
        if let Some(object) = objects.iter().find(same) {
            return Some(self.pointer(object.offset));
        }
        let offset = self.take(size, align)?;
        self.watch(offset, size, align);
        objects.push(Object {
            site,
            shape,
            offset,
            size,
        });
        Some(self.pointer(offset))
    }

    /// The dynamic array and its size in bytes.
    pub(crate) fn array(&self, index: usize) -> Option<(NonNull<u8>, usize)> {
        let &(offset, bytes) = self.arrays.borrow().get(index)?;
        Some((self.pointer(offset), bytes))
    }

    /// How far `address` is from the start, if it is in here.
    #[inline]
    pub(crate) fn offset_of(&self, address: usize) -> Option<usize> {
        let offset = address.wrapping_sub(self.memory.as_ptr().addr());
        (offset < self.written.len()).then_some(offset)
    }

    /// Whether an object at `offset` has been written. Padding never is: so an object counts as
    /// written if of every `align` bytes one at least is, for no gap between fields is that long.
    #[inline]
    pub(crate) fn is_written(&self, offset: usize, size: usize, align: usize) -> bool {
        self.written[offset..offset + size]
            .chunks(align)
            .all(|part| part.iter().any(Cell::get))
    }

    #[inline]
    pub(crate) fn mark_written(&self, offset: usize, size: usize) {
        for written in &self.written[offset..offset + size] {
            written.set(true);
        }
    }

    /// What lies at `offset`.
    pub(crate) fn find(&self, offset: usize) -> Option<Found> {
        let inside = |start: usize, size: usize| (start..start + size).contains(&offset);
        let arrays = self.arrays.borrow();
        if let Some(index) = arrays.iter().position(|&(start, size)| inside(start, size)) {
            return Some(Found::Dynamic {
                index,
                offset: offset - arrays[index].0,
            });
        }
        let objects = self.objects.borrow();
        let object = objects
            .iter()
            .find(|object| inside(object.offset, object.size))?;
        Some(Found::Static {
            site: object.site,
            shape: object.shape,
            offset: offset - object.offset,
            size: object.size,
        })
    }
}
