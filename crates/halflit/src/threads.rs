//! Loops over fixed blocks, shared among threads. Without the feature `threads` one thread does them all, in the same blocks.
//!
//! Nothing else in the library names Rayon. Loops use only what both of these have.

#[cfg(feature = "threads")]
pub(crate) use rayon::{current_num_threads as count, join, prelude::*};

#[cfg(not(feature = "threads"))]
pub(crate) use alone::*;

/// Threads of their own, for work that is not to share any with what is more urgent.
///
/// The loops of a crew's work are done by its threads alone, as many as all others have. Results do not depend on who does them.
///
/// ```
/// use halflit::{Crew, Plan, datasets};
///
/// let data = datasets::ionosphere();
/// let crew = Crew::default();
/// let prepared = Plan::default().prepare(data.samples())?;
/// crew.run(|| prepared.warm())?;
/// # Ok::<(), halflit::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct Crew {
    #[cfg(feature = "threads")]
    pool: std::sync::OnceLock<Option<rayon::ThreadPool>>,
}

impl Crew {
    /// Runs something on the threads of the crew, and waits for it. Where the system gives no threads those of all do it.
    #[cfg(feature = "threads")]
    pub fn run<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        let build = || rayon::ThreadPoolBuilder::new().num_threads(count()).build().ok();
        let watch = crate::watch::current();
        match self.pool.get_or_init(build) {
            Some(pool) => pool.install(|| watch.enter(work)),
            None => work(),
        }
    }

    /// Runs something: there is one thread.
    #[cfg(not(feature = "threads"))]
    pub fn run<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        work()
    }
}

/// Rayon's words for one thread: every loop is an iterator of the standard library.
#[cfg(not(feature = "threads"))]
mod alone {
    use std::slice::{Chunks, ChunksExactMut, ChunksMut, Iter, IterMut};

    pub(crate) fn count() -> usize {
        1
    }

    pub(crate) fn join<A, B>(one: impl FnOnce() -> A, two: impl FnOnce() -> B) -> (A, B) {
        (one(), two())
    }

    /// What is used up by a loop.
    pub(crate) trait IntoLoop: IntoIterator + Sized {
        fn into_par_iter(self) -> Self::IntoIter {
            self.into_iter()
        }
    }

    impl<I: IntoIterator> IntoLoop for I {}

    /// What a loop borrows.
    pub(crate) trait Loops<T> {
        fn par_iter(&self) -> Iter<'_, T>;
        fn par_iter_mut(&mut self) -> IterMut<'_, T>;
        fn par_chunks(&self, length: usize) -> Chunks<'_, T>;
        fn par_chunks_mut(&mut self, length: usize) -> ChunksMut<'_, T>;
        fn par_chunks_exact_mut(&mut self, length: usize) -> ChunksExactMut<'_, T>;
        fn par_sort_unstable(&mut self)
        where
            T: Ord;
    }

    impl<T> Loops<T> for [T] {
        fn par_iter(&self) -> Iter<'_, T> {
            self.iter()
        }

        fn par_iter_mut(&mut self) -> IterMut<'_, T> {
            self.iter_mut()
        }

        fn par_chunks(&self, length: usize) -> Chunks<'_, T> {
            self.chunks(length)
        }

        fn par_chunks_mut(&mut self, length: usize) -> ChunksMut<'_, T> {
            self.chunks_mut(length)
        }

        fn par_chunks_exact_mut(&mut self, length: usize) -> ChunksExactMut<'_, T> {
            self.chunks_exact_mut(length)
        }

        fn par_sort_unstable(&mut self)
        where
            T: Ord,
        {
            self.sort_unstable();
        }
    }

    /// Steps that only Rayon's iterators have.
    pub(crate) trait Steps: Iterator + Sized {
        fn with_min_len(self, _: usize) -> Self {
            self
        }

        fn find_map_first<R>(mut self, of: impl FnMut(Self::Item) -> Option<R>) -> Option<R> {
            self.find_map(of)
        }

        fn map_init<S, R>(
            self,
            state: impl Fn() -> S,
            of: impl Fn(&mut S, Self::Item) -> R,
        ) -> impl Iterator<Item = R> {
            let mut state = state();
            self.map(move |item| of(&mut state, item))
        }
    }

    impl<I: Iterator> Steps for I {}
}
