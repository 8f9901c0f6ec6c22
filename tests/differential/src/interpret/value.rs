//! Values, places and memory.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use phalanx_compiler::types::ty::Operator;

use super::NO_VALUE_YET;
use super::handle::Handle;

/// What an expression gives.
#[derive(Clone, Debug)]
pub enum Value {
    /// Of a variable that has none yet.
    Unset,
    Unit,
    Bool(bool),
    /// Of any integer type, in its range.
    Int(i128),
    F32(f32),
    /// A tuple, a struct, an array, a `Dim3`.
    Parts(Vec<Value>),
    Group(Rc<Handle>),
    /// `&T`, `&mut T`.
    Reference(Place),
    /// `&[T]`, `&mut [T]`.
    Slice(Slice),
    Operator(Operator),
    /// What `for` goes through.
    Items(Items),
}

/// Where a value lies.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    root: Root,
    /// Which part, and which part of that.
    path: [u32; Place::DEPTH],
    depth: u8,
}

#[derive(Clone, Copy, Debug)]
enum Root {
    /// A slot of the thread's own stack.
    Own(usize),
    /// An element of a buffer.
    Element(BufferId, usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BufferId(usize);

/// A run of elements.
#[derive(Clone, Copy, Debug)]
pub struct Slice {
    base: Base,
    start: usize,
    pub len: usize,
}

#[derive(Clone, Copy, Debug)]
enum Base {
    Buffer(BufferId),
    /// An array of the thread's own, or one that is an element.
    Array(Place),
}

impl Place {
    const DEPTH: usize = 4;

    /// A slot of the thread's own stack.
    pub fn own(slot: usize) -> Place {
        Place::at(Root::Own(slot))
    }

    fn at(root: Root) -> Place {
        Place {
            root,
            path: [0; Place::DEPTH],
            depth: 0,
        }
    }

    /// The part of this number.
    pub fn part(mut self, index: usize) -> Place {
        self.path[usize::from(self.depth)] = index as u32;
        self.depth += 1;
        self
    }

    fn path(&self) -> &[u32] {
        &self.path[..usize::from(self.depth)]
    }

    /// Whether other threads can see it.
    pub fn is_shared(&self) -> bool {
        matches!(self.root, Root::Element(..))
    }
}

impl Slice {
    pub fn of_buffer(buffer: BufferId, len: usize) -> Slice {
        Slice {
            base: Base::Buffer(buffer),
            start: 0,
            len,
        }
    }

    pub fn of_array(array: Place, len: usize) -> Slice {
        Slice {
            base: Base::Array(array),
            start: 0,
            len,
        }
    }

    /// The place of an element.
    ///
    /// # Panics
    ///
    /// As the kernel does, with core's message.
    pub fn at(&self, index: usize) -> Place {
        if index >= self.len {
            panic!(
                "index out of bounds: the len is {} but the index is {index}",
                self.len
            );
        }
        let index = self.start + index;
        match self.base {
            Base::Buffer(buffer) => Place::at(Root::Element(buffer, index)),
            Base::Array(place) => place.part(index),
        }
    }

    /// A part of it; `None` if it is not in it.
    pub fn sub(&self, start: usize, end: usize) -> Option<Slice> {
        (start <= end && end <= self.len).then(|| Slice {
            base: self.base,
            start: self.start + start,
            len: end - start,
        })
    }
}

/// Memory that threads share: the buffers of a launch, and each block's shared objects.
///
/// It is the interpreter's own and not the emulator's, so that races and reads of what nobody wrote,
/// which are no matter here, end no launch.
#[derive(Default)]
pub struct Memory {
    buffers: RefCell<Vec<Vec<Value>>>,
    /// The shared objects, by block and by what declares them.
    objects: RefCell<HashMap<(usize, SharedObject), BufferId>>,
}

/// What declares a shared object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SharedObject {
    /// The parameter of this index.
    Dynamic(usize),
    /// A call in the function of this number.
    Static { function: usize, call: u32 },
}

impl Memory {
    pub fn add(&self, elements: Vec<Value>) -> BufferId {
        let mut buffers = self.buffers.borrow_mut();
        buffers.push(elements);
        BufferId(buffers.len() - 1)
    }

    /// The object of a block, made when it is first asked for.
    pub fn object(
        &self,
        block: usize,
        object: SharedObject,
        make: impl FnOnce() -> Vec<Value>,
    ) -> BufferId {
        if let Some(known) = self.objects.borrow().get(&(block, object)) {
            return *known;
        }
        let buffer = self.add(make());
        self.objects.borrow_mut().insert((block, object), buffer);
        buffer
    }

    pub fn len(&self, buffer: BufferId) -> usize {
        self.buffers.borrow()[buffer.0].len()
    }

    /// Reads a place; `own` is the thread's stack.
    pub fn read(&self, own: &[Value], place: &Place) -> Value {
        let part = |whole: &Value| {
            let mut part = whole;
            for index in place.path() {
                part = part.part(*index as usize);
            }
            part.clone()
        };
        match place.root {
            Root::Own(slot) => part(&own[slot]),
            Root::Element(buffer, index) => part(&self.buffers.borrow()[buffer.0][index]),
        }
    }

    /// Writes a place; `own` is the thread's stack.
    pub fn write(&self, own: &mut [Value], place: &Place, value: Value) {
        let mut buffers = self.buffers.borrow_mut();
        let mut part = match place.root {
            Root::Own(slot) => &mut own[slot],
            Root::Element(buffer, index) => &mut buffers[buffer.0][index],
        };
        for index in place.path() {
            part = part.part_mut(*index as usize);
        }
        *part = value;
    }
}

/// `first`, `first + step`, …: `count` of them.
#[derive(Clone, Copy, Debug)]
pub struct Items {
    pub first: i128,
    pub step: i128,
    pub count: i128,
}

impl Items {
    /// `lo..hi`
    pub fn range(lo: i128, hi: i128) -> Items {
        Items {
            first: lo,
            step: 1,
            count: (hi - lo).max(0),
        }
    }

    /// Every `by`-th.
    pub fn step_by(self, by: i128) -> Items {
        assert!(by != 0, "assertion failed: step != 0");
        Items {
            first: self.first,
            step: self.step * by,
            count: (self.count + by - 1) / by,
        }
    }

    /// All but the first `skipped`.
    pub fn skip(self, skipped: i128) -> Items {
        Items {
            first: self.first + self.step * skipped,
            step: self.step,
            count: (self.count - skipped).max(0),
        }
    }

    pub fn rev(self) -> Items {
        Items {
            first: self.first + self.step * (self.count - 1).max(0),
            step: -self.step,
            count: self.count,
        }
    }
}

impl Value {
    pub fn bool(&self) -> bool {
        match self {
            Value::Bool(value) => *value,
            other => panic!("interpreter: {other:?} is not a bool"),
        }
    }

    pub fn int(&self) -> i128 {
        match self {
            Value::Int(value) => *value,
            other => panic!("interpreter: {other:?} is not an integer"),
        }
    }

    pub fn index(&self) -> usize {
        usize::try_from(self.int()).expect("interpreter: an index is a `usize`")
    }

    pub fn place(&self) -> Place {
        match self {
            Value::Reference(place) => *place,
            other => panic!("interpreter: {other:?} is not a reference"),
        }
    }

    pub fn slice(&self) -> Slice {
        match self {
            Value::Slice(slice) => *slice,
            other => panic!("interpreter: {other:?} is not a slice"),
        }
    }

    pub fn group(&self) -> Rc<Handle> {
        match self {
            Value::Group(group) => Rc::clone(group),
            other => panic!("interpreter: {other:?} is not a group"),
        }
    }

    pub fn items(&self) -> Items {
        match self {
            Value::Items(items) => *items,
            other => panic!("interpreter: {other:?} is not what a `for` goes through"),
        }
    }

    pub fn parts(&self) -> &[Value] {
        match self {
            Value::Parts(parts) => parts,
            Value::Unset => panic!("{NO_VALUE_YET}"),
            other => panic!("interpreter: {other:?} has no parts"),
        }
    }

    fn part(&self, index: usize) -> &Value {
        &self.parts()[index]
    }

    fn part_mut(&mut self, index: usize) -> &mut Value {
        match self {
            Value::Parts(parts) => &mut parts[index],
            Value::Unset => panic!("{NO_VALUE_YET}"),
            other => panic!("interpreter: {other:?} has no parts"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn assert_items(items: Items, like: impl Iterator<Item = i32>) {
        let all = (0..items.count).map(|i| items.first + i * items.step);
        assert_eq!(
            all.collect::<Vec<_>>(),
            like.map(i128::from).collect::<Vec<_>>()
        );
    }

    #[test]
    fn items_are_those_of_the_iterators() {
        let range = Items::range(3, 12);
        assert_items(range, 3..12);
        assert_items(range.rev(), (3..12).rev());
        assert_items(range.step_by(4), (3..12).step_by(4));
        assert_items(range.step_by(4).rev(), (3..12).step_by(4).rev());
        assert_items(range.rev().step_by(4), (3..12).rev().step_by(4));
        assert_items(range.skip(2).step_by(3), (3..12).skip(2).step_by(3));
        assert_items(Items::range(5, 2).rev().step_by(2), 0..0);
    }

    #[test]
    fn parts_of_elements_are_read_and_written() {
        let memory = Memory::default();
        let pair = |a, b| Value::Parts(vec![Value::Int(a), Value::Int(b)]);
        let buffer = memory.add(vec![pair(1, 2), pair(3, 4)]);
        let second = Slice::of_buffer(buffer, 2).at(1);
        memory.write(&mut [], &second.part(0), Value::Int(7));
        let read = memory.read(&[], &second);
        assert_eq!((read.part(0).int(), read.part(1).int()), (7, 4));
    }
}
